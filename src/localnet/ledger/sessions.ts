import type { Keystore, UserId } from '#contract/domain'
import { isKey, publicKeyFromSeed } from '#protocol'
import { invalidField } from '../refusal.ts'
import type { World } from './world.ts'

/** Sessions of an account, oldest first, with their keys as the service writes them. */
export function sessionsOf(
  world: World,
  userId: string,
): { readonly session_id: string; readonly public_key: string }[] {
  return world.db
    .all<{ session_id: string; public_key: string }>(
      'SELECT session_id, public_key FROM session WHERE user_id = ? ORDER BY created_at',
      userId,
    )
    .map(({ session_id, public_key }) => ({
      session_id,
      public_key: Buffer.from(public_key, 'hex').toString('base64url'),
    }))
}

export function insertSession(world: World, userId: UserId, publicKey: string): string {
  const sessionId = world.uuid()
  world.db.run(
    'INSERT INTO session (session_id, user_id, public_key, created_at) VALUES (?, ?, ?, ?)',
    sessionId,
    userId,
    publicKey,
    world.now(),
  )
  return sessionId
}

/** Key by which a session signs its tokens and encrypts its PINs; null once it has ended. */
export function sessionKey(world: World, userId: string, sessionId: string): string | null {
  const row = world.db.get<{ public_key: string }>(
    'SELECT public_key FROM session WHERE session_id = ? AND user_id = ?',
    sessionId,
    userId,
  )
  return row?.public_key ?? null
}

/** The tokens of all others are refused from now on. */
export function endOtherSessions(world: World, userId: UserId, sessionId: string): void {
  world.db.run('DELETE FROM session WHERE user_id = ? AND session_id <> ?', userId, sessionId)
}

/** The key of a new session as it was sent: in hex, or in base64 of either kind. */
export function readSessionKey(text: string, field: string): string {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/.test(text) ? 'hex' : 'base64')
  const key = bytes.toString('hex')
  if (bytes.length !== 32 || !isKey(key)) throw invalidField(field, 'not an Ed25519 public key in hex or base64')
  return key
}

/** A new session with a key made here, as the developer dashboard hands it out once. */
export function newKeystore(world: World, userId: UserId): Keystore {
  const seed = Buffer.from(world.draw(32)).toString('hex')
  return {
    app_id: userId,
    session_id: insertSession(world, userId, publicKeyFromSeed(seed)),
    session_private_key: seed,
    server_public_key: world.keys.serverPublicKey,
    spend_private_key: null,
  }
}
