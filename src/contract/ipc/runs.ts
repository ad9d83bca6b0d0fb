import { z } from 'zod'
import { amount, assetId, outputId, requestId, shown, shownLines, time } from '../wire.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { givenPayee } from './payees.ts'
import { paymentReview } from './payments.ts'
import { reason } from './send-form.ts'
import { assetView, errorReport, partyView, paymentId } from './shared.ts'

/** More would be no list that a person oversees. */
const ROWS_MAX = 5000

const givenRow = z.strictObject({
  line: z.number().int().min(1),
  to: z.string().max(8000),
  /** As it was written, and what it was read as; null where nobody can read it. */
  typed: z.string().max(64),
  amount: amount.nullable(),
  memo: z.string().max(4000),
  label: z.string().max(200),
  /** As it was written; absent or empty where it is that of the run. */
  asset: z.string().max(100).exactOptional(),
})

const runRow = z.object({
  line: z.number(),
  to: shown,
  /** Null where the row names nobody. */
  party: partyView.nullable(),
  /** Null where none, or more than one, is called as it was written. */
  asset: assetView.nullable(),
  /** How the row itself names it; empty where it does not. */
  written: shown,
  typed: shown,
  amount: amount.nullable(),
  memoText: shownLines,
  label: shown,
  /**
   * `ready`: will be paid by one of the next payments; `to_withdraw`: by one of its own, with its fee; `left_out`: by none; the others by what
   * became of its payment.
   */
  state: z.enum(['ready', 'to_withdraw', 'left_out', 'prepared', 'pending', 'paid', 'refused']),
  /** Pending, and nothing leaves before more members of the group have signed. */
  asks: z.literal(true).exactOptional(),
  why: z.enum(['amount', 'memo', 'payee', 'unregistered', 'unanswered', 'asset']).nullable(),
  /** Still to be paid, and there is not enough of its asset for it and the rows before it. */
  short: z.boolean(),
  /** The line of an equal row before it. */
  sameAs: z.number().nullable(),
  paymentId: paymentId.nullable(),
  /** Paid by this account or group, but not by this journal: on another computer, or before an older copy was put back. */
  elsewhere: z.boolean(),
  at: time.nullable(),
  problem: errorReport.nullable(),
  /**
   * Of one that leaves the network, which `runs.withdraw` pays: the tag that it asks for, empty where it leaves that open, and whether a group's
   * is final and leaves only once its fee is paid.
   */
  withdrawal: z.object({ rowId: requestId, tag: shown, feeWaits: z.boolean() }).exactOptional(),
})

const ofAsset = z.object({ asset: assetView, amount })
/** What rows come to, of each asset. */
const sum = z.object({ rows: z.number(), amounts: z.array(ofAsset) })

const runView = z.object({
  runId: requestId,
  name: shown,
  /** That of rows which name none. */
  asset: assetView.nullable(),
  savedAt: time,
  rows: z.array(runRow),
  paid: sum,
  /** Signed and not final yet. */
  going: sum,
  ready: sum,
  /** Assets of which there is less than what is still to be paid, with the change of payments that are under way. */
  short: z.array(z.object({ asset: assetView, needed: amount, has: amount })),
  leftOut: z.number(),
  /** Paid, or on its way, by this run for rows that its list does not have any more. */
  gone: sum,
  /** Other runs that have paid, or are paying, rows which this one is still to pay: the same may be meant, or the same again. */
  repeats: z.array(z.object({ runId: requestId, name: shown, rows: z.number() })),
  /** The next payment, and how many there are with it. */
  next: z.object({ ...ofAsset.shape, rows: z.number(), parts: z.number() }).nullable(),
  /** The payment that waits to be approved or given up. */
  waiting: paymentId.nullable(),
  /** Payments that wait although so many of their rows were paid otherwise, or are being paid: none can be signed, and each can be given up. */
  doubled: z.array(z.object({ paymentId, rows: z.number() })),
})

/**
 * Many payments from one list. A run has a name; under one name each row is paid once, however often the list is mended or read
 * anew, and another name may pay the same rows again.
 */
export const runMethods = {
  /** Reads the rows of a run anew: whoever they name is looked up, and nothing is paid. */
  'runs.save': method(
    z.strictObject({
      ...owner,
      name: z.string().trim().min(1).max(80),
      assetId: assetId.nullable(),
      rows: z.array(givenRow).min(1).max(ROWS_MAX),
    }),
    runView,
  ),
  'runs.list': method(
    z.strictObject(owner),
    z.array(z.object({ runId: requestId, name: shown, savedAt: time, paid: sum, rows: z.number() })),
  ),
  'runs.read': method(z.strictObject({ ...account, runId: requestId }), runView),
  /** The review of the next payment of a run, or of the one that waits. */
  'runs.prepare': method(z.strictObject({ ...account, runId: requestId }), paymentReview),
  /**
   * The review of the payment of a row that leaves the network, as the form has it, or of the one that waits. Throws `wallet.row_changed` where the
   * row asks for something else by now, and `wallet.already_sent`.
   */
  'runs.withdraw': method(
    z.strictObject({
      ...owner,
      runId: requestId,
      rowId: requestId,
      payee: givenPayee,
      assetId,
      amount,
      feeAssetId: assetId.nullable(),
      coins: z.array(outputId).min(1).max(256).nullable(),
      draftId: z.string().max(64).nullable(),
      label: z.string().max(200),
      reason: reason.optional(),
    }),
    paymentReview,
  ),
  /** Forgets the list. What was paid stays known: the same name still pays no row twice. */
  'runs.remove': method(z.strictObject({ ...account, runId: requestId }), nothing),
} as const satisfies Readonly<Record<string, Method>>
