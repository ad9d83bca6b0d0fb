import type { Hash, RequestId } from '#contract/domain'
import type { AccountStore, PaymentDraft } from '#store'
import { anOutput, aPayment, aPlan, hashOf, kernel, request } from '../support/store.ts'

/* A payment that was signed by hand, in a journal on real files. */

export const [one, two] = [anOutput(1), anOutput(2)]
export const id: RequestId = request('main')
export const hash: Hash = hashOf('main')

export const intent = {
  ...{ assetId: aPayment('p').assetId, rows: [], memoHex: '', references: [], fee: null, coins: null, label: '' },
  ...{ returnTo: null, draftId: null },
}

/** Signed, of one transaction for each coin, and not handed over. */
export function signed(
  store: AccountStore,
  kind: PaymentDraft['kind'] = 'transfer',
  parts = [{ id, coin: one, hash }],
  raw = '77770005aa',
  detail: PaymentDraft['detail'] = intent,
): void {
  const { payments } = store.intents
  const transactions = parts.map((part, at) => ({
    ...{
      requestId: part.id,
      purpose: at === 0 ? ('payment' as const) : ('fee' as const),
      assetId: aPayment('p').assetId,
    },
    ...{ kernelAssetId: kernel('BTC'), extra: '', references: [] },
  }))
  payments.create({ ...aPayment('p', { kind, detail }), id, transactions })
  payments.reserve(
    id,
    parts.map((part) => ({ ...aPlan('p', [part.coin]), requestId: part.id })),
  )
  payments.storeRaw(
    id,
    parts.map((part) => ({ requestId: part.id, raw, hash: part.hash })),
  )
  payments.markVerified(
    id,
    parts.map((part) => ({ requestId: part.id, record: 1 })),
  )
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(
    id,
    parts.map((part) => ({ requestId: part.id, raw: '77770005bb' })),
  )
}

export type Signed = Parameters<typeof signed> extends [unknown, ...infer Rest] ? Rest : never
