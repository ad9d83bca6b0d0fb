import { z } from 'zod'
import type { SequencerUser, UserId } from '#contract/domain'
import { broken } from '#contract/errors'
import { type Json, type ProfileStore, readStored, storedObject } from '#store'
import type { Desk } from '../shared/desk.ts'

/*
 * What the service last said of an account's registration. It is asked before a key is made or kept, and remembered so that a window
 * can say what the account lacks also while the service is away.
 */

const registered = storedObject({
  hasSafe: z.boolean(),
  /** The registered spend key; null where the service names none. */
  publicKey: z.string().nullable(),
})
export type Registered = z.output<typeof registered>

const placeOf = (account: UserId): string => `registered:${account}`

/** Whose the session is, as the service says now. Throws `remote.*`: what is said of somebody else is kept of nobody. */
export async function askOwner({ account, remote }: Pick<Desk, 'account' | 'remote'>): Promise<SequencerUser> {
  return ownRecord(account, await remote.call('me.read'))
}

/** Throws where a record is of somebody else. */
export function ownRecord(account: UserId, me: SequencerUser): SequencerUser {
  if (me.user_id !== account) throw broken('identity', 'the record is of another account')
  return me
}

export function rememberRegistered({ settings }: ProfileStore, me: SequencerUser): Registered {
  const said: Registered = { hasSafe: me.has_safe, publicKey: me.has_safe ? me.spend_public_key : null }
  settings.set(placeOf(me.user_id), { ...said } satisfies Json)
  return said
}

/** Undefined where it was never asked, and where what is kept of it cannot be read. */
export function registeredAs({ settings }: ProfileStore, account: UserId): Registered | undefined {
  return readStored(registered, settings.get(placeOf(account)) ?? null)
}
