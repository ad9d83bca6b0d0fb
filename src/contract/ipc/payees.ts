import { z } from 'zod'
import { amount, assetId, hash, hex, requestId, sentence, shown, shownLines, shownOf, userId } from '../wire.ts'
import { assetView, errorReport, paidBefore, partyView } from './shared.ts'

type ObjectOf = typeof z.object | typeof z.strictObject

const inside = (object: ObjectOf) =>
  [
    object({ kind: z.literal('user'), userId }),
    object({
      kind: z.literal('group'),
      members: z.array(userId).min(1).max(64),
      threshold: z.number().int().min(1).max(64),
    }),
    /** A kernel address (XIN) or a group of them (MIX). */
    object({ kind: z.literal('kernel'), address: shownOf(0, 8000) }),
  ] as const
const address = { kind: z.literal('chain'), destination: shownOf(1, 512), tag: shownOf(0, 512) }

const payees = (object: ObjectOf) => z.discriminatedUnion('kind', [...inside(object), object(address)])

export const payee = payees(z.object)
/** As a page gives it. */
export const givenPayee = payees(z.strictObject)

/** Whom a list names. An address stands there with its chain: the same letters may be somebody else's on another one. */
export const listedPayees = (object: ObjectOf) =>
  z.discriminatedUnion('kind', [...inside(object), object({ ...address, chainId: assetId })])

/** How far a payment that is asked for under an id has come; on its way, it can still come to nothing. */
export const askedStanding = z.enum(['open', 'going', 'paid'])
export type AskedStanding = z.output<typeof askedStanding>

export const payeeView = z.object({
  payee: payee.nullable(),
  party: partyView,
  /** What a link asked for besides the receiver; it only fills the form. */
  asked: z.object({
    assetId: assetId.nullable(),
    amount: amount.nullable(),
    memo: shownLines.nullable(),
    /** Its bytes, whatever of it can be shown. */
    memoHex: hex.nullable(),
    trace: requestId.nullable(),
    returnTo: shown.nullable(),
    references: z.array(hash),
  }),
  /** What became of it under the link's trace id; nothing but what is open is paid. */
  standing: askedStanding,
  paidBefore: paidBefore.nullable(),
  warnings: z.array(sentence),
  problem: errorReport.nullable(),
  /** An address of other networks than that of the asset: what is there that could be sent to it. */
  fits: z.array(assetView).exactOptional(),
})
