import type { AssetId, RequestId } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import { memoText } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { partyOf } from '../payments/review.ts'
import { asksOthers, problemView } from '../payments/view.ts'
import type { Directory } from '../shared/names.ts'
import { sumsByAsset } from '../shared/sums.ts'
import { type Claims, claimsOf, type RowState } from './claims.ts'
import type { Run } from './records.ts'
import { repeatsOf } from './repeated.ts'
import { type IdentifiedRow, identified, isPayable, leaves, openParts, openWithdrawals, tagFor } from './rows.ts'
import { nextPart, shortOf } from './short.ts'

type RunView = Answer<'runs.read'>

interface Part {
  readonly assetId: AssetId
  readonly amount: bigint
}

/** What rows come to, of each asset, in the order in which they stand there. */
function totalOf(parts: readonly Part[], { asset }: Pick<Directory, 'asset'>): RunView['paid'] {
  const sums = [...sumsByAsset(parts)]
  return { rows: parts.length, amounts: sums.map(([assetId, amount]) => ({ asset: asset(assetId), amount })) }
}

/** Rows of which something became, as parts of a sum. */
function rowsIn(state: RowState, rows: readonly IdentifiedRow[], claims: Claims): Part[] {
  return rows.flatMap(({ id, amount, assetId }) => {
    const claim = id === null ? undefined : claims.rows.get(id)
    return amount !== null && assetId !== null && claim?.state === state ? [{ assetId, amount }] : []
  })
}

/** A run in a list of all of them: what it says row by row, and of other runs, nobody asks there. */
export function runSummary(run: Run, { store, directory }: PaymentsDesk): Answer<'runs.list'>[number] {
  const rows = identified(run)
  return {
    runId: run.id,
    name: run.name,
    savedAt: run.savedAt,
    paid: totalOf(rowsIn('paid', rows, claimsOf(store, run.id)), directory),
    rows: rows.filter(({ id }) => id !== null).length,
  }
}

export function runView(run: Run, runtime: PaymentsDesk): RunView {
  const claims = claimsOf(runtime.store, run.id)
  const rows = identified(run)
  const parts = openParts(run, claims.rows)
  const apart = openWithdrawals(run, claims.rows)
  const { directory } = runtime
  const short = shortOf(runtime, runtime.holder(run.holder), [...parts, ...apart.map((row) => [row])])
  const first = nextPart(parts, short.rows)
  const next = first === undefined ? undefined : totalOf(first, directory)
  const shown = rowViews(rows, { run, claims, short: short.rows }, runtime)
  return {
    runId: run.id,
    name: run.name,
    asset: run.assetId === null ? null : directory.asset(run.assetId),
    savedAt: run.savedAt,
    rows: shown,
    paid: totalOf(rowsIn('paid', rows, claims), directory),
    going: totalOf(rowsIn('pending', rows, claims), directory),
    ready: totalOf(parts.flat(), directory),
    short: short.assets.map(({ assetId, needed, has }) => ({ asset: directory.asset(assetId), needed, has })),
    leftOut: shown.filter(({ state }) => state === 'left_out').length,
    gone: totalOf(goneParts(rows, claims), directory),
    repeats: repeatsOf(run, [...parts.flat(), ...apart], runtime),
    next: next?.amounts[0] === undefined ? null : { ...next.amounts[0], rows: next.rows, parts: parts.length },
    waiting: claims.waiting?.id ?? null,
    doubled: claims.doubled.map(({ payment, rows: taken }) => ({ paymentId: payment.id, rows: taken })),
  }
}

/** What this run paid, or is paying, for rows that its list does not have any more. */
function goneParts(rows: readonly IdentifiedRow[], claims: Claims): Part[] {
  const here = new Set(rows.map(({ id }) => id))
  return [...claims.rows].flatMap(([id, { state, assetId, amount }]) =>
    here.has(id) || amount === undefined || (state !== 'paid' && state !== 'pending') ? [] : [{ assetId, amount }],
  )
}

interface Judged {
  readonly run: Run
  readonly claims: Claims
  readonly short: ReadonlySet<RequestId>
}

function rowViews(rows: readonly IdentifiedRow[], judged: Judged, runtime: PaymentsDesk): RunView['rows'] {
  const { claims, short } = judged
  const lines = new Map<string, number>()
  const pending = new Set([...claims.rows.values()].map(({ state, payment }) => (state === 'pending' ? payment : null)))
  const asking = new Set([...pending].flatMap((each) => (each !== null && asksOthers(each, runtime) ? each.id : [])))
  return rows.map((row) => {
    const { wish } = row
    const sameAs = wish === null ? null : (lines.get(wish) ?? null)
    if (wish !== null && sameAs === null) lines.set(wish, row.line)
    const claim = row.id === null ? undefined : claims.rows.get(row.id)
    const open = leaves(row) ? 'to_withdraw' : 'ready'
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
      state: claim?.state ?? (row.id === null ? 'left_out' : open),
      ...(claim?.payment != null && asking.has(claim.payment.id) ? { asks: true as const } : {}),
      why: row.leftOut === 'withdrawal' ? null : row.leftOut,
      short: row.id !== null && short.has(row.id),
      sameAs,
      paymentId: claim?.payment?.id ?? null,
      elsewhere: claim !== undefined && claim.payment === null,
      at: claim?.at ?? null,
      problem: claim?.state === 'refused' ? problemView(claim.payment?.problem) : null,
      ...withdrawalView(row, judged, runtime),
    }
  })
}

/** Of a row that leaves the network. */
function withdrawalView(
  row: IdentifiedRow,
  { run, claims }: Judged,
  runtime: PaymentsDesk,
): Pick<RunView['rows'][number], 'withdrawal'> {
  if (!leaves(row) || !isPayable(row)) return {}
  const claim = claims.rows.get(row.id)
  const ofGroup = runtime.holder(run.holder).members.length > 1
  const feeWaits = ofGroup && claim?.state === 'paid' && runtime.withdrawals.of(claim.request)?.fee === 'waits'
  return { withdrawal: { rowId: row.id, tag: tagFor(row, runtime.directory.asset(row.assetId)), feeWaits } }
}
