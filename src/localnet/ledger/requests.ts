import type { Hash, MultisigRecord, Nanos, RequestId, TransactionRecord, UserId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { decodeTransaction, toAmount } from '#protocol'
import { REFUSED, Refusal } from '../refusal.ts'
import { assetOf } from './assets.ts'
import { type LedgerHolder, readHolder } from './holders.ts'
import { carriedItem } from './inscriptions.ts'
import { sentSnapshotId } from './snapshots.ts'
import { type Plan, type Receiver, viewsOf } from './transaction-check.ts'
import type { World } from './world.ts'

export interface RequestRow {
  readonly request_id: RequestId
  readonly kind: 'payment' | 'multisig'
  readonly transaction_hash: Hash
  readonly user_id: UserId
  readonly holder_id: bigint
  readonly asset: Hash
  readonly amount: string
  readonly extra: string
  readonly raw: string
  readonly receivers: string
  readonly signers: string
  readonly revoked_by: UserId | null
  readonly created_at: Nanos
  readonly updated_at: Nanos
  /** JSON of what the service that proposed it says it is for. */
  readonly purpose: string | null
}

export function findRequest(world: World, requestId: string): RequestRow | undefined {
  return world.db.get<RequestRow>('SELECT * FROM request WHERE request_id = ?', requestId)
}

/** By request id, or by transaction hash among those that were not given up. */
export function findRequestBy(world: World, idOrHash: string): RequestRow | undefined {
  return (
    findRequest(world, idOrHash) ??
    world.db.get<RequestRow>('SELECT * FROM request WHERE transaction_hash = ? AND revoked_by IS NULL', idOrHash)
  )
}

export const signersOf = (row: RequestRow): UserId[] => JSON.parse(row.signers) as UserId[] // written by this file

function alreadyPaid(why: string): Refusal {
  return new Refusal(REFUSED.alreadyPaid, `Already paid: ${why}.`)
}

interface Asked {
  readonly requestId: RequestId
  readonly kind: RequestRow['kind']
  readonly plan: Plan
}

/**
 * The request that has this id already, if it is about this very transaction; an id or a transaction that stands for
 * something else is refused with 20125.
 */
export function knownRequest(world: World, { requestId, kind, plan }: Asked): RequestRow | undefined {
  const known = findRequest(world, requestId)
  if (known === undefined) {
    const owner = findRequestBy(world, plan.hash)
    if (owner !== undefined) throw alreadyPaid('this transaction has another request id')
    return undefined
  }
  if (known.kind !== kind) throw alreadyPaid('this request id is used by a request of another kind')
  if (known.transaction_hash !== plan.hash) throw alreadyPaid('this request id is used by another transaction')
  return known
}

/** Refuses whoever is not one of those who pay. */
export function holderFor(world: World, row: RequestRow, caller: UserId): LedgerHolder {
  const holder = readHolder(world, row.holder_id)
  if (!holder.members.includes(caller)) throw alreadyPaid('this request id is used by somebody else')
  return holder
}

export function insertRequest(
  world: World,
  { requestId, kind, plan }: Asked,
  caller: UserId,
  holder: LedgerHolder,
  raw: string,
): RequestRow {
  const time = world.now()
  const row = world.db.get<RequestRow>(
    `INSERT INTO request (request_id, kind, transaction_hash, user_id, holder_id, asset, amount, extra, raw, receivers,
                          signers, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', ?, ?) RETURNING *`,
    requestId,
    kind,
    plan.hash,
    caller,
    holder.id,
    plan.transaction.asset,
    String(plan.amount),
    plan.transaction.extra,
    raw,
    JSON.stringify(plan.receivers),
    time,
    time,
  )
  if (row === undefined) throw new Error('a request was not written')
  return row
}

/** Keeps the bytes with all signatures so far, and whose they are. */
export function updateRequest(world: World, requestId: string, raw: string, signers: readonly UserId[]): RequestRow {
  const row = world.db.get<RequestRow>(
    'UPDATE request SET raw = ?, signers = ?, updated_at = ? WHERE request_id = ? RETURNING *',
    raw,
    JSON.stringify(signers),
    world.now(),
    requestId,
  )
  if (row === undefined) throw new Error('a request is missing')
  return row
}

interface KernelRow {
  readonly state: 'accepted' | 'final'
  readonly final_at: Nanos | null
  readonly snapshot_hash: Hash | null
}

function kernelRow(world: World, hash: string): KernelRow | undefined {
  return world.db.get<KernelRow>('SELECT state, final_at, snapshot_hash FROM kernel_transaction WHERE hash = ?', hash)
}

/** Whether the ledger has taken the transaction of a request. */
export function isAccepted(world: World, row: RequestRow): boolean {
  return kernelRow(world, row.transaction_hash) !== undefined
}

function receiversOf(world: World, row: RequestRow): TransactionRecord['receivers'] {
  const chain = world.db.get<{ hash: string }>(
    'SELECT chain_transaction AS hash FROM withdrawal WHERE transaction_hash = ?',
    row.transaction_hash,
  )
  const receivers = JSON.parse(row.receivers) as Receiver[] // written by `insertRequest`
  return receivers.map((receiver) => ({
    ...receiver,
    members: [...receiver.members],
    withdrawal_hash: receiver.destination === '' ? '' : (chain?.hash ?? ''),
  }))
}

/** The item that this transaction carries on, if its money is a collection's. */
function movedItem(world: World, row: RequestRow): Hash | null {
  if (assetOf(world, row.asset).record.collection_hash === null) return null
  return carriedItem(world, decodeTransaction(row.raw))
}

function commonOf(world: World, row: RequestRow, caller: UserId | null, kernel: KernelRow | undefined) {
  const holder = readHolder(world, row.holder_id)
  const mayStillSign =
    caller !== null &&
    kernel === undefined &&
    row.revoked_by === null &&
    holder.members.includes(caller) &&
    !signersOf(row).includes(caller)
  return {
    request_id: row.request_id,
    transaction_hash: row.transaction_hash,
    user_id: row.user_id,
    asset: row.asset,
    kernel_asset_id: row.asset,
    amount: toAmount(BigInt(row.amount)),
    senders_hash: holder.membersHash,
    senders_threshold: holder.threshold,
    senders: [...holder.members],
    signers: signersOf(row),
    extra: row.extra,
    raw_transaction: row.raw,
    created_at: row.created_at,
    updated_at: row.updated_at,
    receivers: receiversOf(world, row),
    inscription_hash: movedItem(world, row),
    views: mayStillSign ? viewsOf(world, decodeTransaction(row.raw), caller) : [],
  }
}

/** The snapshot that a single payer has of a transaction, or will have; phones cannot read a sent record without it. None where all stays with them. */
function snapshotOf({ transaction_hash: hash, receivers }: ReturnType<typeof commonOf>, senders: LedgerHolder) {
  const [payer] = senders.members
  const leaves = receivers.some(({ members_hash }) => members_hash !== senders.membersHash)
  return payer === undefined || senders.members.length > 1 || !leaves ? null : sentSnapshotId(payer, hash)
}

const STATES = { accepted: 'signed', final: 'spent' } as const

/** How much of its asset a record names: products that were written for the real service cannot read a uuid in these records. */
export type AssetNames = 'uuid and hashes' | 'hashes' | 'hash'

/** A payment's record as this caller sees it, or as anybody does (null). */
export function transactionRecord(
  world: World,
  row: RequestRow,
  caller: UserId | null,
  { names }: { readonly names: AssetNames },
): TransactionRecord {
  const kernel = kernelRow(world, row.transaction_hash)
  const common = commonOf(world, row, caller, kernel)
  return {
    type: 'kernel_transaction_request',
    ...common,
    snapshot_id: kernel === undefined ? null : snapshotOf(common, readHolder(world, row.holder_id)),
    snapshot_hash: kernel?.snapshot_hash ?? null,
    snapshot_at: kernel?.final_at ?? null,
    asset_id: names === 'uuid and hashes' ? assetOf(world, row.asset).assetId : null,
    // In the interface's record of a state neither other name of the asset nor the item is listed.
    ...(names === 'hash' ? { kernel_asset_id: null, inscription_hash: null } : {}),
    state: kernel === undefined ? 'unspent' : STATES[kernel.state],
  }
}

/**
 * What a service of vaults says that a request is for, by the form in which it travels. One that cannot be read is passed on as
 * one that says nothing.
 */
export const SAFE = ENDPOINTS['multisigs.read'].answer.shape.safe

/** A group's record as this member sees it. What became of its transaction is only in the transaction's own record. */
export function multisigRecord(world: World, row: RequestRow, caller: UserId): MultisigRecord {
  return {
    type: 'transaction_request',
    ...commonOf(world, row, caller, kernelRow(world, row.transaction_hash)),
    asset_id: assetOf(world, row.asset).assetId,
    snapshot_id: null,
    snapshot_hash: null,
    snapshot_at: null,
    state: '',
    revoked_by: row.revoked_by,
    safe: SAFE.parse(row.purpose === null ? null : JSON.parse(row.purpose)),
  }
}
