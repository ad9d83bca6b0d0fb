import type { Hash, Holder, HolderId, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'

/** Those people at that threshold, in whatever order they were named. */
export function holderOf(members: readonly UserId[], threshold: number): Holder {
  const sorted = [...new Set(members)].sort()
  const membersHash = hashMembers(sorted) as Hash // a formula over the ids
  return { id: `${membersHash}:${threshold}` as HolderId, members: sorted, membersHash, threshold }
}
