import { describe, expect, it } from 'vitest'
import { formatChange, formatWorth } from '../../src/renderer/lib/digits.ts'

const NARROW = '\u202f'

describe('what an amount is worth', () => {
  it.each([
    ['some that is worth less than a cent is worth something', '0.00', '0.00000001', 'USD', '<$0.01'],
    ['nothing is worth nothing', '0.00', '0', 'USD', '$0.00'],
    ['a cent is a cent', '0.01', '0.5', 'USD', '$0.01'],
    ['more is as it is', '1250.40', '1', 'USD', `$1${NARROW}250.40`],
    ['a currency without hundredths has a larger smallest coin', '0.99', '0.5', 'JPY', '<¥1'],
    ['and counts whole ones', '1.20', '0.5', 'JPY', '¥1'],
    ['one without a sign of its own is named', '0.00', '1', 'CHF', `<CHF${NARROW}0.01`],
    ['what is owed is so too', '-0.00', '-0.00000001', 'USD', '\u2212<$0.01'],
  ])('%s', (_, worth, of, currency, text) => {
    expect(formatWorth(worth, of, currency)).toBe(text)
  })
})

it('a change beyond a hundredfold is said to be so, not written out', () => {
  const texts = ['0.0132', '-0.00499', '0', '99.98', '99.99', '99999999999', '-1'].map(
    (each) => formatChange(each)?.text,
  )
  expect(texts).toEqual(
    ['+1.32', '\u22120.50', '0.00', '+9998.00', '+>9999', '+>9999', '\u2212100.00'].map((each) => `${each}${NARROW}%`),
  )
})
