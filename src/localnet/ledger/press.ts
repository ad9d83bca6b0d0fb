import type { AssetId, Hash } from '#contract/domain'
import {
  type Amount,
  decodeMainnetAddress,
  deriveGhostKeys,
  encodeScript,
  encodeTransaction,
  OUTPUT,
  publicKeyFromSeed,
  STORAGE_ADDRESS,
  scalarFromUniform,
  signWithSeed,
  storagePrice,
  THRESHOLD_MAX,
  type Transaction,
  toAmount,
  transactionHash,
  XIN_ASSET_ID,
} from '#protocol'
import { makeChainHash } from '../chain/address.ts'
import { accept } from './accepting.ts'
import { assetOf } from './assets.ts'
import { bringIn } from './custodian.ts'
import { promised } from './deposits.ts'
import { judge } from './kernel.ts'
import { settleNow } from './settlement.ts'
import type { World } from './world.ts'

/*
 * How the network itself puts extras on the ledger: by transactions like those of a wallet, which burn what storage costs,
 * out of money that the custodian brings in for it and that belongs to nobody.
 */

interface Coin {
  readonly hash: Hash
  readonly index: number
  readonly amount: Amount
  /** Of the only key that spends it. */
  readonly seed: string
}

/** Keys of an output that only the network can spend. */
function ownKeys(world: World): { readonly seed: string; readonly mask: string; readonly keys: readonly string[] } {
  const [seed, mask] = [world.keys.derive(`press:${world.uuid()}`), world.keys.derive(`press:${world.uuid()}`)]
  return { seed, mask: publicKeyFromSeed(mask), keys: [publicKeyFromSeed(seed)] }
}

function fund(world: World, amount: Amount): Coin {
  const { kernelAssetId: asset, chain, assetKey } = assetOf(world, XIN_ASSET_ID as AssetId) // a constant of the network
  const { seed, mask, keys } = ownKeys(world)
  const transaction = makeChainHash(chain.chainId, world.draw(64))
  const hash = bringIn(world, {
    ...{ asset, deposit: { chain: chain.kernelAssetId, assetKey, transaction, index: 0n, amount } },
    ...{ to: { mask, keys, threshold: 1 }, holder: null, field: 'items', pending: promised(world, XIN_ASSET_ID) },
  })
  settleNow(world, hash)
  return { hash, index: 0, amount, seed }
}

function burnt(world: World, amount: Amount): Transaction['outputs'][number] {
  const scalar = scalarFromUniform(world.keys.deriveWide(`burn:${world.uuid()}`))
  const { mask, keys } = deriveGhostKeys(scalar, [decodeMainnetAddress(STORAGE_ADDRESS)], 0)
  return { type: OUTPUT.script, amount, keys, mask, script: encodeScript(THRESHOLD_MAX) }
}

const priceOf = (extra: string): Amount => storagePrice(extra.length / 2)

/** Takes these extras to the ledger one by one, each final at once; what it answers is the hash of its transaction. */
export function openPress(world: World, extras: readonly string[]) {
  let coin = fund(world, toAmount(extras.reduce((sum, extra) => sum + priceOf(extra), 0n)))
  return (extra: string, references: readonly string[]): Hash => {
    const price = priceOf(extra)
    const rest = toAmount(coin.amount - price)
    const { seed, mask, keys } = ownKeys(world)
    const change = { type: OUTPUT.script, amount: rest, keys, mask, script: encodeScript(1) }
    const unsigned: Transaction = {
      version: 5,
      asset: assetOf(world, XIN_ASSET_ID as AssetId).kernelAssetId, // a constant of the network
      inputs: [{ hash: coin.hash, index: coin.index }],
      outputs: rest > 0n ? [burnt(world, price), change] : [burnt(world, price)],
      references,
      extra,
    }
    const signature = signWithSeed(coin.seed, transactionHash(unsigned))
    const transaction: Transaction = { ...unsigned, signatures: [{ 0: signature }] }
    const { hash, kind } = judge(world, transaction, { field: 'items' })
    const holders = transaction.outputs.map(() => null)
    const raw = encodeTransaction(transaction)
    accept(world, { hash, kind, raw, transaction, holders, sender: null, requestId: null })
    settleNow(world, hash)
    coin = { hash: hash as Hash, index: 1, amount: rest, seed } // 32 bytes of hex
    return coin.hash
  }
}
