import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Collection, Fiat, InscriptionItem, PendingDeposit } from '#contract/domain'
import type { Topic } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anAsset, asset, aUser, hashOf, kernel, openAccount, time, user, uuidFrom } from '../support/store.ts'

let folder: string
let store: AccountStore

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
})
afterEach(() => store.close())

/** What the store tells of a piece of work. */
async function toldBy(work: () => void): Promise<Topic[]> {
  const heard: Topic[] = []
  const end = store.subscribe((topics) => heard.push(...topics))
  work()
  await Promise.resolve()
  end()
  return heard
}

function aDeposit(name: string, fields: Partial<PendingDeposit> = {}): PendingDeposit {
  return {
    deposit_id: uuidFrom(`deposit ${name}`),
    destination: 'bc1q',
    tag: '',
    chain_id: asset('BTC'),
    asset_id: asset('BTC'),
    asset_key: '',
    kernel_asset_id: null,
    amount: toAmount(5n),
    transaction_hash: `aa ${name}`,
    output_index: 0,
    block_hash: '',
    block_number: 0,
    confirmations: 1,
    threshold: 3,
    state: 'pending',
    sender: '',
    created_at: time(1),
    updated_at: time(1),
    ...fields,
  }
}

describe('users', () => {
  it('keeps a record exactly, times included', () => {
    const alice = aUser('alice', { created_at: time(3, 987_654_321), has_safe: null })
    store.cache.users.put([alice])
    expect(store.cache.users.get(user('alice'))).toEqual(alice)
    expect(store.cache.users.getMany([user('nobody'), user('alice')])).toEqual([alice])
  })

  it('answers whether anything was different', () => {
    expect(store.cache.users.put([aUser('alice')])).toBe(true)
    expect(store.cache.users.put([aUser('alice')])).toBe(false)
    expect(store.cache.users.put([aUser('alice', { is_scam: true })])).toBe(true)
  })

  it('searches names and numbers, taking wildcards for themselves', () => {
    store.cache.users.put([
      aUser('alice', { full_name: 'Zoë 100%', identity_number: '1001' }),
      aUser('bob', { full_name: 'Bob_b', identity_number: '2002' }),
    ])
    const names = (text: string) => store.cache.users.search(text).map((each) => each.user_id)
    expect(names('ZOE')).toEqual([user('alice')])
    expect(names('00')).toEqual([user('bob'), user('alice')])
    expect(names('0%')).toEqual([user('alice')])
    expect(names('b_b')).toEqual([user('bob')])
    expect(names('b%b')).toEqual([])
  })
})

describe('assets, chains and rates', () => {
  it('finds an asset by uuid and by kernel id', () => {
    store.cache.assets.put([anAsset('BTC'), anAsset('ETH')])
    expect(store.cache.assets.get(asset('ETH'))?.symbol).toBe('ETH')
    expect(store.cache.assets.byKernel(kernel('BTC'))).toEqual(anAsset('BTC'))
    expect(store.cache.assets.list().map((each) => each.symbol)).toEqual(['BTC', 'ETH'])
  })

  it('keeps chains and rates', async () => {
    const chain = {
      type: 'chain',
      chain_id: asset('BTC'),
      name: 'Bitcoin',
      symbol: 'BTC',
      icon_url: '',
      threshold: 3,
      managed_block_height: 1,
      deposit_block_height: 1,
      external_block_height: 1,
      withdrawal_timestamp: null,
      withdrawal_pending_count: 0,
      withdrawal_fee: '',
      is_synchronized: true,
    }
    store.cache.chains.put([chain])
    expect(store.cache.chains.get(asset('BTC'))).toEqual(chain)
    expect(store.cache.chains.list()).toEqual([chain])
    const euro: Fiat = { code: 'EUR', rate: 0.91 }
    const put = () => toldBy(() => store.cache.fiats.put([euro]))
    expect([await put(), await put()]).toEqual([['assets'], []])
    expect([store.cache.fiats.get('EUR'), store.cache.fiats.get('ISK'), store.cache.fiats.list()]).toEqual([
      euro,
      undefined,
      [euro],
    ])
  })
})

describe('lists that name new things for ever', () => {
  const many = (from: number) => Array.from({ length: 3_000 }, (_, at) => anAsset(`${from + at}`))

  it('are kept up to a number, the newest of them, with those that are known or asked for by name', () => {
    const { assets } = store.cache
    assets.putListed(many(0))
    assets.putListed(many(3_000))
    expect(assets.list()).toHaveLength(5_000)
    assets.putListed([anAsset('new'), anAsset('7', { name: 'Seven' })])
    assets.put([anAsset('held')])
    const names = ['new', '7', 'held'].map((each) => assets.get(asset(each))?.name)
    expect(names).toEqual(['new', 'Seven', 'held'])
  })

  it('of rates too', () => {
    const { fiats } = store.cache
    fiats.put(Array.from({ length: 1_200 }, (_, at) => ({ code: `C${at}`, rate: 1 })))
    fiats.put([
      { code: 'EUR', rate: 0.9 },
      { code: 'C7', rate: 2 },
    ])
    expect(fiats.list()).toHaveLength(1_000)
    expect([fiats.get('EUR')?.rate, fiats.get('C7')?.rate]).toEqual([0.9, 2])
  })
})

describe('deposits', () => {
  const holder = aHolder().id

  const replace = (deposits: readonly PendingDeposit[]) =>
    toldBy(() => store.cache.deposits.replacePending(holder, deposits))

  it('replaces the list of one holder only', async () => {
    const [a, b] = [aDeposit('a'), aDeposit('b', { created_at: time(2) })]
    const other = aHolder('me', 'alice').id
    store.cache.deposits.replacePending(other, [a])
    expect(await replace([a, b])).toEqual(['deposits'])
    expect(store.cache.deposits.listPending(holder)).toEqual([b, a])
    expect(await replace([b])).toEqual(['deposits'])
    expect(store.cache.deposits.listPending(holder)).toEqual([b])
    expect(store.cache.deposits.listPending(other)).toEqual([a])
  })

  it('tells nothing when the list is the same', async () => {
    await replace([aDeposit('a')])
    expect(await replace([aDeposit('a')])).toEqual([])
    expect(await replace([aDeposit('a', { confirmations: 2 })])).toEqual(['deposits'])
  })
})

describe('inscriptions', () => {
  it('pages the items of a collection by sequence', () => {
    const collection: Collection = {
      type: 'collection',
      collection_hash: hashOf('collection'),
      supply: '10',
      unit: '1',
      symbol: 'C',
      name: 'Cards',
      description: '',
      icon_url: '',
      treasury: null,
      asset_key: '',
      kernel_asset_id: null,
      minimum_price: '',
      created_at: time(1),
      updated_at: time(1),
    }
    const item = (sequence: number): InscriptionItem => ({
      type: 'inscription',
      inscription_hash: hashOf(`item ${sequence}`),
      collection_hash: collection.collection_hash,
      sequence,
      content_type: 'text/plain',
      content_url: '',
      recipient: '',
      owner: '',
      occupied_by: '',
      occupied_at: null,
      traits: '',
      created_at: time(sequence),
      updated_at: time(sequence),
    })
    const { inscriptions } = store.cache
    inscriptions.putCollections([collection])
    inscriptions.putItems([item(2), item(0), item(1)])
    expect(inscriptions.collection(collection.collection_hash)).toEqual(collection)
    expect(inscriptions.collections()).toEqual([collection])
    const hash = collection.collection_hash
    expect(inscriptions.items({ collection: hash, limit: 2 }).map((each) => each.sequence)).toEqual([0, 1])
    expect(inscriptions.items({ collection: hash, after: 1, limit: 2 })).toEqual([item(2)])
    expect(inscriptions.item(hashOf('item 1'))).toEqual(item(1))
  })
})

describe('sync progress', () => {
  it('keeps cursors and the time of the last success over a restart', () => {
    expect([store.cache.sync.get('x'), store.cache.sync.lastSuccess()]).toEqual([null, null])
    store.cache.sync.set('x', 'here')
    store.cache.sync.succeeded(time(7, 1))
    store.close()
    store = openAccount(folder)
    expect([store.cache.sync.get('x'), store.cache.sync.lastSuccess()]).toEqual(['here', time(7, 1)])
    store.cache.sync.set('x', null)
    expect(store.cache.sync.get('x')).toBeNull()
  })
})

describe('a saved address', () => {
  const address = { id: uuidFrom('saved'), userId: null, label: 'Cold', chainId: asset('BTC'), tag: '' }

  it('keeps the time since which it is saved under another name, and not where it leads elsewhere', () => {
    const { contactAddresses } = store.intents
    const first = contactAddresses.save({ ...address, destination: 'bc1one' })
    expect(contactAddresses.save({ ...address, label: 'Vault', destination: 'bc1one' }).savedAt).toBe(first.savedAt)
    expect(contactAddresses.save({ ...address, destination: 'bc1two' }).savedAt).toBeGreaterThan(first.savedAt)
  })
})
