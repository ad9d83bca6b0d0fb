import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAmount } from '#protocol'
import { estimate, spoken, spokenFiat, sumEstimates } from '../../src/wallet/shared/fiat.ts'
import { hoursOf } from '../../src/wallet/value/ranges.ts'
import { type Holding, movedSince, seriesOf } from '../../src/wallet/value/series.ts'

const NOW = 500_000n

const hour = fc.bigInt({ min: NOW - 2_000n, max: NOW })
const byHour = <Each extends { readonly hour: bigint }>(list: readonly Each[]): Each[] =>
  list.toSorted((a, b) => Number(a.hour - b.hour))
const price = fc
  .bigInt({ min: 1n, max: 10n ** 10n })
  .map((cents) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`)
const amount = fc.bigInt({ min: 0n, max: 10n ** 20n })

const holding: fc.Arbitrary<Holding> = fc.record({
  flows: fc.array(fc.record({ hour, amount: amount.map(toAmount) }), { maxLength: 12 }).map(byHour),
  prices: fc.uniqueArray(fc.record({ hour, price }), { selector: (each) => each.hour, maxLength: 12 }).map(byHour),
  price: fc.option(price),
})

const asked = { hours: hoursOf('month', NOW, 0n).hours, oldAfter: 48n, rate: 1.25, now: NOW }

describe('an amount in a sentence', () => {
  it('is grouped as figures are everywhere', () => {
    expect(spoken(toAmount(2_345_675_000_000n), 'XIN')).toBe('23\u202f456.75 XIN')
    expect(spoken(toAmount(123_456_789n), 'BTC')).toBe('1.23456789 BTC')
    expect(spoken(toAmount(100_000_000_000n), '1INCH')).toBe('1\u202f000 1INCH')
    expect([spokenFiat(2_000_000n, 'USD'), spokenFiat(99_999n, 'USD')]).toEqual(['20\u202f000.00 USD', '999.99 USD'])
  })
})

describe('value over time', () => {
  it('ends with what is there now at the prices of now', () => {
    fc.assert(
      fc.property(fc.array(holding, { maxLength: 5 }), (holdings) => {
        const worth = holdings.map(({ flows, price: today }) =>
          estimate(toAmount(flows.reduce((sum, each) => sum + each.amount, 0n)), today, asked.rate),
        )
        const cents = seriesOf(holdings, asked).at(-1)?.cents ?? 0n
        expect(`${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`).toBe(sumEstimates(worth))
      }),
    )
  })

  it('is at each hour what had moved before comes to, at the last price from before', () => {
    const hours = fc
      .uniqueArray(hour, { minLength: 1, maxLength: 8 })
      .map((all) => all.toSorted((a, b) => Number(a - b)))
    fc.assert(
      fc.property(holding, hours, (one, wanted) => {
        const at = wanted.map((point) => {
          const had = one.flows.reduce((sum, each) => sum + (each.hour < point ? each.amount : 0n), 0n)
          const last = one.prices.findLast((each) => each.hour < point)
          if (had === 0n || (one.price === null && one.prices.length === 0)) return 0n
          if (last === undefined) return null
          // Hundredths of 1e-8 of 1e-2, at five quarters to a dollar.
          return (had * BigInt(last.price.replace('.', '')) * 5n) / (4n * 10n ** 8n)
        })
        expect(
          seriesOf([one], { ...asked, hours: wanted })
            .map(({ cents }) => cents)
            .slice(0, -1),
        ).toEqual(at)
      }),
      { numRuns: 400 },
    )
  })

  it('of several assets is the sum of what each of them was worth', () => {
    fc.assert(
      fc.property(fc.array(holding, { minLength: 1, maxLength: 5 }), (holdings) => {
        const each = holdings.map((one) => seriesOf([one], asked))
        const together = seriesOf(holdings, asked).map(({ cents }) => cents)
        const sums = together.map((_, at) =>
          each.reduce<bigint | null>((sum, series) => {
            // Now, what lost its price is no part of the sum.
            const cents = series[at]?.cents ?? (at === together.length - 1 ? 0n : null)
            return sum === null || cents === null ? null : sum + cents
          }, 0n),
        )
        expect(together.with(-1, together.at(-1) ?? 0n)).toEqual(sums)
      }),
    )
  })

  it('does not depend on how the same flows are cut', () => {
    fc.assert(
      fc.property(holding, (one) => {
        const halves = one.flows.flatMap(({ hour: at, amount: all }) => [
          { hour: at, amount: toAmount(all / 2n) },
          { hour: at, amount: toAmount(all - all / 2n) },
        ])
        expect(seriesOf([{ ...one, flows: halves }], asked)).toEqual(seriesOf([one], asked))
      }),
    )
  })

  const coin = { hour: NOW - 300n, amount: toAmount(200_000_000n) }

  it('is unknown while something was held whose price nobody kept, and nothing before it came', () => {
    const series = seriesOf([{ flows: [coin], prices: [{ hour: NOW - 100n, price: '10' }], price: '12' }], {
      ...asked,
      hours: [NOW - 301n, NOW - 200n, NOW - 50n],
    })
    expect(series.map(({ cents }) => cents)).toEqual([0n, null, 2_500n, 3_000n])
  })

  it('takes the price that was the last one known, and says when it was old', () => {
    const prices = [
      { hour: NOW - 300n, price: '10' },
      { hour: NOW - 20n, price: '20' },
    ]
    const series = seriesOf([{ flows: [coin], prices, price: '20' }], {
      ...asked,
      hours: [NOW - 290n, NOW - 100n, NOW - 10n],
      rate: 1,
    })
    expect(series).toEqual([
      { cents: 2_000n, isOld: false },
      { cents: 2_000n, isOld: true },
      { cents: 4_000n, isOld: false },
      { cents: 4_000n, isOld: false },
    ])
  })

  it('leaves out what never had a price, as the total does', () => {
    const nameless = { flows: [coin], prices: [], price: null }
    expect(seriesOf([nameless], asked).every(({ cents }) => cents === 0n)).toBe(true)
  })

  it('ends unknown, not at nothing, where all that there is has lost its price', () => {
    const lost = { flows: [coin], prices: [{ hour: NOW - 20n, price: '10' }], price: null }
    const spent = { flows: [coin, { ...coin, amount: toAmount(-coin.amount) }], prices: lost.prices, price: '10' }
    const nameless = { flows: [coin], prices: [], price: null }
    const endOf = (...holdings: Parameters<typeof seriesOf>[0]) => seriesOf(holdings, asked).at(-1)?.cents
    expect([endOf(lost), endOf(lost, spent, nameless)]).toEqual([null, null])
    // What has a price is today's total.
    expect(endOf(lost, { ...lost, price: '20' })).toBe(5_000n)
    expect(endOf(spent, { ...spent, price: null })).toBe(0n)
  })

  it('tells what came and went at the prices of then', () => {
    const flows = [coin, { hour: NOW - 5n, amount: toAmount(-100_000_000n) }]
    const prices = [
      { hour: NOW - 300n, price: '10' },
      { hour: NOW - 20n, price: '20' },
    ]
    expect(movedSince([{ flows, prices, price: '30' }], NOW - 24n, 1)).toBe(-2_000n)
    expect(movedSince([{ flows, prices, price: '30' }], NOW - 400n, 1)).toBe(0n)
  })

  it('counts what is gone already though no list says so yet, as what is there now does', () => {
    const coin = toAmount(100_000_000n)
    const flows = [
      { hour: NOW, amount: coin },
      // What a payment brings back, whose own coin is still listed.
      { hour: NOW, amount: toAmount(95_000_000n) },
    ]
    expect(movedSince([{ flows, now: toAmount(95_000_000n), prices: [], price: '10' }], NOW - 24n, 1)).toBe(950n)
  })
})

describe('a range', () => {
  it.each(['day', 'week', 'month', 'year', 'all'] as const)(
    'of a %s has few points and ends in this hour or shortly before',
    (range) => {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: NOW }), (first) => {
          const { hours } = hoursOf(range, NOW, first)
          expect(hours.length).toBeGreaterThan(10)
          expect(hours.length).toBeLessThanOrEqual(94)
          expect(hours.every((each, at) => at === 0 || each > (hours[at - 1] ?? 0n))).toBe(true)
          expect((hours.at(-1) ?? 0n) <= NOW).toBe(true)
          if (range === 'all') expect((hours[0] ?? NOW) <= first).toBe(true)
        }),
      )
    },
  )

  it('is not whole where all began within it', () => {
    const wholes = (first: bigint) =>
      (['day', 'week', 'month', 'year', 'all'] as const).filter((range) => hoursOf(range, NOW, first).isWhole)
    expect(wholes(NOW - 3n)).toEqual(['day', 'all'])
    expect(wholes(NOW - 8n * 24n)).toEqual(['day', 'week', 'all'])
    expect(wholes(0n)).toEqual(['day', 'week', 'month', 'year', 'all'])
  })
})
