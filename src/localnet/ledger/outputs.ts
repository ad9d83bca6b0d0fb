import type { Hash, Nanos, Output, OutputId, OutputState, RequestId, UserId } from '#contract/domain'
import { toAmount } from '#protocol'
import { assetOf } from './assets.ts'
import { type LedgerHolder, readHolder } from './holders.ts'
import { startOf, type TimePage } from './time-page.ts'
import type { World } from './world.ts'

interface OutputRow {
  readonly sequence: bigint
  readonly output_id: OutputId
  readonly transaction_hash: Hash
  readonly output_index: bigint
  readonly holder_id: bigint
  readonly asset: Hash
  readonly amount: string
  readonly mask: Hash
  readonly keys: string
  readonly script: string
  readonly state: OutputState
  readonly locked_by: Hash | null
  readonly signed_at: Nanos | null
  readonly spent_at: Nanos | null
  readonly created_at: Nanos
  readonly updated_at: Nanos
  readonly extra: string
  readonly request_id: RequestId | null
  readonly sender_id: bigint | null
  readonly chain_transaction: string | null
  readonly chain_index: bigint | null
  readonly signers: string | null
  readonly inscription_hash: Hash | null
}

const SELECT = `
SELECT output.*, paid.extra, paid.request_id, paid.sender_id,
       deposit.chain_transaction, deposit.chain_index, request.signers
FROM output
JOIN kernel_transaction AS paid ON paid.hash = output.transaction_hash
LEFT JOIN deposit ON deposit.transaction_hash = output.transaction_hash
LEFT JOIN request ON request.request_id = output.locking_request`

/** Reads holders once for a page of records. */
function holderReader(world: World): (id: bigint) => LedgerHolder {
  const known = new Map<bigint, LedgerHolder>()
  return (id) => {
    const holder = known.get(id) ?? readHolder(world, id)
    known.set(id, holder)
    return holder
  }
}

function recordsOf(world: World, rows: readonly OutputRow[]): Output[] {
  const holder = holderReader(world)
  return rows.map((row) => {
    const asset = assetOf(world, row.asset)
    const receivers = holder(row.holder_id)
    const senders = row.sender_id === null ? null : holder(row.sender_id)
    return {
      type: 'kernel_output',
      output_id: row.output_id,
      transaction_hash: row.transaction_hash,
      output_index: Number(row.output_index),
      asset_id: asset.assetId,
      asset: row.asset,
      kernel_asset_id: row.asset,
      amount: toAmount(BigInt(row.amount)),
      mask: row.mask,
      keys: JSON.parse(row.keys) as string[], // written from a transaction's keys
      senders_hash: (senders?.membersHash ?? null) as Hash | null,
      senders_threshold: senders?.threshold ?? 0,
      senders: [...(senders?.members ?? [])],
      receivers_hash: receivers.membersHash as Hash,
      receivers_threshold: receivers.threshold,
      receivers: [...receivers.members],
      extra: row.extra,
      state: row.state,
      sequence: Number(row.sequence),
      created_at: row.created_at,
      updated_at: row.updated_at,
      inscription_hash: row.inscription_hash,
      signers: row.signers === null ? [] : (JSON.parse(row.signers) as UserId[]), // written by this ledger
      request_id: row.request_id,
      signed_by: row.locked_by,
      signed_at: row.signed_at,
      spent_at: row.spent_at,
      deposit:
        row.chain_transaction === null
          ? null
          : {
              chain: asset.chain.chainId,
              deposit_hash: row.chain_transaction,
              deposit_index: Number(row.chain_index ?? 0n),
            },
    }
  })
}

interface OutputQuery {
  readonly holderIds: readonly bigint[]
  readonly state: OutputState | undefined
  /** Kernel asset id. */
  readonly asset: string | undefined
  readonly offset: number | undefined
  readonly order: 'ASC' | 'DESC'
  readonly limit: number
}

/** A page of outputs of all these holders, by sequence; the offset itself is not part of it. */
export function listOutputs(world: World, query: OutputQuery): Output[] {
  const ascending = query.order === 'ASC'
  // Sequences begin at 1, and programs write 0 for no offset.
  const start = query.offset || (ascending ? 0 : Number.MAX_SAFE_INTEGER)
  // The second condition on the state repeats the first so that the index of open outputs fits.
  const open = query.state === 'unspent' || query.state === 'signed' ? "AND output.state <> 'spent'" : ''
  const rows = world.db.all<OutputRow>(
    `${SELECT}
     WHERE output.holder_id IN (SELECT value FROM json_each(?)) ${open}
       AND (? IS NULL OR output.state = ?) AND (? IS NULL OR output.asset = ?)
       AND output.sequence ${ascending ? '>' : '<'} ?
     ORDER BY output.sequence ${query.order} LIMIT ?`,
    JSON.stringify(query.holderIds.map(Number)),
    query.state ?? null,
    query.state ?? null,
    query.asset ?? null,
    query.asset ?? null,
    BigInt(start),
    BigInt(query.limit),
  )
  return recordsOf(world, rows)
}

interface OutputsByTime extends TimePage {
  readonly holderIds: readonly bigint[]
  readonly state: OutputState | undefined
}

/** As the older API pages: by time of creation, the offset not included. */
export function listOutputsByTime(world: World, query: OutputsByTime): Output[] {
  const [comparison, start] = startOf(query)
  const rows = world.db.all<OutputRow>(
    `${SELECT}
     WHERE output.holder_id IN (SELECT value FROM json_each(?))
       AND (? IS NULL OR output.state = ?) AND output.created_at ${comparison} ?
     ORDER BY output.created_at ${query.order} LIMIT ?`,
    JSON.stringify(query.holderIds.map(Number)),
    query.state ?? null,
    query.state ?? null,
    start,
    BigInt(query.limit),
  )
  return recordsOf(world, rows)
}

/** By uuid or by `hash:index`; those that nobody here holds are not found. */
export function findOutput(world: World, id: string): Output | undefined {
  const [hash = '', index] = id.split(':')
  const row =
    index === undefined
      ? world.db.get<OutputRow>(`${SELECT} WHERE output.output_id = ? AND output.holder_id IS NOT NULL`, id)
      : world.db.get<OutputRow>(
          `${SELECT} WHERE output.transaction_hash = ? AND output.output_index = ? AND output.holder_id IS NOT NULL`,
          hash,
          /^\d{1,5}$/.test(index) ? BigInt(index) : -1n,
        )
  return row === undefined ? undefined : recordsOf(world, [row])[0]
}

/** What must be known of an output that is to be spent. */
interface SpentRow {
  readonly holder_id: bigint | null
  readonly mask: string
  readonly output_index: bigint
  readonly inscription_hash: Hash | null
}

export function spentRow(world: World, hash: string, index: number): SpentRow | undefined {
  return world.db.get<SpentRow>(
    'SELECT holder_id, mask, output_index, inscription_hash FROM output WHERE transaction_hash = ? AND output_index = ?',
    hash,
    index,
  )
}
