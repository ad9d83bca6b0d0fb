import type { Nanos } from '#contract/domain'

/** A page of a list by time of creation. */
export interface TimePage {
  readonly offset: Nanos | undefined
  readonly order: 'ASC' | 'DESC'
  readonly limit: number
}

/** The first and the last time that a column holds. */
const [FIRST, LAST] = [-(2n ** 63n), 2n ** 63n - 1n]

/** How a page is compared with where it begins, which is not part of it. An offset that no column holds stands before or behind all. */
export function startOf({ offset, order }: TimePage): readonly [comparison: '>' | '<', start: bigint] {
  const start = offset ?? (order === 'ASC' ? FIRST : LAST)
  return [order === 'ASC' ? '>' : '<', start < FIRST ? FIRST : start > LAST ? LAST : start]
}

/** Conditions on what was asked for, with their values; what nobody named narrows nothing. */
export function narrowed(
  asked: Readonly<Record<string, string | undefined>>,
): readonly [sql: string, values: string[]] {
  const named = Object.entries(asked).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  return [named.map(({ sql }) => `AND ${sql}`).join(' '), named.map(({ value }) => value)]
}
