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

describe('friends by how their names look', () => {
  const friend = (name: string, called: string) => aUser(name, { full_name: called, relationship: 'FRIEND' })
  const like = (name: string): string[] =>
    store.cache.relations.friendsDrawnLike(name).map(({ full_name }) => full_name)

  beforeEach(() => {
    const friends = Array.from({ length: 50 }, (_, at) => friend(`friend ${at}`, `Friend ${'x'.repeat(at)}`))
    store.cache.relations.replace({ friends: [...friends, friend('maya', 'Maya')], blocked: [] }, 0)
    expect(like('M\u0430ya')).toEqual(['Maya'])
  })

  it('are not all read again for each stranger who is looked up', () => {
    const meter = startMeter(folder)
    for (let at = 0; at < 5; at += 1) {
      store.cache.users.put([aUser(`stranger ${at}`)])
      const before = meter.counts().statements
      expect(like('M\u0430ya')).toEqual(['Maya'])
      expect(meter.counts().statements - before).toBeLessThan(5)
    }
    meter.stop()
  })

  it('are those of now, whoever was written, came, went or was taken back', () => {
    store.cache.users.put([friend('maya', 'Mia'), aUser('stranger')])
    expect([like('M\u0430ya'), like('M\u0456a')]).toEqual([[], ['Mia']])
    store.cache.relations.put(friend('other', 'M\u0456a'))
    expect(like('Mia')).toEqual(['Mia', 'M\u0456a'])
    store.cache.relations.put(aUser('maya', { full_name: 'Mia', relationship: 'STRANGER' }))
    expect(like('Mia')).toEqual(['M\u0456a'])
    const users = {
      map(put: (each: ReturnType<typeof aUser>) => boolean): never {
        put(friend('other', 'Eve'))
        expect(like('Eve')).toEqual(['Eve'])
        throw new Error('no more')
      },
    }
    expect(() => store.cache.users.put(users as never)).toThrow('no more')
    expect([like('Eve'), like('Mia')]).toEqual([[], ['M\u0456a']])
  })

  it('are those of now where more people were written than are remembered', () => {
    store.cache.users.put(Array.from({ length: 1200 }, (_, at) => aUser(`stranger ${at}`)))
    store.cache.users.put([friend('maya', 'Mia')])
    expect([like('Maya'), like('Mia')]).toEqual([[], ['Mia']])
  })
})
