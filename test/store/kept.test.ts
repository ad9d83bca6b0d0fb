import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountStore } from '#store'
import { startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import { anAsset, asset, aUser, kernel, openAccount, user } from '../support/store.ts'

/* What lists ask for again and again is read once, and never shown older than the file has it. */

let folder: string
let store: AccountStore

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
})
afterEach(() => store.close())

describe('a record that is asked for again', () => {
  it('costs no statement while nothing of its kind was written', () => {
    const meter = startMeter(folder)
    store.cache.assets.put([anAsset('BTC')])
    store.cache.assets.get(asset('BTC'))
    store.cache.assets.byKernel(kernel('BTC'))
    const before = meter.counts().statements
    for (let time = 0; time < 5; time += 1) {
      expect(store.cache.assets.get(asset('BTC'))?.symbol).toBe('BTC')
      expect(store.cache.assets.byKernel(kernel('BTC'))?.symbol).toBe('BTC')
    }
    expect(meter.counts().statements).toBe(before)
    meter.stop()
  })

  it('costs no statement either where it is not there', () => {
    const meter = startMeter(folder)
    expect(store.cache.assets.get(asset('BTC'))).toBeUndefined()
    const before = meter.counts().statements
    for (let time = 0; time < 5; time += 1) expect(store.cache.assets.get(asset('BTC'))).toBeUndefined()
    expect(meter.counts().statements).toBe(before)
    meter.stop()
    store.cache.assets.put([anAsset('BTC')])
    expect(store.cache.assets.get(asset('BTC'))?.symbol).toBe('BTC')
  })

  it('is the new one as soon as it was written', () => {
    store.cache.assets.put([anAsset('BTC', { price_usd: '1' })])
    expect(store.cache.assets.get(asset('BTC'))?.price_usd).toBe('1')
    expect(store.cache.assets.byKernel(kernel('BTC'))?.price_usd).toBe('1')
    store.cache.assets.put([anAsset('BTC', { price_usd: '2' })])
    expect(store.cache.assets.get(asset('BTC'))?.price_usd).toBe('2')
    expect(store.cache.assets.byKernel(kernel('BTC'))?.price_usd).toBe('2')
    expect(store.cache.users.get(user('ana'))).toBeUndefined()
    store.cache.users.put([aUser('ana')])
    expect(store.cache.users.get(user('ana'))?.full_name).toBe('ana')
  })

  it('is the old one again after what wrote it was taken back', () => {
    store.cache.users.put([aUser('ana', { full_name: 'Ana' })])
    const failing = [aUser('ana', { full_name: 'Eve' })].values()
    const users = {
      map(put: (each: ReturnType<typeof aUser>) => boolean): boolean[] {
        for (const each of failing) put(each)
        expect(store.cache.users.get(user('ana'))?.full_name).toBe('Eve')
        throw new Error('taken back')
      },
    }
    expect(() => store.cache.users.put(Object.assign([], users))).toThrow()
    expect(store.cache.users.get(user('ana'))?.full_name).toBe('Ana')
  })
})
