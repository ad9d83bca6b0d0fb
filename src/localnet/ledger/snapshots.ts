import type { Hash, Nanos, RequestId, Snapshot, SnapshotId, UserId } from '#contract/domain'
import { toAmount, uniqueObjectId } from '#protocol'
import { assetOf } from './assets.ts'
import { narrowed, startOf, type TimePage } from './time-page.ts'
import type { World } from './world.ts'

/** Follows from whom it is for and what it tells, so that a record can name it. */
function snapshotIdOf(userId: string, hash: string, outputIndex: number | null): string {
  return uniqueObjectId(userId, hash, outputIndex === null ? 'SENT' : String(outputIndex))
}

interface NewSnapshot {
  readonly kind: 'snapshot' | 'deposit' | 'withdrawal'
  readonly userId: UserId
  readonly opponentId: UserId | null
  readonly hash: string
  /** Null for the sender, who sees the whole transaction at once. */
  readonly outputIndex: number | null
  readonly asset: string
  /** Negative for what left. */
  readonly amount: bigint
}

export function insertSnapshot(world: World, snapshot: NewSnapshot): void {
  world.db.run(
    `INSERT INTO snapshot (snapshot_id, kind, user_id, opponent_id, transaction_hash, output_index, asset, amount, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    snapshotIdOf(snapshot.userId, snapshot.hash, snapshot.outputIndex),
    snapshot.kind,
    snapshot.userId,
    snapshot.opponentId,
    snapshot.hash,
    BigInt(snapshot.outputIndex ?? 0),
    snapshot.asset,
    String(snapshot.amount),
    world.now(),
  )
}

interface SnapshotRow {
  readonly snapshot_id: SnapshotId
  readonly kind: NewSnapshot['kind']
  readonly user_id: UserId
  readonly opponent_id: UserId | null
  readonly transaction_hash: Hash
  readonly output_index: bigint
  readonly asset: Hash
  readonly amount: string
  readonly created_at: Nanos
  readonly extra: string
  readonly request_id: RequestId | null
  readonly deposit_hash: string | null
  readonly deposit_index: bigint | null
  readonly sender: string | null
  readonly deposit_destination: string | null
  readonly deposit_tag: string | null
  readonly withdrawal_hash: string | null
  readonly receiver: string | null
  readonly inscription_hash: Hash | null
}

const SELECT = `
SELECT snapshot.*, moved.extra, moved.request_id,
       deposit.chain_transaction AS deposit_hash, deposit.chain_index AS deposit_index, deposit.sender,
       entry.destination AS deposit_destination, entry.tag AS deposit_tag,
       withdrawal.chain_transaction AS withdrawal_hash, withdrawal.destination AS receiver,
       told.inscription_hash
FROM snapshot
JOIN kernel_transaction AS moved ON moved.hash = snapshot.transaction_hash
LEFT JOIN output AS told
  ON told.transaction_hash = snapshot.transaction_hash AND told.output_index = snapshot.output_index
LEFT JOIN deposit ON snapshot.kind = 'deposit' AND deposit.transaction_hash = snapshot.transaction_hash
LEFT JOIN deposit_entry AS entry ON entry.entry_id = deposit.entry_id
LEFT JOIN withdrawal ON snapshot.kind = 'withdrawal' AND withdrawal.transaction_hash = snapshot.transaction_hash`

function recordOf(world: World, row: SnapshotRow): Snapshot {
  return {
    type: row.kind,
    snapshot_id: row.snapshot_id,
    user_id: row.user_id,
    opponent_id: row.opponent_id,
    transaction_hash: row.transaction_hash,
    output_index: Number(row.output_index),
    asset_id: assetOf(world, row.asset).assetId,
    kernel_asset_id: row.asset,
    amount: toAmount(BigInt(row.amount)),
    memo: row.extra,
    request_id: row.request_id,
    trace_id: row.request_id,
    created_at: row.created_at,
    inscription_hash: row.inscription_hash,
    deposit:
      row.deposit_hash === null
        ? null
        : {
            deposit_hash: row.deposit_hash,
            deposit_index: Number(row.deposit_index ?? 0n),
            sender: row.sender ?? '',
            destination: row.deposit_destination ?? '',
            tag: row.deposit_tag ?? '',
          },
    withdrawal:
      row.withdrawal_hash === null ? null : { withdrawal_hash: row.withdrawal_hash, receiver: row.receiver ?? '' },
    opening_balance: null,
    closing_balance: null,
  }
}

interface SnapshotQuery extends TimePage {
  /** Snapshots of this user, or of all network users that this bot made. */
  readonly of: { readonly userId: UserId } | { readonly madeBy: UserId }
  readonly asset: string | undefined
  readonly opponent: UserId | undefined
  /** Where a deposit came in, or a withdrawal went. */
  readonly destination: string | undefined
  readonly tag: string | undefined
}

/** A page by time, which no two snapshots share; the offset itself is not part of it. */
export function listSnapshots(world: World, query: SnapshotQuery): Snapshot[] {
  const [comparison, start] = startOf(query)
  const [whose, user] =
    'userId' in query.of
      ? ['snapshot.user_id = ?', query.of.userId]
      : ['snapshot.user_id IN (SELECT user_id FROM account WHERE creator_id = ?)', query.of.madeBy]
  const [asked, values] = narrowed({
    'snapshot.asset = ?': query.asset,
    'snapshot.opponent_id = ?': query.opponent,
    'coalesce(entry.destination, withdrawal.destination) = ?': query.destination,
    'coalesce(entry.tag, withdrawal.tag) = ?': query.tag,
  })
  const rows = world.db.all<SnapshotRow>(
    `${SELECT} WHERE ${whose} ${asked} AND snapshot.created_at ${comparison} ?
     ORDER BY snapshot.created_at ${query.order} LIMIT ?`,
    ...[user, ...values, start, BigInt(query.limit)],
  )
  return rows.map((row) => recordOf(world, row))
}

/** What tells a payer of a transaction once it is final. */
export const sentSnapshotId = (payer: UserId, hash: Hash): SnapshotId => snapshotIdOf(payer, hash, null) as SnapshotId // a uuid by construction

export function findSnapshot(world: World, id: string): Snapshot | undefined {
  const row = world.db.get<SnapshotRow>(`${SELECT} WHERE snapshot.snapshot_id = ?`, id)
  return row === undefined ? undefined : recordOf(world, row)
}
