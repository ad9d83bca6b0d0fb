import type { Hash, Snapshot } from '#contract/domain'
import type { Amount } from '#protocol/text'
import type { Database } from '../database.ts'
import { amountColumns, hexOf, orNull } from '../encoding.ts'
import { fromJson } from '../exact-json.ts'
import type { SnapshotRow } from './snapshot-row.ts'

export interface DepartureQuery {
  readonly kernels: readonly Hash[]
  readonly memos: readonly string[]
  /** The most that may have left with a memo, without a sign. */
  readonly most: Amount
  /** Whether what has no memo counts too, however much it is. */
  readonly bare: boolean
}

export interface Departure {
  readonly hash: Hash
  /** Where to on another chain; null where it stayed in the network, as far as is known. */
  readonly receiver: string | null
}

/** Up to where the history was gone through; other rows may have the places of what was taken back since. */
export interface DepartureEnd {
  readonly row: bigint
  readonly undone: number
}

const asList = (hex: readonly string[]): string => JSON.stringify(hex)

/**
 * What left, those that came last first. A row is not decoded, so that all that ever left can be gone through: only what is asked for is taken out of it,
 * and its seal, which is of the whole of it, is not looked at.
 */
export function openDepartures(db: Database) {
  const end = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM snapshots')
  const latest = db.prepare<Pick<SnapshotRow, 'transaction_hash'>>(
    'SELECT transaction_hash FROM snapshots WHERE class & 1 = 1 ORDER BY row DESC LIMIT ?',
  )
  const matching = db.prepare<Pick<SnapshotRow, 'transaction_hash' | 'withdrawal'>>(`
    SELECT transaction_hash, withdrawal FROM snapshots
    WHERE row >= ? AND class & 1 = 1
      AND asset IN (SELECT row FROM kernel_assets WHERE kernel IN (SELECT unhex(value) FROM json_each(?)))
      AND (withdrawal IS NOT NULL OR (? AND memo IS NULL)
        OR (units >= ? AND ifnull(memo, x'') IN (SELECT unhex(value) FROM json_each(?))))
    ORDER BY row DESC`)
  return {
    /** The newest, whatever they are of. */
    latest: (count: number): Hash[] => latest.all(count).map((row) => hexOf<Hash>(row.transaction_hash)),

    /** What fits, of all that left, or since an `end` of before. Some of it may have been answered before. */
    since(before: DepartureEnd | null, query: DepartureQuery): { found: Departure[]; end: DepartureEnd } {
      const { kernels, memos, most, bare } = query
      // The last one may have left its place since, and come back to it otherwise.
      const from = before?.undone === db.undone ? before.row : 0n
      // What is wider than a column counts as the widest, on both sides.
      const { units } = amountColumns(most)
      const rows = matching.all(from, asList(kernels), bare ? 1 : 0, -units, asList(memos))
      return { found: rows.map(departureOf), end: { row: end.get()?.row ?? 0n, undone: db.undone } }
    },
  }
}

function departureOf(row: Pick<SnapshotRow, 'transaction_hash' | 'withdrawal'>): Departure {
  const withdrawal = orNull(row.withdrawal, (text) => fromJson<Snapshot['withdrawal']>(text))
  return { hash: hexOf(row.transaction_hash), receiver: withdrawal?.receiver || null }
}
