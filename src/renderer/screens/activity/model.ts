import { say } from '#words'
import { hasFailed } from '../../components/movement.ts'
import { dayKey, formatDay } from '../../lib/time.ts'
import { foldedOf } from '../../state/dust.ts'
import type { ActivityDetail, ActivityFilter, ActivityRow, Payment } from '../../state/types.ts'

/* The list as it is drawn: headings and rows in one sequence, so that both can be virtual. */

export type Line =
  | Heading
  | { readonly kind: 'row'; readonly key: string; readonly row: ActivityRow; readonly last: boolean }
  | Fold

/** Small amounts from strangers of one day; open, they stand below it. */
export interface Fold {
  readonly kind: 'fold'
  readonly key: string
  readonly count: number
  readonly open: boolean
  readonly last: boolean
}

interface Heading {
  readonly kind: 'heading'
  readonly key: string
  readonly text: string
  /** How many rows stand under it: it stays on screen while they do. */
  readonly rows: number
  /** What came in and went out that day; null while the day is not all here or a price is missing. */
  readonly sums: Sums | null
}

interface Sums {
  readonly in: string
  readonly out: string
  /** At today's prices, since one of then was not kept. */
  readonly today: boolean
}

const later = (one: ActivityRow, other: ActivityRow): number => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)

interface Reckoned {
  readonly day: string
  /** Hundredths at its own time and now, null without a price. */
  readonly past: bigint | null
  readonly now: bigint | null
}

const reckoned = new WeakMap<ActivityRow, Reckoned>()

/** A list grows by pages, whose rows stay the same objects: day and worth of each are reckoned once. */
function reckon(row: ActivityRow): Reckoned {
  const known = reckoned.get(row)
  if (known !== undefined) return known
  const cents = (fiat: string | null) => (fiat === null ? null : BigInt(fiat.replace(/[-.]/g, '')))
  const made = { day: dayKey(row.at), past: cents(row.fiatThen), now: cents(row.fiat) }
  reckoned.set(row, made)
  return made
}

const asText = (hundredths: bigint): string => `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`

/** By the prices of then, as on a statement; of a day of which one was not kept by those of now, which is said. */
const sumsOf = (rows: readonly ActivityRow[]): Sums | null => sumsAt(rows, 'past') ?? sumsAt(rows, 'now')

/** What moved between coins of one's own is neither in nor out, nor is what came to nothing, and an item is no money. */
function sumsAt(rows: readonly ActivityRow[], when: 'past' | 'now'): Sums | null {
  const sums = { in: 0n, out: 0n }
  for (const row of rows) {
    const worth = reckon(row)[when]
    if (row.direction === 'self' || row.inscription !== null || hasFailed(row)) continue
    if (worth === null) return null
    sums[row.direction] += worth
  }
  return { in: asText(sums.in), out: asText(sums.out), today: when === 'now' }
}

/**
 * What is on its way comes first, then the days. Money that only moved between coins of one's own, and what came to nothing, gets no
 * record of the network: such a row stands in its day without one.
 */
export function linesOf(
  rows: readonly ActivityRow[],
  now: number,
  hasMore = false,
  /** Which folds are open, by their keys, and the row that must be seen; null where nothing is folded. */
  folds: { readonly open: ReadonlySet<string>; readonly shown: string | null } | null = null,
): Line[] {
  const recorded = (row: ActivityRow): boolean => row.id.startsWith('s:')
  const early = (row: ActivityRow): boolean => row.money !== 'final' && !hasFailed(row)
  const waiting = rows.filter(early)
  const lines: Line[] = []
  const add = (text: string, key: string, group: readonly ActivityRow[], sums: Sums | null) => {
    if (group.length === 0) return
    const drawn = folds === null ? group.map(lineOf) : folded(group, key, folds)
    lines.push({ kind: 'heading', key: `heading ${key}`, text, rows: drawn.length, sums })
    lines.push(...drawn.map((line, at) => ({ ...line, last: at === drawn.length - 1 })))
  }
  add(say('activity.on-the-way'), 'waiting', waiting, null)
  const settled = rows.filter((row) => !early(row))
  if (!settled.every(recorded)) settled.sort(later)
  for (let from = 0; from < settled.length; ) {
    const [first] = settled.slice(from, from + 1)
    if (first === undefined) break
    const { day } = reckon(first)
    let to = from + 1
    for (let next = settled[to]; next !== undefined && reckon(next).day === day; next = settled[to]) to += 1
    const group = settled.slice(from, to)
    // Of the oldest day that was read, more may come.
    add(formatDay(first.at, now), day, group, hasMore && to === settled.length ? null : sumsOf(group))
    from = to
  }
  return lines
}

type Drawn = Exclude<Line, Heading>

const lineOf = (row: ActivityRow): Drawn => ({ kind: 'row', key: row.id, row, last: false })

/** The rows of a day, with what is small and nobody asked for in one line where the first of it was. */
function folded(
  rows: readonly ActivityRow[],
  day: string,
  { open, shown }: { readonly open: ReadonlySet<string>; readonly shown: string | null },
): Drawn[] {
  const dust = foldedOf(rows)
  const [first] = dust
  if (first === undefined) return rows.map(lineOf)
  const small = new Set(dust)
  const key = `fold ${day}`
  const isOpen = open.has(key) || dust.some(({ id }) => id === shown)
  const fold: Drawn = { kind: 'fold', key, count: dust.length, open: isOpen, last: false }
  return rows.flatMap((row) => {
    if (row === first) return [fold, ...(isOpen ? dust.map(lineOf) : [])]
    return small.has(row) ? [] : [lineOf(row)]
  })
}

/** Whether a row is one of those that a fold hides when it is closed. */
export function hides(lines: readonly Line[], { key, count }: Fold, row: string | null): boolean {
  const at = lines.findIndex((line) => line.key === key) + 1
  return lines.slice(at, at + count).some((line) => line.key === row)
}

/** Where the headings stand among the lines. */
export const headsOf = (lines: readonly Line[]): number[] =>
  lines.flatMap((line, at) => (line.kind === 'heading' ? [at] : []))

/** The rows before and after one as they stand on screen. */
export function neighboursOf(
  lines: readonly Line[],
  id: string | null,
): { before: string | null; after: string | null } {
  const ids = lines.flatMap((line) => (line.kind === 'row' ? [line.row.id] : []))
  const at = id === null ? -1 : ids.indexOf(id)
  if (at < 0) return { before: null, after: null }
  return { before: ids[at - 1] ?? null, after: ids[at + 1] ?? null }
}

/** Payments that wait for their owner: they hold coins and are in no list of movements yet. */
export function unsignedOf(payments: readonly Payment[]): Payment[] {
  return payments.filter((payment) => ['checking', 'ready', 'signing', 'draft'].includes(payment.money))
}

export type Period = 'any' | 'today' | 'week' | 'month' | 'year' | 'custom'

const day = (now: Date, back: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)

/** The start of a period as the wallet wants it; null without a limit. */
export function periodStart(period: Period, now: number): string | null {
  const date = new Date(now)
  switch (period) {
    case 'today':
      return day(date, 0).toISOString()
    case 'week':
      return day(date, 6).toISOString()
    case 'month':
      return day(date, 29).toISOString()
    case 'year':
      return new Date(date.getFullYear(), 0, 1).toISOString()
    default:
      return null
  }
}

/** Of two ends the earlier one; null without any. */
export const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

/** Days of which no time can be: the first one comes after the last. */
export const isTurned = (days: {
  readonly period: Period
  readonly fromDay: string
  readonly toDay: string
}): boolean => days.period === 'custom' && days.fromDay !== '' && days.toDay !== '' && days.fromDay > days.toDay

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.entries(filter).some(([key, value]) => (key === 'search' ? value !== '' : value !== null))
}

/** Whether more than the search text narrows the list: that has a way of its own to be cleared. */
export const isNarrowed = (state: {
  readonly filter: ActivityFilter
  readonly period: Period
  readonly until: string
}): boolean => isFiltered({ ...state.filter, search: '' }) || state.period !== 'any' || state.until !== ''

/** Never while nobody knows whether it was paid, or it is on its way: then it could be paid twice. */
export const mayPayAgain = ({ paymentId, row }: Pick<ActivityDetail, 'paymentId' | 'row'>): boolean =>
  paymentId !== null &&
  (row.kind === 'transfer' || row.kind === 'withdrawal') &&
  row.inscription === null &&
  (row.money === 'final' || hasFailed(row))
