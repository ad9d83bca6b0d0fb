import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Nanos, Output, Snapshot } from '#contract/domain'
import {
  backoffMs,
  historyOffset,
  PAGE_SIZE,
  pageLengths,
  SHORTEST_PAGE,
  stepOutputs,
  stepSnapshots,
} from '../../src/sync/paging.ts'

/** Only the members that a plan looks at. */
const output = (sequence: number): Output => ({ output_id: `output-${sequence}`, sequence }) as unknown as Output
const snapshot = (at: bigint, id = `snapshot-${at}`): Snapshot =>
  ({ snapshot_id: id, created_at: at as Nanos }) as unknown as Snapshot

describe('stepOutputs', () => {
  it('moves the cursor to the last sequence of a page', () => {
    expect(stepOutputs(3, [output(4), output(9)])).toMatchObject({ cursor: 9, more: true })
  })

  it('takes what an inclusive offset repeats for known', () => {
    expect(stepOutputs(4, [output(4), output(5)]).fresh.map((each) => each.sequence)).toEqual([5])
  })

  it('reads on after a full page and ends after a full page of repeats', () => {
    const full = Array.from({ length: PAGE_SIZE }, (_, at) => output(at + 1))
    expect(stepOutputs(0, full).more).toBe(true)
    expect(stepOutputs(PAGE_SIZE, full).more).toBe(false)
  })

  it('reads on after a page that lacks rows, however many, and ends after one that adds nothing', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => output(at + 1))
    for (const count of [PAGE_SIZE / 2, 1]) expect(stepOutputs(0, rows(count)).more).toBe(true)
    expect(stepOutputs(1, rows(1)).more).toBe(false)
    expect(stepOutputs(1, []).more).toBe(false)
  })

  it('refuses sequences that do not rise', () => {
    expect(() => stepOutputs(0, [output(2), output(1)])).toThrow(expect.objectContaining({ code: 'remote.malformed' }))
  })

  it('keeps the cursor on an empty page', () => {
    expect(stepOutputs(7, [])).toEqual({ fresh: [], cursor: 7, more: false })
  })

  it('collects every output once, whatever the pages repeat', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 1200 }),
        fc.boolean(),
        (sequences, inclusive) => {
          const all = sequences.toSorted((a, b) => a - b)
          const seen: number[] = []
          let cursor = 0
          for (let pages = 0; pages < 100; pages += 1) {
            const page = all.filter((each) => (inclusive ? each >= cursor : each > cursor)).slice(0, PAGE_SIZE)
            const step = stepOutputs(cursor, page.map(output))
            seen.push(...step.fresh.map((each) => each.sequence))
            cursor = step.cursor
            if (!step.more) break
          }
          expect(seen).toEqual(all)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('stepSnapshots', () => {
  it('asks from one nanosecond before the last known time', () => {
    expect(historyOffset(10n as Nanos)).toBe(9n)
    expect(historyOffset(null)).toBeNull()
  })

  it('keeps two snapshots of one time', () => {
    const step = stepSnapshots(5n as Nanos, [snapshot(7n, 'a'), snapshot(7n, 'b')])
    expect(step.fresh.length).toBe(2)
    expect(step.cursor).toBe(7n)
  })

  it('refuses times that fall', () => {
    expect(() => stepSnapshots(null, [snapshot(2n), snapshot(1n)])).toThrow(
      expect.objectContaining({ code: 'remote.malformed' }),
    )
  })

  it('ends on a full page that does not move the time', () => {
    const page = Array.from({ length: PAGE_SIZE }, (_, at) => snapshot(4n, `same-${at}`))
    expect(stepSnapshots(4n as Nanos, page).more).toBe(false)
    expect(stepSnapshots(3n as Nanos, page).more).toBe(true)
  })
})

describe('pageLengths', () => {
  it('becomes shorter down to a length that always fits', () => {
    const lengths = pageLengths()
    const asked = [lengths.limit()]
    while (lengths.shorten()) asked.push(lengths.limit())
    expect(asked).toEqual([PAGE_SIZE, 63, 8, SHORTEST_PAGE])
    expect(lengths.wasShortened()).toBe(true)
  })

  it('is as long as before once it is past what was too large', () => {
    const lengths = pageLengths()
    lengths.shorten()
    for (let rows = 0; rows + 63 < PAGE_SIZE; rows += 63) {
      lengths.read(63)
      expect(lengths.limit()).toBe(63)
    }
    lengths.read(63)
    expect(lengths.limit()).toBe(PAGE_SIZE)
  })

  it('begins short where the first rows are known to be long', () => {
    const lengths = pageLengths(true)
    expect(lengths.limit()).toBe(SHORTEST_PAGE)
    lengths.read(SHORTEST_PAGE)
    expect(lengths.limit()).toBe(PAGE_SIZE)
  })
})

describe('backoffMs', () => {
  it('doubles from one second to thirty', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
})
