import { say, wording } from '#words'
import { spokenMemo } from '../../components/movement.ts'
import { difference, formatFiat } from '../../lib/digits.ts'
import { dayStart } from '../../lib/time.ts'
import type { Statement } from '../../state/types.ts'

const PERIODS = ['asked', 'month', 'lastMonth', 'quarter', 'lastQuarter', 'year', 'lastYear', 'all', 'days'] as const
export type Period = (typeof PERIODS)[number]

/** What can be chosen, the one that was asked for first. A list without a period of its own goes over everything, which has one name. */
export const periodsFor = ({ from, to }: Span): readonly Period[] =>
  from === null && to === null ? ['all', ...PERIODS.filter((each) => each !== 'asked' && each !== 'all')] : PERIODS

/** Two days as the calendar gives them, both of which belong to the period; empty while not chosen. */
export interface Days {
  readonly first: string
  readonly last: string
}

interface Span {
  readonly from: string | null
  readonly to: string | null
}

const at = (year: number, month: number): string => new Date(year, month, 1).toISOString()

/** Whole months, quarters and years of the calendar here; what has not ended goes up to now. */
export function periodOf(period: Exclude<Period, 'asked'>, now: Date, days: Days): Span {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const quarter = month - (month % 3)
  switch (period) {
    case 'month':
      return { from: at(year, month), to: null }
    case 'lastMonth':
      return { from: at(year, month - 1), to: at(year, month) }
    case 'quarter':
      return { from: at(year, quarter), to: null }
    case 'lastQuarter':
      return { from: at(year, quarter - 3), to: at(year, quarter) }
    case 'year':
      return { from: at(year, 0), to: null }
    case 'lastYear':
      return { from: at(year - 1, 0), to: at(year, 0) }
    case 'all':
      return { from: null, to: null }
    case 'days':
      return spanOf(days)
  }
}

/** From the beginning of the earlier day to the end of the later one, in whatever order they were chosen. */
function spanOf({ first, last }: Days): Span {
  const isTurned = first !== '' && last !== '' && last < first
  const [from, to] = isTurned ? [last, first] : [first, last]
  return { from: dayStart(from), to: dayStart(to, 1) }
}

/** Cents of some values together; null where one of them is not known. */
export function sumOf(values: readonly (string | null)[]): string | null {
  let cents = 0n
  for (const value of values) {
    if (value === null) return null
    cents += BigInt(value.replace('.', ''))
  }
  const size = `${cents < 0n ? -cents : cents}`.padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

interface Values {
  readonly assets: readonly { readonly openingFiat: string | null; readonly closingFiat: string | null }[]
  readonly came: { readonly fiat: string | null }
  readonly went: { readonly fiat: string | null }
}

/** What changed prices did to the value: what closed beyond what there was and what moved. Null where a part of that is not known. */
export function byPrices({ assets, came, went }: Values): string | null {
  const before = sumOf([...assets.map(({ openingFiat }) => openingFiat), came.fiat])
  const after = sumOf([...assets.map(({ closingFiat }) => closingFiat), went.fiat])
  return before === null || after === null ? null : difference(before, after)
}

/** What a movement is called: one's own word for it, else what was written with it, else what happened. */
export const titleOf = (row: Statement['rows'][number]): string =>
  row.label || spokenMemo(row) || say('statement.kind', { kind: row.kind, chain: wording(row.asset.chainName) })

/** What a person wrote with it, where one's own word stands in its place. */
export const memoBelow = (row: Statement['rows'][number]): string => {
  const memo = spokenMemo(row)
  return memo === titleOf(row) ? '' : memo
}

/** At most so many of some points, evenly apart, the first and the last among them. */
export function someOf<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  )
}

type Point = Pick<Statement['values'][number], 'value' | 'isOld'>

/** The chart draws it broken, and what stands as a figure has a mark, or it would deny the total above that calls the value of then unknown. */
export const isByOlderPrice = ({ value, isOld }: Point): boolean => isOld && value !== null

export function figureOf(point: Point, currency: string): string {
  if (point.value === null) return say('shared.price-not-known')
  const figure = formatFiat(point.value, currency)
  return isByOlderPrice(point) ? `${figure} *` : figure
}
