import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { kernelAssetId, parseAmount, toAmount } from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import type { AccountStore } from '#store'
import { listAsks, newAsk } from '../../src/wallet/coins/asks.ts'
import type { CoinsDesk } from '../../src/wallet/coins/desk.ts'
import { type Asked, askedIn, keepAsked } from '../../src/wallet/payments/asked-rows.ts'
import { goneElsewhere } from '../../src/wallet/payments/gone-elsewhere.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aSnapshot,
  asset,
  hashOf,
  openAccount,
  request,
  time,
  user,
} from '../support/store.ts'

/* What is far back or one of very many is not passed over in silence. */

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

it('what a phone was asked for and has not paid is kept, however much it was asked for since', () => {
  const asked = Array.from({ length: 150 }, (_, at): Asked => {
    const payee = { kind: 'user' as const, userId: user('dora') }
    const what = { requestId: request(at), assetId: asset('BTC'), payee, amount: toAmount(1n), memo: '', label: '' }
    return { ...what, at: time(1_000 - at) }
  })
  store.cache.snapshots.applyPage({ snapshots: [aSnapshot('paid', { request_id: request(140) })], cursor: '' })
  keepAsked(store, asked)
  const ids = askedIn(store).map(({ requestId }) => requestId)
  expect(ids).toEqual(asked.map(({ requestId }) => requestId).filter((id) => id !== request(140)))
})

it('one of many whom another computer paid at once is known, where it made no other payment', () => {
  const people = Array.from({ length: 60 }, (_, at) => user(at))
  const outputs = people.map((each, index) => {
    return { index, amount: toAmount(5n), isBurnt: false, members: [each], threshold: 1 }
  })
  const facts = { asset: hashOf('asset'), withdrawal: null, outputs }
  const left = aSnapshot('many', { amount: parseSignedAmount('-0.000003'), opponent_id: null })
  store.cache.snapshots.applyPage({ snapshots: [left], cursor: '' })
  store.cache.transactionFacts.put(left.transaction_hash, facts, null)
  const gone = goneElsewhere({ account: ACCOUNT, store }, aHolder('me'), 0n)
  expect(new Set(gone.flatMap(({ opponent_id: id }) => id ?? []))).toEqual(new Set(people))
})

it('what a group asked for is known to have come, however many coins came since', () => {
  const group = aHolder('me', 'ana')
  const kernel = kernelAssetId(asset('BTC')) as Hash // a formula
  const directory = { asset: () => ({}) } as unknown as CoinsDesk['directory']
  const desk = { store, account: ACCOUNT, self: aHolder('me'), directory, now: () => time(1) } as unknown as CoinsDesk
  store.cache.holders.put(group)
  const wish = { assetId: asset('BTC'), amount: parseAmount('0.1'), memo: '', reviewBy: null }
  newAsk(desk, group, { ...wish, id: request('asked') })
  const common = { holder: group, kernel_asset_id: kernel, asset: kernel, asset_id: asset('BTC'), request_id: null }
  const coins = Array.from({ length: 20_600 }, (_, at) => anOutput(at, { ...common, sequence: at + 1 }))
  const outputs = coins.map((coin, at) =>
    at === 0 ? { ...coin, amount: parseAmount('0.1'), request_id: request('asked') } : coin,
  )
  store.cache.outputs.applyPage({ holder: group, outputs, cursor: coins.length })
  expect(listAsks(desk, group)).toMatchObject([{ askId: request('asked'), state: 'paid' }])
})
