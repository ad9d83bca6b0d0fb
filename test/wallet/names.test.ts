import { describe, expect, it, onTestFinished } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Collection, Hash, InscriptionItem } from '#contract/domain'
import { said } from '#words'
import { collectionName, itemName } from '../../src/wallet/shared/item-name.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, hashOf, openAccount, uuidFrom } from '../support/store.ts'

const UNNAMED = { name: '', symbol: '' } as Collection // what names are made of
const NAMED = { name: 'Foxes', symbol: 'FOX' } as Collection
const ITEM = { sequence: 7 } as InscriptionItem
const HASH = hashOf('item') as Hash

describe('what nobody has named', () => {
  it('is an asset and a network whose names are facts, for the window to word', () => {
    const store = openAccount(newFolder('store'))
    onTestFinished(() => store.close())
    const directory = createDirectory({
      table: assets,
      cache: store.cache,
      account: ACCOUNT,
      groups: store.intents.groups,
    })
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
