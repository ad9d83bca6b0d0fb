import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import type { PartyView } from '#contract/ipc'
import type { AccountStore } from '#store'
import { placedBy } from '../../src/wallet/shared/placed-by.ts'
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
