import type { RequestId } from '#contract/domain'
import { PAYMENT_STATES } from '#contract/wire'
import { memberOf, uuidOf } from '../../encoding.ts'
import type { Payment } from '../payment.ts'
import { type Journal, partOf, wrongState } from './journal.ts'
import type { PaymentRow } from './rows.ts'
import type { TransactionRow } from './transaction-rows.ts'
import { rawColumns } from './transaction-rows.ts'

/**
 * The step of a payment that was signed without this journal knowing: before these files were put back from an older copy, or by the
 * others of its group or another computer after it was given up here. The signed bytes of its transactions were found, so it goes on as one that is signed.
 */
export function takingOver({ rows, voids, record, advance }: Journal) {
  /** Its ids and coins were free meanwhile: the ids must be so still, the coins are gone to its own bytes. */
  function takeBack(row: PaymentRow, transactions: readonly TransactionRow[]): void {
    for (const transaction of transactions) {
      if (rows.findByRequest(uuidOf<RequestId>(transaction.request_id))?.dead === 0n) throw wrongState('cancelled')
      transaction.dead = 0n
      rows.holdFreeInputs(transaction, voids.depthOf(row.id))
    }
  }

  return {
    /**
     * Stores the signed bytes of every transaction. Throws `wallet.payment_unknown`, and `wallet.payment_state` for a payment
     * that has no bytes yet, is signed already, or was given up and whose ids are another's since, all without effect.
     */
    takeOver(id: RequestId, raws: readonly { requestId: RequestId; raw: string }[]): Payment {
      return advance(id, ['built', 'verified', 'approved', 'cancelled'], (row, transactions, at) => {
        if (memberOf(PAYMENT_STATES, row.state) === 'cancelled') takeBack(row, transactions)
        for (const transaction of transactions) {
          const columns = rawColumns(partOf(raws, transaction).raw)
          Object.assign(transaction, { signed: columns.raw, signed_check: columns.check })
        }
        row.signed_at = at
        row.problem = null
        record(row.id, at, 'adopted')
        return 'signed'
      })
    },
  }
}
