import type * as Electron from 'electron'
import { type Clock, type Log, takingTurns } from '#contract/domain'
import { CofferError, type Reply } from '#contract/errors'
import { type WindowAnswer, type WindowAsk, windowAnswer, windowAsk } from '#contract/ipc'
import { cleanReport } from '../binder.ts'

export type Decision = WindowAnswer['decision']

/** Nobody reads a payment in less; a click that was meant for the window before cannot approve. */
const READING_MS = 800

type Prove = (passphrase: string) => Promise<void>

export interface Approvals {
  /**
   * Shows what is to be agreed to in a window of its own and waits for the person. One waits for the other. With `prove` a yes counts only
   * with a passphrase for which that does not throw; the window stays open for another one.
   */
  ask(asked: WindowAsk, prove?: Prove): Promise<Decision>
  /** What the approval window may call, and nobody else. */
  invoke(name: unknown, input: unknown): Promise<Reply<unknown>>
  /** Declines what is shown and all that waits behind it: the wallet is locked or ends. */
  dismiss(): void
}

const refused = (reason: string): Reply<never> => ({ ok: false, error: { code: 'host.refused', details: { reason } } })

interface ApprovalsDeps {
  readonly openWindow: () => Electron.BrowserWindow
  readonly clock: Clock
  readonly log: Log
}

interface Current {
  readonly wire: unknown
  readonly digest: string
  readonly window: Electron.BrowserWindow
  readonly prove: Prove | undefined
  /** A passphrase is being looked at. */
  isProving: boolean
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

  async function show(asked: WindowAsk, prove: Prove | undefined): Promise<Decision> {
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
        ...{ window, prove, isProving: false },
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

  /** Undefined where the passphrase is right, or none is asked for. */
  async function refusal(entry: Current, passphrase: string | undefined): Promise<Reply<never> | undefined> {
    if (entry.prove === undefined) return undefined
    if (passphrase === undefined) return { ok: false, error: { code: 'vault.passphrase_needed', details: {} } }
    if (entry.isProving) return refused('too_soon')
    entry.isProving = true
    try {
      await entry.prove(passphrase)
    } catch (error) {
      if (error instanceof CofferError) return { ok: false, error: cleanReport(error) }
      throw error
    } finally {
      entry.isProving = false
    }
    return current === entry ? undefined : refused('nothing_to_approve')
  }

  async function settle(entry: Current, { decision, passphrase }: WindowAnswer): Promise<Reply<null>> {
    const read = entry.shownAt !== null && clock.monotonicMs() - entry.shownAt >= READING_MS
    const seen = entry.window.isFocused() && entry.window.isVisible()
    if (decision === 'approved' && !(read && seen)) return refused('too_soon')
    const no = decision === 'approved' ? await refusal(entry, passphrase) : undefined
    if (no !== undefined) return no
    entry.settle(decision)
    return { ok: true, value: null }
  }

  return {
    ask(asked, prove) {
      const before = dismissals
      return inTurn(async () => (before === dismissals ? show(asked, prove) : 'declined'))
    },
    async invoke(name, input) {
      if (current === null) return refused('nothing_to_approve')
      if (name === 'approval.read' && input === null) return { ok: true, value: current.wire }
      const given = name === 'approval.answer' ? windowAnswer.safeParse(input) : undefined
      if (given?.data === undefined) return refused('unknown_method')
      return given.data.digest === current.digest ? settle(current, given.data) : refused('other_payment')
    },
    dismiss() {
      dismissals += 1
      current?.settle('declined')
    },
  }
}
