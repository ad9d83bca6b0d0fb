import { defined } from '#contract/defined'
import type { Hash, Nanos } from '#contract/domain'
import { type Amount, decodeTransaction, formatAmountShort, kernelAssetId, type Transaction, toAmount } from '#protocol'
import { totalOf, utxo } from './kernel.ts'
import { toldText } from './text.ts'
import type { World } from './world.ts'

/*
 * The ledger as one of the kernel's own nodes tells of it: by hashes and keys, without people. Whatever is not known is null.
 */

interface StoredRow {
  readonly raw: string
  readonly snapshot_hash: Hash | null
}

function inputRecord({ hash, index, deposit }: Transaction['inputs'][number]): unknown {
  if (deposit === undefined) return { hash, index }
  const { chain, assetKey, transaction, index: place, amount } = deposit
  return {
    deposit: {
      chain,
      asset_key: toldText(assetKey),
      transaction: toldText(transaction),
      index: Number(place),
      amount: formatAmountShort(amount),
    },
  }
}

function outputRecord({ withdrawal, amount, ...output }: Transaction['outputs'][number]): unknown {
  const told = withdrawal && { address: toldText(withdrawal.address), tag: toldText(withdrawal.tag) }
  return { ...output, amount: formatAmountShort(amount), ...defined({ withdrawal: told }) }
}

/** A transaction with all its bytes, whoever made it; its snapshot is there once it is final. */
export function nodeTransaction(world: World, hash: string) {
  const row = world.db.get<StoredRow>('SELECT raw, snapshot_hash FROM kernel_transaction WHERE hash = ?', hash)
  if (row === undefined) return null
  const { version, asset, inputs, outputs, references, extra } = decodeTransaction(row.raw)
  return {
    ...{ version, asset, references, extra },
    inputs: inputs.map(inputRecord),
    outputs: outputs.map(outputRecord),
    hash: hash as Hash, // it has just been found by it
    hex: row.raw,
    snapshot: row.snapshot_hash,
  }
}

export function nodeOutput(world: World, hash: Hash, index: number) {
  const output = utxo(world, hash, index)
  if (output === null) return null
  const { type, amount, keys, mask, script, lockedBy } = output
  return { hash, index, type, amount, keys: [...keys], mask, script, lock: lockedBy as Hash | null } // 32 bytes of hex
}

export function nodeKey(world: World, key: string): { transaction: Hash } | null {
  return (
    world.db.get<{ transaction: Hash }>('SELECT transaction_hash AS "transaction" FROM used_key WHERE key = ?', key) ??
    null
  )
}

export function nodeAsset(world: World, id: Hash) {
  const asset = world.catalog.asset(id)
  if (asset === undefined) return null
  const { deposited, withdrawn } = totalOf(world, id)
  const balance: Amount = toAmount(deposited - withdrawn)
  return { id, chain: kernelAssetId(asset.chain.chainId) as Hash, asset_key: asset.assetKey, balance } // a hash by construction
}

export function nodeInfo(world: World) {
  const newest = world.db.get<{ final_at: Nanos | null; count: bigint }>(
    "SELECT max(final_at) AS final_at, count(*) AS count FROM kernel_transaction WHERE state = 'final'",
  )
  return {
    network: world.keys.networkId as Hash, // 32 bytes of hex
    version: 'local',
    timestamp: String(newest?.final_at ?? 0n),
    graph: { topology: Number(newest?.count ?? 0n) },
  }
}
