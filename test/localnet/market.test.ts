import { describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { basePrice, marketOf, priceAt } from '../../src/localnet/chain/market.ts'

const HOUR = 3_600_000_000_000n
const START = 490_000n * HOUR
const hours = Array.from({ length: 24 * 400 }, (_, at) => (START + BigInt(at) * HOUR) as Nanos)

describe('play prices', () => {
  it('move a little each hour and stay around their middle for a year', () => {
    const prices = hours.map((time) => Number(priceAt('BTC', time)) / Number(basePrice('BTC')))
    const steps = prices.slice(1).map((price, at) => Math.abs(price / (prices[at] ?? 1) - 1))
    expect(Math.max(...steps)).toBeLessThan(0.03)
    expect([Math.min(...prices) > 0.7, Math.max(...prices) < 1.3]).toEqual([true, true])
    expect(Math.max(...prices) - Math.min(...prices)).toBeGreaterThan(0.1)
  })

  it('of coins that stand for a dollar hardly move', () => {
    const prices = hours.map((time) => Number(priceAt('USDT', time)) / 1e8)
    expect(Math.max(...prices.map((price) => Math.abs(price - 1)))).toBeLessThan(0.005)
  })

  it('are the same for everybody within an hour, and tell the change of a day', () => {
    const time = hours[30] ?? (0n as Nanos)
    expect(marketOf('ETH', (time + HOUR - 1n) as Nanos)).toEqual(marketOf('ETH', time))
    const before = Number(priceAt('ETH', (time - 24n * HOUR) as Nanos))
    const { price_usd, change_usd } = marketOf('ETH', time)
    expect(Number(change_usd)).toBeCloseTo((Number(price_usd) * 1e8) / before - 1, 6)
  })
})
