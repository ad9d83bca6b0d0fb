import type { Nanos, RequestId } from '#contract/domain'
import { isErrorCode } from '#contract/errors'
import type { Answer } from '#contract/ipc'
import { toAmount } from '#protocol'
import { memoText, type PaymentSummary } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { partyOf } from '../payments/review.ts'
import { type Claim, type Claims, claimsOf } from './claims.ts'
import { partsOf, rowIdsOf } from './identity.ts'
import type { Run, RunRow } from './records.ts'

type RunView = Answer<'runs.read'>

export interface IdentifiedRow extends RunRow {
  /** Null for one that is left out. */
  readonly id: RequestId | null
}

export function isPayable(
  row: RunRow,
): row is RunRow & { amount: NonNullable<RunRow['amount']>; payee: NonNullable<RunRow['payee']> } {
  return row.leftOut === null && row.amount !== null && row.payee !== null
}

/** Rows with their identities; what is left out has none, so that mending it makes a row that was not there. */
export function identified(run: Run): IdentifiedRow[] {
  const payable = run.rows.filter(isPayable)
  const ids = rowIdsOf(run.id, run.assetId, payable)
  const byRow = new Map<RunRow, RequestId>(
    payable.flatMap((row, at) => (ids[at] === undefined ? [] : [[row, ids[at]]])),
  )
  return run.rows.map((row) => ({ ...row, id: byRow.get(row) ?? null }))
}

/** What is still to be paid, as payments. */
export function openParts(run: Run, claims: Claims) {
  const open = identified(run).flatMap((row) =>
    row.id === null || !isPayable(row) || claims.rows.has(row.id) ? [] : [{ ...row, id: row.id }],
  )
  return partsOf(open)
}

const sumOf = (amounts: readonly bigint[]) => ({
  rows: amounts.length,
  amount: toAmount(amounts.reduce((all, amount) => all + amount, 0n)),
})

export function runView(run: Run, runtime: PaymentsDesk): RunView {
  const claims = claimsOf(runtime.store, run.id)
  const rows = identified(run)
  const parts = openParts(run, claims)
  const of = (...states: readonly string[]) =>
    rows.flatMap(({ id, amount }) => {
      const claim = id === null ? undefined : claims.rows.get(id)
      return amount !== null && claim !== undefined && states.includes(claim.state) ? [amount] : []
    })
  const [first] = parts
  const shown = rowViews(run, rows, claims, runtime)
  return {
    runId: run.id,
    name: run.name,
    asset: runtime.directory.asset(run.assetId),
    savedAt: run.savedAt,
    rows: shown,
    paid: sumOf(of('paid')),
    going: sumOf(of('pending')),
    ready: sumOf(parts.flat().flatMap(({ amount }) => amount ?? [])),
    leftOut: shown.filter(({ state }) => state === 'left_out').length,
    gone: sumOf(goneAmounts(rows, claims)),
    next: first === undefined ? null : { ...sumOf(first.flatMap(({ amount }) => amount ?? [])), parts: parts.length },
    waiting: claims.waiting?.id ?? null,
  }
}

/** What this run paid, or is paying, for rows that its list does not have any more. */
function goneAmounts(rows: readonly IdentifiedRow[], claims: Claims): bigint[] {
  const here = new Set(rows.map(({ id }) => id))
  return [...claims.rows].flatMap(([id, { state, payment, at }]) => {
    const amount = shownIntent(payment).rows[at]?.amount
    return here.has(id) || amount === undefined || (state !== 'paid' && state !== 'pending') ? [] : [amount]
  })
}

function rowViews(run: Run, rows: readonly IdentifiedRow[], claims: Claims, runtime: PaymentsDesk): RunView['rows'] {
  const holder = runtime.holder(run.holder)
  const lines = new Map<string, number>()
  return rows.map((row) => {
    const said = JSON.stringify([row.payee, String(row.amount), row.memoHex])
    const sameAs = isPayable(row) ? (lines.get(said) ?? null) : null
    if (sameAs === null && isPayable(row)) lines.set(said, row.line)
    const claim = row.id === null ? undefined : claims.rows.get(row.id)
    return {
      line: row.line,
      to: row.to,
      party: row.payee === null ? null : partyOf(row.payee, runtime.directory, holder),
      typed: row.typed,
      amount: row.amount,
      memoText: memoText(row.memoHex) ?? '',
      label: row.label,
      state: claim?.state ?? (row.id === null ? 'left_out' : 'ready'),
      why: row.leftOut,
      sameAs,
      paymentId: claim?.payment.id ?? null,
      at: claim === undefined ? null : timeOf(claim),
      problem: claim?.state === 'refused' ? problemOf(claim.payment) : null,
    }
  })
}

const timeOf = ({ payment }: Claim): Nanos => payment.finalAt ?? payment.signedAt ?? payment.createdAt

function problemOf({ problem }: PaymentSummary): RunView['rows'][number]['problem'] {
  if (problem === null) return null
  const { serviceText: _, ...details } = problem.details
  return { code: isErrorCode(problem.code) ? problem.code : 'store.damaged', details }
}
