import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  decryptPin,
  encryptPin,
  legacyKeystore,
  montgomeryKey,
  parseKeystore,
  publicKeyFromSeed,
  registrationBody,
  registrationRequest,
  type SessionKeystore,
  signTip,
  signWithSeed,
  tipPinUpdate,
  tipVerifyBody,
  verifyRegistration,
  verifySignature,
} from '#protocol'
import { aHash } from '../support/coins.ts'
import { hexOf } from './arbitrary.ts'

const USER = '16c2c92e-620d-4046-8a43-7dacf53e0be9'
const SESSION = '26c2c92e-620d-4046-8a43-7dacf53e0be9'
const sessionSeed = aHash('session')
const serverSeed = aHash('server')
const spendSeed = aHash('spend')
const tipSeed = aHash('tip')
const current = {
  app_id: USER,
  session_id: SESSION,
  session_private_key: sessionSeed,
  server_public_key: publicKeyFromSeed(serverSeed),
}

describe('PINs', () => {
  const pinPublicKey = montgomeryKey(publicKeyFromSeed(serverSeed))
  const encrypt = (change: Partial<Parameters<typeof encryptPin>[0]> = {}) =>
    encryptPin({
      pin: '313233343536',
      time: 1,
      iterator: 2n,
      sessionPrivateKey: sessionSeed,
      pinPublicKey,
      iv: new Uint8Array(16),
      ...change,
    })
  const decrypt = (pinBase64: string, sessionPublicKey = publicKeyFromSeed(sessionSeed)) =>
    decryptPin({ pinBase64, serverPrivateKey: serverSeed, sessionPublicKey })

  it('come back from the service', () => {
    fc.assert(
      fc.property(
        hexOf(1, 80),
        fc.nat(),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (pin, time, iterator, iv) => {
          expect(decrypt(encrypt({ pin, time, iterator, iv }))).toEqual({ pin, time, iterator })
        },
      ),
    )
  })

  it('are refused cut, lengthened or for another session', () => {
    const good = encrypt()
    const bytes = Buffer.from(good, 'base64url')
    for (const broken of [
      '',
      good.slice(0, -1),
      `${good}A`,
      bytes.subarray(0, 32).toString('base64url'),
      bytes.subarray(1).toString('base64url'),
      `${good}=`,
    ]) {
      expect(() => decrypt(broken)).toThrow(expect.objectContaining({ code: 'protocol.pin' }))
    }
    expect(() => decrypt(good, '00')).toThrow(expect.objectContaining({ code: 'protocol.key' }))
    expect(() => decrypt(good, `01${'00'.repeat(31)}`)).toThrow(expect.objectContaining({ code: 'protocol.key' }))
  })

  it('are not encrypted without content, iv or a time', () => {
    for (const change of [
      { pin: '' },
      { pin: '123' },
      { iv: new Uint8Array(15) },
      { time: -1 },
      { iterator: 2n ** 64n },
      { iterator: -1n },
    ]) {
      expect(() => encrypt(change)).toThrow(expect.objectContaining({ code: 'protocol.pin' }))
    }
    expect(() => encrypt({ pinPublicKey: '00'.repeat(32) })).toThrow(expect.objectContaining({ code: 'protocol.key' }))
  })
})

describe('TIP', () => {
  it('signs bodies with the TIP seed', () => {
    const body = tipVerifyBody(123n)
    expect(Buffer.from(body, 'hex').toString()).toBe(`TIP:VERIFY:${'123'.padStart(32, '0')}`)
    expect(verifySignature(publicKeyFromSeed(tipSeed), body, signTip(tipSeed, body))).toBe(true)
  })

  it('counts how often a PIN was set', () => {
    const key = publicKeyFromSeed(tipSeed)
    expect(tipPinUpdate(key, 1n)).toBe(`${key}0000000000000001`)
    expect(() => tipPinUpdate('ab', 1n)).toThrow(expect.objectContaining({ code: 'protocol.pin' }))
  })
})

describe('registration', () => {
  const seeds = { userId: USER, spendSeed, tipSeed }

  it('is recognised in both forms', () => {
    for (const dialect of ['interface', 'upstream'] as const) {
      const made = registrationRequest({ ...seeds, dialect })
      expect(made.publicKey).toBe(publicKeyFromSeed(spendSeed))
      expect(verifyRegistration({ userId: USER, ...made }, { verify: verifyByHost })).toBe(dialect)
      expect(
        verifySignature(publicKeyFromSeed(tipSeed), registrationBody(USER, made.publicKey), made.tipSignature),
      ).toBe(true)
    }
  })

  it('is refused for any other user, key or message, in either form', () => {
    const key = publicKeyFromSeed(spendSeed)
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (text, asHex) => {
        const signed = signWithSeed(spendSeed, Buffer.from(`SEQUENCER:REGISTER:${text}`, 'utf8').toString('hex'))
        const signature = asHex ? signed : Buffer.from(signed, 'hex').toString('base64url')
        expect(() => verifyRegistration({ userId: USER, publicKey: key, signature }, { verify: verifyByHost })).toThrow(
          expect.objectContaining({ code: 'protocol.signature' }),
        )
      }),
      { numRuns: 1000 },
    )
    for (const dialect of ['interface', 'upstream'] as const) {
      const { signature } = registrationRequest({ ...seeds, dialect })
      expect(() => verifyRegistration({ userId: SESSION, publicKey: key, signature })).toThrow('not signed by this key')
      const otherKey = publicKeyFromSeed(tipSeed)
      expect(() => verifyRegistration({ userId: USER, publicKey: otherKey, signature })).toThrow(
        'not signed by this key',
      )
    }
  })

  it('is made for uuids only', () => {
    expect(() => registrationRequest({ ...seeds, userId: 'x', dialect: 'interface' })).toThrow(
      expect.objectContaining({ code: 'protocol.id' }),
    )
  })
})

describe('keystores', () => {
  const legacy = legacyKeystore(parseKeystore(current) as SessionKeystore)

  it('of a network user carry the PIN key itself', () => {
    const { server_public_key: _, ...user } = current
    expect(parseKeystore({ ...user, pin_token_base64: legacy.pin_token })).toEqual({
      ...parseKeystore(current),
      serverPublicKey: null,
    })
  })

  it('may carry the spend key', () => {
    expect(parseKeystore({ ...current, spend_private_key: spendSeed })).toMatchObject({ spendPrivateKey: spendSeed })
    expect(parseKeystore({ ...current, spend_private_key: '' })).toMatchObject({ spendPrivateKey: null })
  })

  it('of an authorization can read only what they say', () => {
    const file = { app_id: USER, authorization_id: SESSION, scope: 'PROFILE:READ', session_private_key: sessionSeed }
    expect(parseKeystore(file)).toEqual({
      kind: 'oauth',
      appId: USER,
      authorizationId: SESSION,
      scope: 'PROFILE:READ',
      sessionPrivateKey: sessionSeed,
      serverPublicKey: null,
    })
    expect(() => parseKeystore({ ...file, scope: '' })).toThrow('scope')
  })

  it('of an authorization may carry the key under which the service signs its answers, as hex or as it was given', () => {
    const file = { app_id: USER, authorization_id: SESSION, scope: 'PROFILE:READ', session_private_key: sessionSeed }
    const { server_public_key: hex } = current
    const ed25519 = Buffer.from(hex, 'hex').toString('base64url')
    for (const more of [{ server_public_key: hex }, { ed25519 }, { server_public_key: '', ed25519 }]) {
      expect(parseKeystore({ ...file, ...more })).toMatchObject({ serverPublicKey: hex })
    }
    for (const wrong of [{ server_public_key: 'ab' }, { ed25519: 'ab' }, { server_public_key: 'ff'.repeat(32) }]) {
      expect(() => parseKeystore({ ...file, ...wrong })).toThrow(Object.keys(wrong)[0] ?? '')
    }
  })

  it('of an authorization are read as the community’s Go program keeps them', () => {
    const { server_public_key: hex } = current
    const ed25519 = Buffer.from(hex, 'hex').toString('base64url')
    const { client_id, private_key } = legacy
    expect(
      parseKeystore({ client_id, authorization_id: SESSION, scope: 'PROFILE:READ', private_key, ed25519 }),
    ).toMatchObject({ kind: 'oauth', appId: client_id, sessionPrivateKey: sessionSeed, serverPublicKey: hex })
  })

  it('are read in every spelling of base64 and hex', () => {
    const standard = (text: string) =>
      `${text.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat((4 - (text.length % 4)) % 4)}`
    const padded = { ...legacy, private_key: standard(legacy.private_key), pin_token: standard(legacy.pin_token) }
    expect(parseKeystore(padded)).toEqual(parseKeystore(legacy))
    expect(parseKeystore({ ...current, session_private_key: sessionSeed.toUpperCase() })).toEqual(
      parseKeystore(current),
    )
  })

  it.each<[string, unknown]>([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', null],
    ['no user', { ...current, app_id: undefined }],
    ['a user that is no uuid', { ...current, app_id: '123' }],
    ['no session', { ...current, session_id: '' }],
    ['a short seed', { ...current, session_private_key: sessionSeed.slice(2) }],
    ['a seed with its public key', { ...current, session_private_key: sessionSeed + sessionSeed }],
    ['a server key that is no point', { ...current, server_public_key: `02${'00'.repeat(31)}` }],
    ['no server key', { ...current, server_public_key: undefined }],
    ['a short spend key', { ...current, spend_private_key: 'ab' }],
    ['a legacy key of RSA', { ...legacy, private_key: '-----BEGIN RSA PRIVATE KEY-----' }],
    ['a legacy key of a seed alone', { ...legacy, private_key: Buffer.from(sessionSeed, 'hex').toString('base64url') }],
    [
      'a legacy key whose halves do not belong together',
      { ...legacy, private_key: Buffer.alloc(64, 7).toString('base64url') },
    ],
    ['a short PIN token', { ...legacy, pin_token: 'AAAA' }],
  ])('are refused with %s', (_name, source) => {
    expect(() => parseKeystore(source)).toThrow(expect.objectContaining({ code: 'protocol.keystore' }))
  })

  it('keep secrets out of their errors', () => {
    for (const source of [
      { ...current, app_id: 'x' },
      { ...current, session_private_key: `${sessionSeed}zz` },
      { ...legacy, private_key: `${legacy.private_key}x` },
    ]) {
      try {
        parseKeystore(source)
        expect.unreachable()
      } catch (error) {
        expect(JSON.stringify({ ...(error as Error), message: String(error) })).not.toContain(sessionSeed.slice(0, 16))
      }
    }
  })
})
