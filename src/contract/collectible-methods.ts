import { z } from 'zod'
import {
  collectibleDetail,
  collectionItem,
  collectionView,
  contentView,
  gallery,
  inscriptionPreview,
} from './collectible-views.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { payee } from './payee-views.ts'
import { paymentReview } from './payment-views.ts'
import { holderId } from './views.ts'
import { amount, hash } from './wire.ts'

/** Bytes typed or chosen in the window; a message carries a megabyte at most. */
const content = z.object({ mediaType: z.string().max(100), base64: z.string().max(900_000) })

const inscription = z.object({ ...account, collection: hash, recipient: payee, content: content.nullable() })

const deployment = z.object({
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
  treasury: z.object({ ratio: z.string().max(20), recipient: payee }).nullable(),
})

/** Collections, collectibles and what can be done with them. */
export const collectibleMethods = {
  /** Newest first; `holder` null for everything, of the account and of its groups. */
  'collectibles.list': method(z.object({ ...account, holder: holderId.nullable(), hidden: z.boolean() }), gallery),
  'collectibles.item': method(z.object({ ...account, inscription: hash }), collectibleDetail),
  'collectibles.collection': method(z.object({ ...account, collection: hash }), collectionView),
  /** Items in their order; `after` is the number of the last item of the page before. */
  'collectibles.items': method(
    z.object({ ...account, collection: hash, after: z.number().int().min(0).nullable() }),
    z.object({ items: z.array(collectionItem), after: z.number().nullable() }),
  ),
  /** The content of an item, or the icon of a collection. Read once and kept; bytes are only ever shown. */
  'collectibles.content': method(z.object({ ...account, of: z.enum(['item', 'icon']), hash }), contentView),
  'collectibles.hide': method(
    z.object({ ...account, inscriptions: z.array(hash).min(1).max(10_000), hidden: z.boolean() }),
    nothing,
  ),
  /** One input, one output: the item goes on. Answers the review of a payment, as do all below. */
  'collectibles.transfer': method(z.object({ ...owner, inscription: hash, payee }), paymentReview),
  /** Gives the item up: its output is split, and anybody may occupy it. */
  'collectibles.release': method(z.object({ ...owner, inscription: hash }), paymentReview),
  /** Takes a vacant item for one unit of its collection's token. */
  'collectibles.occupy': method(z.object({ ...owner, inscription: hash }), paymentReview),
  'collectibles.previewInscription': method(inscription, inscriptionPreview),
  'collectibles.inscribe': method(inscription, paymentReview),
  'collectibles.previewCollection': method(deployment, inscriptionPreview),
  'collectibles.deploy': method(deployment, paymentReview),
} as const satisfies Record<string, Method>
