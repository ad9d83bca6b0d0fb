import { z } from 'zod'
import { amount, hash, sentence, shown, shownLines, time, told } from '../wire.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { givenPayee } from './payees.ts'
import { checkView, paymentReview } from './payments.ts'
import { assetView, holderId, partyView, paymentId } from './shared.ts'

/*
 * Collectibles as a window shows them. Names, traits and contents are words of strangers: text, never markup.
 */

/** Where a picture or text is read, and whether reading it tells a stranger that somebody looks. */
const contentPlace = z.object({
  /** Empty where there is nothing to read. */
  host: shown,
  /** The network's own storage: shown without asking. */
  own: z.boolean(),
})

const collectibleView = z.object({
  inscription: hash,
  holder: holderId,
  /** Name of the group that holds it; null for the account itself. */
  group: shown.nullable(),
  /** `leaving`: a payment or request holds its output. */
  state: z.enum(['held', 'leaving']),
  paymentId: paymentId.nullable(),
  /** Kept from being sent, with the reason. */
  frozen: told.nullable(),
  collection: hash.nullable(),
  /** Names the item: collection and number, or the beginning of its hash while nothing is known. */
  name: told,
  /** Empty while nothing is known of it. */
  collectionName: told,
  sequence: z.number().nullable(),
  contentType: shown,
  content: contentPlace,
  amount,
  asset: assetView,
  hidden: z.boolean(),
  receivedAt: time,
})

const gallery = z.object({
  items: z.array(collectibleView),
  /** How many are hidden, whether they are in this answer or not. */
  hidden: z.number(),
  /** Items that the service has not described yet; they are being asked for. */
  unknown: z.number(),
})

const occupancy = z.discriminatedUnion('kind', [
  /** In this account, or one of its groups. */
  z.object({ kind: z.literal('mine'), group: shown.nullable() }),
  z.object({ kind: z.literal('occupied'), by: partyView }),
  z.object({ kind: z.literal('vacant') }),
  /** Inscribed, and paid out when the collection is complete. */
  z.object({ kind: z.literal('waiting') }),
])

const collectionItem = z.object({
  inscription: hash,
  sequence: z.number(),
  contentType: shown,
  content: contentPlace,
  occupancy,
})

const collectionView = z.object({
  collection: hash,
  name: told,
  symbol: shown,
  description: shownLines,
  icon: contentPlace,
  unit: amount,
  supply: amount,
  /** How many items there can be. */
  items: z.number(),
  asset: assetView.nullable(),
  treasury: z.strictObject({ ratio: shown, by: partyView }).nullable(),
  createdAt: time,
  /** In this account and its groups. */
  mine: z.number(),
})

const collectibleEvent = z.object({
  kind: z.enum(['received', 'sent', 'released', 'occupied', 'spent']),
  at: time,
  party: partyView,
  hash,
  /** Row of the activity, where there is one. */
  activityId: shown.nullable(),
})

/** What can be done with an item now, and why not. */
const ability = z.object({ can: z.boolean(), why: sentence.nullable() })

const collectibleDetail = z.object({
  inscription: hash,
  /** Null for an item of somebody else, or of nobody. */
  mine: collectibleView.nullable(),
  name: told,
  collection: collectionView.nullable(),
  sequence: z.number(),
  contentType: shown,
  content: contentPlace,
  traits: z.array(z.object({ name: shown, value: shown })),
  occupancy,
  occupiedAt: time.nullable(),
  recipient: partyView,
  history: z.array(collectibleEvent),
  transfer: ability,
  release: ability,
  occupy: ability.extend({ unit: amount, available: amount }),
})

const contentView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['image', 'svg', 'audio', 'video', 'text', 'json', 'unknown']),
    /** Found in the bytes, not what anybody said; `application/octet-stream` for what is not shown. */
    mediaType: shown,
    bytes: z.number(),
    base64: z.string(),
  }),
  z.object({
    kind: z.literal('missing'),
    reason: z.enum(['none', 'address', 'unreachable', 'redirected', 'too_large', 'too_slow', 'refused']),
  }),
])

/** Checks, price and what would be stored, before anything is asked of the network. */
const inscriptionPreview = z.object({
  checks: z.array(checkView),
  /** Whether it can be done as it stands. */
  ready: z.boolean(),
  bytes: z.number(),
  price: z.object({ asset: assetView, amount, available: amount }),
  /** Number of items that a deployment makes room for, or the number that an inscription would get. */
  items: z.number(),
  /** The text that is stored, shortened. */
  text: shown,
})

export type CollectibleView = z.output<typeof collectibleView>
export type CollectibleDetail = z.output<typeof collectibleDetail>
export type CollectionItemView = z.output<typeof collectionItem>
export type CollectionView = z.output<typeof collectionView>
export type ContentView = z.output<typeof contentView>
export type GalleryView = z.output<typeof gallery>
export type InscriptionPreview = z.output<typeof inscriptionPreview>

/** Bytes typed or chosen in the window; a message carries a megabyte at most. */
const content = z.strictObject({ mediaType: z.string().max(100), base64: z.string().max(900_000) })

const inscription = z.strictObject({ ...account, collection: hash, recipient: givenPayee, content: content.nullable() })

const deployment = z.strictObject({
  ...account,
  name: z.string().max(200),
  symbol: z.string().max(40),
  description: z.string().max(4000),
  mode: z.union([z.literal(1), z.literal(2)]),
  unit: amount,
  supply: amount,
  icon: content.nullable(),
  /** Empty for none, else an expression or checksums as base64. */
  validation: z.string().max(400_000),
  treasury: z.strictObject({ ratio: z.string().max(20), recipient: givenPayee }).nullable(),
})

/** Collections, collectibles and what can be done with them. */
export const collectibleMethods = {
  /** Newest first; `holder` null for everything, of the account and of its groups. */
  'collectibles.list': method(
    z.strictObject({ ...account, holder: holderId.nullable(), hidden: z.boolean() }),
    gallery,
  ),
  'collectibles.item': method(z.strictObject({ ...account, inscription: hash }), collectibleDetail),
  'collectibles.collection': method(z.strictObject({ ...account, collection: hash }), collectionView),
  /** Items in their order; `after` is the number of the last item of the page before. */
  'collectibles.items': method(
    z.strictObject({ ...account, collection: hash, after: z.number().int().min(0).nullable() }),
    z.object({ items: z.array(collectionItem), after: z.number().nullable() }),
  ),
  /** The content of an item, or the icon of a collection. Read once and kept; bytes are only ever shown. */
  'collectibles.content': method(z.strictObject({ ...account, of: z.enum(['item', 'icon']), hash }), contentView),
  /**
   * Whether the content is the one that the item's own transaction holds: the item's hash is the hash of those bytes. `unproved` where
   * the transaction holds none, only names an address, or cannot be read.
   */
  'collectibles.proof': method(
    z.strictObject({ ...account, hash }),
    z.object({ content: z.enum(['proved', 'differs', 'unproved']) }),
  ),
  'collectibles.hide': method(
    z.strictObject({ ...account, inscriptions: z.array(hash).min(1).max(10_000), hidden: z.boolean() }),
    nothing,
  ),
  /** One input, one output: the item goes on. Answers the review of a payment, as do all below. */
  'collectibles.transfer': method(z.strictObject({ ...owner, inscription: hash, payee: givenPayee }), paymentReview),
  /** Gives the item up: its output is split, and anybody may occupy it. */
  'collectibles.release': method(z.strictObject({ ...owner, inscription: hash }), paymentReview),
  /** Takes a vacant item for one unit of its collection's token. */
  'collectibles.occupy': method(z.strictObject({ ...owner, inscription: hash }), paymentReview),
  'collectibles.previewInscription': method(inscription, inscriptionPreview),
  'collectibles.inscribe': method(inscription, paymentReview),
  'collectibles.previewCollection': method(deployment, inscriptionPreview),
  'collectibles.deploy': method(deployment, paymentReview),
} as const satisfies Record<string, Method>
