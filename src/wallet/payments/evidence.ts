import { z } from 'zod'
import type { Nanos } from '#contract/domain'
import type { FailedAudit } from '#contract/ipc'
import { amount, assetId, hash, holderId, requestId } from '#contract/wire'
import { formatAmount } from '#protocol'
import { type Audit, type Json, readStored, storedObject } from '#store'
import type { AwaitedChange } from './change.ts'

/*
 * What the audit of change keeps: what the bytes promised, what was found and what the person said to that. Evidence that cannot
 * be read stands as what it was filed as: what failed goes on stopping all sending until it is accepted.
 */

/** That the person takes the loss, and when that was found. */
const acceptance = storedObject({ accepted: storedObject({ foundAt: z.string().regex(/^\d+$/) }) })
/** How the first versions said so. */
const ACCEPTED = 'accepted'
const REASONS = ['missing', 'differs', 'not ours', 'spent elsewhere'] as const satisfies FailedAudit['reason'][]

const evidence = storedObject({
  payment: requestId,
  holder: holderId,
  assetId,
  hash,
  index: z.number().int(),
  amount,
  mask: z.string(),
  keys: z.array(z.string()).readonly(),
  /** Absent while nothing is found. */
  reason: z.string().nullable().exactOptional(),
  /** It is called spent, and since then it is waited for who did. */
  spent: z.boolean().exactOptional(),
  ...acceptance.partial().shape,
})

export interface Evidence {
  /** With all that is kept beside it. */
  readonly awaited: AwaitedChange
  readonly reason: string | null
  /** What is waited for is the proof of who spent it, no more that it is listed. */
  readonly spent: boolean
  readonly at: Nanos
}

export const readableEvidence = (kept: Json): boolean => readStored(evidence, kept) !== undefined

export function readEvidence({ outputId, evidence: kept, at }: Audit): Evidence | undefined {
  const read = readStored(evidence, kept)
  if (read === undefined) return undefined
  return { awaited: { ...read, outputId }, reason: read.reason ?? null, spent: read.spent === true, at }
}

/** Why it failed; of what the first versions wrote when it was accepted, only that it did not come back. */
export const failureReason = ({ reason }: Evidence): FailedAudit['reason'] =>
  REASONS.find((known) => known === reason) ?? 'missing'

/** When that was found which the person has accepted since; null if it was not accepted. */
export function acceptedOf({ evidence: kept, at }: Audit): { readonly foundAt: Nanos } | null {
  const read = readStored(acceptance, kept)
  if (read !== undefined) return { foundAt: BigInt(read.accepted.foundAt) as Nanos } // written from one
  return readStored(storedObject({ reason: z.literal(ACCEPTED) }), kept) === undefined ? null : { foundAt: at }
}

export const evidenceIn = (audits: readonly Audit[]): Evidence[] => audits.flatMap((audit) => readEvidence(audit) ?? [])

/** The same evidence, accepted by the person; also such that cannot be read, as it is. */
export function acceptedNow({ evidence: before, at }: Audit): Json {
  const accepted = { foundAt: String(at) }
  return typeof before === 'object' && before !== null && !Array.isArray(before)
    ? { ...before, accepted }
    : { unread: before, accepted }
}

export function stored({ outputId: _, amount: sum, keys, ...rest }: AwaitedChange): { [key: string]: Json } {
  return { ...rest, amount: formatAmount(sum), keys: [...keys] }
}

/** The same without what was found, and said to that, before it is awaited once more. */
export function storedAnew(awaited: AwaitedChange): { [key: string]: Json } {
  const { reason: _, spent: __, accepted: ___, ...promised } = stored(awaited)
  return promised
}
