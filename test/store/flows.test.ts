import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { toAmount } from '#protocol/text'
import { openAccountStore } from '#store'
import { deriveFlows } from '../../src/store/cache/flows.ts'
import { Database } from '../../src/store/database.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, accountFolder, aHolder, anAsset, anOutput, asset, kernel, spent } from '../support/store.ts'

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

const HOUR = 3_600_000_000_000n
const NOW = 500_000n * HOUR + 1n

function open(now: () => bigint = () => NOW) {
  return openAccountStore({
    ...{ dir: folder, network: 'local', account: ACCOUNT },
    clock: { now: () => now() as Nanos },
  })
}

const holder = aHolder()
const at = (hour: bigint): Nanos => (hour * HOUR + 5n) as Nanos
const made = (name: number, hour: bigint, units: bigint) =>
  anOutput(name, { holder, amount: toAmount(units), created_at: at(hour), updated_at: at(hour) })
const goneAt = (output: ReturnType<typeof made>, hour: bigint) => ({
  ...spent(output),
  spent_at: at(hour),
  updated_at: at(hour),
})

describe('flows', () => {
  it('say in which hour something came and went', () => {
    const store = open()
    const first = made(1, 499_990n, 300n)
    store.cache.outputs.applyPage({ holder, outputs: [first, made(2, 499_990n, 50n)], cursor: 2 })
    store.cache.outputs.applyReconciled(holder, [goneAt(first, 499_995n)])
    expect(store.cache.flows.of(holder.id)).toEqual([
      { kernelAssetId: kernel('BTC'), hour: 499_990n, amount: 350n },
      { kernelAssetId: kernel('BTC'), hour: 499_995n, amount: -300n },
    ])
    store.close()
  })

  it('are together what is unspent or signed, whatever comes, goes and is told again', () => {
    const step = fc.record({
      name: fc.integer({ min: 1, max: 12 }),
      hour: fc.bigInt({ min: 498_000n, max: 500_100n }),
      isSpent: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = open()
        const outputs = new Map<number, ReturnType<typeof made>>()
        for (const { name, hour, isSpent } of steps) {
          const output = outputs.get(name) ?? made(name, hour, BigInt(name) * 10n ** 18n)
          outputs.set(name, output)
          store.cache.outputs.applyPage({ holder, outputs: [isSpent ? goneAt(output, hour) : output], cursor: 1 })
        }
        const [balance] = store.cache.outputs.balances(holder.id)
        const sum = store.cache.flows.of(holder.id).reduce((all, { amount }) => all + amount, 0n)
        expect(sum).toBe(balance === undefined ? 0n : balance.unspent.amount + balance.signed.amount)
        store.close()
        folder = newFolder('store')
      }),
      { numRuns: 20 },
    )
  })

  it('are kept by the day after a month, with the same sum', () => {
    let now = NOW
    const store = open(() => now)
    const day = 499_992n
    store.cache.outputs.applyPage({ holder, outputs: [made(1, day + 3n, 10n), made(2, day + 5n, 20n)], cursor: 2 })
    now += 40n * 24n * HOUR
    store.cache.outputs.applyPage({ holder, outputs: [made(3, day + 7n, 5n)], cursor: 3 })
    expect(store.cache.flows.of(holder.id)).toEqual([{ kernelAssetId: kernel('BTC'), hour: day, amount: 35n }])
    store.close()
  })

  it('leave collectibles out', () => {
    const store = open()
    const item = { ...made(1, 499_990n, 1n), inscription_hash: kernel('item') }
    store.cache.outputs.applyPage({ holder, outputs: [item], cursor: 1 })
    expect(store.cache.flows.of(holder.id)).toEqual([])
    store.close()
  })

  it('are made from the outputs when a file has none yet', () => {
    const store = open()
    const first = made(1, 499_000n, 300n)
    const outputs = [goneAt(first, 499_995n), made(2, 499_990n, 2n ** 70n), made(3, 499_991n, 7n)]
    store.cache.outputs.applyPage({ holder, outputs, cursor: 3 })
    const before = store.cache.flows.of(holder.id)
    store.close()
    const path = join(accountFolder(folder), 'cache.db')
    const db = new Database(path, { readonly: false, timeoutMs: 0 })
    db.exec('DELETE FROM flows')
    deriveFlows(db)
    db.close()
    const again = open()
    expect(again.notices()).toEqual([])
    expect(again.cache.flows.of(holder.id)).toEqual(before)
    again.close()
  })
})

describe('prices', () => {
  const put = (store: ReturnType<typeof open>, price: string) =>
    store.cache.assets.put([anAsset('BTC', { price_usd: price })])

  it('are kept as the last of each hour, and the last before is found', () => {
    let now = NOW
    const store = open(() => now)
    put(store, '10')
    put(store, '11')
    now += 3n * HOUR
    put(store, '12')
    expect(store.cache.prices.of(asset('BTC'), 0n)).toEqual([
      { hour: 500_000n, price: '11' },
      { hour: 500_003n, price: '12' },
    ])
    expect(store.cache.prices.of(asset('BTC'), 500_002n).map(({ price }) => price)).toEqual(['11', '12'])
    expect(store.cache.prices.at(asset('BTC'), at(500_002n))).toBe('11')
    expect(store.cache.prices.at(asset('BTC'), at(499_999n))).toBeNull()
    store.close()
  })

  it('are thinned to one a day after a month, and forgotten after ten years', () => {
    let now = NOW
    const store = open(() => now)
    for (let hour = 0n; hour < 48n; hour += 1n) {
      now = NOW + hour * HOUR
      put(store, `${hour + 1n}`)
    }
    now += 40n * 24n * HOUR
    put(store, '99')
    const kept = store.cache.prices.of(asset('BTC'), 0n)
    expect(kept.map(({ hour }) => hour / 24n)).toEqual([...new Set(kept.map(({ hour }) => hour / 24n))])
    expect(kept.at(-1)?.price).toBe('99')
    now += 3_700n * 24n * HOUR
    put(store, '100')
    expect(store.cache.prices.of(asset('BTC'), 0n).map(({ price }) => price)).toEqual(['100'])
    store.close()
  })

  it.each(['', '0', '0.00', 'free', '-1', '1e9'])('are not kept when the service says %j', (price) => {
    const store = open()
    put(store, price)
    expect(store.cache.prices.of(asset('BTC'), 0n)).toEqual([])
    store.close()
  })
})

describe('rates', () => {
  it('are kept as the first of each hour, and of days that are over as the last of each', () => {
    let now = NOW - (NOW % (24n * HOUR))
    const store = open(() => now)
    const rated = (rate: number) => store.cache.fiats.put([{ code: 'EUR', rate }])
    for (const rate of [1, 2]) rated(rate)
    now += 20n * HOUR
    rated(3)
    now += 4n * 24n * HOUR
    rated(4)
    expect(store.cache.rates.of('EUR', 0n).map(({ rate }) => rate)).toEqual([3, 4])
    store.close()
  })
})
