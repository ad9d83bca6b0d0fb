import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PendingDeposit } from '#contract/domain'
import { toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, asset, hashOf, kernel, openAccount, time, uuidFrom } from '../support/store.ts'

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
