import type { Nanos, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { PAYMENT_STATES } from '#contract/wire'
import type { Database } from '../../database.ts'
import { codeIn, memberOf, uuidOf } from '../../encoding.ts'
import { type Json, jsonOf } from '../../exact-json.ts'
import { sealedInsert } from '../../sealed.ts'
import { OUT, type Payment, type PaymentState, UNSIGNED } from '../payment.ts'
import { openVoids } from '../void-rows.ts'
import { openPaymentRows, type PaymentRow } from './rows.ts'
import type { TransactionRow } from './transaction-rows.ts'

/** Neither final nor given up: it holds its coins. */
export const LIVE = [...UNSIGNED, ...OUT] as const

/** What every step of a payment needs: its rows, its events, and the one way in which it changes. */
export type Journal = ReturnType<typeof openJournal>

export function openJournal(db: Database, clock: { now(): Nanos }) {
  const rows = openPaymentRows(db)
  const addEvent = sealedInsert(db, 'payment_events')

  function record(payment: Buffer, at: Nanos, what: string, detail: Json = null): void {
    addEvent([payment, at, what, detail === null ? null : jsonOf(detail)])
  }

  function known(id: RequestId): PaymentRow {
    const row = rows.find(id)
    if (row === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return row
  }

  /** The one way a payment changes: read, guard, change, write, note; all or nothing. */
  function advance(
    id: RequestId,
    from: readonly PaymentState[],
    change: (row: PaymentRow, transactions: readonly TransactionRow[], at: Nanos) => PaymentState,
  ): Payment {
    return db.transaction(() => {
      const row = known(id)
      const state = memberOf(PAYMENT_STATES, row.state)
      if (!from.includes(state)) throw wrongState(state)
      const at = clock.now()
      const transactions = rows.transactions(row.row)
      const next = change(row, transactions, at)
      row.state = codeIn(PAYMENT_STATES, next)
      row.updated_at = at
      for (const transaction of transactions) rows.saveTransaction(transaction)
      rows.save(row)
      if (next !== state) record(row.id, at, next)
      return rows.read(known(id))
    })
  }

  return {
    rows,
    voids: openVoids(db),
    now: () => clock.now(),
    transaction: <Result>(work: () => Result): Result => db.transaction(work),
    record,
    known,
    advance,
  }
}

export function wrongState(state: PaymentState) {
  return failure('wallet.payment_state', `payment is ${state}`, { details: { state } })
}

/** What was given for this transaction; every transaction of a payment takes each step together. */
export function partOf<Part extends { readonly requestId: RequestId }>(
  parts: readonly Part[],
  transaction: TransactionRow,
): Part {
  const part = parts.find((each) => each.requestId === uuidOf(transaction.request_id))
  if (part === undefined) throw failure('internal', 'a transaction of the payment was left out')
  return part
}
