import { z } from 'zod'
import { amount, assetId, hash, requestId, sentence, shown, shownLines, shownOf, userId } from '../wire.ts'
import { assetView, errorReport, paidBefore, partyView } from './shared.ts'

const payees = (object: typeof z.object | typeof z.strictObject) =>
  z.discriminatedUnion('kind', [
    object({ kind: z.literal('user'), userId }),
    object({
      kind: z.literal('group'),
      members: z.array(userId).min(1).max(64),
      threshold: z.number().int().min(1).max(64),
    }),
    /** A kernel address (XIN) or a group of them (MIX). */
    object({ kind: z.literal('kernel'), address: shownOf(0, 8000) }),
    object({ kind: z.literal('chain'), destination: shownOf(1, 512), tag: shownOf(0, 512) }),
  ])

export const payee = payees(z.object)
/** As a page gives it. */
export const givenPayee = payees(z.strictObject)

export const payeeView = z.object({
  payee: payee.nullable(),
  party: partyView,
  /** What a link asked for besides the receiver; it only fills the form. */
  asked: z.object({
    assetId: assetId.nullable(),
    amount: amount.nullable(),
    memo: shownLines.nullable(),
    trace: requestId.nullable(),
    returnTo: shown.nullable(),
    references: z.array(hash),
  }),
  /** Already paid under the link's trace id. */
  alreadyPaid: z.boolean(),
  paidBefore: paidBefore.nullable(),
  warnings: z.array(sentence),
  problem: errorReport.nullable(),
  /** An address of other networks than that of the asset: what is there that could be sent to it. */
  fits: z.array(assetView).exactOptional(),
})
