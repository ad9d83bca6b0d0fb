import { defined } from '#contract/defined'
import type { RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Input, PaymentReview } from '#contract/ipc'
import type { PaymentSummary } from '#store'
import { preparePayment, readyToPay } from '../payments/calls.ts'
import { needGivenUp } from '../payments/completed.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { reviewUnlessRisen } from '../payments/risen.ts'
import { beside } from '../payments/shown-elsewhere.ts'
import { sameAddress } from '../shared/ends.ts'
import { type Claims, claimsOf } from './claims.ts'
import { learnPaidNow, learnTries, paidAlready } from './elsewhere.ts'
import { openRuns, type Run } from './records.ts'
import { identified, isPayable, leaves, openParts, type PayableRow, tagFor, unsentFor } from './rows.ts'
import { nextPart, shortOf } from './short.ts'

/* The next payment of a run, and that of a row which leaves the network. What is to be paid is decided by what was, here and elsewhere. */

export const paidIn = ({ rows }: Claims): ReadonlySet<RequestId> => new Set(rows.keys())

export function needRun(runtime: PaymentsDesk, id: RequestId): Run {
  const run = openRuns(runtime.store.intents.settings).find(id)
  if (run === undefined) throw failure('input.invalid', 'no such run', { details: { field: 'run' } })
  return run
}

/**
 * Gives up what was prepared for rows that the list has no more: who has mended it wants nothing of that, and would else be shown it once more and pay
 * the row as it was beside the row as it is.
 */
export function giveUpMended({ paymentSteps, store }: PaymentsDesk, run: Run): void {
  const there = new Set(identified(run).flatMap(({ id }) => id ?? []))
  for (const { id } of claimsOf(store, run.id).preparedBeside(there)) paymentSteps.cancel(id)
}

export async function prepare(runtime: PaymentsDesk, runId: RequestId): Promise<PaymentReview> {
  await readyToPay(runtime)
  const run = needRun(runtime, runId)
  giveUpMended(runtime, run)
  const { waiting, doubled } = claimsOf(runtime.store, run.id)
  // Nothing of it could be signed, and what is next waits until it is given up.
  const double = doubled.find(({ payment }) => payment === waiting)
  if (double !== undefined) throw paidAlready(double.by)
  if (waiting !== undefined) return runtime.paymentSteps.review(waiting.id)
  const { rows, claims, again, shown, taken } = await nextOf(runtime, run)
  const [head] = rows
  if (head === undefined) throw failure('input.invalid', 'nothing is left to pay', { details: { field: 'rows' } })
  const ids = rows.map(({ id }) => id)
  for (const id of claims.givenUp(ids)) await needGivenUp(runtime, id)
  const labels = new Set(rows.map(({ label }) => label))
  const [label = ''] = labels.size === 1 ? labels : []
  return runtime.paymentSteps.prepare(
    {
      ...{ account: runtime.account, holder: run.holder, assetId: head.assetId },
      rows: rows.map(({ payee, amount }) => ({ payee, amount })),
      memoHex: head.memoHex,
      ...{ feeAssetId: null, coins: null, references: [], draftId: null, returnTo: null },
      requestId: claims.nextId(ids, taken),
      ...defined({ again: again?.id }),
      label: label === '' ? run.name : label,
    },
    null,
    { run: { id: run.id, rows: ids, since: run.savedAt }, ...beside(runtime, shown) },
  )
}

/** What is to be paid next, after what was paid elsewhere; all of that is read again when there was some. */
async function nextOf(runtime: PaymentsDesk, run: Run) {
  const read = () => claimsOf(runtime.store, run.id)
  await learnPaidNow(runtime, run, paidIn(read()))
  for (;;) {
    const claims = read()
    const parts = openParts(run, claims.rows)
    const open = nextPart(parts, shortOf(runtime, runtime.holder(run.holder), parts).rows)
    // Of one whose rows are out of the list nothing is left to try.
    const again =
      open === undefined ? claims.refused.find(({ id }) => rowsAgain(run, claims, id).length > 0) : undefined
    const rows = open ?? (again === undefined ? [] : rowsAgain(run, claims, again.id))
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { rows, claims, again, shown: [], taken: new Set<RequestId>() }
    const { isPaid, shown, taken } = await learnTries(runtime, run, ids, paidIn(claims))
    if (!isPaid) return { rows, claims, again, shown, taken }
  }
}

/** The rows of a payment that was proved never to be paid, for another try that is tied to it. */
function rowsAgain(run: Run, claims: Claims, payment: RequestId): PayableRow[] {
  return identified(run).flatMap((row) =>
    isPayable(row) && !leaves(row) && claims.rows.get(row.id)?.payment?.id === payment ? row : [],
  )
}

type Asked = Input<'runs.withdraw'>

/** The list, and the row of it that is to be paid, while that is what it asks for itself. Throws `wallet.row_changed`. */
function needRow(desk: PaymentsDesk, asked: Asked): { readonly run: Run; readonly row: PayableRow } {
  const { payee, assetId } = asked
  const run = openRuns(desk.store.intents.settings).find(asked.runId)
  const row = run && identified(run).find(({ id }) => id === asked.rowId)
  if (run?.holder === desk.holder(asked.holder).id && row !== undefined && isPayable(row) && leaves(row)) {
    const isSum = row.assetId === assetId && row.amount === asked.amount
    const isPlace =
      row.payee.kind === 'chain' && payee.kind === 'chain' && sameAddress(row.payee.destination, payee.destination)
    const isTag = isPlace && ['', payee.tag].includes(tagFor(row, desk.directory.asset(assetId)))
    if (isSum && isTag) return { run, row }
  }
  throw failure('wallet.row_changed', 'that is not what the row of the list asks for')
}

/** The review of the payment of a row that leaves the network: one, however often and wherever it is asked for. */
export async function withdraw(desk: PaymentsDesk, asked: Asked): Promise<PaymentReview> {
  await readyToPay(desk)
  const { run, row } = needRow(desk, asked)
  giveUpMended(desk, run)
  const read = () => claimsOf(desk.store, run.id)
  const before = read().rows.get(row.id)
  const waiting = before?.state === 'prepared' ? before.payment : null
  if (waiting !== null && !isAsked(waiting, asked)) desk.paymentSteps.cancel(waiting.id)
  else if (waiting !== null) {
    const review = await reviewUnlessRisen(desk, waiting.id)
    if (review !== null) return review
  }
  await learnPaidNow(desk, run, paidIn(read()))
  needOpen(desk, run, row)
  const { shown, taken } = await learnTries(desk, run, [row.id], paidIn(read()))
  needOpen(desk, run, row)
  const claims = read()
  for (const id of claims.givenUp([row.id])) await needGivenUp(desk, id)
  const again = claims.rows.get(row.id)?.payment?.id
  const { account, holder, assetId, payee, amount, feeAssetId, coins, draftId, label, reason } = asked
  const unsent = unsentFor(row, desk.directory.asset(assetId))
  return preparePayment(
    desk,
    {
      ...{ account, holder, assetId, rows: [{ payee, amount }], memoHex: '', feeAssetId, coins, references: [] },
      requestId: claims.nextId([row.id], taken),
      ...defined({ again }),
      ...{ draftId, label, returnTo: null, ...defined({ reason }) },
    },
    {
      run: { id: run.id, rows: [row.id], since: run.savedAt, ...(unsent === '' ? {} : { unsent }) },
      ...beside(desk, shown),
    },
  )
}

/**
 * Whether what waits is what the form asks for by now, where the list leaves that open: who typed another tag since, or chose another fee or other coins,
 * must not agree to those of before.
 */
function isAsked(waiting: PaymentSummary, { payee, feeAssetId, coins, label, reason = '' }: Asked): boolean {
  const { rows, fee, coins: chosen, label: called, reason: told = '' } = shownIntent(waiting)
  const [row] = rows
  const isTag = row?.payee.kind === 'chain' && payee.kind === 'chain' && row.payee.tag === payee.tag
  const isFee = feeAssetId === null || fee === null || fee.assetId === feeAssetId
  const named = (ids: readonly string[] | null): string => [...(ids ?? [])].sort().join()
  // Only a group is told why.
  const isTold = waiting.kind !== 'multisig' || told === reason.trim()
  return isTag && isFee && named(coins) === named(chosen) && called === label && isTold
}

/** Throws `wallet.already_sent` where the row is paid, or on its way, here or elsewhere. */
function needOpen({ store }: PaymentsDesk, run: Run, row: PayableRow): void {
  const claim = claimsOf(store, run.id).rows.get(row.id)
  if (claim !== undefined && claim.state !== 'refused') throw paidAlready(claim.request)
}
