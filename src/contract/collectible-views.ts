import { z } from 'zod'
import { checkView } from './payment-views.ts'
import { assetView, partyView, paymentId } from './views.ts'
import { amount, hash, holderId, shown, shownLines, time } from './wire.ts'

/*
 * Collectibles as a window shows them. Names, traits and contents are words of strangers: text, never markup.
 */

/** Where a picture or text is read, and whether reading it tells a stranger that somebody looks. */
export const contentPlace = z.object({
  /** Empty where there is nothing to read. */
  host: shown,
  /** The network's own storage: shown without asking. */
  own: z.boolean(),
})

export const collectibleView = z.object({
  inscription: hash,
  holder: holderId,
  /** Name of the group that holds it; null for the account itself. */
  group: shown.nullable(),
  /** `leaving`: a payment or request holds its output. */
  state: z.enum(['held', 'leaving']),
  paymentId: paymentId.nullable(),
  /** Kept from being sent, with the reason. */
  frozen: shown.nullable(),
  collection: hash.nullable(),
  /** Names the item: collection and number, or the beginning of its hash while nothing is known. */
  name: shown,
  collectionName: shown,
  sequence: z.number().nullable(),
  contentType: shown,
  content: contentPlace,
  amount,
  asset: assetView,
  hidden: z.boolean(),
  receivedAt: time,
})

export const gallery = z.object({
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

export const collectionItem = z.object({
  inscription: hash,
  sequence: z.number(),
  contentType: shown,
  content: contentPlace,
  occupancy,
})

export const collectionView = z.object({
  collection: hash,
  name: shown,
  symbol: shown,
  description: shownLines,
  icon: contentPlace,
  unit: amount,
  supply: amount,
  /** How many items there can be. */
  items: z.number(),
  asset: assetView.nullable(),
  treasury: z.object({ ratio: shown, by: partyView }).nullable(),
  createdAt: time,
  /** In this account and its groups. */
  mine: z.number(),
})

export const collectibleEvent = z.object({
  kind: z.enum(['received', 'sent', 'released', 'occupied', 'spent']),
  at: time,
  party: partyView,
  hash,
  /** Row of the activity, where there is one. */
  activityId: shown.nullable(),
})

/** What can be done with an item now, and why not. */
const ability = z.object({ can: z.boolean(), why: shown })

export const collectibleDetail = z.object({
  inscription: hash,
  /** Null for an item of somebody else, or of nobody. */
  mine: collectibleView.nullable(),
  name: shown,
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

export const contentView = z.discriminatedUnion('kind', [
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
export const inscriptionPreview = z.object({
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
