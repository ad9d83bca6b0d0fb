import { generateKeyPairSync, sign as nodeSign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import { publicKeyFromScalar, publicKeyFromSeed, signWithScalar, signWithSeed, verifySignature } from '#protocol'
import { aHash, aScalar } from '../support/coins.ts'
import { hexOf } from './arbitrary.ts'
import { byEachCurve } from './curves.ts'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const MESSAGE = aHash('a message')
const SCALAR = aScalar('a signer')
const KEY = publicKeyFromScalar(SCALAR)
const GOOD = signWithScalar(SCALAR, MESSAGE)
const EIGHTH = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const number = (hex: string): bigint => BigInt(`0x${bytes(hex).reverse().toString('hex') || '0'}`)
const little = (value: bigint): string => bytes(value.toString(16).padStart(64, '0')).reverse().toString('hex')

/** Challenge over the bytes as given. */
function challenge(R: string, A: string, message: string): bigint {
  return number(Buffer.from(sha512(Buffer.concat([R, A, message].map(bytes)))).toString('hex')) % ORDER
}

/** Refused by the pure check, and also when the host's verification, which is laxer, has the last word. */
function expectRefused(key: string, message: string, signature: string): void {
  expect(verifySignature(key, message, signature)).toBe(false)
  expect(verifySignature(key, message, signature, { verify: verifyByHost })).toBe(false)
}

/** RFC 8032, 7.1: seed, public key, message, signature. */
const STANDARD = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const

byEachCurve(() => {
  describe('signWithScalar', () => {
    it('gives signatures that anybody accepts as ordinary Ed25519', () => {
      fc.assert(
        fc.property(fc.string().map(aScalar), fc.string().map(aHash), (scalar, message) => {
          const key = publicKeyFromScalar(scalar)
          const signature = signWithScalar(scalar, message)
          expect(verifyByHost(bytes(key), bytes(message), bytes(signature))).toBe(true)
          expect(ed25519.verify(bytes(signature), bytes(message), bytes(key), { zip215: false })).toBe(true)
          expect(verifySignature(key, message, signature)).toBe(true)
          expect(verifySignature(key, message, signature, { verify: verifyByHost })).toBe(true)
        }),
        { numRuns: 50 },
      )
    })

    it('uses another nonce for every message and every key', () => {
      const nonces = ['a', 'b', 'c'].flatMap((name) => [
        signWithScalar(SCALAR, aHash(name)).slice(0, 64),
        signWithScalar(aScalar(name), MESSAGE).slice(0, 64),
      ])
      expect(new Set(nonces).size).toBe(nonces.length)
    })

    it.each([
      ['zero', '00'.repeat(32)],
      ['the group order', little(ORDER)],
      ['more than the group order', 'ff'.repeat(32)],
      ['31 bytes', '01'.repeat(31)],
      ['a seed of 64 bytes', '01'.repeat(64)],
      ['nothing', ''],
    ])('refuses %s as a scalar', (_name, scalar) => {
      expect(() => signWithScalar(scalar, MESSAGE)).toThrow(expect.objectContaining({ code: 'protocol.scalar' }))
    })

    it.each(['', '00', '00'.repeat(31), '00'.repeat(33), '00'.repeat(64)])(
      'refuses a message that is no hash: %j',
      (message) => {
        expect(() => signWithScalar(SCALAR, message)).toThrow(expect.objectContaining({ code: 'protocol.bytes' }))
      },
    )

    it('releases nothing that does not verify', () => {
      expect(() => signWithScalar(SCALAR, MESSAGE, { verify: () => false })).toThrow(
        expect.objectContaining({ code: 'protocol.signature' }),
      )
    })

    it('takes bytes and leaves them to the caller', () => {
      const secret = Uint8Array.from(bytes(SCALAR))
      expect(signWithScalar(secret, MESSAGE)).toBe(GOOD)
      expect(Buffer.from(secret).toString('hex')).toBe(SCALAR)
    })
  })

  describe('signWithSeed', () => {
    it('is ordinary Ed25519', () => {
      const { privateKey } = generateKeyPairSync('ed25519')
      const { d = '' } = privateKey.export({ format: 'jwk' })
      const seed = Buffer.from(d, 'base64url').toString('hex')
      const signature = signWithSeed(seed, MESSAGE)
      expect(signature).toBe(nodeSign(null, bytes(MESSAGE), privateKey).toString('hex'))
      expect(verifySignature(publicKeyFromSeed(seed), MESSAGE, signature)).toBe(true)
    })
  })

  it.each(STANDARD)('signs and takes what the standard says of %s', (seed, key, message, signature) => {
    expect(publicKeyFromSeed(seed)).toBe(key)
    expect(signWithSeed(seed, message)).toBe(signature)
    expect(verifySignature(key, message, signature)).toBe(true)
    expect(verifySignature(key, message, signature, { verify: verifyByHost })).toBe(true)
  })

  describe('verifySignature', () => {
    it('refuses R and S at and beside zero, the order and the size of the field', () => {
      const field = 2n ** 255n - 19n
      const edges = [0n, 1n, ORDER, field].flatMap((edge) => [edge, edge + 1n, ...(edge === 0n ? [] : [edge - 1n])])
      for (const R of edges) for (const S of edges) expectRefused(KEY, MESSAGE, little(R) + little(S))
    })

    it('refuses every flipped bit of key, message and signature', () => {
      const parts = [KEY, MESSAGE, GOOD]
      parts.forEach((part, which) => {
        for (let bit = 0; bit < part.length * 4; bit += 3) {
          const changed = bytes(part)
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          const [key = '', message = '', signature = ''] = parts.with(which, changed.toString('hex'))
          expect(verifySignature(key, message, signature, { verify: verifyByHost })).toBe(false)
          if (bit % 24 === 0) expect(verifySignature(key, message, signature)).toBe(false)
        }
      })
    })

    it('refuses S that is not reduced, though the equation holds', () => {
      const s = number(GOOD.slice(64))
      for (let times = 1n; s + times * ORDER < 2n ** 256n; times++) {
        expectRefused(KEY, MESSAGE, GOOD.slice(0, 64) + little(s + times * ORDER))
      }
    })

    it.each([
      ['nothing', ''],
      ['one byte less', GOOD.slice(2)],
      ['the last byte cut off', GOOD.slice(0, -2)],
      ['one byte more', `${GOOD}00`],
      ['only R', GOOD.slice(0, 64)],
      ['another signature behind it', GOOD + GOOD],
      ['upper case', GOOD.toUpperCase()],
      ['zeros', '00'.repeat(64)],
      ['ones', 'ff'.repeat(64)],
      ['the halves swapped', GOOD.slice(64) + GOOD.slice(0, 64)],
    ])('refuses %s instead of a signature', (_name, signature) => {
      expectRefused(KEY, MESSAGE, signature)
    })

    it('refuses a key with torsion, though the equation with cofactor holds', () => {
      const a = number(SCALAR)
      for (let times = 1n; times < 8n; times++) {
        const A = Point.BASE.multiplyUnsafe(a).add(EIGHTH.multiplyUnsafe(times)).toHex()
        const nonce = number(aScalar(`nonce ${times}`))
        const R = Point.BASE.multiplyUnsafe(nonce).toHex()
        const signature = R + little((nonce + challenge(R, A, MESSAGE) * a) % ORDER)
        expect(ed25519.verify(bytes(signature), bytes(MESSAGE), bytes(A), { zip215: true })).toBe(true)
        expectRefused(A, MESSAGE, signature)
      }
    })

    it('refuses an R with torsion, though the equation with cofactor holds', () => {
      const a = number(SCALAR)
      for (let times = 1n; times < 8n; times++) {
        const nonce = number(aScalar(`nonce ${times}`))
        const R = Point.BASE.multiplyUnsafe(nonce).add(EIGHTH.multiplyUnsafe(times)).toHex()
        const signature = R + little((nonce + challenge(R, KEY, MESSAGE) * a) % ORDER)
        expect(ed25519.verify(bytes(signature), bytes(MESSAGE), bytes(KEY), { zip215: true })).toBe(true)
        expectRefused(KEY, MESSAGE, signature)
      }
    })

    it('refuses keys of small order, under which anything would verify', () => {
      for (let times = 0n; times < 8n; times++) {
        const A = EIGHTH.multiplyUnsafe(times).toHex()
        const signature = Point.ZERO.toHex() + '00'.repeat(32)
        expectRefused(A, MESSAGE, signature)
      }
    })

    it('refuses R at the identity, though the equation holds', () => {
      const R = Point.ZERO.toHex()
      const signature = R + little((challenge(R, KEY, MESSAGE) * number(SCALAR)) % ORDER)
      expect(ed25519.verify(bytes(signature), bytes(MESSAGE), bytes(KEY), { zip215: true })).toBe(true)
      expectRefused(KEY, MESSAGE, signature)
    })

    it('refuses R in any other spelling than the canonical one', () => {
      const field = 2n ** 255n - 19n
      for (const spelling of [field + 1n, 1n + 2n ** 255n, field + 1n + 2n ** 255n]) {
        const R = little(spelling)
        expectRefused(KEY, MESSAGE, R + little((challenge(R, KEY, MESSAGE) * number(SCALAR)) % ORDER))
      }
    })

    it('agrees with the host on random junk', () => {
      fc.assert(
        fc.property(hexOf(32), hexOf(64), (key, signature) => {
          expectRefused(key, MESSAGE, signature)
        }),
        { numRuns: 100 },
      )
    })

    it('takes messages of any length', () => {
      for (const size of [0, 1, 33, 1000]) {
        const message = '5a'.repeat(size)
        const seed = aHash('a seed')
        expect(verifySignature(publicKeyFromSeed(seed), message, signWithSeed(seed, message))).toBe(true)
      }
    })
  })
})
