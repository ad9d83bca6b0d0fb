import type { UserId } from '#contract/domain'
import type { Caller } from '../call.ts'
import { isMadeBy } from '../ledger/accounts.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, REFUSED, Refusal } from '../refusal.ts'

export const PAGE = 500

/** Money is for those who have registered a spend key: 10404 for anybody else. */
export function registered(caller: Caller): Caller {
  if (!caller.isRegistered) {
    throw new Refusal(REFUSED.notRegistered, 'The user is not registered with the sequencer.', {
      user_id: caller.userId,
    })
  }
  return caller
}

/** The user whose things a caller may look at: himself, or a network user that he made. */
export function actingFor(world: World, caller: Caller, userId: UserId | undefined): UserId {
  if (userId === undefined || userId === caller.userId) return caller.userId
  if (!isMadeBy(world, userId, caller.userId)) throw forbidden('this user is not yours')
  return userId
}
