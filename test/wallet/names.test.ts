import { describe, expect, it, onTestFinished } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Chain, Collection, Hash, InscriptionItem } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import { said } from '#words'
import { contactView } from '../../src/wallet/contacts/card.ts'
import { needChain } from '../../src/wallet/payments/on-chain.ts'
import { collectionName, itemName } from '../../src/wallet/shared/item-name.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, anAsset, aUser, hashOf, openAccount, uuidFrom } from '../support/store.ts'

const UNNAMED = { name: '', symbol: '' } as Collection // what names are made of
const NAMED = { name: 'Foxes', symbol: 'FOX' } as Collection
const ITEM = { sequence: 7 } as InscriptionItem
const HASH = hashOf('item') as Hash
const CHAIN = { type: 'chain', icon_url: '', threshold: 1 } as Chain // what is read of one

function aDirectory() {
  const store = openAccount(newFolder('store'))
  onTestFinished(() => store.close())
  const { cache, intents } = store
  return {
    store,
    cache,
    directory: createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups }),
  }
}

describe('a token that a service calls by the id of a listed asset', () => {
  it('is not that asset, so that none of it is counted as such', () => {
    const { cache, directory } = aDirectory()
    const [listed] = directory.listedAssets()
    if (listed === undefined) throw new Error('the table is empty')
    const junk = hashOf('junk')
    cache.assets.put([anAsset('BTC', { asset_id: listed.assetId, kernel_asset_id: junk })])
    expect(directory.assetOfKernel(junk)).toBeUndefined()
    expect(directory.assetOfKernel(listed.kernelAssetId)?.assetId).toBe(listed.assetId)
  })
})

describe('a token by whose kernel id a service once called another', () => {
  it('is itself once that is known, whichever came first', () => {
    const { cache, directory } = aDirectory()
    const [other, token] = [uuidFrom(1), uuidFrom(2)].sort() as [AssetId, AssetId]
    const kernel = kernelAssetId(token) as Hash // a formula over an id
    cache.assets.put([anAsset('FALSE', { asset_id: other, kernel_asset_id: kernel })])
    cache.assets.put([anAsset('TRUE', { asset_id: token, kernel_asset_id: kernel })])
    expect(directory.assetOfKernel(kernel)).toMatchObject({ assetId: token, symbol: 'TRUE', trust: 'unlisted' })
  })
})

describe('a listed asset that a service calls a token of a collection', () => {
  it('can be withdrawn all the same', () => {
    const { store, directory } = aDirectory()
    const [listed] = directory.listedAssets()
    if (listed === undefined) throw new Error('the table is empty')
    const { assetId, chainId, kernelAssetId } = listed
    const ids = { asset_id: assetId, kernel_asset_id: kernelAssetId, chain_id: chainId }
    store.cache.assets.put([anAsset('BTC', { ...ids, collection_hash: HASH })])
    expect(() => needChain({ store, directory }, assetId)).not.toThrow()
  })
})

describe('what a service says at length', () => {
  it('is cut where it stands beside each of many rows, and a change that is no number is none', () => {
    const { store, cache, directory } = aDirectory()
    const long = '1'.repeat(9_000)
    const asset = anAsset('JUNK', { name: long, symbol: long, price_usd: '1', change_usd: long })
    cache.assets.put([asset])
    cache.chains.put([{ ...CHAIN, chain_id: asset.chain_id, name: long, symbol: long }])
    const view = directory.asset(asset.asset_id)
    expect(view).toMatchObject({ chainName: long.slice(0, 128), chainSymbol: long.slice(0, 32), changeUsd: null })
    expect(JSON.stringify(view).length).toBeLessThan(1_000)
    const contact = contactView(aUser('Ben', { full_name: long, phone: long }), { store, directory })
    expect([contact.user.name.length, contact.phone.length]).toEqual([128, 32])
  })
})

describe('what nobody has named', () => {
  it('is an asset and a network whose names are facts, for the window to word', () => {
    const { directory } = aDirectory()
    expect(directory.asset(uuidFrom('nothing') as AssetId)).toMatchObject({
      symbol: '?',
      name: said('shared.unknown-asset'),
      chainName: said('shared.unknown-network'),
    })
  })

  it('is a collection, and an item of one', () => {
    expect(collectionName(undefined)).toBe('')
    expect(collectionName(UNNAMED)).toEqual(said('shared.nameless-collection'))
    expect(collectionName(NAMED)).toBe('Foxes')
    expect(itemName(HASH, undefined, undefined)).toEqual(said('shared.item-by-hash', { hash: HASH.slice(0, 8) }))
    const collection = said('shared.nameless-collection')
    expect(itemName(HASH, ITEM, UNNAMED)).toEqual(said('shared.item-of', { collection, number: '7' }))
    expect(itemName(HASH, ITEM, NAMED)).toBe('Foxes #7')
  })
})
