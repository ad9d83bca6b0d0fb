import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Hash, Holder, PendingDeposit } from '#contract/domain'
import { kernelAssetId, toAmount, uniqueObjectId } from '#protocol'
import type { AccountStore } from '#store'
import { confirmedId, createCarriedWords, subjectAt } from '../../src/wallet/activity/carried-words.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, aSnapshot, asset, hashOf, openAccount, time, uuidFrom } from '../support/store.ts'

/* Words about deposits of two chains whose transactions have the same hash, or which the service says have. */

const self = aHolder('me')
let store: AccountStore
let desk: Parameters<typeof createCarriedWords>[0]
beforeEach(() => {
  store = openAccount(newFolder('store'))
  desk = { store, self }
})
afterEach(() => store.close())

const kernelOf = (symbol: string) => kernelAssetId(asset(symbol)) as Hash // a formula
const HASH = hashOf('twice')
const place = { deposit_hash: HASH, deposit_index: 0 }
const id = (symbol: string) => `d:${uuidFrom<string>(symbol)}`

const pending = (symbol: string): PendingDeposit => ({
  ...{ deposit_id: uuidFrom(symbol), destination: 'bc1q', tag: '', chain_id: asset(symbol), asset_id: asset(symbol) },
  ...{ asset_key: '', kernel_asset_id: null, amount: toAmount(1n), transaction_hash: HASH, output_index: 0 },
  ...{ block_hash: '', block_number: 0, confirmations: 0, threshold: 3, state: 'pending', sender: '' },
  ...{ created_at: time(1), updated_at: time(1) },
})
const list = (...symbols: readonly string[]) => store.cache.deposits.replacePending(self.id, symbols.map(pending))
const write = (subject: string, label: string) => store.intents.labels.set(subject, label, '')
const words = () => store.intents.labels.ofKind('d').map(({ label }) => label)
const labelAt = (subject: string) => store.intents.labels.get(subject)?.label ?? ''

/** It has come, to the account or to a group. */
function come(symbol: string, group?: Holder): string {
  const named = { asset_id: asset(symbol), kernel_asset_id: kernelOf(symbol) }
  const deposit = { ...place, sender: '', destination: '', tag: '' }
  if (group === undefined) {
    const snapshot = aSnapshot(symbol, { ...named, deposit })
    store.cache.snapshots.applyPage({ snapshots: [snapshot], cursor: symbol })
    return `s:${snapshot.snapshot_id}`
  }
  const output = anOutput(symbol, { ...named, holder: group, deposit: { ...place, chain: '' } })
  store.cache.outputs.applyPage({ holder: group, outputs: [output], cursor: output.sequence })
  return `o:${output.output_id}`
}

const round = () => createCarriedWords(desk, { findByHash: () => undefined }).round()

it('stay with the one that they were written about, whichever comes first', () => {
  list('BTC', 'ETH')
  write(subjectAt(desk, id('BTC')), 'Landlady')
  expect(labelAt(subjectAt(desk, id('ETH')))).toBe('')
  const ether = come('ETH')
  round()
  expect([labelAt(ether), words()]).toEqual(['', ['Landlady']])
  expect(confirmedId(desk, id('BTC'))).toBeNull()
  expect(confirmedId(desk, id('ETH'))).toBe(ether)
  const bitcoin = come('BTC')
  expect(confirmedId(desk, id('BTC'))).toBe(bitcoin)
  round()
  expect([labelAt(ether), labelAt(bitcoin), words()]).toEqual(['', 'Landlady', []])
})

it('are not given to a group’s coin of another chain', () => {
  const group = aHolder('me', 'Ana')
  store.intents.groups.put({ ...group, name: 'Two', colour: 0, order: 0, createdAt: time(0) })
  store.cache.deposits.replacePending(group.id, [pending('BTC')])
  write(subjectAt(desk, id('BTC')), 'Landlady')
  const ether = come('ETH', group)
  round()
  expect([labelAt(ether), words()]).toEqual(['', ['Landlady']])
})

it('are not of both where both are labelled', () => {
  list('BTC', 'ETH')
  write(subjectAt(desk, id('BTC')), 'Landlady')
  write(subjectAt(desk, id('ETH')), 'Exchange')
  const [bitcoin, ether] = [come('BTC'), come('ETH')]
  round()
  expect([labelAt(bitcoin), labelAt(ether), words()]).toEqual(['Landlady', 'Exchange', []])
})

/** As an earlier version kept them, by the place alone. */
const EARLY = `d:${uniqueObjectId(HASH, ' ', '0')}`

it('of an earlier version stay with the one that is on its way', () => {
  list('BTC')
  write(EARLY, 'Landlady')
  const ether = come('ETH')
  round()
  expect([labelAt(ether), labelAt(subjectAt(desk, id('BTC')))]).toEqual(['', 'Landlady'])
  const bitcoin = come('BTC')
  round()
  expect([labelAt(ether), labelAt(bitcoin), words()]).toEqual(['', 'Landlady', []])
})

it('of an earlier version are at what has come where nothing is on its way', () => {
  write(EARLY, 'Landlady')
  const bitcoin = come('BTC')
  round()
  expect([labelAt(bitcoin), words()]).toEqual(['Landlady', []])
})
