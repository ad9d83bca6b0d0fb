import type { AssetId, DepositEntry, Hash, Nanos, PendingDeposit, UserId } from '#contract/domain'
import type { EndpointAnswer } from '#contract/http'
import { depositUniqueKey, signDepositEntry, toAmount } from '#protocol'
import { makeChainAddress, makeChainHash } from '../chain/address.ts'
import type { CatalogChain } from '../chain/catalog.ts'
import { assetOf } from './assets.ts'
import { bringIn } from './custodian.ts'
import { issueOwnKeys } from './ghosts.ts'
import { type LedgerHolder, readHolder } from './holders.ts'
import { narrowed, startOf, type TimePage } from './time-page.ts'
import type { World } from './world.ts'

interface EntryRow {
  readonly entry_id: string
  readonly holder_id: bigint
  readonly chain_id: AssetId
  readonly destination: string
  readonly tag: string
  readonly signature: string
}

function tagOf(chain: CatalogChain, material: Uint8Array): string {
  if (chain.tag !== 'needed') return ''
  return String(1_000_000 + (Buffer.from(material).readUInt32BE(60) % 900_000_000))
}

/**
 * The one address of a holder on a chain, the same for ever. Signed by the network's published deposit key over destination and
 * tag.
 */
export function ensureEntry(world: World, holder: LedgerHolder, chain: CatalogChain): EntryRow {
  const known = world.db.get<EntryRow>(
    'SELECT * FROM deposit_entry WHERE holder_id = ? AND chain_id = ?',
    holder.id,
    chain.chainId,
  )
  if (known !== undefined) return known
  const material = world.keys.deriveWide(`address:${chain.chainId}:${holder.membersHash}:${holder.threshold}`)
  const destination = makeChainAddress(chain.chainId, material)
  const tag = tagOf(chain, material)
  const row = world.db.get<EntryRow>(
    `INSERT INTO deposit_entry (entry_id, holder_id, chain_id, destination, tag, signature, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    world.uuid(),
    holder.id,
    chain.chainId,
    destination,
    tag,
    signDepositEntry(world.keys.depositSeed, destination, tag),
    world.now(),
  )
  if (row === undefined) throw new Error('a deposit entry was not written')
  return row
}

/** The smallest unit there is: this network credits everything. */
const MINIMUM = '0.00000001'

export function entryRecord(row: EntryRow, holder: LedgerHolder): DepositEntry {
  return {
    type: 'deposit_entry',
    entry_id: row.entry_id,
    threshold: holder.threshold,
    members: [...holder.members],
    destination: row.destination,
    tag: row.tag,
    signature: row.signature,
    chain_id: row.chain_id,
    is_primary: true,
    minimum: MINIMUM,
    maximum: '',
  }
}

export function findEntry(world: World, chainId: string, destination: string, tag: string): EntryRow | undefined {
  return world.db.get<EntryRow>(
    'SELECT * FROM deposit_entry WHERE chain_id = ? AND destination = ? AND tag = ?',
    chainId,
    destination,
    tag,
  )
}

interface DepositRow {
  readonly deposit_id: string
  readonly entry_id: string
  readonly asset_id: AssetId
  readonly amount: string
  readonly sender: string
  readonly chain_transaction: string
  readonly chain_index: bigint
  readonly block_hash: string
  readonly seen_height: bigint
  readonly state: 'pending' | 'confirmed'
  readonly confirmed_height: bigint | null
  readonly created_at: Nanos
  readonly updated_at: Nanos
  readonly destination: string
  readonly tag: string
  readonly holder_id: bigint
  readonly chain_id: AssetId
}

const SELECT = `
SELECT deposit.*, entry.destination, entry.tag, entry.holder_id, entry.chain_id
FROM deposit JOIN deposit_entry AS entry ON entry.entry_id = deposit.entry_id`

function recordOf(world: World, row: DepositRow): PendingDeposit {
  const asset = assetOf(world, row.asset_id)
  const until = row.confirmed_height ?? BigInt(world.height())
  return {
    deposit_id: row.deposit_id,
    destination: row.destination,
    tag: row.tag,
    chain_id: row.chain_id,
    asset_id: row.asset_id,
    asset_key: asset.assetKey,
    kernel_asset_id: asset.kernelAssetId as Hash, // the catalog's ids are hashes
    amount: toAmount(BigInt(row.amount)),
    transaction_hash: row.chain_transaction,
    output_index: Number(row.chain_index),
    block_hash: row.block_hash,
    block_number: Number(row.seen_height),
    confirmations: Number(until - row.seen_height),
    threshold: asset.chain.confirmations,
    state: row.state,
    sender: row.sender,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

interface SeenDeposit {
  readonly entry: EntryRow
  readonly assetId: AssetId
  readonly amount: bigint
  readonly chainTransaction?: string
}

/** The kernel's transaction that brings a deposit in, made and signed by the custodian. */
function credit(world: World, row: DepositRow, promised: bigint): void {
  const asset = assetOf(world, row.asset_id)
  const holder = readHolder(world, row.holder_id)
  const { mask, keys } = issueOwnKeys(world, row.deposit_id, holder.members)
  const hash = bringIn(world, {
    asset: asset.kernelAssetId,
    deposit: {
      chain: asset.chain.kernelAssetId,
      assetKey: asset.assetKey,
      transaction: row.chain_transaction,
      index: row.chain_index,
      amount: toAmount(BigInt(row.amount)),
    },
    ...{ to: { mask, keys, threshold: holder.threshold }, holder, field: 'amount', pending: promised },
  })
  world.db.run(
    "UPDATE deposit SET state = 'confirmed', confirmed_height = ?, transaction_hash = ?, updated_at = ? WHERE deposit_id = ?",
    world.height(),
    hash,
    world.now(),
    row.deposit_id,
  )
}

/** Not final on the ledger yet. */
const ON_ITS_WAY = `(deposit.state = 'pending' OR EXISTS (
  SELECT 1 FROM kernel_transaction WHERE hash = deposit.transaction_hash AND state = 'accepted'))`

/** Money of an asset that is on its way in. */
export function promised(world: World, assetId: string): bigint {
  return world.db
    .all<{ amount: string }>(`SELECT amount FROM deposit WHERE ${ON_ITS_WAY} AND asset_id = ?`, assetId)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** A payment to one of our addresses appears on its chain. What the kernel would not let in is refused now. */
export function seeDeposit(world: World, seen: SeenDeposit): PendingDeposit {
  const { entry, assetId, amount } = seen
  const asset = assetOf(world, assetId)
  const chainId = asset.chain.chainId
  const before = promised(world, assetId)
  const chainTransaction = seen.chainTransaction ?? makeChainHash(chainId, world.draw(64))
  const depositId = world.uuid()
  const time = world.now()
  world.db.run(
    `INSERT INTO deposit (deposit_id, entry_id, asset_id, amount, sender, chain_transaction, chain_index, block_hash,
                          seen_height, state, unique_key, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, 'pending', ?, ?, ?)`,
    depositId,
    entry.entry_id,
    assetId,
    String(amount),
    makeChainAddress(chainId, world.draw(64)),
    chainTransaction,
    makeChainHash(chainId, world.draw(64)),
    world.height(),
    depositUniqueKey({ chain: asset.chain.kernelAssetId, transaction: chainTransaction, index: 0n }),
    time,
    time,
  )
  const row = world.db.get<DepositRow>(`${SELECT} WHERE deposit.deposit_id = ?`, depositId)
  if (row === undefined) throw new Error('a deposit was not written')
  world.db.dryRun(() => credit(world, row, before))
  return recordOf(world, row)
}

/** Credits every deposit that has its confirmations. */
export function creditConfirmed(world: World): void {
  const height = BigInt(world.height())
  const rows = world.db.all<DepositRow>(`${SELECT} WHERE deposit.state = 'pending' ORDER BY deposit.created_at`)
  for (const row of rows) {
    const needed = BigInt(Math.max(1, assetOf(world, row.asset_id).chain.confirmations))
    if (row.seen_height + needed <= height) credit(world, row, 0n)
  }
}

/** What a transaction of the ledger brought in. */
export function depositOf(world: World, transaction: Hash): EndpointAnswer<'outputs.deposit'> | undefined {
  const row = world.db.get<DepositRow>(`${SELECT} WHERE deposit.transaction_hash = ?`, transaction)
  if (row === undefined) return undefined
  const { chain_transaction: hash, chain_index: index, sender, destination, tag } = row
  return { deposit_hash: hash, deposit_index: Number(index), sender, destination, tag }
}

interface DepositQuery extends TimePage {
  /** Whose, or everybody's. */
  readonly member: UserId | undefined
  readonly assetId: string | undefined
  readonly chainId: string | undefined
  readonly destination: string | undefined
  readonly tag: string | undefined
}

/**
 * Deposits on their way to groups with this member. With its confirmations one is `confirmed`, until the transaction that
 * credits it is final; then it is an output and no longer listed.
 */
export function listDeposits(world: World, query: DepositQuery): PendingDeposit[] {
  const [comparison, start] = startOf(query)
  const [asked, values] = narrowed({
    'entry.holder_id IN (SELECT holder_id FROM holder_member WHERE user_id = ?)': query.member,
    'deposit.asset_id = ?': query.assetId,
    'entry.chain_id = ?': query.chainId,
    'entry.destination = ?': query.destination,
    'entry.tag = ?': query.tag,
  })
  const rows = world.db.all<DepositRow>(
    `${SELECT} WHERE ${ON_ITS_WAY} ${asked} AND deposit.created_at ${comparison} ?
     ORDER BY deposit.created_at ${query.order} LIMIT ?`,
    ...[...values, start, BigInt(query.limit)],
  )
  return rows.map((row) => recordOf(world, row))
}
