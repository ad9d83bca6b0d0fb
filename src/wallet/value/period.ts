import { type AssetId, HOUR, type Nanos } from '#contract/domain'
import type { ValueView } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol/text'
import type { Desk } from '../shared/desk.ts'
import { decimalText } from '../shared/fiat.ts'
import { holdingsOf } from './flows.ts'
import { stepsOf, timeOf } from './ranges.ts'
import { type Flow, NOTHING, seriesOf, together } from './series.ts'

/** Points of a drawing, at most. */
const POINTS = 60n

/** What somebody had when a period began, and each thing that came or went in it. */
export interface Part {
  readonly desk: Desk
  readonly opening: ReadonlyMap<AssetId, bigint>
  readonly rows: readonly {
    readonly asset: { readonly assetId: AssetId }
    readonly at: Nanos
    readonly amount: Amount
  }[]
}

interface Period {
  readonly from: Nanos | null
  readonly to: Nanos | null
  /** What all was worth then, where that is known. */
  readonly opening: string | null
  readonly closing: string | null
}

/**
 * What several had together over any period up to now: at its ends, which are of any minute, as they are told, and between them by the hour. It
 * is made of what moved in the period, since by the hour, and long ago by the day, is kept what its last hour or day has beyond it.
 */
export function valueOver(parts: readonly Part[], period: Period, now: Nanos): ValueView['points'] {
  const kept = parts.map((part) => ({ desk: part.desk, courses: coursesOf(part) }))
  const began = kept.flatMap(({ courses }) => courses.flatMap(([, { flows }]) => flows[0]?.hour ?? []))
  const nowHour = now / HOUR
  const start = period.from ?? timeOf(began.reduce((least, hour) => (hour < least ? hour : least), nowHour))
  const isOver = period.to !== null && period.to < now
  const end = isOver && period.to !== null ? period.to : now
  if (start >= end) return []
  const [first, last] = [upTo(start), isOver ? upTo(end) : nowHour]
  const { step, oldAfter } = stepsOf(last > first ? last - first : 0n, POINTS)
  const between: bigint[] = []
  // From the end backwards, so that the last point is where the period ends.
  for (let hour = last; timeOf(hour) > start; hour -= step) if (timeOf(hour) < end) between.push(hour)
  const hours = [first, ...between.reverse(), ...(isOver ? [last] : [])]
  const series = kept.map(({ desk, courses }) =>
    seriesOf(holdingsOf(courses, first), { hours, oldAfter, rate: desk.rate(), now: nowHour }),
  )
  const times = [start, ...between.map(timeOf), end]
  const told = (index: number): string | null =>
    index === 0 ? period.opening : index === times.length - 1 ? period.closing : null
  return times.map((at, index) => {
    const { cents, isOld } = together(series.map((each) => each[index] ?? NOTHING))
    return { at, value: told(index) ?? (cents === null ? null : decimalText(cents, 2)), isOld }
  })
}

/** What was there before counts from the beginning of time. */
function coursesOf({ desk, opening, rows }: Part): readonly (readonly [AssetId, { desk: Desk; flows: Flow[] }])[] {
  const flows = new Map<AssetId, Flow[]>()
  for (const [id, amount] of opening) flows.set(id, [{ hour: 0n, amount: toAmount(amount) }])
  for (const { asset, at, amount } of rows) {
    const own = flows.get(asset.assetId) ?? []
    own.push({ hour: at / HOUR, amount })
    flows.set(asset.assetId, own)
  }
  return [...flows].map(([id, own]) => [id, { desk, flows: own.sort((a, b) => Number(a.hour - b.hour)) }])
}

/** The first beginning of an hour that is not before. */
const upTo = (at: Nanos): bigint => (at + HOUR - 1n) / HOUR
