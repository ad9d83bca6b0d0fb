import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, type Fiat, HOUR, type Nanos } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { AccountStore } from '#store'
import { worthOf, worthOfAll, worthThen } from '../../src/wallet/policies/worth.ts'
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
/** The service tells what a dollar is in euro, beside what others are. */
const rated = (rate: number): void =>
  store.cache.fiats.put([
    { code: 'EUR', rate },
    { code: 'JPY', rate: 150 },
  ] as Fiat[])
const worth = (amount = '1', currency = 'USD') =>
  worthOf(store, { assetId: GOLD.asset_id, amount: parseAmount(amount), currency, now })

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

  it.each(['0.0000000000001', '0.0000000000009', '-10', '1e-7', ' 10', '0x10'])(
    'is unknown where the price is "%s", also where it was another one before',
    (price) => {
      read(price)
      expect(worth()).toEqual({ why: 'no_price' })
      read('10')
      later(2n * HOUR)
      read(price)
      expect(worth()).toEqual({ why: 'no_price' })
    },
  )

  it('is unknown where a price that was as good as nothing became one', () => {
    read('0.0000000000001')
    later(2n * HOUR)
    read('10')
    expect(worth()).toEqual({ why: 'jump' })
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

  it('is unknown in a currency that the service tells nothing of for a day, although it tells of others all the time', () => {
    rated(0.5)
    later(DAY + 2n * HOUR)
    read('10')
    store.cache.fiats.put([{ code: 'JPY', rate: 150 }] as Fiat[])
    expect([worth('1', 'EUR'), worth('1', 'JPY')]).toEqual([{ why: 'old_price' }, { cents: 150_001n }])
  })

  it.each([
    ['more than doubled', 1.01],
    ['fell to less than a half', 0.24],
    ['is as good as nothing', 1e-9],
  ])('is unknown in a currency whose rate %s since it was told last, until that has stood for a day', (_, rate) => {
    rated(0.5)
    later(9n * DAY)
    const told: unknown[] = []
    for (const hours of [23n, 1n, 1n]) {
      rated(rate)
      read('1000000000')
      told.push('why' in worth('1', 'EUR'))
      later(hours * HOUR)
    }
    expect([told, 'why' in worth('1', 'JPY')]).toEqual([[true, true, false], false])
  })

  it('is unknown where the rate was another one in between, and where it was within the same hour', () => {
    read('10')
    for (const rate of [0.5, 0.9, 0.4]) {
      rated(rate)
      expect('why' in worth('1', 'EUR')).toBe(rate === 0.4)
      later(4n * HOUR)
    }
    later(2n * DAY)
    for (const rate of [0.7, 0.3]) rated(rate)
    read('10')
    expect(worth('1', 'EUR')).toEqual({ why: 'jump' })
  })

  it('is held to what a rate was though the service named so many others since that there was no room for it', () => {
    read('10')
    rated(0.5)
    const others = Array.from({ length: 1_200 }, (_, at) => ({ code: `X${at}`, rate: 1 })) as Fiat[]
    for (const days of [20n, 1n]) {
      later(days * DAY)
      store.cache.fiats.put(others)
      expect(store.cache.fiats.get('EUR')).toBeUndefined()
    }
    rated(0.01)
    read('10')
    expect(worth('1', 'EUR')).toEqual({ why: 'jump' })
  })

  it('is unknown in the last of so many currencies that there is no room for all of one answer', () => {
    read('10')
    for (const [name, length] of [
      ['X', 600],
      ['Y', 1_000],
    ] as const)
      store.cache.fiats.put(Array.from({ length }, (_, at) => ({ code: `${name}${at}`, rate: 1 })) as Fiat[])
    expect([worth('1', 'Y0'), worth('1', 'Y999')]).toEqual([{ cents: 1_001n }, { why: 'old_price' }])
  })

  it('is unknown in a currency that came when there was no room for more, until what was named once is forgotten', () => {
    store.cache.fiats.put(Array.from({ length: 1_000 }, (_, at) => ({ code: `X${at}`, rate: 1 })) as Fiat[])
    const told = [0n, 20n, 20n].map((days) => {
      later(days * DAY)
      rated(0.5)
      read('10')
      return worth('1', 'EUR')
    })
    expect(told).toEqual([{ why: 'old_price' }, { why: 'old_price' }, { cents: 501n }])
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

describe('what several amounts are worth together', () => {
  const all = (currency: string) =>
    worthOfAll(
      { store, clock: { now: () => now } },
      [GOLD, anAsset('SILVER')].map(({ asset_id: assetId }) => ({ assetId, amount: parseAmount('1') })),
      currency,
    )
  const silver = (price_usd: string) => store.cache.assets.put([{ ...anAsset('SILVER'), price_usd }])

  it.each([
    ['the price of one leapt', '1', 0.5],
    ['the rate of the currency leapt', '20', 0.1],
  ])('is as unknown as each by itself: nobody says it where %s', (_, price, rate) => {
    read('10')
    silver('20')
    rated(0.5)
    expect([all('EUR'), all('USD')]).toEqual([1502n, 3002n])
    later(2n * HOUR)
    silver(price)
    rated(rate)
    expect(all('EUR')).toBeNull()
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

  it('when it left is by the rate of then', () => {
    read('10')
    rated(0.9)
    const at = now
    later(3n * HOUR)
    rated(0.5)
    expect([then(at, 'EUR'), then(now, 'EUR')]).toEqual([1800n, 1000n])
  })

  it('is unknown before any price was read, and in a currency without a rate', () => {
    const before = now
    later(2n * HOUR)
    read('10')
    expect(then(before)).toBeNull()
    expect(then(now, 'CHF')).toBeNull()
  })
})
