import { describe, expect, it } from 'vitest'
import { parseKeystore, parsePermission, scopesOf, signAccessToken, signToken } from '#protocol'

const SEED = '11'.repeat(32)
const APP = '11111111-2222-4333-8444-555555555555'
const AUTHORIZATION = '22222222-2222-4333-8444-555555555555'

const reason = (text: string): unknown => {
  try {
    return parsePermission(text)
  } catch (error) {
    return (error as { details: { reason: unknown } }).details.reason
  }
}

describe('a permission to watch', () => {
  it('is read from the keys of an authorization', () => {
    const keys = {
      app_id: APP,
      authorization_id: AUTHORIZATION,
      scope: 'PROFILE:READ ASSETS:READ',
      session_private_key: SEED,
    }
    const permission = parsePermission(JSON.stringify(keys))
    expect(permission).toMatchObject({ kind: 'oauth', appId: APP, authorizationId: AUTHORIZATION })
    expect(scopesOf(permission)).toEqual(['PROFILE:READ', 'ASSETS:READ'])
  })

  it('is read from a signed token, which says what it may and until when', () => {
    const token = signToken({ iss: APP, aid: AUTHORIZATION, scp: 'PROFILE:READ ASSETS:READ', exp: 1_900_000_000 }, SEED)
    for (const text of [token, `Bearer ${token}`, JSON.stringify({ access_token: token })]) {
      const permission = parsePermission(text)
      expect(permission).toMatchObject({ kind: 'token', token, expiresAt: 1_900_000_000, appId: APP })
      expect(scopesOf(permission)).toEqual(['PROFILE:READ', 'ASSETS:READ'])
    }
  })

  it('is read from a plain token, of which nothing is known but what came with it', () => {
    const plain = 'a1b2c3d4e5f6a7b8c9d0'
    expect(parsePermission(` ${plain}\n`)).toEqual({
      kind: 'token',
      token: plain,
      scopes: null,
      expiresAt: null,
      appId: null,
    })
    const answer = { data: { access_token: plain, scope: 'PROFILE:READ' } }
    expect(scopesOf(parsePermission(JSON.stringify(answer)))).toEqual(['PROFILE:READ'])
  })

  it('is refused when it was made for a single request, is an account’s keys, or no token at all', () => {
    const request = { method: 'GET', uri: '/safe/me', body: '' }
    const issuer = { kind: 'session', userId: APP, sessionId: AUTHORIZATION, sessionPrivateKey: SEED } as const
    expect(reason(signAccessToken(issuer, { ...request, iat: 1, exp: 2, jti: APP }))).toBe('single_request')
    expect(reason(JSON.stringify({ app_id: APP, session_id: AUTHORIZATION, session_private_key: SEED }))).toBe(
      'keystore',
    )
    for (const text of ['', 'short', 'a token with blanks in it', '{"scope":"FULL"}', 'x'.repeat(9000)]) {
      expect(reason(text), text.slice(0, 20)).toBe('form')
    }
  })
})

describe('a keystore of the old RSA form', () => {
  const form = (members: object): unknown => {
    try {
      return parseKeystore({ client_id: APP, session_id: AUTHORIZATION, ...members })
    } catch (error) {
      return (error as { details: unknown }).details
    }
  }

  it('is told from one that is merely incomplete', () => {
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIC\n-----END RSA PRIVATE KEY-----'
    expect(form({ private_key: pem, pin_token: 'AAAA' })).toEqual({ what: 'private_key', form: 'rsa' })
    expect(form({ private_key: 'AAAA', pin_token: 'AAAA' })).toEqual({ what: 'private_key' })
  })
})
