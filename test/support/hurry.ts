import type { Clock, Nanos } from '#contract/domain'
import { systemClock } from './clock.ts'

/** How much faster waits pass than they say. */
const HURRY = 20
/** Deadlines of requests are at least this long; they stay as they are, so that a busy machine changes no outcome. */
const DEADLINE_MS = 15_000

export interface HurriedClock extends Clock {
  /** Both sides of a line must be given the same clock, or the other side refuses tokens. */
  forward(milliseconds: number): void
}

/** The machine's clock with short waits: what is put off for seconds comes at once, what must not take that long still has its time. */
export function hurriedClock(): HurriedClock {
  let ahead = 0n
  return {
    ...systemClock,
    now: () => (systemClock.now() + ahead) as Nanos,
    sleep: (milliseconds, signal) =>
      systemClock.sleep(
        milliseconds < DEADLINE_MS ? Math.min(milliseconds, 5 + milliseconds / HURRY) : milliseconds,
        signal,
      ),
    forward: (milliseconds) => {
      ahead += BigInt(milliseconds) * 1_000_000n
    },
  }
}
