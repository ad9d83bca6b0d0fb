import type { AssetId, RequestId } from '#contract/domain'
import { isErrorCode } from '#contract/errors'
import type { Answer } from '#contract/ipc'
import { toAmount } from '#protocol'
import { memoText, type PaymentSummary } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { partyOf } from '../payments/review.ts'
import type { Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { type Claims, claimsOf } from './claims.ts'
import { partsOf, rowIdsOf, type Wanted } from './identity.ts'
import { assetOf, openRuns, type Run, type RunRow } from './records.ts'

type RunView = Answer<'runs.read'>

export interface IdentifiedRow extends RunRow {
  /** Null for one that is left out. */
  readonly id: RequestId | null
  /** Null where nobody knows which. */
  readonly assetId: AssetId | null
}

interface Payable {
  readonly amount: NonNullable<RunRow['amount']>
  readonly payee: NonNullable<RunRow['payee']>
  readonly assetId: AssetId
}

export function isPayable<Row extends RunRow & { readonly assetId: AssetId | null }>(row: Row): row is Row & Payable {
  return row.leftOut === null && row.amount !== null && row.payee !== null && row.assetId !== null
}

/** Rows with their identities; what is left out has none, so that mending it makes a row that was not there. */
export function identified(run: Run): IdentifiedRow[] {
  const rows = run.rows.map((row) => ({ ...row, assetId: assetOf(run, row) }))
  const payable = rows.filter(isPayable)
  const ids = rowIdsOf(run.id, payable)
  const byRow = new Map<RunRow, RequestId>(
    payable.flatMap((row, at) => (ids[at] === undefined ? [] : [[row, ids[at]]])),
  )
  return rows.map((row) => ({ ...row, id: byRow.get(row) ?? null }))
}

/** What is still to be paid, as payments. */
export function openParts(run: Run, claims: Claims) {
  const open = identified(run).flatMap((row) =>
    row.id === null || !isPayable(row) || claims.rows.has(row.id) ? [] : [{ ...row, id: row.id }],
  )
  return partsOf(open)
}

interface Part {
  readonly assetId: AssetId
  readonly amount: bigint
}

/** What rows come to, of each asset, in the order in which they stand there. */
function sumOf(parts: readonly Part[], { asset }: Pick<Directory, 'asset'>): RunView['paid'] {
  const sums = new Map<AssetId, bigint>()
  for (const { assetId, amount } of parts) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  return {
    rows: parts.length,
    amounts: [...sums].map(([assetId, amount]) => ({ asset: asset(assetId), amount: toAmount(amount) })),
  }
}

export function runView(run: Run, runtime: PaymentsDesk): RunView {
  const claims = claimsOf(runtime.store, run.id)
  const rows = identified(run)
  const parts = openParts(run, claims)
  const { directory } = runtime
  const of = (...states: readonly string[]) =>
    rows.flatMap(({ id, amount, assetId }) => {
      const claim = id === null ? undefined : claims.rows.get(id)
      const counts = claim !== undefined && states.includes(claim.state)
      return amount !== null && assetId !== null && counts ? [{ assetId, amount }] : []
    })
  const [first] = parts
  const next = first === undefined ? undefined : sumOf(first, directory)
  const shown = rowViews(rows, claims, runtime)
  return {
    runId: run.id,
    name: run.name,
    asset: run.assetId === null ? null : directory.asset(run.assetId),
    savedAt: run.savedAt,
    rows: shown,
    paid: sumOf(of('paid'), directory),
    going: sumOf(of('pending'), directory),
    ready: sumOf(parts.flat(), directory),
    leftOut: shown.filter(({ state }) => state === 'left_out').length,
    gone: sumOf(goneParts(rows, claims), directory),
    repeats: repeatsOf(run, parts.flat(), runtime),
    next: next?.amounts[0] === undefined ? null : { ...next.amounts[0], rows: next.rows, parts: parts.length },
    waiting: claims.waiting?.id ?? null,
  }
}

/** What this run paid, or is paying, for rows that its list does not have any more. */
function goneParts(rows: readonly IdentifiedRow[], claims: Claims): Part[] {
  const here = new Set(rows.map(({ id }) => id))
  return [...claims.rows].flatMap(([id, { state, assetId, amount }]) =>
    here.has(id) || amount === undefined || (state !== 'paid' && state !== 'pending') ? [] : [{ assetId, amount }],
  )
}

/** Runs that were read last, among which equal rows are looked for. */
const RUNS_COMPARED = 12

const wishOf = ({ payee, assetId, amount, memoHex }: Wanted): string =>
  JSON.stringify([payeeKey(payee), assetId, String(amount), memoHex])

/** Which of the last runs has paid, or is paying, rows that are open in this one. */
function repeatsOf(run: Run, open: readonly Wanted[], { store: { intents } }: PaymentsDesk): RunView['repeats'] {
  if (open.length === 0) return []
  const others = openRuns(intents.settings)
    .list(run.holder)
    .filter(({ id }) => id !== run.id)
    .sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
    .slice(0, RUNS_COMPARED)
  return others.flatMap(({ id, name }) => {
    const paid = new Map<string, number>()
    for (const payment of intents.payments
      .ofRun(id)
      .filter(({ state }) => state !== 'cancelled' && state !== 'failed')) {
      const { rows, memoHex, assetId } = shownIntent(payment)
      for (const row of rows)
        paid.set(wishOf({ ...row, assetId, memoHex }), 1 + (paid.get(wishOf({ ...row, assetId, memoHex })) ?? 0))
    }
    let rows = 0
    for (const row of open) {
      const left = paid.get(wishOf(row)) ?? 0
      if (left > 0) rows += 1
      paid.set(wishOf(row), left - 1)
    }
    return rows === 0 ? [] : [{ runId: id, name, rows }]
  })
}

function rowViews(rows: readonly IdentifiedRow[], claims: Claims, runtime: PaymentsDesk): RunView['rows'] {
  const lines = new Map<string, number>()
  return rows.map((row) => {
    const said = JSON.stringify([row.assetId, row.payee, String(row.amount), row.memoHex])
    const sameAs = isPayable(row) ? (lines.get(said) ?? null) : null
    if (sameAs === null && isPayable(row)) lines.set(said, row.line)
    const claim = row.id === null ? undefined : claims.rows.get(row.id)
    return {
      line: row.line,
      to: row.to,
      party: row.payee === null ? null : partyOf(row.payee, runtime.directory),
      asset: row.assetId === null ? null : runtime.directory.asset(row.assetId),
      written: row.asset?.written ?? '',
      typed: row.typed,
      amount: row.amount,
      memoText: memoText(row.memoHex) ?? '',
      label: row.label,
      state: claim?.state ?? (row.id === null ? 'left_out' : 'ready'),
      why: row.leftOut,
      sameAs,
      paymentId: claim?.payment?.id ?? null,
      elsewhere: claim !== undefined && claim.payment === null,
      at: claim?.at ?? null,
      problem: claim?.state === 'refused' && claim.payment !== null ? problemOf(claim.payment) : null,
    }
  })
}

function problemOf({ problem }: PaymentSummary): RunView['rows'][number]['problem'] {
  if (problem === null) return null
  const { serviceText: _, ...details } = problem.details
  return { code: isErrorCode(problem.code) ? problem.code : 'store.damaged', details }
}
