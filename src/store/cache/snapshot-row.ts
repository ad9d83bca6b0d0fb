import type { AssetId, Hash, RequestId, Snapshot, SnapshotId } from '#contract/domain'
import type { Column, Database, Value } from '../database.ts'
import { amountColumns, amountOf, bytesOf, hexOf, nanos, orNull, timeColumn, uuidBytes, uuidOf } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { isSealed, sealedValues } from '../sealed.ts'
import type { Dictionary } from './dictionary.ts'

/** Position in this list, times two, plus one for money that left, is the class of a snapshot. */
export const KINDS = ['transfer', 'deposit', 'withdrawal'] as const

export const kindOf = (code: bigint): number => Number(code >> 1n)
export const directionOf = (code: bigint): 'in' | 'out' => ((code & 1n) === 1n ? 'out' : 'in')

/** Where columns lie that are looked at after encoding. */
export const AT = {
  id: 0,
  class: 1,
  asset: 2,
  opponent: 5,
  createdAt: 10,
  requestId: 11,
  memo: 13,
  deposit: 15,
  withdrawal: 16,
} as const

/** Bytes of ids and hashes that their indexes hold; as the schema says. */
export const SHORT_ID = 6

const ORDINARY_TYPE = 'snapshot'

export interface SnapshotRow {
  readonly row: bigint
  readonly id: Buffer
  readonly class: bigint
  readonly asset: bigint
  readonly claimed_asset: Buffer | null
  readonly user: bigint
  readonly opponent: bigint | null
  readonly units: bigint
  readonly large: Buffer
  readonly transaction_hash: Buffer
  readonly output_index: bigint
  readonly created_at: bigint
  readonly request_id: Buffer | null
  readonly trace_id: Buffer | null
  readonly memo: Buffer | null
  readonly inscription: Buffer | null
  readonly deposit: string | null
  readonly withdrawal: string | null
  readonly opening_units: bigint | null
  readonly opening_large: Buffer | null
  readonly closing_units: bigint | null
  readonly closing_large: Buffer | null
  readonly type: string | null
  readonly seal: bigint
}

export function encodeSnapshot(snapshot: Snapshot, dictionary: Dictionary): Value[] {
  const kind = snapshot.deposit !== null ? 'deposit' : snapshot.withdrawal !== null ? 'withdrawal' : 'transfer'
  const asset = dictionary.addAsset(snapshot.kernel_asset_id, snapshot.asset_id)
  const { units, large } = amountColumns(snapshot.amount)
  const opening = orNull(snapshot.opening_balance, amountColumns)
  const closing = orNull(snapshot.closing_balance, amountColumns)
  return [
    uuidBytes(snapshot.snapshot_id),
    BigInt(KINDS.indexOf(kind) * 2) + (snapshot.amount < 0n ? 1n : 0n),
    asset.row,
    snapshot.asset_id === asset.assetId ? null : uuidBytes(snapshot.asset_id),
    dictionary.personRow(snapshot.user_id),
    orNull(snapshot.opponent_id, dictionary.personRow),
    units,
    large,
    bytesOf(snapshot.transaction_hash),
    BigInt(snapshot.output_index),
    timeColumn(snapshot.created_at),
    orNull(snapshot.request_id, uuidBytes),
    orNull(snapshot.trace_id, uuidBytes),
    snapshot.memo === '' ? null : bytesOf(snapshot.memo),
    orNull(snapshot.inscription_hash, bytesOf),
    orNull(snapshot.deposit, jsonOf),
    orNull(snapshot.withdrawal, jsonOf),
    opening?.units ?? null,
    opening?.large ?? null,
    closing?.units ?? null,
    closing?.large ?? null,
    snapshot.type === ORDINARY_TYPE ? null : snapshot.type,
  ]
}

/** What a snapshot calls its asset. */
export function assetNamed(
  { asset, claimed_asset: claimed }: Pick<SnapshotRow, 'asset' | 'claimed_asset'>,
  dictionary: Dictionary,
  db: Database,
): AssetId {
  const assetId = claimed === null ? dictionary.assetOf(asset).assetId : uuidOf<AssetId>(claimed)
  if (assetId === null) throw db.damaged('snapshot')
  return assetId
}

export function decodeSnapshot(row: SnapshotRow, dictionary: Dictionary, db: Database): Snapshot {
  if (!isSealed('snapshots', row)) throw db.damaged('snapshot')
  const asset = dictionary.assetOf(row.asset)
  const assetId = assetNamed(row, dictionary, db)
  const balance = (units: bigint | null, large: Buffer | null) =>
    units === null || large === null ? null : amountOf(units, large)
  return {
    type: row.type ?? ORDINARY_TYPE,
    snapshot_id: uuidOf<SnapshotId>(row.id),
    user_id: dictionary.personOf(row.user),
    opponent_id: orNull(row.opponent, dictionary.personOf),
    transaction_hash: hexOf<Hash>(row.transaction_hash),
    output_index: Number(row.output_index),
    asset_id: assetId,
    kernel_asset_id: asset.kernel,
    amount: amountOf(row.units, row.large),
    memo: row.memo === null ? '' : hexOf(row.memo),
    request_id: orNull(row.request_id, (bytes) => uuidOf<RequestId>(bytes)),
    trace_id: orNull(row.trace_id, (bytes) => uuidOf(bytes)),
    created_at: nanos(row.created_at),
    inscription_hash: orNull(row.inscription, (bytes) => hexOf<Hash>(bytes)),
    deposit: orNull(row.deposit, (text) => fromJson<Snapshot['deposit']>(text)),
    withdrawal: orNull(row.withdrawal, (text) => fromJson<Snapshot['withdrawal']>(text)),
    opening_balance: balance(row.opening_units, row.opening_large),
    closing_balance: balance(row.closing_units, row.closing_large),
  }
}

export function snapshotValues(row: SnapshotRow): Column[] {
  return sealedValues('snapshots', row)
}

/**
 * Rows by an id of theirs, which are indexed by its beginning. One of that beginning with another end may be the one that is asked for, changed on the
 * disk: it is said to be damaged then, and not that there is none.
 */
export function openNamed(db: Database, column: 'id' | 'transaction_hash' | 'request_id', condition = 'true') {
  const beginning = db.prepare<SnapshotRow>(
    `SELECT * FROM snapshots WHERE ${condition} AND substr(${column}, 1, ${SHORT_ID}) = ?`,
  )
  return (id: Uint8Array): SnapshotRow[] =>
    beginning.all(id.subarray(0, SHORT_ID)).filter((row) => {
      if (row[column] !== null && Buffer.compare(row[column], id) === 0) return true
      if (!isSealed('snapshots', row)) throw db.damaged('snapshot')
      return false
    })
}
