import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, OutputId } from '#contract/domain'
import type { AccountStore } from '#store'
import { outstandingChecks } from '../../src/wallet/payments/outstanding.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  asset,
  hashOf,
  kernel,
  openAccount,
  request,
} from '../support/store.ts'

/* What was signed and put away can still be paid; a review says so where it may be meant by the same payment. */

let store: AccountStore
const money = anOutput('money')
const ether = { asset_id: asset('ETH'), asset: kernel('ETH'), kernel_asset_id: kernel('ETH'), sequence: 2 }
const fee = anOutput('fee', ether)

beforeEach(() => {
  store = openAccount(newFolder('store'))
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [money, fee], cursor: 2 })
  const { payments } = store.intents
  const [id, feeId] = [request('main'), request('fee')]
  const parts = [
    { requestId: id, purpose: 'payment', assetId: asset('BTC'), kernelAssetId: kernel('BTC'), coin: money },
    { requestId: feeId, purpose: 'fee', assetId: asset('ETH'), kernelAssetId: kernel('ETH'), coin: fee },
  ] as const
  payments.create({
    ...aPayment('main', { kind: 'withdrawal' }),
    id,
    transactions: parts.map(({ coin: _, ...each }) => ({ ...each, extra: '', references: [] })),
  })
  const of = <More>(more: (part: (typeof parts)[number]) => More) =>
    parts.map((part) => ({ requestId: part.requestId, ...more(part) }))
  payments.reserve(
    id,
    parts.map(({ requestId, coin }) => ({ ...aPlan('main', [coin]), requestId })),
  )
  payments.storeRaw(
    id,
    of(({ purpose }) => ({ raw: '77770005aa', hash: hashOf(purpose) })),
  )
  payments.markVerified(
    id,
    of(() => ({ record: 1 })),
  )
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(
    id,
    of(() => ({ raw: '77770005bb' })),
  )
  payments.putAway(id, { code: 'wallet.put_away', details: {} })
})
afterEach(() => store.close())

const said = (spends: readonly OutputId[], paid: AssetId, more: object = {}) => {
  const { cache, intents } = store
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  const payment = { spends, assets: [paid], isPaid: true, who: 'wallet', ...more } as const
  return outstandingChecks({ store, directory }, aHolder().id, payment).map(({ result }) => result)
}

describe('a withdrawal that was put away, whose fee is of another asset', () => {
  it('has to be ticked where its money may be paid besides, and not where that is spent', () => {
    expect(said([], asset('BTC'))).toEqual(['attention'])
    expect(said([money.output_id], asset('BTC'))).toEqual(['ok'])
  })

  it('is not called impossible once only the coin of its fee is spent', () => {
    expect(said([fee.output_id], asset('BTC'))).toEqual(['attention'])
    store.cache.outputs.applyReconciled(aHolder(), [{ ...fee, state: 'spent', signed_by: hashOf('another') }])
    expect(said([], asset('BTC'))).toEqual(['attention'])
  })

  it('is no matter of a payment in another asset, which cannot take its coins', () => {
    expect(said([fee.output_id], asset('ETH'))).toEqual([])
  })

  it('is no matter of what pays nobody', () => {
    expect(said([], asset('BTC'), { isPaid: false })).toEqual([])
  })
})
