import { say } from '#words'
import { dayKey, formatDay } from '../../lib/time.ts'
import type { ActivityFilter, ActivityRow, Payment } from '../../state/types.ts'

/* The list as it is drawn: headings and rows in one sequence, so that both can be virtual. */

export type Line =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string }
  | { readonly kind: 'row'; readonly key: string; readonly row: ActivityRow }

const later = (one: ActivityRow, other: ActivityRow): number => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)

const days = new WeakMap<ActivityRow, string>()

/** A list grows by pages, whose rows stay the same objects: the day of each is reckoned once. */
function dayOf(row: ActivityRow): string {
  const known = days.get(row)
  if (known !== undefined) return known
  const day = dayKey(row.at)
  days.set(row, day)
  return day
}

/**
 * Rows that have no record of the network yet come first, those that ended without one after them, then the days. Money
 * that only moved between coins of one's own gets no record: such a row is final without one, and stands in its day.
 */
export function linesOf(rows: readonly ActivityRow[], now: number): Line[] {
  const recorded = (row: ActivityRow): boolean => row.id.startsWith('s:')
  const early = (row: ActivityRow): boolean => !recorded(row) && row.money !== 'final'
  const ended = (row: ActivityRow): boolean => row.money === 'cannot_complete' || row.money === 'cancelled'
  const waiting = rows.filter((row) => early(row) && !ended(row))
  const failed = rows.filter((row) => early(row) && ended(row))
  const lines: Line[] = []
  const add = (text: string, key: string, group: readonly ActivityRow[]) => {
    if (group.length === 0) return
    lines.push({ kind: 'heading', key: `heading ${key}`, text })
    for (const row of group) lines.push({ kind: 'row', key: row.id, row })
  }
  add(say('activity.on-the-way'), 'waiting', waiting)
  add(say('activity.did-not-complete'), 'failed', failed)
  let day = ''
  const settled = rows.filter((row) => !early(row))
  if (!settled.every(recorded)) settled.sort(later)
  for (const row of settled) {
    const next = dayOf(row)
    if (next !== day) {
      day = next
      lines.push({ kind: 'heading', key: `heading ${day}`, text: formatDay(row.at, now) })
    }
    lines.push({ kind: 'row', key: row.id, row })
  }
  return lines
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

/** Local midnight of a day as a date field gives it (`2026-05-03`), `days` later; null for anything else. */
export function dayStart(text: string, days = 0): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return null
  const date = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.entries(filter).some(([key, value]) => (key === 'search' ? value !== '' : value !== null))
}
