import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import type { PartyView } from '#contract/ipc'
import type { AccountStore } from '#store'
import { said } from '#words/facts'
import { formerText, placedBy } from '../../src/wallet/shared/placed-by.ts'
import { newFolder } from '../support/scratch.ts'
import { openAccount, uuidFrom } from '../support/store.ts'

const ethereum = { chainId: uuidFrom<AssetId>('ethereum'), chainName: 'Ethereum' }
const written = '0x52908400098527886E0F7030069857D2E4169EE7'
let store: AccountStore

beforeEach(() => {
  store = openAccount(newFolder())
  const saved = { id: uuidFrom<string>('saved'), userId: null, label: 'Cold', chainId: ethereum.chainId, tag: '' }
  store.intents.contactAddresses.save({ ...saved, destination: written })
})
afterEach(() => store.close())

function labelOf(destination: string, tag = ''): string | undefined {
  const party: PartyView = { kind: 'chain', destination, tag, chainId: null, chainName: '' }
  const placed = placedBy(party, ethereum, store.intents)
  return placed.kind === 'chain' ? placed.label : undefined
}

describe('an address that is paid', () => {
  it('bears the name that it is saved under', () => {
    expect(labelOf(written)).toBe('Cold')
  })

  it('bears it also where its hex is written in small letters', () => {
    expect(labelOf(written.toLowerCase())).toBe('Cold')
  })

  it('bears none with another tag', () => {
    expect(labelOf(written, '7')).toBeUndefined()
  })
})

describe('an address that was saved once', () => {
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const save = (name: string, destination: string, tag = '') =>
    store.intents.contactAddresses.save({
      ...{ id: uuidFrom<string>(name), userId: null, label: name, chainId: ethereum.chainId },
      ...{ destination, tag },
    })
  const former = (more: object = {}) =>
    formerText(store.intents, { chainId: ethereum.chainId, destination: written, tag: '', ...more })

  it('is said to be another one by now, or none, and so is no other, nor with another tag or on another chain', () => {
    save('saved', other)
    expect(former()).toEqual(said('check.payments.address-changed', { name: 'saved', address: other }))
    expect(former({ destination: written.toLowerCase() })).toEqual(former())
    const others = [{ tag: '7' }, { chainId: uuidFrom<AssetId>('bitcoin') }, { destination: other }]
    expect(others.map(former)).toEqual([undefined, undefined, undefined])
    store.intents.contactAddresses.remove(uuidFrom('saved'))
    expect(former()).toEqual(said('check.payments.address-removed', { name: 'Cold' }))
  })

  it('is said to be what stands under its last name, and nothing once it is saved again', () => {
    save('saved', other)
    save('Warm', written)
    expect(former()).toBeUndefined()
    save('Warm', other, '9')
    const text = said('check.payments.address-changed-tag', { name: 'Warm', address: other, tag: '9' })
    expect(former()).toEqual(text)
  })
})
