import { join } from 'node:path'
import { type Clock, msOf, SECOND } from '#contract/domain'
import { failure } from '#contract/errors'
import { readText, writeText } from './files.ts'

const LONGEST_SECONDS = 300

/**
 * Wrong passphrases cost 1, 2, 4 ... 300 seconds, also across a restart. Whoever holds the files can guess elsewhere; this
 * is against somebody at the keyboard.
 */
export function createBackoff(dir: string, clock: Clock) {
  const path = join(dir, 'attempts.json')
  let { failures, until } = read(path)

  const waitAfter = (wrong: number): number => Math.min(LONGEST_SECONDS, 2 ** (wrong - 1))
  const later = (wait: number): bigint => clock.now() + BigInt(wait) * SECOND

  const seconds = (): number => {
    // A clock that was set back must not lock the owner out for longer than the rule says: the wait begins anew.
    const latest = later(waitAfter(Math.max(1, failures)))
    if (until > latest) until = latest
    const left = msOf(until - clock.now()) / 1000
    return Math.max(0, Math.ceil(left))
  }
  return {
    seconds,
    /** Throws `vault.wrong_passphrase` with the wait while one is running. */
    check(): void {
      const waitSeconds = seconds()
      if (waitSeconds > 0) throw failure('vault.wrong_passphrase', 'too many attempts', { details: { waitSeconds } })
    },
    /** Counts an attempt before its outcome is known, so that killing the program does not give another one for nothing. */
    begin(): void {
      const next = { failures: failures + 1, until: later(waitAfter(failures + 1)) }
      // What the disk does not take is no attempt: nobody is told then whether it was right.
      writeText(path, JSON.stringify({ ...next, until: String(next.until) }))
      ;({ failures, until } = next)
    },
    succeeded(): void {
      failures = 0
      until = 0n
      writeText(path, JSON.stringify({ failures, until: '0' }))
    },
  }
}

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
