import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  CofferError,
  pkceChallenge,
  pkceVerifier,
  publicKeyFromSeed,
  requestDigest,
  signAccessToken,
  signIntegrityToken,
  signToken,
  type TokenCheck,
  type TokenIssuer,
  verifyAccessToken,
  verifyIntegrityToken,
} from '#protocol'
import { aHash } from '../support/coins.ts'

const seed = aHash('session seed')
const key = publicKeyFromSeed(seed)
const session: TokenIssuer = { kind: 'session', userId: 'u', sessionId: 's', sessionPrivateKey: seed }
const oauth: TokenIssuer = {
  kind: 'oauth',
  appId: 'a',
  authorizationId: 'z',
  scope: 'PROFILE:READ',
  sessionPrivateKey: seed,
}
const request = { method: 'POST', uri: '/safe/keys?a=é%20b', body: '[{"memo":"金"}]' }
const times = { iat: 1_000_000, exp: 1_000_060, jti: 'j' }
const check: TokenCheck = { ...request, now: 1_000_010, requestId: 'j', findKey: () => key, verify: verifyByHost }

function reason(token: string, change: Partial<TokenCheck> = {}): unknown {
  try {
    verifyAccessToken(token, { ...check, ...change })
  } catch (error) {
    if (error instanceof CofferError && error.code === 'protocol.token') return error.details['reason']
    throw error
  }
  return 'good'
}

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('access tokens', () => {
  const token = signAccessToken(session, { ...request, ...times })

  it('are JWTs that any library verifies', () => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    expect(verify(null, Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', typ: 'JWT' })
  })

  it('bind method, path with query and body', () => {
    const digest = createHash('sha256').update(`POST${request.uri}${request.body}`).digest('hex')
    expect(requestDigest({ ...request, method: 'post' })).toBe(digest)
    expect(reason(token)).toBe('good')
    expect(reason(token, { method: 'GET' })).toBe('other request')
    expect(reason(token, { uri: '/safe/keys' })).toBe('other request')
    expect(reason(token, { body: '' })).toBe('other request')
  })

  it('say who asks and with what scope', () => {
    expect(verifyAccessToken(token, check)).toEqual({
      kind: 'session',
      userId: 'u',
      sessionId: 's',
      scope: 'FULL',
      ...times,
    })
    const granted = signAccessToken(oauth, { ...request, ...times, scope: 'FULL' })
    expect(verifyAccessToken(granted, check)).toEqual({
      kind: 'oauth',
      appId: 'a',
      authorizationId: 'z',
      scope: 'PROFILE:READ',
      ...times,
    })
  })

  it('hold for their time only', () => {
    expect(reason(token, { now: times.exp })).toBe('good')
    expect(reason(token, { now: times.exp + 1 })).toBe('expired')
    expect(reason(token, { now: times.iat - 300 })).toBe('good')
    expect(reason(token, { now: times.iat - 301 })).toBe('issued in the future')
    expect(reason(token, { now: times.iat + 31, ageMaxSeconds: 30 })).toBe('too old')
    expect(reason(token, { now: times.iat + 30, ageMaxSeconds: 30 })).toBe('good')
  })

  it('compare the request id for authorizations alone', () => {
    const granted = signAccessToken(oauth, { ...request, ...times })
    expect(reason(token, { requestId: 'other' })).toBe('good')
    expect(reason(granted, { requestId: 'other' })).toBe('other request id')
    expect(reason(granted, { requestId: null })).toBe('good')
  })

  it('are refused in the order in which a server looks', () => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    expect(reason('')).toBe('no token')
    expect(reason('x'.repeat(10_000))).toBe('too long')
    expect(reason(`${header}.${payload}`)).toBe('not three segments')
    expect(reason(`${token}.x`)).toBe('not three segments')
    for (const alg of ['none', 'HS256', 'eddsa', undefined]) {
      expect(reason(`${segment({ alg, typ: 'JWT' })}.${payload}.${signature}`)).toBe('algorithm')
    }
    expect(reason(`${header}.${segment([])}.${signature}`)).toBe('payload')
    expect(reason(`${header}.${segment({ sid: 's' })}.${signature}`)).toBe('claim iat')
    expect(reason(token, { findKey: () => null, now: 9e9 })).toBe('unknown session')
    expect(reason(token, { findKey: () => publicKeyFromSeed(aHash('x')), now: 9e9 })).toBe('signature')
    expect(reason(token, { method: 'GET', now: 9e9 })).toBe('expired')
  })

  it('are refused with any one character changed', () => {
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect(reason(changed)).not.toBe('good')
    }
  })

  it('take no claim of the wrong kind', () => {
    const claims = {
      uid: 'u',
      sid: 's',
      iat: 1_000_000,
      exp: 1_000_060,
      jti: 'j',
      sig: requestDigest(request),
      scp: 'FULL',
    }
    expect(reason(signToken(claims, seed))).toBe('good')
    expect(reason(signToken({ ...claims, iat: '1000000' }, seed))).toBe('claim iat')
    expect(reason(signToken({ ...claims, uid: 1 }, seed))).toBe('claim uid')
    expect(reason(signToken({ ...claims, scp: 1 }, seed))).toBe('claim scp')
  })
})

describe('integrity tokens', () => {
  it('bind the answer to the request', () => {
    const answer = { method: 'GET', uri: '/me', body: '{"data":{}}' }
    const token = signIntegrityToken({ ...answer, ...times }, seed)
    const given = { ...answer, serverPublicKey: key, requestId: 'j', now: times.iat, verify: verifyByHost }
    expect(() => verifyIntegrityToken(token, given)).not.toThrow()
    expect(() => verifyIntegrityToken(token, { ...given, uri: '/other' })).toThrow('other request')
    expect(() => verifyIntegrityToken(token, { ...given, now: times.exp + 301 })).toThrow('expired')
    expect(() => verifyIntegrityToken(token, { ...given, serverPublicKey: publicKeyFromSeed(aHash('x')) })).toThrow(
      'signature',
    )
  })
})

describe('pkce', () => {
  it('hashes the bytes, not the text', () => {
    const random = Buffer.alloc(32, 7)
    const verifier = pkceVerifier(random)
    expect(pkceChallenge(verifier)).toBe(createHash('sha256').update(random).digest('base64url'))
    expect(() => pkceVerifier(Buffer.alloc(31))).toThrow(expect.objectContaining({ code: 'protocol.token' }))
    expect(() => pkceChallenge('short')).toThrow(expect.objectContaining({ code: 'protocol.token' }))
  })
})
