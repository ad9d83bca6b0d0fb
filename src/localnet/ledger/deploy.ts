import { z } from 'zod'
import { ENDPOINTS } from '#contract/http'
import { encodeInscription, formatAmountShort, type InscriptionOperation, sha3Hash, toAmount } from '#protocol'
import { checked, invalidField } from '../refusal.ts'
import { registeredSpendKey } from './ghosts.ts'
import { ensureHolder, type LedgerHolder } from './holders.ts'
import { addressOf, collectionRow, findItem } from './inscriptions.ts'
import { openPress } from './press.ts'
import type { World } from './world.ts'

// The same text forms as in the rows of the endpoint table.
const { amount } = ENDPOINTS['local.deposit'].body.shape
const userId = ENDPOINTS['relationships.update'].body.shape.user_id

/** A data URI without its scheme, as inscriptions hold it. */
const dataUri = z.string().max(3_000_000)

const itemOrder = z.object({
  members: z.array(userId).min(1).max(64),
  threshold: z.int().min(1).max(64).default(1),
  /** What is inscribed; else a line of text, or where the content lies. */
  content: dataUri.optional(),
  // What the network says of an item without a content of its own, whatever was inscribed.
  content_type: z.string().max(128).default('text/plain'),
  content_url: z.string().max(4096).default(''),
  traits: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})

/** A collection to be deployed, with all of its items inscribed at once. */
export const collectionOrder = z.object({
  name: z.string().min(1).max(128),
  symbol: z.string().min(1).max(16),
  description: z.string().max(1024).default(''),
  /** What is inscribed; else a square of one colour. */
  icon: dataUri.optional(),
  /** Where the network says that the icon is, whatever was inscribed. */
  icon_url: z.string().max(1024).default(''),
  /** Amount of its token that one item is worth. */
  unit: amount.optional(),
  items: z.array(itemOrder).min(1).max(256),
})

type CollectionOrder = z.output<typeof collectionOrder>
type ItemOrder = z.output<typeof itemOrder>

interface Deployed {
  readonly collection_hash: string
  readonly asset_id: string
  readonly kernel_asset_id: string
  readonly items: readonly { readonly inscription_hash: string; readonly sequence: number }[]
}

const UNIT = toAmount(100_000_000n)

function holderOf(world: World, { members, threshold }: ItemOrder, at: number): LedgerHolder {
  if (new Set(members).size !== members.length) throw invalidField(`items.${at}.members`, 'named twice')
  if (threshold > members.length) throw invalidField(`items.${at}.threshold`, 'more than there are members')
  for (const member of members) registeredSpendKey(world, member)
  return ensureHolder(world, members, threshold)
}

const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A GIF of one pixel, in a colour of its name's own. */
function squareOf(name: string): string {
  const colour = sha3Hash(Buffer.from(name).toString('hex')).slice(0, 6)
  const picture = `47494638396101000100800000${colour}0000002c00000000010001000002024401003b`
  return `image/gif;base64,${base64(Buffer.from(picture, 'hex'))}`
}

/** Traits stand between the type and its content, as far as they can be written there. */
const parametersOf = ({ traits }: ItemOrder): string =>
  traits
    .flatMap(({ name, value }) => (/^[^;,=]+$/.test(name) && /^[^;,]*$/.test(value) ? `;${name}=${value}` : []))
    .join('')

/** What is inscribed for an item; nothing where there is nothing to be said. No two of a collection are equal. */
function contentOf(order: ItemOrder, title: string): { readonly content?: string } {
  const { content, content_type: type, content_url: url } = order
  if (content !== undefined) return { content }
  const parameters = parametersOf(order)
  if (url !== '') return { content: `text/uri-list${parameters};base64,${base64(`# ${title}\r\n${url}\r\n`)}` }
  return /^text\/[a-z0-9.+-]+$/.test(type) ? { content: `${type}${parameters};base64,${base64(title)}` } : {}
}

/** Deploys a collection and inscribes every item to whom it is for, by transactions of its own. Throws 10002, 10404. */
export function deployCollection(world: World, order: CollectionOrder): Deployed {
  const unit = order.unit ?? UNIT
  if (unit <= 0n) throw invalidField('unit', 'not positive')
  const { name, symbol, description, items } = order
  const encoded = (field: string, operation: InscriptionOperation) => checked(field, () => encodeInscription(operation))
  const deployment = encoded('name', {
    ...{ version: 1, operation: 'deploy', mode: 1, unit: formatAmountShort(unit) },
    supply: formatAmountShort(toAmount(unit * BigInt(items.length))),
    ...{ symbol, name, description, icon: order.icon ?? squareOf(name) },
  })
  const inscriptions = items.map((item, at) => {
    const recipient = addressOf(holderOf(world, item, at))
    return encoded(`items.${at}`, { operation: 'inscribe', recipient, ...contentOf(item, `${name} #${at}`) })
  })
  const print = openPress(world, [deployment, ...inscriptions])
  const hash = print(deployment, [])
  const made = collectionRow(world, hash)
  if (made === undefined) throw invalidField('name', 'breaks a rule of inscriptions')
  if (order.icon_url !== '') {
    world.db.run('UPDATE collection SET icon_url = ? WHERE collection_hash = ?', order.icon_url, hash)
  }
  return {
    ...{ collection_hash: hash, asset_id: made.asset_id, kernel_asset_id: made.kernel_asset_id },
    items: inscriptions.map((inscription, sequence) => {
      const item = print(inscription, [hash])
      if (findItem(world, item) === undefined) throw invalidField(`items.${sequence}`, 'breaks a rule of inscriptions')
      claim(world, item, items[sequence])
      return { inscription_hash: item, sequence }
    }),
  }
}

/** Lets the network say of an item what its order says, as only the one that lists them can. */
function claim(world: World, item: string, order: ItemOrder | undefined): void {
  if (order === undefined || order.content !== undefined) return
  world.db.run(
    'UPDATE item SET content_type = ?, content_url = ?, traits = ? WHERE inscription_hash = ?',
    order.content_type,
    order.content_url,
    JSON.stringify(order.traits),
    item,
  )
}
