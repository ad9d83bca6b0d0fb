import type * as Electron from 'electron'
import { type Clock, type Log, takingTurns } from '#contract/domain'
import type { Reply } from '#contract/errors'
import { type WindowAsk, windowAsk } from '#contract/ipc'

export type Decision = 'approved' | 'declined'

/** Nobody reads a payment in less; a click that was meant for the window before cannot approve. */
const READING_MS = 800

export interface Approvals {
  /** Shows what is to be agreed to in a window of its own and waits for the person. One waits for the other. */
  ask(asked: WindowAsk): Promise<Decision>
  /** What the approval window may call, and nobody else. */
  invoke(name: unknown, input: unknown): Promise<Reply<unknown>>
  /** Declines what is shown and all that waits behind it: the wallet is locked or ends. */
  dismiss(): void
}

const refused = (reason: string): Reply<never> => ({ ok: false, error: { code: 'host.refused', details: { reason } } })

const isAnswer = (input: unknown): input is { digest: string; decision: Decision } =>
  typeof input === 'object' &&
  input !== null &&
  Object.keys(input).sort().join() === 'decision,digest' &&
  'digest' in input &&
  typeof input.digest === 'string' &&
  'decision' in input &&
  (input.decision === 'approved' || input.decision === 'declined')

interface ApprovalsDeps {
  readonly openWindow: () => Electron.BrowserWindow
  readonly clock: Clock
  readonly log: Log
}

interface Current {
  readonly wire: unknown
  readonly digest: string
  readonly window: Electron.BrowserWindow
  shownAt: number | null
  settle(decision: Decision): void
}

/**
 * The second surface: a window that the main page can neither draw in nor click on. It shows one thing at a time, by the wire form
 * that the contract gives it, and its answer must name the digest of that very thing.
 */
export function createApprovals({ openWindow, clock, log }: ApprovalsDeps): Approvals {
  let current: Current | null = null
  const inTurn = takingTurns()
  let dismissals = 0

  async function show(asked: WindowAsk): Promise<Decision> {
    const encoded = windowAsk.safeEncode(asked)
    if (!encoded.success) {
      log('error', 'approval.invalid')
      return 'declined'
    }
    return new Promise((resolve) => {
      const window = openWindow()
      const entry: Current = {
        wire: encoded.data,
        digest: asked.digest,
        window,
        shownAt: null,
        settle(decision) {
          if (current !== entry) return
          current = null
          resolve(decision)
          if (!window.isDestroyed()) window.destroy()
        },
      }
      current = entry
      // Hidden or not in front, the time to read starts anew.
      window.on('focus', () => {
        entry.shownAt = clock.monotonicMs()
      })
      window.on('blur', () => {
        entry.shownAt = null
      })
      window.once('closed', () => entry.settle('declined'))
    })
  }

  function answer(entry: Current, decision: Decision): Reply<null> {
    const read = entry.shownAt !== null && clock.monotonicMs() - entry.shownAt >= READING_MS
    const seen = entry.window.isFocused() && entry.window.isVisible()
    if (decision === 'approved' && !(read && seen)) return refused('too_soon')
    entry.settle(decision)
    return { ok: true, value: null }
  }

  return {
    ask(asked) {
      const before = dismissals
      return inTurn(async () => (before === dismissals ? show(asked) : 'declined'))
    },
    async invoke(name, input) {
      if (current === null) return refused('nothing_to_approve')
      if (name === 'approval.read' && input === null) return { ok: true, value: current.wire }
      if (name !== 'approval.answer' || !isAnswer(input)) return refused('unknown_method')
      return input.digest === current.digest ? answer(current, input.decision) : refused('other_payment')
    },
    dismiss() {
      dismissals += 1
      current?.settle('declined')
    },
  }
}
