import { z } from 'zod'
import { amount, holderId, requestId, sentence, shown, time, userId } from '../wire.ts'
import { assetView, heldByRules, paymentId } from './shared.ts'

/** By what a group is recognized. */
const groupFace = z.object({ name: shown, membersHash: shown, colour: z.number().int().min(0).max(7) })

export const balanceView = z.object({
  asset: assetView,
  /** Unspent and free to send. */
  available: amount,
  /** Unspent but set aside, for payments in progress or because they are frozen. */
  held: amount,
  /** Available and held together: what `fiat` is the worth of. */
  total: amount,
  /** Part of what is held: coins that a person froze. */
  frozen: amount.optional(),
  /** On the way: pending deposits. */
  arriving: amount,
  coins: z.number(),
  /** Estimate in the preferred currency, two decimals; null without a price. */
  fiat: shown.nullable(),
})

export const homeView = z.object({
  /**
   * Coins found so far while all of them are read for the first time, oldest first, and from when to when they came; no figure is a
   * sum then. Null once all are read.
   */
  reading: z.object({ coins: z.number(), span: z.object({ from: time, until: time }).nullable() }).nullable(),
  balances: z.array(balanceView),
  fiat: z
    .object({
      currency: shown,
      /** Available and held together: what the rows add up to. */
      total: shown,
      available: shown,
      held: shown,
      arriving: shown,
    })
    .nullable(),
  /** What each holder's is worth of it, where there are several. */
  parts: z.array(
    z.object({ account: userId, holder: holderId.nullable(), group: groupFace.nullable(), fiat: shown.nullable() }),
  ),
  /** Payments that hold coins, each with the reason; of the account itself. */
  holds: z.array(z.object({ paymentId, title: sentence, asset: assetView, amount })),
  attention: z.array(
    z.discriminatedUnion('kind', [
      /** `asks`: it waits for its owner's word, and nothing is looked for until then. */
      z.object({ kind: z.literal('undecided'), paymentId, title: sentence, asks: z.boolean() }),
      /** `plan`: the name of the plan that prepared it. */
      z.object({
        ...{ kind: z.literal('unfinished'), paymentId, title: sentence, plan: shown.optional() },
        held: heldByRules.optional(),
      }),
      /** Times of plans that were missed or could not be prepared; the name is that of the first one's plan, beside which there are others. */
      z.object({ kind: z.literal('scheduled'), count: z.number(), name: shown, others: z.number() }),
      /** What was asked for has not come whole, and its owner wanted to look again by now; the first of so many. */
      z.object({ kind: z.literal('asks_due'), count: z.number(), asset: assetView, amount, reviewBy: time }),
      z.object({ kind: z.literal('arriving'), deposits: z.number(), confirmationsMissing: z.number() }),
      /** Deposits that the service announced and lists no more for a while, and of which nothing came. */
      z.object({ kind: z.literal('missed'), deposits: z.number() }),
      z.object({ kind: z.literal('no_passphrase') }),
      /** The last backup could not be made. */
      z.object({ kind: z.literal('no_backup') }),
      /** The last backup has what is whole of a damaged journal. */
      z.object({ kind: z.literal('partial_backup') }),
      /** The last backup was made so long ago that it leaves out too much. */
      z.object({ kind: z.literal('old_backup'), days: z.number() }),
      z.object({ kind: z.literal('frozen') }),
      z.object({ kind: z.literal('doubted'), coins: z.number() }),
      /** Coins that the service called an item, and calls another one or none now. */
      z.object({ kind: z.literal('unnamed'), coins: z.number() }),
      /** A node says otherwise than the service, of so many coins or else of that payment. */
      z.object({ kind: z.literal('contradicted'), coins: z.number(), paymentId: paymentId.nullable() }),
      /** `signed` of the `needed` signatures are there. */
      z.object({
        ...{ kind: z.literal('needs_signature'), requestId, title: sentence },
        ...{ group: shown, signed: z.number(), needed: z.number() },
      }),
    ]),
  ),
})
