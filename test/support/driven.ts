import type { Clock } from '#contract/domain'
import { manualClock, systemClock } from './clock.ts'

/** Waits end when they are told to, and what is due by a schedule comes then; the time of day is the machine's. */
export interface DrivenClock extends Clock {
  advance(milliseconds: number): Promise<void>
  /** Whether somebody waits for just that long. */
  waitsFor(milliseconds: number): boolean
}

/** Deadlines of requests are at least this long; they are the machine's own, or time that is let pass would end requests. */
const DEADLINE_MS = 15_000

export function drivenClock(): DrivenClock {
  const manual = manualClock()
  const waiting = new Map<number, number>()
  const count = (milliseconds: number, by: number): void =>
    void waiting.set(milliseconds, (waiting.get(milliseconds) ?? 0) + by)
  return {
    now: systemClock.now,
    monotonicMs: manual.monotonicMs,
    async sleep(milliseconds, signal) {
      if (milliseconds >= DEADLINE_MS) return systemClock.sleep(milliseconds, signal)
      count(milliseconds, 1)
      await manual.sleep(milliseconds, signal)
      count(milliseconds, -1)
    },
    advance: manual.advance,
    waitsFor: (milliseconds) => (waiting.get(milliseconds) ?? 0) > 0,
  }
}
