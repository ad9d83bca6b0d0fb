import type { RequestId } from '#contract/domain'
import type { Payment } from '../payment.ts'
import { type Journal, partOf } from './journal.ts'
import { rawColumns } from './transaction-rows.ts'

/**
 * The step of a payment that this wallet signed before these files were put back from an older copy: the signed bytes of its
 * transactions were found, so it goes on as one that is signed.
 */
export function takingOver({ record, advance }: Journal) {
  return {
    /**
     * Stores the signed bytes of every transaction. Throws `wallet.payment_unknown`, and `wallet.payment_state` for a payment
     * that has no bytes yet or is signed already, both without effect.
     */
    takeOver(id: RequestId, raws: readonly { requestId: RequestId; raw: string }[]): Payment {
      return advance(id, ['built', 'verified', 'approved'], (row, transactions, at) => {
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
