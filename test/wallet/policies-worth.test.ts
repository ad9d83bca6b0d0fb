import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, type Fiat, HOUR, type Nanos } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { AccountStore } from '#store'
import { worthOf, worthThen } from '../../src/wallet/policies/worth.ts'
import { newFolder } from '../support/scratch.ts'
import { anAsset, openAccount, time } from '../support/store.ts'

/* What the service says that money is worth, as a limit in a national currency takes it. */

let now: Nanos
let store: AccountStore

beforeEach(() => {
  now = time(1_000_000)
  store = openAccount(newFolder('store'), { now: () => now })
})
afterEach(() => store.close())

const GOLD = anAsset('GOLD')
const later = (by: bigint): void => {
  now = (now + by) as Nanos
}
/** The service tells the price of gold. */
function read(price_usd: string): void {
  const gold = { ...GOLD, price_usd }
  store.cache.assets.put([gold])
}
const worth = (amount = '1', currency = 'USD') =>
  worthOf(store, { assetId: GOLD.asset_id, amount: parseAmount(amount), currency, now, rates: [] })

describe('what money is worth for a limit', () => {
  it('is its price in cents, rounded up, so that fractions do not slip through', () => {
    read('12.345')
    expect(worth('1')).toEqual({ cents: 1235n })
    expect(worth('0.00000001')).toEqual({ cents: 1n })
  })

  it('is counted in the currency of the limit by the rate of the service', () => {
    read('10')
    store.cache.fiats.put([{ code: 'EUR', rate: 0.5 } as Fiat])
    expect(worth('1', 'EUR')).toEqual({ cents: 501n })
  })

  it('is unknown where there is no rate of the currency', () => {
    read('10')
    expect(worth('1', 'CHF')).toEqual({ why: 'no_price' })
  })

  it('is unknown by a rate that is as good as nothing', () => {
    read('10')
    store.cache.fiats.put([{ code: 'EUR', rate: 1e-13 } as Fiat])
    expect(worth('1', 'EUR')).toEqual({ why: 'no_price' })
  })

  it.each(['', '0', '0.00'])('is unknown where the price is "%s"', (price) => {
    read(price)
    expect(worth()).toEqual({ why: 'no_price' })
  })

  it('is unknown for an asset that nobody has told of', () => {
    expect(worth()).toEqual({ why: 'no_price' })
  })

  it('is unknown once the prices were read more than a day ago', () => {
    read('10')
    later(DAY)
    expect(worth()).toEqual({ cents: 1001n })
    later(1n)
    expect(worth()).toEqual({ why: 'old_price' })
    read('10')
    expect(worth()).toEqual({ cents: 1001n })
  })

  it('is unknown where the clock was set back since the prices were read, until they are read again', () => {
    read('10')
    later(-30n * DAY)
    expect(worth()).toEqual({ why: 'old_price' })
    read('10')
    expect(worth()).toEqual({ cents: 1001n })
  })

  it('is unknown once it is a day since its own price was read, although those of others are read all the time', () => {
    read('10')
    later(DAY + 2n * HOUR)
    store.cache.assets.put([{ ...anAsset('SILVER'), price_usd: '1' }])
    expect(worth()).toEqual({ why: 'old_price' })
  })

  it('is unknown in a currency whose rate was read more than a day ago, although prices are read all the time', () => {
    read('10')
    store.cache.fiats.put([{ code: 'EUR', rate: 0.5 } as Fiat])
    later(DAY)
    read('10')
    expect(worth('1', 'EUR')).toEqual({ cents: 501n })
    later(1n)
    expect(worth('1', 'EUR')).toEqual({ why: 'old_price' })
    expect(worth('1', 'USD')).toEqual({ cents: 1001n })
  })

  it.each([
    ['more than doubled', '20.01'],
    ['fell to less than a half', '4.99'],
  ])('is unknown where the price %s within a day', (_, price) => {
    read('10')
    later(DAY)
    read(price)
    expect(worth()).toEqual({ why: 'jump' })
  })

  it.each([
    ['rose and fell to less than a half', ['18', '8.99']],
    ['fell and rose to more than twice', ['6', '12.01']],
  ])('is unknown where the price %s within a day, whatever it was a day ago', (_, [meanwhile = '', price = '']) => {
    read('10')
    later(20n * HOUR)
    read(meanwhile)
    later(4n * HOUR)
    read(price)
    expect(worth()).toEqual({ why: 'jump' })
  })

  it('is unknown where the price fell within hours, before any is a day old', () => {
    read('10')
    later(2n * HOUR)
    read('4')
    expect(worth()).toEqual({ why: 'jump' })
  })

  it.each([
    ['doubled', '20', 2001n],
    ['fell to a half', '5', 501n],
  ])('is taken where it just %s', (_, price, cents) => {
    read('10')
    later(DAY)
    read(price)
    expect(worth()).toEqual({ cents })
  })

  it('is taken again once another price has stood for a day', () => {
    read('10')
    later(DAY)
    read('30')
    later(23n * HOUR)
    read('30')
    expect(worth()).toEqual({ why: 'jump' })
    later(HOUR)
    read('30')
    expect(worth()).toEqual({ cents: 3001n })
  })
})

describe('what money was worth', () => {
  const then = (at: Nanos, currency = 'USD') =>
    worthThen(store, { assetId: GOLD.asset_id, amount: parseAmount('2'), currency, at })

  it('when it left is its price of then', () => {
    read('10')
    const at = now
    later(3n * HOUR)
    read('6')
    expect(then(at)).toBe(2000n)
    expect(then(now)).toBe(1200n)
  })

  it('is unknown before any price was read, and in a currency without a rate', () => {
    const before = now
    later(2n * HOUR)
    read('10')
    expect(then(before)).toBeNull()
    expect(then(now, 'CHF')).toBeNull()
  })
})
