import { z } from 'zod'
import type { AssetId, Hash, UserId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import {
  assetIdFromContract,
  encodeScript,
  encodeTransaction,
  kernelAssetId,
  OUTPUT,
  signWithSeed,
  type Transaction,
  toAmount,
  transactionHash,
  ZERO_32,
} from '#protocol'
import { TOKEN_CHAIN } from '../chain/catalog.ts'
import { invalidField } from '../refusal.ts'
import { issueOwnKeys, registeredSpendKey } from './ghosts.ts'
import { ensureHolder, type LedgerHolder } from './holders.ts'
import { addressOf } from './inscriptions.ts'
import { judge } from './kernel.ts'
import { accept } from './settlement.ts'
import type { World } from './world.ts'

// The same text forms as in the rows of the endpoint table.
const { amount } = ENDPOINTS['local.deposit'].body.shape
const userId = ENDPOINTS['relationships.update'].body.shape.user_id

/** A collection to be deployed, with all of its items inscribed at once. */
export const collectionOrder = z.object({
  name: z.string().min(1).max(128),
  symbol: z.string().min(1).max(16),
  description: z.string().max(1024).default(''),
  icon_url: z.string().max(1024).default(''),
  /** Amount of its token that one item is worth. */
  unit: amount.optional(),
  items: z
    .array(
      z.object({
        members: z.array(userId).min(1).max(64),
        threshold: z.int().min(1).max(64).default(1),
        content_type: z.string().max(128).default('text/plain'),
        content_url: z.string().max(4096).default(''),
        traits: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    )
    .min(1)
    .max(256),
})

type CollectionOrder = z.output<typeof collectionOrder>

export interface Deployed {
  readonly collection_hash: string
  readonly asset_id: string
  readonly kernel_asset_id: string
  readonly items: readonly { readonly inscription_hash: string; readonly sequence: number }[]
}

const UNIT = toAmount(100_000_000n)

function holderOf(world: World, members: readonly UserId[], threshold: number, at: number): LedgerHolder {
  if (new Set(members).size !== members.length) throw invalidField(`items.${at}.members`, 'named twice')
  if (threshold > members.length) throw invalidField(`items.${at}.threshold`, 'more than there are members')
  for (const member of members) registeredSpendKey(world, member)
  return ensureHolder(world, members, threshold)
}

/** The transaction that brings one item's money in, signed by the custodian like a deposit; the kernel judges it like one. */
function mint(
  world: World,
  asset: string,
  chain: string,
  collection: string,
  item: string,
  holder: LedgerHolder,
  units: bigint,
) {
  const value = toAmount(units)
  const { mask, keys } = issueOwnKeys(world, world.uuid(), holder.members)
  const deposit = { chain, assetKey: collection, transaction: item, index: 0n, amount: value }
  const unsigned: Transaction = {
    version: 5,
    asset,
    inputs: [{ hash: ZERO_32, index: 0, deposit }],
    outputs: [{ type: OUTPUT.script, amount: value, keys, mask, script: encodeScript(holder.threshold) }],
    references: [],
    extra: '',
  }
  const signature = signWithSeed(world.keys.custodianSeed, transactionHash(unsigned))
  const transaction: Transaction = { ...unsigned, signatures: [{ 0: signature }] }
  const { hash } = judge(world, transaction, { field: 'items' })
  return { hash, transaction, raw: encodeTransaction(transaction) }
}

/** Deploys a collection and gives every item to whom it is for. Throws 10002, 10404. */
export function deployCollection(world: World, order: CollectionOrder): Deployed {
  const hashFor = (purpose: string) => world.keys.derive(`${purpose}:${world.uuid()}`)
  const collectionHash = hashFor('collection')
  const unit = order.unit ?? UNIT
  if (unit <= 0n) throw invalidField('unit', 'not positive')
  const assetId = assetIdFromContract(TOKEN_CHAIN, collectionHash) as AssetId // a uuid by construction
  const asset = kernelAssetId(assetId) as Hash // a hash by construction
  world.db.run(
    `INSERT INTO collection (collection_hash, asset_id, kernel_asset_id, name, symbol, description, icon_url, unit, supply,
                             created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    collectionHash,
    assetId,
    asset,
    order.name,
    order.symbol,
    order.description,
    order.icon_url,
    String(unit),
    String(unit * BigInt(order.items.length)),
    world.now(),
  )
  const items = order.items.map(({ members, threshold, content_type, content_url, traits }, sequence) => {
    const holder = holderOf(world, members, threshold, sequence)
    const item = hashFor('inscription')
    const { hash, transaction, raw } = mint(
      world,
      asset,
      kernelAssetId(TOKEN_CHAIN),
      collectionHash,
      item,
      holder,
      unit,
    )
    const time = world.now()
    world.db.run(
      `INSERT INTO item (inscription_hash, collection_hash, sequence, content_type, content_url, traits, recipient,
                         occupied_by, mint_transaction, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`,
      item,
      collectionHash,
      BigInt(sequence),
      content_type,
      content_url,
      JSON.stringify(traits),
      addressOf(holder),
      hash,
      time,
      time,
    )
    accept(world, { hash, kind: 'inscription', raw, transaction, holders: [holder], sender: null, requestId: null })
    return { inscription_hash: item, sequence }
  })
  return { collection_hash: collectionHash, asset_id: assetId, kernel_asset_id: asset, items }
}
