import { z } from 'zod'
import type { UserId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { toAmount } from '#protocol'
import { invalidField } from '../refusal.ts'
import { registeredSpendKey } from './ghosts.ts'
import { ensureHolder, type LedgerHolder } from './holders.ts'
import { distribute, insertCollection, insertItem } from './inscribing.ts'
import { addressOf } from './inscriptions.ts'
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

/** Deploys a collection and gives every item to whom it is for. Throws 10002, 10404. */
export function deployCollection(world: World, order: CollectionOrder): Deployed {
  const hashFor = (purpose: string) => world.keys.derive(`${purpose}:${world.uuid()}`)
  const hash = hashFor('collection')
  const unit = order.unit ?? UNIT
  if (unit <= 0n) throw invalidField('unit', 'not positive')
  const { name, symbol, description, icon_url: iconUrl } = order
  const { assetId, kernel } = insertCollection(world, {
    ...{ hash, name, symbol, description, iconUrl, unit, supply: unit * BigInt(order.items.length) },
    ...{ mode: 1, validation: null, treasury: null },
  })
  const items = order.items.map(({ members, threshold, content_type, content_url, traits }, sequence) => {
    const item = hashFor('inscription')
    insertItem(world, {
      ...{ hash: item, collection: hash, sequence, contentType: content_type, contentUrl: content_url, traits },
      ...{ contentHash: null, recipient: addressOf(holderOf(world, members, threshold, sequence)) },
    })
    distribute(world, item, [])
    return { inscription_hash: item, sequence }
  })
  return { collection_hash: hash, asset_id: assetId, kernel_asset_id: kernel, items }
}
