import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountAtPrice, parseAmount, priceText, priceUnits, toAmount, worthAtPrice } from '#protocol/text'

const at = (sum: string, price: string, decimals = 8) => amountAtPrice(parseAmount(sum), price, decimals)

describe('an amount at a price', () => {
  it('is what the sum buys, rounded down, and says when something was left out', () => {
    expect(at('50', '97650')).toEqual({ amount: 51_203n, isRounded: true })
    expect(at('50', '0.5')).toEqual({ amount: parseAmount('100'), isRounded: false })
    expect(at('1', '3')).toEqual({ amount: 33_333_333n, isRounded: true })
  })

  it('has no more decimals than the asset can carry', () => {
    expect(at('1', '3', 6)).toEqual({ amount: 33_333_300n, isRounded: true })
    expect(at('1', '3', 18)?.amount).toBe(33_333_333n)
    expect(at('1', '3', 0)?.amount).toBe(0n)
  })

  it('is none where the price is no positive decimal', () => {
    for (const price of ['', '0', '0.0', '-1', '1e5', 'much']) expect(at('50', price)).toBeUndefined()
  })

  it('never costs more than the sum, and one unit more would', () => {
    const sums = fc.bigInt({ min: 1n, max: 10n ** 18n })
    const prices = fc.bigInt({ min: 1n, max: 10n ** 24n })
    fc.assert(
      fc.property(sums, prices, (sum, units) => {
        const made = amountAtPrice(toAmount(sum), priceText(units), 8)?.amount ?? 0n
        const worth = sum * 10n ** 12n
        expect(made * units <= worth && (made + 1n) * units > worth).toBe(true)
      }),
    )
  })
})

describe('a price as text', () => {
  it('is the same after it was read and written', () => {
    expect(priceText(priceUnits('97650.120') ?? 0n)).toBe('97650.12')
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (units) => priceUnits(priceText(units)) === units))
  })
})

describe('the worth of an amount', () => {
  it('has two decimals and leaves out the rest', () => {
    expect(worthAtPrice(parseAmount('0.5'), '97650.999')).toBe('48825.49')
    expect(worthAtPrice(parseAmount('2'), '3')).toBe('6.00')
    expect(worthAtPrice(parseAmount('1'), 'none')).toBeUndefined()
  })
})
