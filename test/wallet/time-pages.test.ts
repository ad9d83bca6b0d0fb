import { describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { nextCursor, readCursor } from '../../src/wallet/shared/time-pages.ts'

/* A service that pages by time, and a window that asks for one page after the other until there is none. */

interface Service {
  readonly order: 'ASC' | 'DESC'
  /** Whether what lies at the time that is asked from is part of a page. */
  readonly isInclusive: boolean
}

const LIMIT = 3

/** Ids of all that is shown, in its order, over so many pages at most. */
function shownBy(times: readonly number[], { order, isInclusive }: Service, pages = 20): string[] {
  const records = times
    .map((at, place) => ({ id: `record ${place} at ${at}`, at: BigInt(at) as Nanos }))
    .sort((a, b) => Number(order === 'ASC' ? a.at - b.at : b.at - a.at))
  const found: string[] = []
  let cursor: string | null = null
  for (let count = 0; count < pages; count += 1) {
    const at = readCursor(cursor)
    const isBehind = (time: bigint): boolean => {
      if (at.offset === undefined || (isInclusive && time === at.offset)) return true
      return order === 'ASC' ? time > at.offset : time < at.offset
    }
    const page = records.filter((record) => isBehind(record.at)).slice(0, LIMIT)
    found.push(...page.filter(({ id }) => !at.shown.has(id)).map(({ id }) => id))
    cursor = nextCursor(page, at, LIMIT, order)
    if (cursor === null) return found
  }
  throw new Error('there is no end')
}

const SERVICES: readonly Service[] = (['ASC', 'DESC'] as const).flatMap((order) =>
  [true, false].map((isInclusive) => ({ order, isInclusive })),
)

describe.each(SERVICES)('pages by time, $order, inclusive $isInclusive', (service) => {
  it.each([
    ['of different times', [10, 20, 30, 40, 50, 60, 70]],
    ['a nanosecond apart', [10, 11, 12, 13, 14, 15, 16]],
    ['two of one time at the end of a page', [10, 20, 30, 30, 40, 40, 50]],
    ['two of one time, each a nanosecond from the next', [10, 11, 11, 12, 12, 13, 13, 14]],
  ])('show each record once: %s', (_, times) => {
    const shown = shownBy(times, service)
    expect(shown.toSorted()).toEqual([...new Set(shown)].sort())
    expect(shown).toHaveLength(times.length)
  })

  it('go on behind more of one time than a page holds', () => {
    const shown = shownBy([10, 20, 30, 30, 30, 30, 30, 40, 50, 60], service)
    expect(shown.filter((id) => !id.endsWith(' at 30'))).toHaveLength(5)
    expect(new Set(shown).size).toBe(shown.length)
  })
})
