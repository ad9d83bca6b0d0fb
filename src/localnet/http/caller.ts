import { secondsOf, type UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import type { Endpoint } from '#contract/http'
import { type AccessTokenClaims, signIntegrityToken, verifyAccessToken } from '#protocol'
import type { Caller } from '../call.ts'
import { accountOf } from '../ledger/accounts.ts'
import { type Grant, grantById, grantByToken } from '../ledger/authorizations.ts'
import { sessionKey } from '../ledger/sessions.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, REFUSED, Refusal } from '../refusal.ts'

/*
 * A token is good for the request that it names, for five minutes at most, and is not used up: repeating a request is harmless
 * by the ledger's rules. `jti` is not compared with `X-Request-Id`, since one of the SDKs sends another; an authorization's
 * token must repeat it where one is sent.
 */

/** Oldest token that is taken, whatever it says of its own end. */
const TOKEN_AGE_SECONDS = 300

interface Presented {
  readonly method: string
  /** Path and query exactly as sent, without the prefix that names a dialect. */
  readonly uri: string
  readonly body: string
  readonly authorization: string | undefined
  readonly requestId: string | null
}

function unauthorized(reason: string): Refusal {
  return new Refusal(REFUSED.unauthorized, `Unauthorized: ${reason}.`, { reason })
}

export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer (.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? ''

function claimsOf(world: World, { authorization: _token, ...request }: Presented, token: string): AccessTokenClaims {
  try {
    return verifyAccessToken(token, {
      ...request,
      now: secondsOf(world.clock.now()),
      ageMaxSeconds: TOKEN_AGE_SECONDS,
      findKey(claims) {
        if (claims.kind === 'oauth') return grantById(world, claims.authorizationId, claims.appId)?.publicKey ?? null
        return sessionKey(world, claims.userId, claims.sessionId)
      },
    })
  } catch (error) {
    if (error instanceof CofferError) throw unauthorized(String(error.details['reason'] ?? 'token'))
    throw error
  }
}

/** What a token proved. */
export interface Session {
  readonly userId: string
  readonly sessionId: string
  readonly scopes: readonly string[]
  /** What the answer's integrity token repeats; null where the service gave out no key to check one with. */
  readonly answerId: string | null
}

/** Whoever holds an authorization acts as the person who gave it, within its scopes and whatever the token claims. */
const permitted = ({ userId, authorizationId, scopes }: Grant, answerId: string | null): Session => ({
  ...{ userId, sessionId: authorizationId, scopes, answerId },
})

/** Throws 401. */
export function sessionOf(world: World, presented: Presented): Session {
  const token = bearerOf(presented.authorization)
  const ready = grantByToken(world, token)
  if (ready !== undefined) return permitted(ready, null)
  const claims = claimsOf(world, presented, token)
  if (claims.kind === 'oauth') {
    const grant = grantById(world, claims.authorizationId, claims.appId)
    if (grant === undefined) throw unauthorized('unknown session')
    return permitted(grant, presented.requestId ?? claims.jti)
  }
  const { userId, sessionId, scope } = claims
  return { userId, sessionId, scopes: scope.split(/\s+/), answerId: null }
}

/** Who sent this request. Throws 403 for a token without the scope that the endpoint asks for. */
export function callerOf(world: World, endpoint: Endpoint, session: Session): Caller {
  const needed = endpoint.scope ?? 'FULL'
  if (needed !== 'ANY' && !session.scopes.includes('FULL') && !session.scopes.includes(needed))
    throw forbidden(`the token lacks ${needed}`)
  const account = accountOf(world, session.userId)
  return {
    userId: account.user_id as UserId,
    sessionId: session.sessionId,
    kind: account.kind,
    isRegistered: account.spend_key !== null,
  }
}

const INTEGRITY_SECONDS = 300

/** Proves to an app, by the key that it was given with its authorization, that this network gave this answer to this request. */
export function integrityOf(
  world: World,
  { method, uri }: Pick<Presented, 'method' | 'uri'>,
  session: Session | null,
  body: string,
): string | null {
  if (session === null || session.answerId === null) return null
  const iat = secondsOf(world.clock.now())
  const times = { iat, exp: iat + INTEGRITY_SECONDS, jti: session.answerId }
  return signIntegrityToken({ method, uri, body, ...times }, world.keys.serverSeed)
}
