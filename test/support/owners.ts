import type { Keystore } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import { filesOf } from './key-files.ts'
import { clientOf, freshSeed, type TestLocalnet } from './localnet.ts'

/* People who have an account from elsewhere, and files of it. */

/** What an owner holds of an account; keys in hex. */
export interface Owner {
  /** Another one after the session was made anew. */
  keystore: Keystore
  readonly key: string
  readonly tip: string
}

/** What the account has been through, as members of `local.account`. */
export type Past = (owner: Pick<Owner, 'key' | 'tip'>) => object

type Network = Pick<TestLocalnet, 'url' | 'control' | 'clock'>

/** Registered with its key, as the dashboard does, unless another past is given. */
export const REGISTERED: Past = ({ key }) => ({ spend_public_key: publicKeyFromSeed(key) })

export async function newOwner({ control }: Network, past: Past = REGISTERED, name = 'Owner'): Promise<Owner> {
  const held = { key: freshSeed(), tip: freshSeed() }
  const keystore = await control.call('local.account', { body: { full_name: name, ...past(held) } })
  return { ...held, keystore }
}

export function heldBy({ keystore, key, tip }: Owner): ReturnType<typeof filesOf> {
  const { app_id: id, session_id: sessionId, session_private_key: session, server_public_key: service } = keystore
  return filesOf({ id, sessionId, keys: { session, service, spend: key, tip } })
}

export const inJson = (value: unknown): string => JSON.stringify(value, null, 2)

export const joined = (owner: Owner): string => inJson({ ...heldBy(owner).dashboard, spend_private_key: owner.key })

/** As the dashboard makes a session anew, which ends the one before. */
export async function rotate({ url, clock }: Network, owner: Owner): Promise<void> {
  const { keystore } = owner
  const seed = freshSeed()
  const made = await clientOf(url, clock, { keystore }).call('apps.session', {
    params: { id: keystore.app_id },
    body: { session_public_key: publicKeyFromSeed(seed) },
  })
  owner.keystore = { ...keystore, ...made, session_private_key: seed }
}
