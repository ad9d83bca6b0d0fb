import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Hash, PendingDeposit } from '#contract/domain'
import { kernelAssetId, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, asset, hashOf, kernel, openAccount, time, uuidFrom } from '../support/store.ts'

/* A deposit that was told of while the list of all of them was being read. */

const holder = aHolder('me')
let store: AccountStore

beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const deposit = (name: string): PendingDeposit => ({
  ...{ deposit_id: uuidFrom(name), destination: 'bc1q', tag: '', chain_id: asset('BTC'), asset_id: asset('BTC') },
  ...{ asset_key: '', kernel_asset_id: kernel('BTC'), amount: toAmount(1n), transaction_hash: hashOf(name) },
  ...{ output_index: 0, block_hash: '', block_number: 0, confirmations: 0, threshold: 3, state: 'pending', sender: '' },
  ...{ created_at: time(1), updated_at: time(1) },
})

const pending = (): string[] => store.cache.deposits.listPending(holder.id).map(({ deposit_id }) => deposit_id)

it('stays when that list, which was begun before, comes without it', () => {
  const { deposits } = store.cache
  const begun = deposits.beginReading()
  deposits.add(holder.id, deposit('new'))
  deposits.replacePending(holder.id, [], begun)
  expect(pending()).toEqual([deposit('new').deposit_id])
})

it('goes when a list that was begun after comes without it', () => {
  const { deposits } = store.cache
  deposits.add(holder.id, deposit('new'))
  deposits.replacePending(holder.id, [], deposits.beginReading())
  expect(pending()).toEqual([])
})

it('is on its way still where a coin of another chain came by a transaction of the same hash', () => {
  const { deposits, outputs } = store.cache
  const [bitcoin, ether] = [deposit('twice'), { ...deposit('twice'), deposit_id: uuidFrom<string>('ether') }]
  const kernelOf = (id: string) => kernelAssetId(id) as Hash // a formula
  const ofEther = { asset_id: asset('ETH'), chain_id: asset('ETH'), kernel_asset_id: null }
  deposits.replacePending(holder.id, [
    { ...bitcoin, kernel_asset_id: kernelOf(asset('BTC')) },
    { ...ether, ...ofEther },
  ])
  const coinOf = (name: string) => ({
    ...anOutput(name, { holder, kernel_asset_id: kernelOf(asset(name)), asset_id: asset(name) }),
    deposit: { chain: '', deposit_hash: bitcoin.transaction_hash, deposit_index: 0 },
  })
  outputs.applyPage({ holder, outputs: [coinOf('BTC')], cursor: 1 })
  expect(pending()).toEqual([ether.deposit_id])
  outputs.applyPage({ holder, outputs: [coinOf('ETH')], cursor: 2 })
  expect(pending()).toEqual([])
})

it('is one, of the least amount, however often the service lists one place on its chain', () => {
  const { deposits } = store.cache
  const first = deposit('once')
  const again = (name: string, more: object) => ({ ...first, deposit_id: uuidFrom<string>(name), ...more })
  const beside = again('beside', { output_index: 1 })
  const ether = again('ether', { asset_id: asset('ETH'), chain_id: asset('ETH'), kernel_asset_id: kernel('ETH') })
  const more = { amount: toAmount(3n) }
  deposits.replacePending(holder.id, [again('before', more), first, again('after', more), beside, ether])
  expect(pending().sort()).toEqual([first, beside, ether].map(({ deposit_id }) => deposit_id).sort())
})
