import { describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { readByTime } from '../../src/wallet/shared/time-pages.ts'

/* A service that pages by time, and a window that asks for one page after the other until there is none. */

interface Service {
  readonly order: 'ASC' | 'DESC'
  /** Whether what lies at the time that is asked from is part of a page. */
  readonly isInclusive: boolean
  /** What comes of a page that it counted. */
  readonly given?: (page: readonly Row[]) => readonly Row[]
}

interface Row {
  readonly id: string
  readonly at: Nanos
}

const LIMIT = 3

/** Ids of all that is shown, in its order, over so many pages at most. */
async function shownBy(
  times: readonly number[],
  { order, isInclusive, given = (page) => page }: Service,
  pages = 20,
): Promise<string[]> {
  const records = times
    .map((at, place) => ({ id: `record ${place} at ${at}`, at: BigInt(at) as Nanos }))
    .sort((a, b) => Number(order === 'ASC' ? a.at - b.at : b.at - a.at))
  const ask = async ({ offset }: { readonly offset?: Nanos }) => {
    const isBehind = (time: bigint): boolean => {
      if (offset === undefined || (isInclusive && time === offset)) return true
      return order === 'ASC' ? time > offset : time < offset
    }
    return given(records.filter(({ at }) => isBehind(at)).slice(0, LIMIT))
  }
  const found: string[] = []
  let cursor: string | null = null
  for (let count = 0; count < pages; count += 1) {
    const page: Awaited<ReturnType<typeof readByTime<Row>>> = await readByTime(cursor, {
      ask,
      limit: LIMIT,
      order,
      placeOf: (row) => row,
    })
    found.push(...page.rows.map(({ id }) => id))
    cursor = page.cursor
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
  ])('show each record once: %s', async (_, times) => {
    const shown = await shownBy(times, service)
    expect(shown.toSorted()).toEqual([...new Set(shown)].sort())
    expect(shown).toHaveLength(times.length)
  })

  it('go on behind more of one time than a page holds', async () => {
    const shown = await shownBy([10, 20, 30, 30, 30, 30, 30, 40, 50, 60], service)
    expect(shown.filter((id) => !id.endsWith(' at 30'))).toHaveLength(5)
    expect(new Set(shown).size).toBe(shown.length)
  })

  const times = [10, 20, 30, 40, 50, 60, 70]

  it('go on behind pages that are shorter than was asked for', async () => {
    const shown = await shownBy(times, { ...service, given: (page) => page.slice(0, LIMIT - 1) })
    expect(shown.map((id) => id.slice(-2)).toSorted()).toEqual(times.map(String))
  })

  it('go on behind pages of which rows are left out', async () => {
    const given = (page: readonly Row[]) => page.filter(({ at }) => at !== 20n && at !== 60n)
    const shown = await shownBy(times, { ...service, given })
    expect(shown.map((id) => id.slice(-2)).toSorted()).toEqual(['10', '30', '40', '50', '70'])
  })

  it('end where a service answers the same to whatever is asked', async () => {
    const same = [{ id: 'one', at: 10n as Nanos }]
    expect(await shownBy(times, { ...service, given: () => same })).toEqual(['one'])
  })

  it.each([LIMIT - 1, LIMIT])(
    'show nothing twice where a service answers the same %i to whatever is asked',
    async (count) => {
      const same = [10n, 20n, 30n].slice(0, count).map((at) => ({ id: `at ${at}`, at: at as Nanos }))
      const given = () => (service.order === 'ASC' ? same : same.toReversed())
      expect(await shownBy(times, { ...service, given })).toEqual(given().map(({ id }) => id))
    },
  )
})
