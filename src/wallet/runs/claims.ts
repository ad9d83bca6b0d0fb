import { z } from 'zod'
import type { AssetId, Nanos, RequestId } from '#contract/domain'
import { requestId } from '#contract/wire'
import type { Amount } from '#protocol'
import { type AccountStore, isOut, isUnsigned, needStored, type PaymentSummary, storedObject } from '#store'
import { isSpent } from '../payments/again.ts'
import { isWithdrawal, shownIntent } from '../payments/intent.ts'
import { mainOf } from '../payments/review-checks.ts'
import { paidElsewhere } from './elsewhere.ts'
import { partId } from './identity.ts'

/*
 * What a run has paid is what its payments in the journal say, whatever became of the file or of the list of its rows, and what it was found to
 * have paid elsewhere.
 */

export type RowState = 'prepared' | 'pending' | 'paid' | 'refused'

export interface Claim {
  readonly state: RowState
  readonly request: RequestId
  /** Null of what this journal did not pay. */
  readonly payment: PaymentSummary | null
  readonly assetId: AssetId
  /** Unknown where what was asked cannot be read. */
  readonly amount: Amount | undefined
  readonly at: Nanos
}

export interface Claims {
  /** Rows that a payment pays, paid, or was refused after it was signed. */
  readonly rows: ReadonlyMap<RequestId, Claim>
  /** The payment of the run that waits to be approved; withdrawals wait each by itself. */
  readonly waiting: PaymentSummary | undefined
  /** Payments, withdrawals too, that wait although another one paid rows of theirs, or is paying them: they can only be given up. */
  readonly doubled: readonly { readonly payment: PaymentSummary; readonly rows: number; readonly by: RequestId }[]
  /** Payments that were signed and are proved never to be paid, and that no later one stands for in all their rows. */
  readonly refused: readonly PaymentSummary[]
  /** Payments that were prepared for other rows than these, and that nobody has agreed to. */
  preparedBeside(rows: ReadonlySet<RequestId>): PaymentSummary[]
  /** Payments of any of these rows that were given up before they were signed here. */
  givenUp(rows: readonly RequestId[]): RequestId[]
  /** Of the next payment of exactly these rows; `taken` are ids under which somebody else had something recorded. */
  nextId(rows: readonly RequestId[], taken: ReadonlySet<RequestId>): RequestId
}

const RANK: readonly RowState[] = ['refused', 'prepared', 'pending', 'paid']

function stateOf(payment: PaymentSummary): RowState | undefined {
  if (payment.state === 'final') return 'paid'
  if (isOut(payment.state)) return 'pending'
  if (isUnsigned(payment.state)) return 'prepared'
  // What came to nothing before it was signed claims nothing.
  if (payment.state !== 'failed' || payment.signedAt === null) return undefined
  // The money of a withdrawal may have left before its fee became impossible.
  return mainOf(payment)?.finalAt == null ? 'refused' : 'pending'
}

/** Read for itself, so that what else a payment says decides nothing here. One that cannot be read pays nobody knows which rows. */
const ofRun = storedObject({ run: storedObject({ id: requestId, rows: z.array(requestId).readonly() }) })
const rowsOf = ({ detail }: PaymentSummary): readonly RequestId[] => needStored(ofRun, detail, 'payment').run.rows

/** What pays a row in place of a payment of it. */
const takenBy = (claim: Claim | undefined, { id }: PaymentSummary): RequestId[] =>
  claim !== undefined && claim.request !== id && (claim.state === 'paid' || claim.state === 'pending')
    ? [claim.request]
    : []

export function claimsOf({ intents }: Pick<AccountStore, 'intents'>, run: RequestId): Claims {
  const payments = intents.payments.ofRun(run)
  const rows = new Map<RequestId, Claim>()
  for (const payment of payments) {
    const state = stateOf(payment)
    if (state === undefined) continue
    const { assetId } = payment
    const at = payment.finalAt ?? payment.signedAt ?? payment.createdAt
    for (const [row, id] of rowsOf(payment).entries()) {
      const before = rows.get(id)
      if (before === undefined || RANK.indexOf(before.state) <= RANK.indexOf(state))
        rows.set(id, {
          state,
          request: payment.id,
          payment,
          assetId,
          amount: shownIntent(payment).rows[row]?.amount,
          at,
        })
    }
  }
  // What was given up here another copy of these files may have paid under the same id.
  const own = new Set(payments.filter((payment) => stateOf(payment) !== undefined).map(({ id }) => id))
  for (const { final, request, assetId, at, rows: paid } of paidElsewhere(intents, run)) {
    if (own.has(request)) continue
    const state = final ? 'paid' : 'pending'
    for (const { id, amount } of paid) {
      if (rows.get(id)?.state !== 'paid') rows.set(id, { state, request, payment: null, assetId, amount, at })
    }
  }
  const known = new Map(payments.map((payment) => [payment.id, payment]))
  return {
    rows,
    waiting: payments.find((payment) => stateOf(payment) === 'prepared' && !isWithdrawal(shownIntent(payment))),
    doubled: payments.flatMap((payment) => {
      if (stateOf(payment) !== 'prepared') return []
      const taken = rowsOf(payment).flatMap((row) => takenBy(rows.get(row), payment))
      return taken[0] === undefined ? [] : [{ payment, rows: taken.length, by: taken[0] }]
    }),
    refused: payments.filter(
      (payment) =>
        stateOf(payment) === 'refused' && rowsOf(payment).some((id) => rows.get(id)?.payment?.id === payment.id),
    ),
    preparedBeside: (there) =>
      payments.filter(
        (payment) =>
          stateOf(payment) === 'prepared' &&
          payment.state !== 'approved' &&
          rowsOf(payment).some((row) => !there.has(row)),
      ),
    givenUp: (of) =>
      payments.flatMap((one) =>
        one.state === 'cancelled' && rowsOf(one).some((row) => of.includes(row)) ? one.id : [],
      ),
    nextId(of, taken) {
      for (let attempt = 0; ; attempt += 1) {
        const id = partId(run, of, attempt)
        if (taken.has(id)) continue
        const before = known.get(id)
        // What came to nothing before it had bytes was shown to nobody, and its id is free: another copy of these files looks for no end of unknown ones.
        if (before === undefined || (before.state === 'cancelled' && !isSpent(before))) return id
      }
    },
  }
}
