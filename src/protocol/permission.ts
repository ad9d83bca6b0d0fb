import { fromBase64Url, utf8Text } from './bytes.ts'
import type { OAuthKeystore } from './credential/forms.ts'
import { protocolError } from './error.ts'
import { parseKeystore } from './keystore.ts'
import { readMembers } from './members.ts'

/** An access token that is sent as it stands; whoever holds it may do what it allows. */
interface BearerToken {
  readonly kind: 'token'
  readonly token: string
  /** What it says it allows; null when it does not say. */
  readonly scopes: readonly string[] | null
  /** Unix seconds; null when it does not say. */
  readonly expiresAt: number | null
  /** The app it was given to; null when it does not say. */
  readonly appId: string | null
}

/** What a person gave to somebody, so that they may look and not spend. */
export type Permission = OAuthKeystore | BearerToken

type PermissionProblem =
  /** Neither a token nor a permission. */
  | 'form'
  /** Keys of an account, which are imported as such. */
  | 'keystore'
  /** Made for a single request, of no use for another. */
  | 'single_request'

const LENGTH_MAX = 8192
/** What may stand in an Authorization header (RFC 6750). */
const BEARER = /^[A-Za-z0-9\-._~+/]{16,}=*$/

function refuse(reason: PermissionProblem): never {
  throw protocolError('protocol.token', `not a permission to watch: ${reason}`, { reason })
}

const words = (scope: unknown): string[] | null =>
  typeof scope === 'string' && scope.trim() !== '' ? scope.trim().split(/[\s+]+/) : null

/** What the middle part of a signed token says of itself. Nothing of it is proved here; the service decides. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload, signature, ...more] = token.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return {}
  try {
    return readMembers(utf8Text(fromBase64Url(payload, 'protocol.token'))) ?? {}
  } catch {
    return {}
  }
}

function bearer(given: string, scope: unknown): BearerToken {
  const token = given.trim().replace(/^bearer\s+/i, '')
  if (token.length > LENGTH_MAX || !BEARER.test(token)) refuse('form')
  const claims = claimsOf(token)
  if (claims['sig'] !== undefined) refuse('single_request')
  const { exp, iss } = claims
  return {
    kind: 'token',
    token,
    scopes: words(scope) ?? words(claims['scp']),
    expiresAt: typeof exp === 'number' && Number.isSafeInteger(exp) && exp > 0 ? exp : null,
    appId: typeof iss === 'string' && iss !== '' ? iss : null,
  }
}

/**
 * Reads a permission in any form in use: the keys of an authorization (JSON), the answer that a service gave when it
 * handed out an access token (JSON), or the token alone. Throws `protocol.token {reason}` and, for keys of an
 * authorization that are not complete, `protocol.keystore`.
 */
export function parsePermission(text: string): Permission {
  const members = readMembers(text)
  if (members === null) return bearer(text, undefined)
  const whole = readMembers(JSON.stringify(members['data'] ?? null)) ?? members
  if (typeof whole['access_token'] === 'string' && whole['access_token'] !== '') {
    return bearer(whole['access_token'], whole['scope'])
  }
  if (whole['authorization_id'] === undefined) return refuse(whole['session_id'] === undefined ? 'form' : 'keystore')
  const keystore = parseKeystore(whole)
  return keystore.kind === 'oauth' ? keystore : refuse('keystore')
}

/** The scopes of a permission; null when it does not say. */
export function scopesOf(permission: Permission): readonly string[] | null {
  return permission.kind === 'oauth' ? words(permission.scope) : permission.scopes
}
