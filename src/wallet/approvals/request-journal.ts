import type { Hash } from '#contract/domain'
import { failure } from '#contract/errors'
import { encodeTransaction } from '#protocol'
import { type AccountStore, isUnsigned, type Payment, type PaymentDraft } from '#store'
import type { Intent } from '../payments/intent.ts'
import type { Judged } from './judge.ts'
import { payloadOf, paymentOf, type Request } from './request.ts'
import { payeeOf } from './review.ts'

/*
 * A request that is about to be signed, in the payment journal: its coins are held and signing survives a crash.
 */

type Plan = Parameters<AccountStore['intents']['payments']['reserve']>[1][number]

/**
 * Writes it up to `verified`, all of it or nothing: one that was only begun would be taken for a payment of one's own, and coins be planned for it. Throws
 * `wallet.request_held` where a coin is held, `wallet.payment_state` where another payment has its id.
 */
export function journalRequest(store: AccountStore, request: Request, judged: Judged): Payment {
  const { payments } = store.intents
  const found = paymentOf(store, request)
  if (found !== undefined && found.state !== 'cancelled' && found.state !== 'failed') return found
  return payments.together(() => {
    payments.create(draftOf(request, judged))
    const reservation = payments.reserve(request.id, [planOf(request, judged)])
    if (!reservation.ok) throw failure('wallet.request_held', 'a coin is held')
    payments.storeKeys(
      request.id,
      judged.actual.outputs
        .filter(({ leaves }) => leaves === null)
        .map(({ index, mask, keys, script }) => ({ requestId: request.id, index, mask, keys, script })),
    )
    const raw = encodeTransaction(payloadOf(request.raw))
    payments.storeRaw(request.id, [{ requestId: request.id, raw, hash: request.hash }])
    return payments.markVerified(request.id, [{ requestId: request.id, record: { state: request.state } }])
  })
}

function draftOf(request: Request, { actual }: Judged): PaymentDraft {
  const { asset } = actual
  if (asset === undefined) throw failure('wallet.asset_mismatch', 'the asset is not known')
  const unsigned = payloadOf(request.raw)
  const references = unsigned.references as Hash[] // the decoder gives 32 bytes of hex
  const intent: Intent = {
    assetId: asset.assetId,
    rows: actual.outputs.flatMap((output) => {
      const payee = payeeOf(output)
      return output.change || payee === undefined ? [] : [{ payee, amount: output.amount }]
    }),
    ...{ memoHex: unsigned.extra, references, fee: null, coins: null, label: '', returnTo: null, draftId: null },
  }
  return {
    ...{ id: request.id, holder: request.holder, kind: 'multisig', assetId: asset.assetId, amount: actual.amount },
    detail: intent,
    transactions: [
      {
        ...{ requestId: request.id, purpose: 'payment', assetId: asset.assetId, extra: unsigned.extra, references },
        kernelAssetId: unsigned.asset as Hash, // the decoder gives 32 bytes of hex
      },
    ],
  }
}

function planOf(request: Request, { actual, coins }: Judged): Plan {
  const unsigned = payloadOf(request.raw)
  return {
    requestId: request.id,
    inputs: coins
      .flatMap((coin) => coin ?? [])
      .map(({ outputId, hash, index, amount, mask, keys }) => ({ outputId, hash, index, amount, mask, keys })),
    outputs: actual.outputs.map((output) => ({
      role: output.change ? 'change' : output.leaves === null ? 'payment' : 'withdrawal',
      payee: output.change ? { kind: 'self' } : (payeeOf(output) ?? { kind: 'unknown' }),
      amount: output.amount,
      threshold: output.threshold,
      hint: null,
    })),
    extra: unsigned.extra,
    references: unsigned.references as Hash[], // the decoder gives 32 bytes of hex
  }
}

/** Takes back what `journalRequest` wrote where nothing was signed: a request of others holds no coins, and is theirs to give up. */
export function leaveRequest(store: AccountStore, request: Pick<Request, 'id' | 'hash' | 'detail'>): void {
  if (request.detail.source === 'made') return
  const payment = paymentOf(store, request) ?? begunFor(store, request)
  if (payment === undefined || payment.kind !== 'multisig' || !isUnsigned(payment.state)) return
  store.intents.payments.cancel(payment.id)
}

/** What is under its id without any bytes: the first versions ended between their steps too. No payment of one's own could be asked for under that id any more. */
function begunFor({ intents }: AccountStore, { id }: Pick<Request, 'id'>): Payment | undefined {
  const found = intents.payments.byRequest(id)
  return found?.transactions.every(({ hash }) => hash === null) === true ? found : undefined
}
