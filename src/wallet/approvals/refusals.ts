import type { Nanos, UserId } from '#contract/domain'
import type { RequestDetail } from './request.ts'

/*
 * Members who will not sign, and why. The service has no place for a no, so one travels in the signed bundle of the member whose it
 * is. It keeps nobody from signing: who signs after all has taken it back.
 */

export type Refusal = NonNullable<RequestDetail['refusals']>[number]

/** The last word of a member counts; null takes it back. */
export function withRefusal(detail: RequestDetail, userId: UserId, reason: string | null, at: Nanos): RequestDetail {
  const others = (detail.refusals ?? []).filter((each) => each.userId !== userId)
  return { ...detail, refusals: reason === null ? others : [...others, { userId, reason, at }] }
}

export function refusalsOf({ refusals = [] }: RequestDetail, signers: readonly { userId: UserId }[]): Refusal[] {
  return refusals.filter(({ userId }) => !signers.some((signer) => signer.userId === userId))
}
