import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import { type CoinSource, MAX_INPUTS, selectCoins, sourceOf } from '../../src/wallet/payments/select.ts'

const source = (amounts: readonly bigint[]): CoinSource =>
  sourceOf(amounts.map((amount, at) => ({ id: `coin-${at}` as OutputId, amount: toAmount(amount) })))

const selected = (amounts: readonly bigint[], target: bigint) => selectCoins(source(amounts), toAmount(target))
const sum = (coins: readonly { amount: Amount }[]) => coins.reduce((total, coin) => total + coin.amount, 0n)

/** Every subset, the slow way. */
function leastChange(amounts: readonly bigint[], target: bigint): bigint | undefined {
  let best: bigint | undefined
  for (let mask = 1; mask < 1 << amounts.length; mask += 1) {
    const total = amounts.reduce((all, amount, at) => ((mask >> at) & 1 ? all + amount : all), 0n)
    if (total >= target && (best === undefined || total - target < best)) best = total - target
  }
  return best
}

describe('selectCoins', () => {
  it('takes one coin of exactly the amount', () => {
    expect(selected([5n, 3n, 8n], 3n)).toMatchObject({ ok: true, change: 0n, coins: [{ amount: 3n }] })
  })

  it('combines coins when that leaves no change', () => {
    const result = selected([10n, 4n, 3n], 7n)
    expect(result).toMatchObject({ ok: true, change: 0n })
  })

  it('says what is available when all coins together are too little', () => {
    expect(selected([5n, 3n], 9n)).toEqual({ ok: false, reason: 'insufficient', available: 8n })
  })

  it('says how much fits when 256 coins are not enough', () => {
    const result = selected(new Array<bigint>(300).fill(2n), 550n)
    expect(result).toEqual({ ok: false, reason: 'too_many_inputs', fits: 512n, available: 600n })
  })

  // The second is beyond what a number holds exactly.
  it.each([1n, 10n ** 15n + 1n])('finds the change of an exhaustive search for up to 12 coins, times %d', (scale) => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 2000n), { minLength: 1, maxLength: 12 }),
        fc.bigInt(1n, 12_000n),
        (small, target) => {
          const amounts = small.map((amount) => amount * scale)
          const result = selected(amounts, target * scale)
          const expected = leastChange(amounts, target * scale)
          expect(result.ok ? result.change : undefined).toBe(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('takes fewer of several that leave the same change', () => {
    expect(selected([4n, 3n, 3n, 2n, 1n, 1n], 6n)).toMatchObject({ change: 0n, coins: { length: 2 } })
    expect(selected([9n, 8n, 1n, 1n, 1n], 11n)).toMatchObject({ change: 0n, coins: { length: 3 } })
  })

  it('never exceeds 256 inputs, repeats a coin or misses the amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 600 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (amounts, share) => {
          const total = amounts.reduce((all, amount) => all + amount, 0n)
          const target = (total * BigInt(Math.ceil(share * 1000))) / 1000n || 1n
          const result = selected(amounts, target)
          if (!result.ok) {
            expect(result.reason).toBe('too_many_inputs')
            const largest = amounts.toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_INPUTS)
            expect(largest.reduce((all, amount) => all + amount, 0n) < target).toBe(true)
            return
          }
          expect(result.coins.length).toBeLessThanOrEqual(MAX_INPUTS)
          expect(new Set(result.coins.map((coin) => coin.id)).size).toBe(result.coins.length)
          expect(sum(result.coins) - target).toBe(result.change)
          expect(result.change >= 0n).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leaves no more change than taking the largest coins first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 20, maxLength: 200 }),
        fc.bigInt(1n, 10n ** 9n),
        (amounts, target) => {
          const result = selected(amounts, target)
          if (!result.ok) return
          let greedy = 0n
          for (const amount of [...amounts].sort((a, b) => (a > b ? -1 : 1))) {
            if (greedy >= target) break
            greedy += amount
          }
          expect(result.change <= greedy - target).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })
})
