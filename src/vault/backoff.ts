import { join } from 'node:path'
import { type Clock, msOf, SECOND } from '#contract/domain'
import { failure } from '#contract/errors'
import { readText, writeText } from './files.ts'

const LONGEST_SECONDS = 300

/** What wrong passphrases cost now, by the clock that nobody can set: so many seconds from then. */
export interface Wait {
  readonly seconds: number
  readonly fromMs: number
}
export const NO_WAIT: Wait = { seconds: 0, fromMs: 0 }

export const secondsLeft = ({ seconds, fromMs }: Wait, clock: Pick<Clock, 'monotonicMs'>): number =>
  Math.max(0, Math.ceil(seconds - (clock.monotonicMs() - fromMs) / 1000))

/**
 * Wrong passphrases cost 1, 2, 4 ... 300 seconds, also across a restart. Whoever holds the files can guess elsewhere; this
 * is against somebody at the keyboard, who may set the clock as well. So while the program runs, the clock that only grows counts; where that stands
 * still while the computer sleeps, what was left is waited for after it. Only the time of day tells how long the program was closed, or what a thread
 * waited for that broke: then nothing is `kept`.
 */
export function createBackoff(dir: string, clock: Clock, kept: Wait | null) {
  const path = join(dir, 'attempts.json')
  const stored = read(path)
  let { failures } = stored
  // A clock that was set back must not lock the owner out for longer than the rule says: the wait begins anew.
  const most = waitAfter(Math.max(1, failures))
  const left = Math.max(0, msOf(stored.until - clock.now()) / 1000)
  let wait: Wait = kept ?? { seconds: Math.min(most, left), fromMs: clock.monotonicMs() }

  const seconds = (): number => secondsLeft(wait, clock)
  return {
    seconds,
    /** For the thread that comes after a lock. */
    wait: (): Wait => wait,
    /** Throws `vault.wrong_passphrase` with the wait while one is running. */
    check(): void {
      const waitSeconds = seconds()
      if (waitSeconds > 0) throw failure('vault.wrong_passphrase', 'too many attempts', { details: { waitSeconds } })
    },
    /** Counts an attempt before its outcome is known, so that killing the program does not give another one for nothing. */
    begin(): void {
      const next = failures + 1
      const cost = waitAfter(next)
      // What the disk does not take is no attempt: nobody is told then whether it was right.
      const until = clock.now() + BigInt(cost) * SECOND
      writeText(path, JSON.stringify({ failures: next, until: String(until) }))
      failures = next
      wait = { seconds: cost, fromMs: clock.monotonicMs() }
    },
    succeeded(): void {
      failures = 0
      wait = NO_WAIT
      writeText(path, JSON.stringify({ failures, until: '0' }))
    },
  }
}

const waitAfter = (wrong: number): number => Math.min(LONGEST_SECONDS, 2 ** (wrong - 1))

function read(path: string): { failures: number; until: bigint } {
  try {
    const value: unknown = JSON.parse(readText(path) ?? '{}')
    const { failures, until } = { ...(value as { failures?: unknown; until?: unknown }) }
    if (typeof failures === 'number' && Number.isInteger(failures) && failures >= 0 && typeof until === 'string') {
      return { failures: Math.min(failures, 32), until: BigInt(until) }
    }
  } catch {
    // Unreadable: as if there had been no attempt; the passphrase itself still guards the keys.
  }
  return { failures: 0, until: 0n }
}
