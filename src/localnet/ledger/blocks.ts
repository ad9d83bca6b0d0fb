import type { AssetId, Nanos } from '#contract/domain'
import { makeChainHash } from '../chain/address.ts'
import { Refusal } from '../refusal.ts'
import { assetOf } from './assets.ts'
import { creditConfirmed, findEntry, seeDeposit } from './deposits.ts'
import { settleUntil } from './settlement.ts'
import { setHeight, type World } from './world.ts'

/** Blocks between the end of a withdrawal on this ledger and its transaction on the chain. */
const LEAVING_BLOCKS = 2

interface LeavingRow {
  readonly transaction_hash: string
  readonly asset_id: AssetId
  readonly amount: string
  readonly destination: string
  readonly tag: string
}

/** Withdrawals get their transaction on the chain; one to an address of this network comes back in as a deposit. */
function leave(world: World): void {
  const rows = world.db.all<LeavingRow>(
    "SELECT * FROM withdrawal WHERE chain_transaction = '' AND final_height <= ? ORDER BY transaction_hash",
    world.height() - LEAVING_BLOCKS,
  )
  for (const { transaction_hash, asset_id, amount, destination, tag } of rows) {
    const chainId = assetOf(world, asset_id).chain.chainId
    const chainTransaction = makeChainHash(chainId, world.keys.deriveWide(`withdrawal:${transaction_hash}`))
    world.db.run(
      'UPDATE withdrawal SET chain_transaction = ? WHERE transaction_hash = ?',
      chainTransaction,
      transaction_hash,
    )
    const entry = findEntry(world, chainId, destination, tag)
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

const END_OF_TIME = (2n ** 63n - 1n) as Nanos

/** All chains grow by so many blocks. What was accepted before becomes final with them. Answers the new height. */
export function addBlocks(world: World, count: number): number {
  return world.db.transaction(() => {
    settleUntil(world, END_OF_TIME)
    setHeight(world, world.height() + count)
    creditConfirmed(world)
    settleUntil(world, END_OF_TIME)
    leave(world)
    return world.height()
  })
}
