import { z } from 'zod'
import { type Nanos, SECOND, secondsOf, type UserId } from '#contract/domain'
import { isKey, pkceChallenge, publicKeyFromSeed, sha256Hash, signToken } from '#protocol'
import type { Call } from '../call.ts'
import { checked, invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { accountOf } from './accounts.ts'
import type { World } from './world.ts'

/*
 * Permissions of people to apps. A caller may what was agreed to, whatever the token claims: 403 for a scope that is missing,
 * 401 once the time is over or the person took it back. An app is not asked for a secret.
 */

interface AuthorizationRow {
  readonly authorization_id: string
  readonly user_id: UserId
  readonly client_id: UserId
  readonly scopes: string
  readonly code_challenge: string | null
  readonly public_key: string | null
  readonly expires_at: Nanos
}

const YEAR_SECONDS = 31_536_000
/** Every authorization may at least say whose it is. */
const MANDATORY = 'PROFILE:READ'

/** What a valid token of an authorization stands for. */
export interface Grant {
  readonly userId: UserId
  readonly authorizationId: string
  readonly scopes: readonly string[]
  /** By which the app signs its tokens; null where it was given a ready one. */
  readonly publicKey: string | null
}

export function authorize(
  world: World,
  { user_id, client_id, scopes, code_challenge, expires_in_seconds }: Call<'local.authorize'>['body'],
  authorizationId: string = world.uuid(),
): { readonly authorization_id: string; readonly authorization_code: string } {
  accountOf(world, user_id)
  accountOf(world, client_id)
  if (!scopes.includes(MANDATORY)) throw invalidField('scopes', `${MANDATORY} is mandatory`)
  const code = Buffer.from(world.draw(32)).toString('hex')
  const now = world.now()
  world.db.run(
    `INSERT INTO authorization (authorization_id, user_id, client_id, scopes, code, code_challenge, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    authorizationId,
    user_id,
    client_id,
    [...new Set(scopes)].join(' '),
    code,
    code_challenge ?? null,
    now,
    now + BigInt(expires_in_seconds ?? YEAR_SECONDS) * SECOND,
  )
  return { authorization_id: authorizationId, authorization_code: code }
}

const expired = () => new Refusal(REFUSED.grantExpired, 'The authorization code is unknown or expired.')

function keyOf(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const key = bytes.toString('hex')
  if (bytes.length !== 32 || !isKey(key)) throw invalidField('ed25519', 'not an Ed25519 public key in base64')
  return key
}

/** A ready bearer, signed so that it says what it is; what it may is looked up, never read from it. */
function bearerOf(world: World, row: AuthorizationRow): string {
  return signToken(
    {
      iss: row.client_id,
      aid: row.authorization_id,
      scp: row.scopes,
      iat: secondsOf(world.now()),
      exp: secondsOf(row.expires_at),
      jti: world.uuid(),
    },
    world.keys.serverSeed,
  )
}

/** Takes a code, once: for the key of an app, which then signs its own tokens, or for one token. */
export function redeem(world: World, body: Call<'oauth.token'>['body']) {
  const row = world.db.get<AuthorizationRow>(
    'SELECT * FROM authorization WHERE code = ? AND client_id = ? AND revoked_at IS NULL',
    body.code,
    body.client_id,
  )
  if (row === undefined || row.expires_at <= world.now()) throw expired()
  const { code_verifier } = body
  if (row.code_challenge !== null) {
    if (code_verifier === undefined) throw invalidField('code_verifier', 'missing')
    const challenge = checked('code_verifier', () => pkceChallenge(code_verifier))
    if (challenge !== row.code_challenge) throw invalidField('code_verifier', 'not the one of the challenge')
  }
  const key = body.ed25519 === undefined ? null : keyOf(body.ed25519)
  const token = key === null ? bearerOf(world, row) : ''
  world.db.run(
    'UPDATE authorization SET code = NULL, public_key = ?, token_hash = ? WHERE authorization_id = ?',
    key,
    token === '' ? null : hashOf(token),
    row.authorization_id,
  )
  return {
    scope: row.scopes,
    authorization_id: row.authorization_id,
    ed25519: key === null ? '' : Buffer.from(publicKeyFromSeed(world.keys.serverSeed), 'hex').toString('base64url'),
    access_token: token,
  }
}

const hashOf = (token: string): string => sha256Hash(Buffer.from(token, 'latin1').toString('hex'))

const VALID = 'revoked_at IS NULL AND expires_at > ?'

const grantOf = (row: AuthorizationRow | undefined): Grant | undefined =>
  row && {
    ...{ userId: row.user_id, authorizationId: row.authorization_id, scopes: row.scopes.split(' ') },
    publicKey: row.public_key,
  }

/** What this app was given; undefined once it has ended. */
export function grantById(world: World, id: string, clientId: string): Grant | undefined {
  return grantOf(
    world.db.get(
      `SELECT * FROM authorization WHERE authorization_id = ? AND client_id = ? AND ${VALID}`,
      ...[id, clientId, world.now()],
    ),
  )
}

export function grantByToken(world: World, token: string): Grant | undefined {
  return grantOf(
    world.db.get(`SELECT * FROM authorization WHERE token_hash = ? AND ${VALID}`, hashOf(token), world.now()),
  )
}

/** For people and tests: what a person does in their list of authorized apps. */
export const revocationOrder = z.object({ authorization_id: z.string() })

export function revoke(world: World, { authorization_id }: z.output<typeof revocationOrder>): void {
  const changed = world.db.run(
    'UPDATE authorization SET revoked_at = ? WHERE authorization_id = ? AND revoked_at IS NULL',
    world.now(),
    authorization_id,
  )
  if (changed === 0) throw notFound('The authorization')
}
