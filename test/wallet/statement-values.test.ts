import { beforeAll, describe, expect, it } from 'vitest'
import { type AssetId, type Hash, HOUR, type Nanos, type UserId } from '#contract/domain'
import { kernelAssetId, parseAmount, parseSignedAmount, toAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { systemClock } from '../support/clock.ts'
import { aSnapshot } from '../support/store.ts'
import { ALL_MOVEMENTS, BTC, ETH, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* What a statement says that money was worth, where prices of then are others than those of now: both are laid into the store of a running wallet. */

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let store: AccountStore
/** How far back the store believes it is, while a price of then is noted. */
let back = 0n

const BEGAN = (systemClock.now() / HOUR - 100n) * HOUR
const hour = (hours: bigint): Nanos => (BEGAN + hours * HOUR) as Nanos
const MINUTE = HOUR / 60n

function lay(assetId: AssetId, amount: string, at: bigint): void {
  const { snapshots } = store.cache
  const asset = { user_id: ana, asset_id: assetId, kernel_asset_id: kernelAssetId(assetId) as Hash } // a formula
  const facts = { ...asset, amount: toAmount(parseSignedAmount(amount)), created_at: at as Nanos }
  snapshots.applyPage({ snapshots: [aSnapshot(`${assetId} ${at}`, facts)], cursor: snapshots.cursor() ?? '' })
}

function priced(assetId: AssetId, price: string, at: Nanos): void {
  back = systemClock.now() - at
  store.cache.prices.note([{ asset_id: assetId, price_usd: price }])
  back = 0n
}

beforeAll(async () => {
  wallet = await network.open({
    openStore: (deps) => {
      const now = (): Nanos => (deps.clock.now() - back) as Nanos
      store = openAccountStore({ ...deps, clock: { ...deps.clock, now } })
      return store
    },
  })
  ana = (await newAccount(wallet, 'Ana')).account
  await wallet.until(
    () => wallet.calls['assets.list']({ account: ana }),
    (assets) => [BTC, ETH].every((id) => assets.find(({ assetId }) => assetId === id)?.priceUsd != null),
  )
  // Nobody kept a price of ether of then.
  lay(ETH, '1', hour(2n) + MINUTE)
  priced(BTC, '10', hour(0n))
  lay(BTC, '5', hour(1n) + MINUTE)
  priced(BTC, '20', hour(20n))
  lay(BTC, '-2', hour(21n) + MINUTE)
  lay(BTC, '1', hour(24n) + MINUTE)
})

type Filter = typeof ALL_MOVEMENTS
const draw = (filter: Partial<Filter>) =>
  wallet.calls['statements.draw']({ account: ana, holder: null, others: [], filter: { ...ALL_MOVEMENTS, ...filter } })
const period = { from: hour(10n), to: hour(30n) }

describe('what a statement says that money was worth', () => {
  it('is at the beginning and at the end of a period what a unit cost then', async () => {
    const { assets } = await draw({ ...period, assetId: BTC })
    expect(assets.map((each) => [each.opening, each.openingFiat, each.closing, each.closingFiat])).toEqual([
      [parseAmount('5'), '50.00', parseAmount('4'), '80.00'],
    ])
  })

  it('is where a period reaches up to now what a unit costs now', async () => {
    const known = await wallet.calls['assets.list']({ account: ana })
    const price = Number(known.find(({ assetId }) => assetId === BTC)?.priceUsd)
    for (const to of [null, (systemClock.now() + HOUR) as Nanos]) {
      const { assets, values } = await draw({ assetId: BTC, to })
      expect(Number(assets[0]?.closingFiat)).toBeCloseTo(4 * price, 1)
      expect(values.at(-1)?.value).toBe(assets[0]?.closingFiat)
    }
  })

  it('is of what came and of what went what it was worth when it did, both without a sign', async () => {
    const { came, went } = await draw({ ...period, assetId: BTC })
    expect([came, went]).toEqual([
      { count: 1, fiat: '20.00' },
      { count: 1, fiat: '40.00' },
    ])
  })

  it('is not known where of one of them nobody kept a price, and no sum without it', async () => {
    const { came, assets, values } = await draw({ to: hour(10n) })
    expect(came).toEqual({ count: 2, fiat: null })
    const worth = Object.fromEntries(assets.map(({ asset, closingFiat }) => [asset.assetId, closingFiat]))
    expect(worth).toEqual({ [BTC]: '50.00', [ETH]: null })
    expect(values.at(-1)?.value).toBeNull()
  })

  it('is drawn between both ends as of each hour, and not after the end', async () => {
    const { values } = await draw({ ...period, assetId: BTC })
    const at = (time: Nanos) => values.find((point) => point.at === time)?.value
    expect([10n, 15n, 21n, 22n, 25n, 30n].map((each) => at(hour(each)))).toEqual([
      ...['50.00', '50.00', '100.00', '60.00', '80.00', '80.00'],
    ])
    expect([values.at(0)?.at, values.at(-1)?.at]).toEqual([period.from, period.to])
    expect(values.map((point) => point.at)).toEqual(
      [...new Set(values.map((point) => point.at))].sort((a, b) => (a < b ? -1 : 1)),
    )
  })

  it('leaves out an asset of which all had gone before and nothing moved', async () => {
    const one = '0f8f1e2d-3c4b-4a59-8877-665544332211' as AssetId
    lay(one, '3', hour(3n) + MINUTE)
    lay(one, '-3', hour(4n) + MINUTE)
    const { assets } = await draw(period)
    expect(assets.map(({ asset }) => asset.assetId)).not.toContain(one)
    expect((await draw({ from: null, to: hour(10n) })).assets.map(({ asset }) => asset.assetId)).toContain(one)
  })
})
