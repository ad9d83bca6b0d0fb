import type { UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import type { Endpoint } from '#contract/http'
import { type AccessTokenClaims, verifyAccessToken } from '#protocol'
import type { Caller } from '../call.ts'
import { accountOf } from '../ledger/accounts.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, REFUSED, Refusal } from '../refusal.ts'

/** Oldest token that is taken, whatever it says of its own end. */
const TOKEN_AGE_SECONDS = 300

export interface Presented {
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

function claimsOf(world: World, { authorization, ...request }: Presented): AccessTokenClaims {
  const token = /^Bearer (.*)$/.exec(authorization ?? '')?.[1]?.trim() ?? ''
  try {
    return verifyAccessToken(token, {
      ...request,
      now: Number(world.clock.now() / 1_000_000_000n),
      ageMaxSeconds: TOKEN_AGE_SECONDS,
      verify: world.verify,
      findKey(claims) {
        // Nobody can give an authorization here, so none is known.
        if (claims.kind === 'oauth') return null
        const row = world.db.get<{ public_key: string }>(
          'SELECT public_key FROM session WHERE session_id = ? AND user_id = ?',
          claims.sessionId,
          claims.userId,
        )
        return row?.public_key ?? null
      },
    })
  } catch (error) {
    if (error instanceof CofferError) throw unauthorized(String(error.details['reason'] ?? 'token'))
    throw error
  }
}

/** Who sent this request, by its token. Throws 401, and 403 for a token without the scope that the endpoint asks for. */
export function callerOf(world: World, endpoint: Endpoint, presented: Presented): Caller {
  const claims = claimsOf(world, presented)
  if (claims.kind === 'oauth') throw unauthorized('unknown session')
  const scopes = claims.scope.split(/\s+/)
  const needed = endpoint.scope ?? 'FULL'
  if (!scopes.includes('FULL') && !scopes.includes(needed)) throw forbidden(`the token lacks ${needed}`)
  const account = accountOf(world, claims.userId)
  return {
    userId: account.user_id as UserId,
    sessionId: claims.sessionId,
    kind: account.kind,
    isRegistered: account.spend_key !== null,
  }
}
