import type { UserId } from '#contract/domain'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'

/** So many are asked for in one call. */
const TOGETHER = 200

/** Reads those of these people who are not known yet, so that whatever names them shows names. */
export async function fetchMissingUsers(
  { store, remote }: { readonly store: AccountStore; readonly remote: Remote },
  ids: readonly UserId[],
): Promise<void> {
  const { users } = store.cache
  const strangers = [...new Set(ids)].filter((id) => users.get(id) === undefined)
  for (let at = 0; at < strangers.length; at += TOGETHER)
    users.put(await remote.call('users.fetch', { body: strangers.slice(at, at + TOGETHER) }))
}
