import { z } from 'zod'
import {
  coinState,
  coinSummary,
  coinView,
  consolidationView,
  doubtedCoin,
  labelImport,
  storedObject,
} from './coin-views.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { assetView, paymentId } from './views.ts'
import { amount, assetId, hash, hex, outputId, requestId } from './wire.ts'

const plan = z.object({ ...account, planId: requestId })
const labelsText = z.string().max(900_000)

/** Coins, freezing, consolidation, labels and stored objects. */
export const coinMethods = {
  /** Newest first. Coins that are set aside or frozen are few and come in one answer. */
  'coins.list': method(
    z.object({
      ...owner,
      assetId: assetId.nullable(),
      state: coinState.nullable(),
      cursor: z.string().max(40).nullable(),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ rows: z.array(coinView), cursor: z.string().nullable() }),
  ),
  'coins.summary': method(z.object(owner), z.array(coinSummary)),
  /** Coins that the service describes in two ways, or in one that cannot be true. */
  'coins.doubted': method(z.object(owner), z.array(doubtedCoin)),
  /**
   * Asks the service for a doubted coin again and counts it where it is described as it was first, or as the bytes say that
   * made it. Throws `wallet.coin_doubted`.
   */
  'coins.recheck': method(z.object({ ...owner, outputId }), nothing),
  'coins.freeze': method(
    z.object({ ...owner, outputs: z.array(outputId).min(1).max(256), reason: z.string().trim().min(1).max(200) }),
    nothing,
  ),
  'coins.unfreeze': method(z.object({ ...owner, outputs: z.array(outputId).min(1).max(256) }), nothing),
  /** The plan in progress, else what Coffer proposes; null when there is nothing to combine. */
  'coins.plan': method(z.object({ ...owner, assetId }), consolidationView.nullable()),
  /** Begins the plan and prepares its first step; approving that payment approves the plan. */
  'coins.combine': method(z.object({ ...owner, assetId }), z.object({ planId: requestId, paymentId })),
  'coins.pause': method(plan, nothing),
  'coins.resume': method(plan, nothing),
  /** Gives the rest of the plan up. A step that was signed still happens. */
  'coins.stop': method(plan, nothing),

  'storage.price': method(
    z.object({ ...owner, bytes: z.number().int().min(0).max(4_194_304) }),
    z.object({ asset: assetView, amount, available: amount, sufficient: z.boolean() }),
  ),
  /** Everything that a transaction refers to, and its own content when it is a storage transaction itself. */
  'storage.follow': method(z.object({ ...account, hash }), z.array(storedObject)),
  /** A piece of stored content, 262,144 bytes at most; `next` is null behind the last. */
  'storage.read': method(
    z.object({ ...account, hash, offset: z.number().int().min(0) }),
    z.object({ hex, next: z.number().nullable() }),
  ),

  'labels.export': method(z.object(account), z.object({ fileName: z.string(), text: z.string(), count: z.number() })),
  /** What importing would do, without doing it. */
  'labels.preview': method(z.object({ ...account, text: labelsText }), labelImport),
  'labels.import': method(z.object({ ...account, text: labelsText, replace: z.boolean() }), labelImport),
} as const satisfies Record<string, Method>
