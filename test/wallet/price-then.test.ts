import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR, type Nanos } from '#contract/domain'
import { parseSignedAmount, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { fiatThen } from '../../src/wallet/value/then.ts'
import { newFolder } from '../support/scratch.ts'
import { asset, openAccount } from '../support/store.ts'

/* What a movement was worth when it happened: at a price of then, or nobody knows. */

const BEGIN = 500_000n * HOUR
let now = BEGIN as Nanos
let store: AccountStore

beforeEach(() => {
  now = BEGIN as Nanos
  store = openAccount(newFolder('store'), { now: () => now })
  store.cache.prices.note([{ asset_id: asset('BTC'), price_usd: '10' }])
})
afterEach(() => store.close())

const worth = (hours: bigint) =>
  fiatThen(
    { store, rate: () => 1 },
    {
      asset: { assetId: asset('BTC') } as Parameters<typeof fiatThen>[1]['asset'], // all that is looked at
      amount: toAmount(parseSignedAmount('-2')),
      at: (BEGIN + hours * HOUR) as Nanos,
    },
  )

it('is what it was worth at the price of the last two days', () => {
  expect([worth(0n), worth(47n)]).toEqual(['-20.00', '-20.00'])
})

it('is not known where the wallet had read no price for longer than that', () => {
  expect(worth(24n * 90n)).toBeNull()
  now = (BEGIN + 24n * 90n * HOUR) as Nanos
  store.cache.prices.note([{ asset_id: asset('BTC'), price_usd: '50' }])
  expect([worth(24n * 89n), worth(24n * 90n + 1n)]).toEqual([null, '-100.00'])
})
