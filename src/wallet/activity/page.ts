import type { Nanos } from '#contract/domain'
import { failure } from '#contract/errors'
import type { ActivityRow } from '#contract/ipc'
import type { PaymentSummary } from '#store'

/*
 * Pages of what is over: the history, and at their times between its rows the payments that it has no record of. A page costs the same
 * however many of either there are.
 */

/** Where a page begins. */
interface Place {
  /** A cursor of the history. */
  readonly history: string | null
  /** Recorded movements lie before this time. */
  readonly to: Nanos | null
  /** Payments lie before this one, or before all of this time. */
  readonly payment: Key | null
}

interface Key {
  readonly at: Nanos
  readonly id: string
}

interface Sources {
  /** Newest first. All that are not older than `until` were looked at. */
  readonly recorded: (place: Pick<Place, 'history' | 'to'>) => {
    readonly rows: readonly ActivityRow[]
    readonly cursor: string | null
    readonly until: Nanos | null
  }
  readonly payments: readonly PaymentSummary[]
  /** What else happened that the history does not tell. */
  readonly untold?: readonly ActivityRow[]
  /** Undefined for one that is not wanted. */
  readonly row: (payment: PaymentSummary) => ActivityRow | undefined
}

/** When a payment stands in a list. One that came to nothing is news on the day it did so, however long ago it was signed. */
export const momentOf = ({ state, signedAt, createdAt, updatedAt }: PaymentSummary): Nanos =>
  state === 'failed' || state === 'cancelled' ? updatedAt : (signedAt ?? createdAt)

/** Newest first. */
export const byTime = (one: Pick<ActivityRow, 'at'>, other: Pick<ActivityRow, 'at'>): number =>
  one.at < other.at ? 1 : one.at > other.at ? -1 : 0

export function pageOf(
  { recorded, payments, untold = [], row }: Sources,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): { rows: readonly ActivityRow[]; cursor: string | null } {
  const place = placeOf(cursor)
  const history = recorded(place)
  const { until } = history
  const found: ActivityRow[] = []
  const keyed = [
    ...payments.map((payment) => ({ at: momentOf(payment), id: payment.id as string, make: () => row(payment) })),
    ...untold.map((each) => ({ at: each.at, id: each.id, make: () => each })),
  ]
  for (const each of keyed.sort((a, b) => (isOlder(a, b) ? 1 : -1))) {
    if (place.payment !== null && !isOlder(each, place.payment)) continue
    if (until !== null && each.at < until) break
    const made = each.make()
    if (made !== undefined) found.push(made)
    if (found.length < limit) continue
    const newer = history.rows.filter(({ at }) => at > each.at)
    return { rows: merged(newer, found), cursor: `p:${each.at}:${each.id}` }
  }
  return {
    rows: merged(history.rows, found),
    cursor: history.cursor === null ? null : `s:${until ?? 0n}:${history.cursor}`,
  }
}

const isOlder = (one: Key, other: Key): boolean => one.at < other.at || (one.at === other.at && one.id < other.id)

/** Of one time, payments come before what is recorded. */
const merged = (recorded: readonly ActivityRow[], payments: readonly ActivityRow[]): readonly ActivityRow[] =>
  payments.length === 0 ? recorded : [...payments, ...recorded].sort(byTime)

function placeOf(cursor: string | null): Place {
  if (cursor === null) return { history: null, to: null, payment: null }
  const [, kind, time = '', rest = ''] = /^([ps]):(-?\d{1,19}):(.+)$/.exec(cursor) ?? []
  if (kind === undefined) throw failure('input.invalid', 'cursor is not one that was given out')
  const at = BigInt(time) as Nanos // as it was written
  return kind === 'p'
    ? { history: null, to: (at + 1n) as Nanos, payment: { at, id: rest } } // a nanosecond later
    : { history: rest, to: null, payment: { at, id: '' } }
}

/** One page of rows that are all there, newest first, behind the last row of the page before, also where that has moved since. */
export function pageIn(
  rows: readonly ActivityRow[],
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): { rows: readonly ActivityRow[]; cursor: string | null } {
  const last = cursor === null ? null : keyIn(cursor)
  const left = rows.toSorted((a, b) => (isOlder(a, b) ? 1 : -1)).filter((row) => last === null || isOlder(row, last))
  const some = left.slice(0, limit)
  const end = some.at(-1)
  return { rows: some, cursor: end === undefined || left.length <= limit ? null : `${end.at}:${end.id}` }
}

function keyIn(cursor: string): Key {
  const [, time, id] = /^(-?\d{1,19}):(.+)$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) throw failure('input.invalid', 'cursor is not one that was given out')
  return { at: BigInt(time) as Nanos, id } // as it was written
}
