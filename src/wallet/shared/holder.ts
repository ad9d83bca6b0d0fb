import type { Hash, Holder, HolderId, Output, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'

/** Those people at that threshold, in whatever order they were named. */
export function holderOf(members: readonly UserId[], threshold: number): Holder {
  const sorted = [...new Set(members)].sort()
  const membersHash = hashMembers(sorted) as Hash // a formula over the ids
  return { id: `${membersHash}:${threshold}` as HolderId, members: sorted, membersHash, threshold }
}

/** Whether a holder paid it: the same people at another threshold are another one, and who leaves the threshold out says nothing of it. */
export const isPaidBy = (
  { senders_hash: hash, senders_threshold: threshold }: Pick<Output, 'senders_hash' | 'senders_threshold'>,
  holder: Holder,
): boolean => hash === holder.membersHash && (threshold === 0 || threshold === holder.threshold)
