import { HOUR, type Nanos } from '#contract/domain'
import type { Progress } from './progress.ts'

/*
 * Hours since 1970 (UTC). What is kept by the hour for a month is thinned to days after it, so that years of it stay small.
 */

export const DAY_HOURS = 24n
/** What is shown of a month has finer points than days. */
const FINE_DAYS = 32n

export const hourOf = (at: bigint): bigint => at / HOUR
export const dayOf = (hour: bigint): bigint => hour - (hour % DAY_HOURS)

/** First hour of the first day that is still kept by the hour. */
export const fineFrom = (now: bigint): bigint => dayOf(hourOf(now)) - FINE_DAYS * DAY_HOURS

/** Runs what thins a table once for each day that passed; `from` is the first hour that stays as it is. */
export function oncePerDay(progress: Progress, name: string, now: Nanos, thin: (from: bigint) => void): void {
  const from = fineFrom(now)
  if (progress.get(name) === String(from)) return
  thin(from)
  progress.set(name, String(from))
}
