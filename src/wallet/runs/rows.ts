import type { AssetId, RequestId } from '#contract/domain'
import type { AssetView } from '#contract/ipc'
import { identityOf, partsOf, rowIdsOf, wishOf } from './identity.ts'
import { assetOf, type Run, type RunRow } from './records.ts'

/* The rows of a list, which of them can be paid, and how. */

export interface IdentifiedRow extends RunRow {
  /** Null for one that is left out. */
  readonly id: RequestId | null
  /** Null where nobody knows which. */
  readonly assetId: AssetId | null
  /** Equal for rows that mean the same; null for one that is left out. */
  readonly wish: string | null
}

export interface PayableRow extends IdentifiedRow {
  readonly id: RequestId
  readonly wish: string
  readonly amount: NonNullable<RunRow['amount']>
  readonly payee: NonNullable<RunRow['payee']>
  readonly assetId: AssetId
}

/** A withdrawal: paid by itself, since it has a fee of its own, which is agreed to with it. */
export const leaves = ({ leftOut }: Pick<RunRow, 'leftOut'>): boolean => leftOut === 'withdrawal'

/** Rows with their identities; what is left out has none, so that mending it makes a row that was not there. */
export function identified(run: Run): IdentifiedRow[] {
  const rows = run.rows.map((row) => ({ ...row, assetId: assetOf(run, row) }))
  const asked = rows.flatMap((row) => {
    const { amount, payee, assetId } = row
    const isPayable = (row.leftOut === null || leaves(row)) && amount !== null && payee !== null && assetId !== null
    return isPayable ? [{ row, wanted: identityOf({ ...row, amount, payee, assetId }) }] : []
  })
  const ids = rowIdsOf(
    run.id,
    asked.map(({ wanted }) => wanted),
  )
  const byRow = new Map(asked.map(({ row, wanted }, at) => [row, { id: ids[at] ?? null, wish: wishOf(wanted) }]))
  return rows.map((row) => ({ ...row, ...(byRow.get(row) ?? { id: null, wish: null }) }))
}

export const isPayable = (row: IdentifiedRow): row is PayableRow => row.id !== null

/** Rows that a payment pays, paid, or was refused for. */
type Claimed = Pick<ReadonlySet<RequestId>, 'has'>

const openRows = (run: Run, claimed: Claimed): PayableRow[] =>
  identified(run)
    .filter(isPayable)
    .filter(({ id }) => !claimed.has(id))

/** What is still to be paid by the run, as payments. */
export const openParts = (run: Run, claimed: Claimed): PayableRow[][] =>
  partsOf(openRows(run, claimed).filter((row) => !leaves(row)))

/** What is still to be withdrawn, each by itself. */
export const openWithdrawals = (run: Run, claimed: Claimed): PayableRow[] => openRows(run, claimed).filter(leaves)

function writtenTag(row: PayableRow): string {
  const { payee } = identityOf(row)
  return payee.kind === 'chain' ? payee.tag : ''
}

/** The tag that a withdrawal is to have; empty where the list leaves it to whoever pays, and on a network that has none. */
export const tagFor = (row: PayableRow, { tag }: Pick<AssetView, 'tag'>): string =>
  tag === 'none' ? '' : writtenTag(row)

/** What the list has for a tag, where it cannot go along: the network has none. Empty where nothing is lost. */
export const unsentFor = (row: PayableRow, { tag }: Pick<AssetView, 'tag'>): string =>
  tag === 'none' ? writtenTag(row) : ''
