import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import type { ActivityRow } from '#contract/ipc'
import { pageIn, pageOf } from '../../src/wallet/activity/page.ts'
import { coded } from '../support/wallet.ts'

type Sources = Parameters<typeof pageOf>[0]
type Payment = Sources['payments'][number]

const nanos = (at: number): Nanos => BigInt(at) as Nanos // of a small number
const rowOf = (id: string, at: Nanos): ActivityRow => ({ id, at }) as ActivityRow // all that pages look at
const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

/** A history that gives up after some rows, as one that looks for rare words does. */
function historyOf(times: readonly number[], limit: number, lookedAt: number): Sources['recorded'] {
  const rows = times
    .map((at, row) => ({ at: nanos(at), row }))
    .sort((a, b) => Number(b.at - a.at) || b.row - a.row)
    .map(({ at, row }) => rowOf(`s:${row}`, at))
  return ({ history, to }) => {
    const from = history === null ? 0 : Number(history)
    const wanted = rows.slice(from).filter(({ at }) => to === null || at < to)
    const skipped = rows.slice(from).length - wanted.length
    const some = wanted.slice(0, Math.min(limit, lookedAt))
    const last = some.at(-1)
    const isAll = some.length === wanted.length || last === undefined
    return { rows: some, cursor: isAll ? null : String(from + skipped + some.length), until: isAll ? null : last.at }
  }
}

function sourcesOf(history: Sources['recorded'], times: readonly number[]): Sources {
  return {
    recorded: history,
    payments: times.map((at, number) => ({ id: idOf(number), signedAt: nanos(at) }) as Payment), // all that is read
    row: ({ id, signedAt }) => rowOf(`p:${id}`, signedAt ?? (0n as Nanos)),
  }
}

function pagesOf(sources: Sources, limit: number): (readonly ActivityRow[])[] {
  const pages: (readonly ActivityRow[])[] = []
  let cursor: string | null = null
  do {
    const page = pageOf(sources, { cursor, limit })
    pages.push(page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  return pages
}

const times = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 30 })

describe('pages of what is over', () => {
  it('join to one list in the order of time, without a gap or a repeat', () => {
    fc.assert(
      fc.property(
        times,
        times,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (a, b, limit, looked) => {
          const rows = pagesOf(sourcesOf(historyOf(a, limit, looked), b), limit).flat()
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
          expect(rows).toHaveLength(a.length + b.length)
          expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((x, y) => Number(y - x)))
        },
      ),
    )
  })

  it('are as long however many payments ended without a record', () => {
    const many = Array.from({ length: 200 }, (_, at) => at)
    const pages = pagesOf(sourcesOf(historyOf([], 10, 10), many), 10)
    expect(pages.map(({ length }) => length)).toEqual([...Array.from({ length: 20 }, () => 10), 0])
  })

  it('begin at no place that was not given out', () => {
    expect(() => pageOf(sourcesOf(historyOf([], 10, 10), []), { cursor: 'p:x:y', limit: 10 })).toThrow(
      coded('input.invalid'),
    )
  })
})

describe('pages of a list that is all there', () => {
  const listOf = (places: Readonly<Record<string, number>>): ActivityRow[] =>
    Object.entries(places).map(([id, at]) => rowOf(id, nanos(at)))

  it('go on where the one before ended, also when its last row stands elsewhere or nowhere by now', () => {
    const first = pageIn(listOf({ a: 50, b: 40, c: 40, d: 30, e: 20 }), { cursor: null, limit: 2 })
    expect(first.rows.map(({ id }) => id)).toEqual(['a', 'c'])
    const next = (rows: ActivityRow[]) => pageIn(rows, { cursor: first.cursor, limit: 9 }).rows.map(({ id }) => id)
    expect(next(listOf({ a: 50, b: 40, c: 40, d: 30, e: 20 }))).toEqual(['b', 'd', 'e'])
    expect(next(listOf({ a: 50, b: 40, c: 60, d: 30, e: 20 }))).toEqual(['b', 'd', 'e'])
    expect(next(listOf({ a: 50, b: 40, d: 30, e: 20 }))).toEqual(['b', 'd', 'e'])
  })

  it('begin at no place that was not given out', () => {
    expect(() => pageIn(listOf({ a: 50 }), { cursor: 'x:y', limit: 1 })).toThrow(coded('input.invalid'))
  })
})
