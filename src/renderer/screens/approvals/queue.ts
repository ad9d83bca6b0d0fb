import type { RequestRow } from '../../state/types.ts'
import { sortRequests } from './model.ts'

/** Requests of one group that stand together: those that spend the same coin, of which only one can complete. */
export interface Tied {
  readonly rows: readonly RequestRow[]
  readonly tied: boolean
}

/** Rows in the order in which they are reviewed, each followed by those that spend a coin of it. */
export function tieRivals(rows: readonly RequestRow[]): Tied[] {
  const byId = new Map(rows.map((row) => [row.requestId, row]))
  const placed = new Set<string>()
  const follow = (row: RequestRow): RequestRow[] => {
    if (placed.has(row.requestId)) return []
    placed.add(row.requestId)
    return [row, ...row.rivals.flatMap((id) => byId.get(id) ?? []).flatMap(follow)]
  }
  return rows.flatMap((row) => {
    const together = follow(row)
    return together.length === 0 ? [] : [{ rows: together, tied: together.length > 1 }]
  })
}

/** What a group has open, the one on screen and its rivals first. */
export function queueOf(rows: readonly RequestRow[], current: string): Tied[] {
  const own = rows.find((row) => row.requestId === current)
  if (own === undefined) return []
  const others = rows.filter((row) => row.holder === own.holder && row.state === 'open' && row !== own)
  return tieRivals([own, ...sortRequests(others)])
}

/** Whether there is nothing beside the one on screen. */
export const isAlone = (queue: readonly Tied[]): boolean =>
  queue.every(({ rows }) => rows.length < 2) && queue.length < 2

/** The requests that need this account and come after this one, in the order of the list. */
export function nextOf(rows: readonly RequestRow[], current: string): RequestRow[] {
  return sortRequests(rows.filter((row) => row.tab === 'needs_you' && row.requestId !== current))
}
