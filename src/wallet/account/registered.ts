import { z } from 'zod'
import type { SequencerUser, UserId } from '#contract/domain'
import { type Json, type ProfileStore, readStored, storedObject } from '#store'

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

export function rememberRegistered({ settings }: ProfileStore, me: SequencerUser): Registered {
  const said: Registered = { hasSafe: me.has_safe, publicKey: me.has_safe ? me.spend_public_key : null }
  settings.set(placeOf(me.user_id), { ...said } satisfies Json)
  return said
}

/** Undefined where it was never asked, and where what is kept of it cannot be read. */
export function registeredAs({ settings }: ProfileStore, account: UserId): Registered | undefined {
  return readStored(registered, settings.get(placeOf(account)) ?? null)
}
