import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Account, openProfileStore, type ProfileStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, hashOf, openAccount, tickingClock, time, user } from '../support/store.ts'

let folder: string
let store: ProfileStore
const open = (network = 'local') => openProfileStore({ dir: folder, network, clock: tickingClock() })

beforeEach(() => {
  folder = newFolder('store')
  store = open()
})
afterEach(() => store.close())

const anAccount = (name: string, fields: Partial<Account> = {}): Account => ({
  id: user(name),
  holder: aHolder(name).id,
  name,
  identityNumber: '7000',
  avatarUrl: '',
  kind: 'user',
  colour: 1,
  order: 0,
  createdAt: time(1),
  backedUpAt: null,
  registeredAt: null,
  publicKey: null,
  ...fields,
})

describe('openProfileStore', () => {
  it('keeps the id that it is given, and makes none', () => {
    expect(store.id).toBeNull()
    store.keepId('ab'.repeat(16))
    const other = open('mainnet')
    expect(other.id).toBeNull()
    other.close()
    store.close()
    store = open()
    expect(store.id).toBe('ab'.repeat(16))
  })

  it('says that it is empty where the files of an account are there, at the first start', () => {
    store.close()
    openAccount(folder).close()
    writeFileSync(join(folder, 'local', 'profile.db'), '')
    store = open()
    expect(store.notices()).toMatchObject([{ file: 'profile', reason: 'database file is missing' }])
  })

  it('says that it is gone where the files of an account are there', () => {
    expect(store.notices()).toEqual([])
    store.close()
    openAccount(folder).close()
    rmSync(join(folder, 'local', 'profile.db'))
    store = open()
    expect(store.notices()).toMatchObject([{ file: 'profile', setAside: '', reason: 'database file is missing' }])
  })

  it('keeps accounts of one network from another', () => {
    store.accounts.put(anAccount('alice'))
    const other = open('mainnet')
    expect(other.accounts.list()).toEqual([])
    other.close()
  })

  it('keeps every member of an account', () => {
    const full = anAccount('alice', {
      kind: 'watch',
      colour: 7,
      order: 3,
      backedUpAt: time(2, 5),
      registeredAt: time(3),
      publicKey: hashOf('key'),
      avatarUrl: 'https://x',
    })
    store.accounts.put(anAccount('alice'))
    store.accounts.put(full)
    store.close()
    store = open()
    expect(store.accounts.get(user('alice'))).toEqual(full)
    expect(store.accounts.list()).toEqual([full])
  })

  it('orders accounts as the person says, those not named last', () => {
    for (const [order, name] of ['a', 'b', 'c', 'd'].entries()) store.accounts.put(anAccount(name, { order }))
    store.accounts.reorder([user('d'), user('b')])
    expect(store.accounts.list().map((account) => account.name)).toEqual(['d', 'b', 'a', 'c'])
    expect(store.accounts.list().map((account) => account.order)).toEqual([0, 1, 2, 3])
  })

  it('removes an account', () => {
    store.accounts.put(anAccount('a'))
    expect([store.accounts.remove(user('a')), store.accounts.remove(user('a'))]).toEqual([true, false])
    expect(store.accounts.get(user('a'))).toBeUndefined()
  })

  it('keeps settings as JSON', () => {
    store.settings.set('preferences', { theme: 'dark', autoLockMinutes: 5 })
    store.close()
    store = open()
    expect(store.settings.get('preferences')).toEqual({ theme: 'dark', autoLockMinutes: 5 })
  })

  it('is refused to a second opener and to a plain path as a network name', () => {
    expect(() => open()).toThrow(/in use/)
    expect(() => open('../elsewhere')).toThrow(/plain/)
  })

  it('refuses another network id than the one it was bound to', () => {
    store.bindNetwork('genesis a')
    store.bindNetwork('genesis a')
    expect(() => store.bindNetwork('genesis b')).toThrow(/another network/)
  })
})
