import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reuse } from '../../src/renderer/lib/reuse.ts'

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** As it comes over the line, where a zero has no sign. */
const answer = fc.jsonValue({ maxDepth: 3 }).map(copyOf)

describe('an answer made of the parts of the one before', () => {
  it('is equal to the new one, whatever was there before', () => {
    fc.assert(fc.property(answer, answer, (before, now) => void expect(reuse(before, now)).toEqual(now)))
  })

  it('is the very one of before where nothing differs', () => {
    fc.assert(fc.property(answer, (before) => Object.is(reuse(before, copyOf(before)), before)))
  })

  it('keeps what did not change beside what did', () => {
    const before = { rows: [{ id: 'a' }, { id: 'b' }], cursor: 'x' }
    const now = reuse(before, { rows: [{ id: 'a' }, { id: 'c' }], cursor: 'x' })
    expect(now).toEqual({ rows: [{ id: 'a' }, { id: 'c' }], cursor: 'x' })
    expect(now.rows[0]).toBe(before.rows[0])
  })

  it('loses no member that is new, and none that is gone stays', () => {
    expect(reuse({ one: 1, gone: undefined }, { one: 1, fresh: undefined })).toStrictEqual({ one: 1, fresh: undefined })
    expect(reuse([1, 2], [1])).toEqual([1])
    expect(reuse({ 0: 'a' }, ['a'])).toEqual(['a'])
  })
})
