import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatAmountShort,
  parseAmount,
  parseExactAmount,
  parsePositiveAmount,
  parseSignedAmount,
  toAmount,
} from '#protocol'
import { anAmount } from './arbitrary.ts'

describe('amounts', () => {
  it('come back from both text forms', () => {
    fc.assert(
      fc.property(anAmount, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount)
        expect(parseExactAmount(formatAmountShort(amount))).toBe(amount)
        expect(parseSignedAmount(formatAmount(toAmount(-amount)))).toBe(-amount)
        expect(parseSignedAmount(formatAmount(toAmount(amount)))).toBe(amount)
      }),
    )
  })

  it('are read from digits with one dot between them, and from nothing that only looks like it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,9}[.x]?[0-9.]{0,9}$/), (text) => {
        const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? []
        const expected = whole === '' ? 'refused' : BigInt(`${whole}${fraction.padEnd(8, '0')}`)
        const read = () => {
          try {
            return parseExactAmount(text)
          } catch {
            return 'refused'
          }
        }
        expect(read()).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('lose digits beyond the eighth only where the kernel does', () => {
    expect(parseAmount('0.123456789')).toBe(12_345_678n)
    expect(() => parseExactAmount('0.123456789')).toThrow('more than 8 decimals')
  })

  it('are written short without trailing zeros, and never as an exponent', () => {
    expect(formatAmountShort(toAmount(1n))).toBe('0.00000001')
    expect(formatAmountShort(toAmount(100_000_000n))).toBe('1')
    expect(formatAmountShort(toAmount(120_000_000n))).toBe('1.2')
    expect(formatAmountShort(toAmount(1_000_000_000n))).toBe('10')
  })

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '.5',
    '1.',
    '1e3',
    '0x1',
    '1,5',
    '1_000',
    '١',
    'NaN',
    'Infinity',
    '9'.repeat(257),
  ])('are not read from %j', (text) => {
    expect(() => parseAmount(text)).toThrow(expect.objectContaining({ code: 'protocol.amount' }))
  })

  it('count as positive only from one unit on', () => {
    expect(parsePositiveAmount('0.00000001')).toBe(1n)
    expect(() => parsePositiveAmount('0')).toThrow('not positive')
    expect(() => parsePositiveAmount('0.000000009')).toThrow('not positive')
  })
})

describe('reading amounts of any length', () => {
  it('gives whole units and eight decimals, short or long', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,20}$/), fc.stringMatching(/^[0-9]{0,8}$/), (whole, decimals) => {
        const text = decimals === '' ? whole : `${whole}.${decimals}`
        expect(parseAmount(text)).toBe(BigInt(whole) * 100_000_000n + BigInt(decimals.padEnd(8, '0')))
      }),
      { numRuns: 2000 },
    )
  })
})
