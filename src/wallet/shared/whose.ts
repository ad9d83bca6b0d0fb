import type { Holder, HolderId, UserId } from '#contract/domain'
import type { Runtimes } from './calls.ts'
import type { Desk } from './desk.ts'

/** Whose money is asked for: a holder's, or an account's with its groups, with the other accounts of this person, or with both. */
interface Whose {
  readonly account: UserId
  readonly holder: HolderId | null
  readonly together?: boolean | undefined
  readonly everyone?: boolean | undefined
}

/** A holder, by the account through which its money is known. */
export interface Purse<At extends Desk = Desk> {
  readonly desk: At
  readonly holder: Holder
}

/** The one that is asked for first; a group that several accounts are in counts once. */
export function pursesOf<At extends Desk>(
  runtimes: Runtimes<At>,
  { account, holder, together = false, everyone = false }: Whose,
): Purse<At>[] {
  const first = runtimes.any(account)
  if (holder !== null) return [{ desk: first, holder: first.holder(holder) }]
  const own = everyone ? runtimes.own() : []
  const isOwn = own.some((desk) => desk.account === account)
  const desks = [first, ...(isOwn ? own.filter((desk) => desk.account !== account) : [])]
  const purses = desks.flatMap((desk) => [
    { desk, holder: desk.holder(null) },
    ...(together ? desk.store.intents.groups.list().map((group) => ({ desk, holder: desk.holder(group.id) })) : []),
  ])
  return purses.filter(({ holder: { id } }, at) => purses.findIndex((other) => other.holder.id === id) === at)
}
