import { type AssetId, HOUR, type Nanos } from '#contract/domain'
import type { ValueView } from '#contract/ipc'
import { decimalText } from '../shared/fiat.ts'
import type { Purse } from '../shared/whose.ts'
import { flowsOf, holdingsOf } from './flows.ts'
import { stepsOf, timeOf } from './ranges.ts'
import { NOTHING, seriesOf, together } from './series.ts'

/** Points of a drawing, at most. */
const POINTS = 60n

interface Period {
  readonly from: Nanos | null
  readonly to: Nanos | null
  readonly assetId: AssetId | null
}

/** What several holders, of one account or of several, had together over any period up to now. */
export function valueOver(purses: readonly Purse[], { from, to, assetId }: Period, now: Nanos): ValueView['points'] {
  const kept = purses.map(({ desk, holder }) => ({
    desk,
    flows: [...flowsOf([{ desk, holder }])].filter(([id]) => assetId === null || id === assetId),
  }))
  const nowHour = now / HOUR
  const began = kept.flatMap(({ flows }) => flows.flatMap(([, course]) => course.flows[0]?.hour ?? []))
  const first = from === null ? began.reduce((least, hour) => (hour < least ? hour : least), nowHour) : upTo(from)
  const isOver = to !== null && to < now
  const last = isOver ? upTo(to) : nowHour
  if (first > last || (first === last && isOver)) return []
  const { step, oldAfter } = stepsOf(last - first, POINTS)
  const hours: bigint[] = []
  // From the end backwards, so that the last point is where the period ends.
  for (let hour = last; hour > first; hour -= step) hours.push(hour)
  hours.push(first)
  hours.reverse()
  const series = kept.map(({ desk, flows }) =>
    seriesOf(holdingsOf(flows, first), { hours, oldAfter, rate: desk.rate(), now: nowHour }),
  )
  const times = [...hours.map(timeOf), now]
  return times
    .map((at, index) => {
      const point = together(series.map((each) => each[index] ?? NOTHING))
      return { at, value: point.cents === null ? null : decimalText(point.cents, 2), isOld: point.isOld }
    })
    .slice(0, isOver ? -1 : undefined)
}

/** The first beginning of an hour that is not before. */
const upTo = (at: Nanos): bigint => (at + HOUR - 1n) / HOUR
