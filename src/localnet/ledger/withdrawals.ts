import type { AssetId } from '#contract/domain'
import { OUTPUT, type Transaction } from '#protocol'
import { checkDestination, makeChainHash } from '../chain/address.ts'
import type { CatalogAsset } from '../chain/catalog.ts'
import { Refusal } from '../refusal.ts'
import { assetOf } from './assets.ts'
import { findEntry, seeDeposit } from './deposits.ts'
import type { LedgerHolder } from './holders.ts'
import { toldText } from './text.ts'
import { feePaid } from './transaction-check.ts'
import type { World } from './world.ts'

/*
 * What leaves for another chain once it is final. It waits until its fee is paid: in the transaction itself, or by any later
 * one that refers to it, whoever makes that. Nothing but the reference ties the two.
 */

/** Blocks between the payment of the fee and the transaction on the chain. */
const LEAVING_BLOCKS = 2

type Holders = readonly (LedgerHolder | null)[]

/** What of a withdrawal's offered fees is left to pay after so much of an asset was; null where that asset pays none of them. */
function restOf(world: World, { fees }: CatalogAsset, kernelAsset: string, paid: bigint): bigint | null {
  const offer = fees.find((fee) => world.catalog.asset(fee.asset_id)?.kernelAssetId === kernelAsset)
  return offer === undefined || paid < offer.amount ? null : paid - offer.amount
}

/** Pays for the withdrawals that a transaction refers to, one after the other as far as its fee goes. */
function payReferred(world: World, transaction: Transaction, holders: Holders): void {
  let paid = feePaid({ transaction, holders })
  for (const hash of transaction.references) {
    const row = world.db.get<{ asset_id: AssetId }>(
      'SELECT asset_id FROM withdrawal WHERE transaction_hash = ? AND paid_height IS NULL',
      hash,
    )
    if (row === undefined) continue
    const rest = restOf(world, assetOf(world, row.asset_id), transaction.asset, paid)
    if (rest === null) continue
    paid = rest
    world.db.run('UPDATE withdrawal SET paid_height = ? WHERE transaction_hash = ?', world.height(), hash)
  }
}

/** Notes what a transaction that has become final withdraws, and which fees it pays. */
export function noteWithdrawals(world: World, hash: string, transaction: Transaction, holders: Holders): void {
  const submit = transaction.outputs.find(({ type }) => type === OUTPUT.withdrawalSubmit)
  if (submit !== undefined) {
    const asset = assetOf(world, transaction.asset)
    const inside = restOf(world, asset, transaction.asset, feePaid({ transaction, holders }))
    const isPaid = asset.fees.length === 0 || inside !== null
    world.db.run(
      `INSERT INTO withdrawal (transaction_hash, asset_id, amount, destination, tag, paid_height) VALUES (?, ?, ?, ?, ?, ?)`,
      hash,
      asset.assetId,
      String(submit.amount),
      toldText(submit.withdrawal?.address ?? ''),
      toldText(submit.withdrawal?.tag ?? ''),
      isPaid ? world.height() : null,
    )
  }
  payReferred(world, transaction, holders)
}

interface LeavingRow {
  readonly transaction_hash: string
  readonly asset_id: AssetId
  readonly amount: string
  readonly destination: string
  readonly tag: string
}

/**
 * Where a withdrawal goes, as its chain spells it. The kernel takes any text for a destination, and of any asset; what the chain does not
 * know as an address, and the tokens of a collection, which are on no chain, stay here for ever.
 */
function placeOf({ chain, record }: CatalogAsset, { destination, tag }: LeavingRow) {
  if (record.collection_hash !== null) return null
  try {
    return checkDestination(chain.chainId, destination, tag, chain.tag)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Withdrawals get their transaction on the chain; one to an address of this network comes back in as a deposit. */
export function carryOut(world: World): void {
  const rows = world.db.all<LeavingRow>(
    "SELECT * FROM withdrawal WHERE chain_transaction = '' AND paid_height <= ? ORDER BY transaction_hash",
    world.height() - LEAVING_BLOCKS,
  )
  for (const row of rows) {
    const { transaction_hash, asset_id, amount } = row
    const asset = assetOf(world, asset_id)
    const { chainId } = asset.chain
    const place = placeOf(asset, row)
    if (place === null) continue
    const chainTransaction = makeChainHash(chainId, world.keys.deriveWide(`withdrawal:${transaction_hash}`))
    world.db.run(
      'UPDATE withdrawal SET chain_transaction = ? WHERE transaction_hash = ?',
      chainTransaction,
      transaction_hash,
    )
    const entry = findEntry(world, chainId, place.destination, place.tag)
    if (entry === undefined) continue
    try {
      const deposit = { entry, assetId: asset_id, amount: BigInt(amount), chainTransaction }
      world.db.transaction(() => seeDeposit(world, deposit))
    } catch (error) {
      // The kernel would not let it in, so it stays on the chain; blocks go on.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
