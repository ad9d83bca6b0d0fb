import type { Nanos, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { codeIn, memberOf, seal, uuidOf } from '../columns.ts'
import type { Database } from '../database.ts'
import { type Payment, type PaymentState, STATES } from './payment.ts'
import { openPaymentRows, rawColumns } from './payment-rows.ts'

const FROM: readonly PaymentState[] = ['built', 'verified', 'approved']

/**
 * The step of a payment that this wallet signed before these files were put back from an older copy: the signed bytes of its
 * transactions were found, so it goes on as one that is signed.
 */
export function openAdoption(db: Database, clock: { now(): Nanos }) {
  const rows = openPaymentRows(db)
  const addEvent = db.prepare('INSERT INTO payment_events (payment, at, what, detail, seal) VALUES (?, ?, ?, ?, ?)')
  return {
    /**
     * Stores the signed bytes of every transaction. Throws `wallet.payment_unknown`, and `wallet.payment_state` for a payment
     * that has no bytes yet or is signed already, both without effect.
     */
    adopt(id: RequestId, raws: readonly { requestId: RequestId; raw: string }[]): Payment {
      return db.transaction(() => {
        const row = rows.find(id)
        if (row === undefined) throw failure('wallet.payment_unknown', 'no such payment')
        const state = memberOf(STATES, row.state)
        if (!FROM.includes(state)) {
          throw failure('wallet.payment_state', `payment is ${state}`, { details: { state } })
        }
        for (const transaction of rows.transactions(row.row)) {
          const found = raws.find(({ requestId }) => requestId === uuidOf(transaction.request_id))
          if (found === undefined) throw failure('internal', 'a transaction of the payment was left out')
          const columns = rawColumns(found.raw)
          rows.saveTransaction({ ...transaction, signed: columns.raw, signed_check: columns.check })
        }
        const at = clock.now()
        const signed: PaymentState = 'signed'
        rows.save({ ...row, state: codeIn(STATES, signed), signed_at: at, updated_at: at, problem: null })
        for (const what of ['adopted', signed]) {
          const values = [row.id, at, what, null]
          addEvent.run(...values, seal(values))
        }
        const after = rows.find(id)
        if (after === undefined) throw failure('internal', 'a payment was lost while it changed')
        return rows.read(after)
      })
    },
  }
}
