import { constants, createDecipheriv, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import { z } from 'zod'
import type { UserId } from '#contract/domain'
import type { Call } from '../call.ts'
import { invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { type AccountRow, accountOf, insertAccount } from './accounts.ts'
import { digitsInHex, setDigits } from './registering.ts'
import type { World } from './world.ts'

/*
 * Accounts with an RSA session: none is made any more, but their keystores are still kept by people. That the old session is
 * good for nothing but making a new account of it, and that the same call again is answered the same, is assumed.
 */

/** For people and tests: an account as it was made until 2020. Its private key stays with whoever orders it. */
export const legacyOrder = z.object({
  full_name: z.string().min(1).max(128),
  kind: z.enum(['user', 'bot']).default('bot'),
  /** RSA public key as PKIX DER in base64. */
  session_secret: z.string().min(1).max(2000),
  pin: z.string().regex(/^\d{6}$/, 'not six digits'),
})

interface LegacyRow {
  readonly session_id: string
  readonly user_id: UserId
  /** PKIX DER in hex. */
  readonly public_key: string
  readonly pin_key: string
  readonly successor: string | null
}

/** Standard or URL-safe base64. */
function rsaKeyOf(text: string, field: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // One refusal for whatever is no such key.
  }
  throw invalidField(field, 'not an RSA public key in base64')
}

const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('hex')

/** What its keystore says besides the private key and the PIN: the PIN token is the PIN key, encrypted for this session. */
export function makeLegacyAccount(world: World, order: z.output<typeof legacyOrder>) {
  const key = rsaKeyOf(order.session_secret, 'session_secret')
  const userId = world.uuid() as UserId // a fresh uuid
  insertAccount(world, { userId, kind: order.kind, fullName: order.full_name })
  setDigits(world, userId, digitsInHex(order.pin))
  const [sessionId, pinKey] = [world.uuid(), world.draw(32)]
  world.db.run(
    'INSERT INTO legacy_session (session_id, user_id, public_key, pin_key) VALUES (?, ?, ?, ?)',
    ...[sessionId, userId, derOf(key), Buffer.from(pinKey).toString('hex')],
  )
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel: Buffer.from(sessionId) }
  return {
    client_id: userId,
    session_id: sessionId,
    pin_token: publicEncrypt({ key, ...padding }, pinKey).toString('base64'),
  }
}

/** Digits in ASCII hex, out of what stands before time and iterator; null for anything that is not six of them. */
function digitsIn(pin: string, pinKey: string): string | null {
  const data = Buffer.from(pin, 'base64')
  try {
    const cipher = createDecipheriv('aes-256-cbc', Buffer.from(pinKey, 'hex'), data.subarray(0, 16))
    const plain = Buffer.concat([cipher.update(data.subarray(16)), cipher.final()])
    return plain.length === 22 ? plain.subarray(0, 6).toString('hex') : null
  } catch {
    return null
  }
}

const pinRefusal = (code: number, description: string) => new Refusal(code, description, { field: 'pin' })

/** The account whose old session this is, once its key and its PIN are those that it had. */
export function legacyHolder(
  world: World,
  body: Call<'legacyUsers.create'>['body'],
): { readonly account: AccountRow; readonly successor: string | null } {
  const row = world.db.get<LegacyRow>('SELECT * FROM legacy_session WHERE session_id = ?', body.session_id)
  if (row === undefined) throw notFound('The session')
  if (derOf(rsaKeyOf(body.session_secret_legacy, 'session_secret_legacy')) !== row.public_key) {
    throw invalidField('session_secret_legacy', 'not the key of this session')
  }
  const account = accountOf(world, row.user_id)
  const digits = digitsIn(body.pin, row.pin_key)
  if (digits === null) throw pinRefusal(REFUSED.pinFormat, 'PIN format: it is not encrypted by this session.')
  // Digits are gone once a TIP key took their place; then only a call that was answered before is answered again.
  if (account.digits_pin !== null && digits !== account.digits_pin)
    throw pinRefusal(REFUSED.pinIncorrect, 'PIN incorrect.')
  return { account, successor: row.successor }
}

export function setSuccessor(world: World, legacySessionId: string, sessionId: string): void {
  world.db.run('UPDATE legacy_session SET successor = ? WHERE session_id = ?', sessionId, legacySessionId)
}
