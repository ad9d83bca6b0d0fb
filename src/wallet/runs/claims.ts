import { z } from 'zod'
import type { RequestId } from '#contract/domain'
import { requestId } from '#contract/wire'
import { type AccountStore, isOut, isUnsigned, needStored, type PaymentSummary, storedObject } from '#store'

/*
 * What a run has paid is what its payments in the journal say, whatever became of the file or of the list of its rows.
 */

type RowState = 'prepared' | 'pending' | 'paid' | 'refused'

export interface Claim {
  readonly state: RowState
  readonly payment: PaymentSummary
  /** Which of the payment's rows it is. */
  readonly at: number
}

export interface Claims {
  /** Rows that a payment pays, paid, or was refused after it was signed. */
  readonly rows: ReadonlyMap<RequestId, Claim>
  /** The payment that waits to be approved. */
  readonly waiting: PaymentSummary | undefined
  /** Payments that were signed and are proved never to be paid, and that no later one stands for. */
  readonly refused: readonly PaymentSummary[]
  /** How many payments of exactly these rows there were. */
  attempts(rows: readonly RequestId[]): number
}

const RANK: readonly RowState[] = ['refused', 'prepared', 'pending', 'paid']

function stateOf(payment: PaymentSummary): RowState | undefined {
  if (payment.state === 'final') return 'paid'
  if (isOut(payment.state)) return 'pending'
  if (isUnsigned(payment.state)) return 'prepared'
  // What came to nothing before it was signed claims nothing.
  return payment.state === 'failed' && payment.signedAt !== null ? 'refused' : undefined
}

/** Read for itself, so that what else a payment says decides nothing here. One that cannot be read pays nobody knows which rows. */
const ofRun = storedObject({ run: storedObject({ id: requestId, rows: z.array(requestId).readonly() }) })
const rowsOf = ({ detail }: PaymentSummary): readonly RequestId[] => needStored(ofRun, detail, 'payment').run.rows
const keyOf = (rows: readonly RequestId[]): string => [...rows].sort().join()

export function claimsOf({ intents }: Pick<AccountStore, 'intents'>, run: RequestId): Claims {
  const payments = intents.payments.ofRun(run)
  const rows = new Map<RequestId, Claim>()
  for (const payment of payments) {
    const state = stateOf(payment)
    if (state === undefined) continue
    for (const [at, id] of rowsOf(payment).entries()) {
      const before = rows.get(id)
      if (before === undefined || RANK.indexOf(before.state) <= RANK.indexOf(state))
        rows.set(id, { state, payment, at })
    }
  }
  const tried = new Map<string, number>()
  for (const payment of payments) tried.set(keyOf(rowsOf(payment)), (tried.get(keyOf(rowsOf(payment))) ?? 0) + 1)
  return {
    rows,
    waiting: payments.find((payment) => stateOf(payment) === 'prepared'),
    refused: payments.filter(
      (payment) =>
        stateOf(payment) === 'refused' && rowsOf(payment).every((id) => rows.get(id)?.payment.id === payment.id),
    ),
    attempts: (of) => tried.get(keyOf(of)) ?? 0,
  }
}
