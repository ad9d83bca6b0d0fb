import { bytesToHex, fromBase64Url, parseHex, type Secret, toBase64Url, utf8Bytes, utf8Text } from './bytes.ts'
import { protocolError } from './error.ts'
import { sha256 } from './hash.ts'
import { type Members, readMembers } from './members.ts'
import { signBytesWithSeed, type VerifyOptions, verifyBytes } from './signature.ts'

/** A request as it goes on the wire. `uri` is path and query exactly as sent; `body` is empty for none. */
interface SignedRequest {
  readonly method: string
  readonly uri: string
  readonly body: string
}

/** What signs tokens: a session of a user or bot, or an authorization that a user gave to an app. */
export type TokenIssuer =
  | {
      readonly kind: 'session'
      readonly userId: string
      readonly sessionId: string
      readonly sessionPrivateKey: Secret
    }
  | {
      readonly kind: 'oauth'
      readonly appId: string
      readonly authorizationId: string
      readonly scope: string
      readonly sessionPrivateKey: Secret
    }

interface TokenTimes {
  /** Unix seconds. */
  readonly iat: number
  readonly exp: number
  /** Fresh uuid; the same as X-Request-Id. */
  readonly jti: string
}

interface AccessTokenRequest extends SignedRequest, TokenTimes {
  /** `FULL` unless said otherwise; an authorization always states its own. */
  readonly scope?: string
}

/** Claims in the order in which they are written. */
export type TokenClaims = Readonly<Record<string, string | number>>

export type AccessTokenClaims =
  | (TokenTimes & {
      readonly kind: 'session'
      readonly userId: string
      readonly sessionId: string
      readonly scope: string
    })
  | (TokenTimes & {
      readonly kind: 'oauth'
      readonly appId: string
      readonly authorizationId: string
      readonly scope: string
    })

/** How far ahead of the server's clock a token may be issued. */
const TOKEN_SKEW_SECONDS = 300

const HEADER = toBase64Url(utf8Bytes('{"alg":"EdDSA","typ":"JWT"}'))
/** Longest token that is looked at. */
const LENGTH_MAX = 8192

function refuse(reason: string): never {
  throw protocolError('protocol.token', reason, { reason })
}

/** Digest that binds a token to one request: SHA-256 of METHOD, URI and body, joined. Hex. */
export function requestDigest({ method, uri, body }: SignedRequest): string {
  return bytesToHex(sha256(utf8Bytes(method.toUpperCase() + uri + body, 'protocol.token')))
}

/** Signs claims as they stand, in their order. Throws `protocol.key` for a seed that is none. */
export function signToken(claims: TokenClaims, seed: Secret): string {
  const signed = `${HEADER}.${toBase64Url(utf8Bytes(JSON.stringify(claims)))}`
  return `${signed}.${toBase64Url(signBytesWithSeed(seed, utf8Bytes(signed)))}`
}

/** Bearer for one request, in the claim order of the official SDK. */
export function signAccessToken(issuer: TokenIssuer, request: AccessTokenRequest): string {
  const { iat, exp, jti } = request
  const sig = requestDigest(request)
  const claims =
    issuer.kind === 'session'
      ? { uid: issuer.userId, sid: issuer.sessionId, iat, exp, jti, sig, scp: request.scope ?? 'FULL' }
      : { iss: issuer.appId, aid: issuer.authorizationId, iat, exp, jti, sig, scp: issuer.scope }
  return signToken(claims, issuer.sessionPrivateKey)
}

interface OpenToken {
  readonly claims: Readonly<Record<string, unknown>>
  /** Whether the signature is this key's. */
  isSignedBy(publicKey: string): boolean
}

function parseObject(segment: string, reason: string): Members {
  try {
    return readMembers(utf8Text(fromBase64Url(segment, 'protocol.token'))) ?? refuse(reason)
  } catch {
    return refuse(reason)
  }
}

/** Takes a token apart without believing it. */
function openToken(token: string, { verify }: VerifyOptions): OpenToken {
  if (typeof token !== 'string' || token === '') refuse('no token')
  if (token.length > LENGTH_MAX) refuse('too long')
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (signature === '' || more.length > 0) refuse('not three segments')
  if (parseObject(header, 'header')['alg'] !== 'EdDSA') refuse('algorithm')
  const message = utf8Bytes(`${header}.${payload}`)
  return {
    claims: parseObject(payload, 'payload'),
    isSignedBy: (publicKey) =>
      verifyBytes(
        parseHex(publicKey, 32, 'session key', 'protocol.key'),
        message,
        fromBase64Url(signature, 'protocol.token'),
        verify,
      ),
  }
}

function textClaim(claims: OpenToken['claims'], name: string): string {
  const value = claims[name]
  return typeof value === 'string' && value !== '' ? value : refuse(`claim ${name}`)
}

/** Empty where nothing was granted, which opens nothing and is no fault of the token. */
const scopeClaim = (claims: OpenToken['claims']): string => (claims['scp'] === '' ? '' : textClaim(claims, 'scp'))

function timeClaim(claims: OpenToken['claims'], name: string): number {
  const value = claims[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : refuse(`claim ${name}`)
}

function accessClaims(claims: OpenToken['claims']): AccessTokenClaims {
  const common = {
    iat: timeClaim(claims, 'iat'),
    exp: timeClaim(claims, 'exp'),
    jti: textClaim(claims, 'jti'),
    scope: scopeClaim(claims),
  }
  return claims['aid'] === undefined
    ? { kind: 'session', userId: textClaim(claims, 'uid'), sessionId: textClaim(claims, 'sid'), ...common }
    : { kind: 'oauth', appId: textClaim(claims, 'iss'), authorizationId: textClaim(claims, 'aid'), ...common }
}

export interface TokenCheck extends SignedRequest, VerifyOptions {
  /** Server's clock in Unix seconds. */
  readonly now: number
  /** Value of X-Request-Id, which an authorization's token must repeat in `jti`; null where none was sent. */
  readonly requestId: string | null
  /** Oldest token that is taken, in seconds; its own `exp` alone decides if absent. */
  readonly ageMaxSeconds?: number
  /** Public key of the session or authorization that the claims name, or null if there is none. */
  findKey(claims: AccessTokenClaims): string | null
}

/**
 * Checks a bearer as a server does, in its order: shape, algorithm, session, signature, times, request. Answers the claims,
 * or throws `protocol.token` with `details.reason`, for which the service answers error 401.
 */
export function verifyAccessToken(token: string, check: TokenCheck): AccessTokenClaims {
  const { claims: open, isSignedBy } = openToken(token, check)
  const claims = accessClaims(open)
  const key = check.findKey(claims)
  if (key === null) refuse('unknown session')
  if (!isSignedBy(key)) refuse('signature')
  if (claims.exp < check.now) refuse('expired')
  if (claims.iat > check.now + TOKEN_SKEW_SECONDS) refuse('issued in the future')
  if (check.ageMaxSeconds !== undefined && claims.iat < check.now - check.ageMaxSeconds) refuse('too old')
  if (open['sig'] !== requestDigest(check)) refuse('other request')
  if (claims.kind === 'oauth' && check.requestId !== null && claims.jti !== check.requestId) refuse('other request id')
  return claims
}

/** Token by which the service proves an answer to an authorization: as a request's, over the answer's body. */
export function signIntegrityToken(request: AccessTokenRequest, serverSeed: Secret): string {
  const { iat, exp, jti } = request
  return signToken({ exp, iat, jti, sig: requestDigest(request) }, serverSeed)
}

interface IntegrityCheck extends SignedRequest, VerifyOptions {
  /** Key that the service gave with the authorization. */
  readonly serverPublicKey: string
  readonly requestId: string
  readonly now: number
}

/** Checks an answer against its integrity token; `body` is the answer's. Throws `protocol.token`. */
export function verifyIntegrityToken(token: string, check: IntegrityCheck): void {
  const { claims, isSignedBy } = openToken(token, check)
  if (!isSignedBy(check.serverPublicKey)) refuse('signature')
  if (timeClaim(claims, 'exp') + TOKEN_SKEW_SECONDS < check.now) refuse('expired')
  if (claims['jti'] !== check.requestId) refuse('other request id')
  if (claims['sig'] !== requestDigest(check)) refuse('other request')
}

/** Verifier of 32 random bytes for an authorization. */
export function pkceVerifier(random: Uint8Array): string {
  if (random.length !== 32) refuse('verifier')
  return toBase64Url(random)
}

/** Challenge of a verifier. It hashes the decoded bytes, where RFC 7636 hashes the text. Throws `protocol.token`. */
export function pkceChallenge(verifier: string): string {
  const bytes = fromBase64Url(verifier, 'protocol.token', 'verifier')
  if (bytes.length !== 32) refuse('verifier')
  return toBase64Url(sha256(bytes))
}
