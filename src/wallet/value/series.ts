import { type Amount, sumOf, toAmount } from '#protocol/text'
import { centsOf } from '../shared/fiat.ts'

/*
 * What holdings were worth over time, from what came and went by the hour and from the prices that were kept. All of it is whole cents of
 * whole units: the last point is today's total, and the series of several assets together is the sum of their own.
 */

/** What came (+) or went (-) in an hour. */
export interface Flow {
  readonly hour: bigint
  readonly amount: Amount
}

/** A price as it was last read in an hour, and before the next one that is kept. */
interface KeptPrice {
  readonly hour: bigint
  readonly price: string
}

/** One asset: flows and prices oldest first; `price` is that of now. */
export interface Holding {
  readonly flows: readonly Flow[]
  /** What there is now, where that may be something else than what all flows come to. */
  readonly now?: Amount
  readonly prices: readonly KeptPrice[]
  readonly price: string | null
}

export interface SeriesPoint {
  /** null where something was held whose price of then nobody kept. */
  readonly cents: bigint | null
  /** A price of it is older than it should be. */
  readonly isOld: boolean
}

interface Asked {
  /** Beginnings of hours, ascending; a point says what there was just before. The last point is now and has no hour. */
  readonly hours: readonly bigint[]
  /** Prices of more hours before are old. */
  readonly oldAfter: bigint
  /** Units of the currency per US dollar, of now: rates of then are not kept. */
  readonly rate: number | null
  /** Hour of now. */
  readonly now: bigint
}

/** The value of all holdings together at each hour, and now. */
export function seriesOf(holdings: readonly Holding[], asked: Asked): SeriesPoint[] {
  const all = holdings.map((holding) => ofOne(holding, asked))
  const series = [...asked.hours, asked.now].map((_, at) => together(all.map((points) => points[at] ?? NOTHING)))
  return isLost(holdings) ? series.with(-1, { cents: null, isOld: false }) : series
}

/** Nothing of what there is has a price any more: today's total is not known, and no fall to nothing. */
function isLost(holdings: readonly Holding[]): boolean {
  const held = holdings.filter(({ flows, now = sumOf(flows) }) => now !== 0n)
  return held.every(({ price }) => price === null) && held.some(({ prices }) => prices.length > 0)
}

/** The sum of what several were worth at one time. */
export const together = (points: readonly SeriesPoint[]): SeriesPoint =>
  points.reduce(
    (sum, { cents, isOld }) => ({
      cents: sum.cents === null || cents === null ? null : sum.cents + cents,
      isOld: sum.isOld || isOld,
    }),
    NOTHING,
  )

export const NOTHING: SeriesPoint = { cents: 0n, isOld: false }

function ofOne(
  { flows, now: all = sumOf(flows), prices, price }: Holding,
  { hours, oldAfter, rate, now }: Asked,
): SeriesPoint[] {
  // What never had a price is no part of any sum, as it is none of today's.
  if (price === null && prices.length === 0) return [...hours, now].map(() => NOTHING)
  let [flow, kept, balance] = [0, 0, 0n]
  const pointAt = (before: bigint): SeriesPoint => {
    for (; (flows[flow]?.hour ?? before) < before; flow += 1) balance += flows[flow]?.amount ?? 0n
    while ((prices[kept]?.hour ?? before) < before) kept += 1
    const last = prices[kept - 1]
    if (balance === 0n) return NOTHING
    if (last === undefined) return { cents: null, isOld: false }
    const cents = centsOf(toAmount(balance), last.price, rate)
    return { cents, isOld: before - last.hour > oldAfter }
  }
  const points = hours.map(pointAt)
  const isOld = all !== 0n && now - (prices.at(-1)?.hour ?? now) > oldAfter
  // What has no price today counts nothing today, whatever it cost once.
  points.push(all === 0n || price === null ? NOTHING : { cents: centsOf(all, price, rate), isOld })
  return points
}

/**
 * What came in and went out since an hour, each at the price it had then, or has now where none was kept; and what is there now otherwise than by all of
 * that, as while a payment is out.
 */
export function movedSince(holdings: readonly Holding[], since: bigint, rate: number | null): bigint {
  let moved = 0n
  for (const { flows, now, prices, price } of holdings) {
    if (now !== undefined) moved += centsOf(toAmount(now - sumOf(flows)), price, rate) ?? 0n
    let kept = 0
    for (const { hour, amount } of flows) {
      if (hour < since) continue
      while ((prices[kept]?.hour ?? hour + 1n) <= hour) kept += 1
      moved += centsOf(amount, prices[kept - 1]?.price ?? price, rate) ?? 0n
    }
  }
  return moved
}
