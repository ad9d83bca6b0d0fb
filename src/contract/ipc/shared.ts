import { z } from 'zod'
import { type ErrorCode, isErrorCode } from '../errors.ts'
import { assetId, hash, requestId, sentence, shown, time, told, userId } from '../wire.ts'

export { holderId } from '../wire.ts'

/*
 * What the window is shown. Everything is JSON-safe once encoded (amounts and times become text), so that the same
 * values cross Electron's IPC and a WebSocket. Output schemas are a filter: a member that is not named here cannot leak.
 */

export const paymentId = requestId

/** A name of its own: spelled out wherever it occurs, the table of methods would be longer than the compiler writes a type. */
export interface ErrorCodeSchema extends z.ZodCustom<ErrorCode, ErrorCode> {}
const errorCode: ErrorCodeSchema = z.custom<ErrorCode>(isErrorCode)

const errorDetails = z.record(
  z.string(),
  z.union([shown, z.number(), z.boolean(), z.null(), sentence, z.array(z.union([shown, sentence])).readonly()]),
)

export const errorReport = z.object({
  code: errorCode,
  details: errorDetails,
  serviceText: shown.optional(),
})

// Assets and people
export const assetView = z.object({
  assetId,
  chainId: assetId,
  kernelAssetId: hash,
  symbol: shown,
  name: told,
  chainName: told,
  chainSymbol: shown,
  precision: z.number(),
  confirmations: z.number(),
  priceUsd: shown.nullable(),
  changeUsd: shown.nullable(),
  /** `listed`: in Coffer's own table; `unlisted`: only the service names it; `mismatch`: its ids contradict each other. */
  trust: z.enum(['listed', 'unlisted', 'mismatch']),
  tag: z.enum(['none', 'possible', 'needed']),
})

export const userView = z.object({
  userId,
  name: shown,
  identityNumber: shown,
  avatarUrl: shown,
  bot: z.boolean(),
  verified: z.boolean(),
  scam: z.boolean(),
  deactivated: z.boolean(),
  /** null while nobody has asked yet. */
  registered: z.boolean().nullable(),
  relationship: z.enum(['self', 'friend', 'blocked', 'stranger']),
})

export const partyView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('self') }),
  z.object({ kind: z.literal('user'), user: userView }),
  z.object({
    kind: z.literal('group'),
    membersHash: hash,
    threshold: z.number(),
    members: z.array(userView),
    name: shown.nullable(),
    address: shown,
  }),
  z.object({ kind: z.literal('kernel'), address: shown, members: z.number(), threshold: z.number() }),
  z.object({
    kind: z.literal('chain'),
    chainId: assetId.nullable(),
    /** Empty where only the payment's asset says it. */
    chainName: told,
    destination: shown,
    tag: shown,
    /** What it is called among the saved addresses. */
    label: shown.optional(),
  }),
  z.object({ kind: z.literal('unknown') }),
  /** Whoever one payment pays together, each counted once; whom and how much stands in its rows. */
  z.object({ kind: z.literal('several'), count: z.number(), people: z.boolean() }),
])

/** The owner's own rules stop it; `until` is when they will not any more, null where only a change of rules or payment helps. */
export const heldByRules = z.object({ until: time.nullable() })

/** Payments that this wallet signed and saw final; the history that the service tells does not count. */
export const paidBefore = z.object({ times: z.number(), last: time })
