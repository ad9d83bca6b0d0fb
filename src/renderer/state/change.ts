import type { MethodName, WireEvent } from '#contract/ipc'
import { QUERY_TOPICS } from '#contract/topics'

export type Change = WireEvent<'data.changed'>

const TOPICS: Partial<Record<MethodName, readonly string[]>> = QUERY_TOPICS

/**
 * Whether a question has to be asked again: its answer depends on a topic that changed, for its own account or for all.
 * A question of no account, or of all of them, listens to every one.
 */
export function concerns(change: Change, name: MethodName, input: unknown): boolean {
  const account = accountIn(input)
  if (account !== null && change.account !== null && account !== change.account) return false
  return TOPICS[name]?.some((topic) => change.topics.some((changed) => changed === topic)) === true
}

function accountIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || isOfMore(input)) return null
  return 'account' in input && typeof input.account === 'string' ? input.account : null
}

/** Whether it is of other accounts too. */
const isOfMore = (input: object): boolean =>
  ('everyone' in input && input.everyone === true) ||
  ('others' in input && Array.isArray(input.others) && input.others.length > 0)
