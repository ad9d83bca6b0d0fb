import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapeOf } from '../../src/main/page-input.ts'

describe('shapeOf', () => {
  it('accepts whatever JSON can say', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => shapeOf(value, 1_000_000) === 'plain'))
  })

  it.each([
    ['a bigint', 1n],
    ['undefined', undefined],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['a date', { at: new Date(0) }],
    ['a set', new Set([1])],
    ['bytes', new Uint8Array(3)],
    ['an instance', Object.create({ inherited: 1 })],
    ['a hole in an array', new Array(3)],
  ])('refuses %s', (_what, value) => {
    expect(shapeOf(value, 1_000_000)).toBe('not_plain')
  })

  it('stops at a value that contains itself', () => {
    const loop: unknown[] = []
    loop.push(loop)
    expect(shapeOf(loop, 1_000_000)).toBe('not_plain')
  })

  it('stops as soon as a value is too large', () => {
    const wide = new Proxy(
      Array.from({ length: 1_000_000 }, () => 'x'),
      {},
    )
    expect(shapeOf(wide, 10_000)).toBe('too_large')
    expect(shapeOf('x'.repeat(10_001), 10_000)).toBe('too_large')
    expect(shapeOf({ ['k'.repeat(10_001)]: null }, 10_000)).toBe('too_large')
  })
})
