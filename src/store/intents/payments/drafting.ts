import { failure } from '#contract/errors'
import { PAYMENT_STATES } from '#contract/wire'
import { amountColumns, bytesOf, codeIn, joinedHex, memberOf, uuidBytes } from '../../encoding.ts'
import { jsonOf } from '../../exact-json.ts'
import { isOut, KINDS, type Payment, type PaymentDraft, PURPOSES } from '../payment.ts'
import { type Journal, wrongState } from './journal.ts'

/** Where a payment begins. */
export function drafting({ rows, voids, now, transaction: atomically, record, known }: Journal) {
  return {
    /**
     * Writes down what a person asked for, before anything else happens. Throws `wallet.payment_state` when a request id
     * already belongs to a payment that was not ended unsigned.
     */
    create(draft: PaymentDraft): Payment {
      return atomically(() => {
        for (const { requestId } of draft.transactions) {
          const taken = rows.findByRequest(requestId)
          if (taken !== undefined && taken.dead === 0n) {
            throw failure('wallet.payment_state', 'request id is in use', { details: { requestId } })
          }
        }
        if (draft.transactions.length === 0) throw failure('internal', 'a payment has at least one transaction')
        const earlier = rows.find(draft.id)
        if (earlier !== undefined) {
          // The id of a payment link is the id of its payment: what was given up unsigned makes room for the next try.
          const unsigned = rows.transactions(earlier.row).every(({ dead }) => dead !== 0n)
          if (!unsigned) throw failure('wallet.payment_state', 'payment exists already')
          rows.drop(earlier.row)
          voids.remove(earlier.id)
        }
        if (draft.voids !== undefined) {
          const target = known(draft.voids)
          if (!isOut(memberOf(PAYMENT_STATES, target.state))) throw wrongState(memberOf(PAYMENT_STATES, target.state))
          voids.set(uuidBytes(draft.id), target.id)
        }
        const at = now()
        const { units, large } = amountColumns(draft.amount)
        const payment = rows.insert({
          id: uuidBytes(draft.id),
          holder: draft.holder,
          kind: codeIn(KINDS, draft.kind),
          state: 0n,
          asset: uuidBytes(draft.assetId),
          units,
          large,
          detail: jsonOf(draft.detail),
          parts: BigInt(draft.transactions.length),
          digest: null,
          attempts: 0n,
          problem: null,
          created_at: at,
          updated_at: at,
          approved_at: null,
          signed_at: null,
          sent_at: null,
          accepted_at: null,
          final_at: null,
        })
        draft.transactions.forEach((transaction, position) => {
          rows.insertTransaction({
            payment,
            position: BigInt(position),
            request_id: uuidBytes(transaction.requestId),
            dead: 0n,
            purpose: codeIn(PURPOSES, transaction.purpose),
            asset: uuidBytes(transaction.assetId),
            kernel: bytesOf(transaction.kernelAssetId),
            extra: bytesOf(transaction.extra),
            refs: joinedHex(transaction.references),
            ...{ hash: null, raw: null, raw_check: null, signed: null, signed_check: null, record: null },
            ...{ input_count: 0n, output_count: 0n, accepted_at: null, final_at: null, conflict: null },
          })
        })
        record(uuidBytes(draft.id), at, 'draft')
        return rows.read(known(draft.id))
      })
    },
  }
}
