import type { Abort, Clock, Nanos } from '#contract/domain'
import { createClock } from '#platform'

/** A clock that moves only when told to; sleepers wake in order of their time. */
export function manualClock(start = 1_790_000_000_000) {
  let millis = start
  const waiting = new Set<{ at: number; wake: () => void }>()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    now: () => (BigInt(Math.floor(millis)) * 1_000_000n) as Nanos,
    monotonicMs: () => millis,
    sleep: (duration: number, signal?: Abort) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted === true) return resolve()
        const entry = {
          at: millis + duration,
          wake: () => {
            waiting.delete(entry)
            signal?.removeEventListener('abort', entry.wake)
            resolve()
          },
        }
        waiting.add(entry)
        signal?.addEventListener('abort', entry.wake, { once: true })
      }),
    sleepers: () => waiting.size,
    async advance(duration: number): Promise<void> {
      const until = millis + duration
      for (;;) {
        await settle()
        const next = [...waiting].filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        millis = Math.max(millis, next.at)
        next.wake()
      }
      millis = until
      await settle()
    },
  }
}

/** The machine's own clock, for tests that talk to a real server. */
export const systemClock = createClock()

/** The machine's clock, but for the time of day, which stands still: nothing becomes final by itself, however slow a test is. */
export function stillClock(): Clock {
  const now = systemClock.now()
  return { ...systemClock, now: () => now }
}

/** How much faster waits pass than they say. */
const HURRY = 20
/** No deadline of a request is shorter than this, and no wait that a test has to see the end of is as long. */
const DEADLINE_MS = 15_000
/** What a deadline is drawn out to. It ends what hangs and judges nothing, so no machine may be too busy for it. */
const PATIENCE_MS = 300_000

/** The same with deadlines that a busy machine keeps. */
export const patientClock = (clock: Clock): Clock => ({
  ...clock,
  sleep: (milliseconds, signal) =>
    clock.sleep(milliseconds < DEADLINE_MS ? milliseconds : Math.max(milliseconds, PATIENCE_MS), signal),
})

/** The machine's clock with short waits: what is put off for seconds comes at once, what must not take too long has all the time it needs. */
export function hurriedClock() {
  let ahead = 0n
  const { sleep } = patientClock(systemClock)
  return {
    ...systemClock,
    now: () => (systemClock.now() + ahead) as Nanos,
    sleep: (milliseconds: number, signal?: Abort) =>
      sleep(milliseconds < DEADLINE_MS ? Math.min(milliseconds, 5 + milliseconds / HURRY) : milliseconds, signal),
    /** Both sides of a line must be given the same clock, or the other side refuses tokens. */
    forward: (milliseconds: number) => {
      ahead += BigInt(milliseconds) * 1_000_000n
    },
  }
}
