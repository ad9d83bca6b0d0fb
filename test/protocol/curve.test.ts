import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { md5 } from '@noble/hashes/legacy.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Curve,
  checkKey,
  curve,
  installCurve,
  installMd5,
  isKey,
  multiplyKey,
  nobleCurve,
  publicKeyFromScalar,
  spendKeyOfGhostKey,
  uniqueObjectId,
} from '#protocol'
import { NIGHTLY } from '../support/nightly.ts'
import { byEachCurve, CURVES, HOST_CURVES } from './curves.ts'

const { BASE, ZERO } = ed25519.Point
const ORDER = ed25519.Point.Fn.ORDER

/** Scalars at the edges of windows, digits and the group order. */
const EDGES = [
  ...Array.from({ length: 253 }, (_, bit) => 2n ** BigInt(bit)),
  ...Array.from({ length: 50 }, (_, at) => BigInt(at + 1)),
  ...Array.from({ length: 50 }, (_, at) => ORDER - BigInt(at + 1)),
  ...[127n, 128n, 129n, 255n, 256n, 257n].map((byte) => byte * 2n ** 64n),
  0x8080808080808080808080808080808080808080808080808080808080808n,
  0x7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7n,
].filter((scalar) => scalar < ORDER)

const aScalar = fc.bigInt({ min: 1n, max: ORDER - 1n })
const hexScalar = (scalar: bigint): string =>
  Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')

/** A point of order 8 and its multiples. */
const TORSION = (() => {
  const eighth = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  return Array.from({ length: 7 }, (_, at) => eighth.multiplyUnsafe(BigInt(at + 1)))
})()

const bytesOf = (scalar: bigint): Uint8Array => Uint8Array.from(Buffer.from(hexScalar(scalar), 'hex'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const outcome = (compute: () => Uint8Array): string => {
  try {
    return hexOf(compute())
  } catch {
    return 'refused'
  }
}

describe('the MD5 of hosts', () => {
  const byNode = (text: string): string => createHash('md5').update(text).digest('hex')
  const byNoble = (text: string): string => hexOf(md5(new TextEncoder().encode(text)))

  it('gives the same ids of whatever text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        installMd5(byNoble)
        const id = uniqueObjectId(text)
        installMd5(byNode)
        expect(uniqueObjectId(text)).toBe(id)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }),
    )
  })

  it('is not taken where it computes wrongly, and the one before stays', () => {
    const id = uniqueObjectId('a text')
    expect(() => installMd5((text) => byNode(text.normalize('NFKD')))).toThrow()
    expect(uniqueObjectId('a text')).toBe(id)
  })
})

describe('the arithmetic of hosts', () => {
  it('is there for this machine, compiled and as WebAssembly', () => {
    expect(HOST_CURVES.map(({ kind }) => kind)).toEqual(['native', 'webassembly'])
    expect(curve().kind).toBe('native')
  })

  it('is not taken where it computes wrongly, and the one before stays', () => {
    const before = curve()
    const bytes = () => bytesOf(1n)
    const wrong: readonly Partial<Curve>[] = [
      ...[{ multiplyBase: bytes }, { multiply: bytes }, { add: bytes }, { subtract: bytes }],
      ...[{ addScalars: bytes }, { multiplyScalars: bytes }, { reduceScalar: bytes }, { sha512: bytes }],
      { sign: bytes },
      ...[true, false].flatMap((answer) => [
        ...[
          { isKey: () => answer },
          { verify: () => answer },
          { verifyMet: () => answer },
          { verifyOwn: () => answer },
        ],
      ]),
    ]
    for (const part of wrong) {
      const other = { ...nobleCurve, ...part }
      expect(() => installCurve(other)).toThrow(expect.objectContaining({ code: 'protocol.key' }))
      expect(curve()).toBe(before)
    }
  })

  it.each(HOST_CURVES)('gives the same bytes as noble: $kind', (host) => {
    const wide = fc.uint8Array({ minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(aScalar, aScalar, wide, (a, b, seed) => {
        const [x, y] = [bytesOf(a), bytesOf(b)]
        const point = nobleCurve.multiplyBase(y)
        expect(hexOf(host.multiplyBase(x))).toBe(hexOf(nobleCurve.multiplyBase(x)))
        expect(hexOf(host.multiply(point, x))).toBe(hexOf(nobleCurve.multiply(point, x)))
        const other = nobleCurve.multiplyBase(x)
        expect(hexOf(host.add(point, other))).toBe(hexOf(nobleCurve.add(point, other)))
        expect(hexOf(host.subtract(point, other))).toBe(hexOf(nobleCurve.subtract(point, other)))
        expect(hexOf(host.addScalars(x, y))).toBe(hexOf(nobleCurve.addScalars(x, y)))
        expect(hexOf(host.multiplyScalars(x, y))).toBe(hexOf(nobleCurve.multiplyScalars(x, y)))
        expect(hexOf(host.reduceScalar(seed))).toBe(hexOf(nobleCurve.reduceScalar(seed)))
        expect(hexOf(host.sha512(seed))).toBe(hexOf(nobleCurve.sha512(seed)))
        const text = seed.subarray(0, seed[0] ?? 0)
        expect(hexOf(host.sign(seed.subarray(32), text))).toBe(hexOf(nobleCurve.sign(seed.subarray(32), text)))
        const [R, message] = [seed.subarray(0, 32), seed.subarray(32)]
        const signature = new Uint8Array([...R, ...x])
        expect(host.isKey(R)).toBe(nobleCurve.isKey(R))
        expect(host.verify(point, message, signature)).toBe(nobleCurve.verify(point, message, signature))
        expect(host.verifyMet(point, message, signature)).toBe(nobleCurve.verify(point, message, signature))
      }),
      { numRuns: NIGHTLY ? 10_000 : 100 },
    )
  })

  it.each(CURVES)('refuses zero, and points that are no keys: $kind', (host) => {
    const point = nobleCurve.multiplyBase(bytesOf(5n))
    expect(outcome(() => host.multiplyBase(bytesOf(0n)))).toBe('refused')
    expect(outcome(() => host.multiply(point, bytesOf(0n)))).toBe('refused')
    for (const torsion of [ZERO, ...TORSION]) {
      const mixed = BASE.multiplyUnsafe(9n).add(torsion).toBytes()
      expect(outcome(() => host.multiply(torsion.toBytes(), bytesOf(3n)))).toBe('refused')
      if (torsion !== ZERO) expect(outcome(() => host.multiply(mixed, bytesOf(3n)))).toBe('refused')
      expect(host.isKey(torsion.toBytes())).toBe(false)
    }
    expect(hexOf(host.add(point, BASE.multiplyUnsafe(5n).negate().toBytes()))).toBe(ZERO.toHex())
    expect(hexOf(host.subtract(point, point))).toBe(ZERO.toHex())
  })

  it.each(CURVES)(
    'accepts and refuses the signatures that the equation does, whether the key was met or not: $kind',
    (host) => {
      const spoiled = (signature: Uint8Array, torsion: number, kind: string, bit: number): Uint8Array => {
        const [R, S] = [signature.slice(0, 32), signature.slice(32)]
        const point = ed25519.Point.fromBytes(R)
        const other = TORSION[torsion % TORSION.length] ?? ZERO
        if (kind === 'R with torsion') R.set(point.add(other).toBytes())
        if (kind === 'R of small order') R.set(other.toBytes())
        if (kind === 'identity') R.set(ZERO.toBytes())
        if (kind === 'R negated') R.set(point.negate().toBytes())
        if (kind === 'R not canonical')
          R.set([0xed + 1 + (bit % 18), ...new Array<number>(30).fill(0xff), bit % 2 === 0 ? 0x7f : 0xff])
        if (kind === 'S zero') S.fill(0)
        if (kind === 'a bit') R[bit >> 3] = (R[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        if (kind === 'a bit of S') S[(bit >> 3) % 31] = (S[(bit >> 3) % 31] ?? 0) ^ (1 << (bit & 7))
        return new Uint8Array([...R, ...S])
      }
      const kinds = ['none', 'R with torsion', 'R of small order', 'identity', 'R negated', 'R not canonical', 'S zero']
      const aKind = fc.constantFrom(...kinds, 'a bit', 'a bit of S')
      let good = 0
      fc.assert(
        fc.property(
          aScalar,
          fc.nat(254),
          fc.nat(6),
          aKind,
          fc.uint8Array({ maxLength: 40 }),
          (a, bit, torsion, kind, message) => {
            const key = nobleCurve.multiplyBase(bytesOf(a))
            const nonce = nobleCurve.reduceScalar(new Uint8Array(64).fill(bit + 1))
            // R with torsion and the challenge that goes with it: only the cofactor would hide that.
            const R = nobleCurve.multiplyBase(nonce)
            const mixed = kind === 'R with torsion' && bit % 2 === 0
            if (mixed)
              R.set(
                ed25519.Point.fromBytes(R)
                  .add(TORSION[torsion] ?? ZERO)
                  .toBytes(),
              )
            const wide = createHash('sha512').update(R).update(key).update(message).digest()
            const challenge = nobleCurve.reduceScalar(Uint8Array.from(wide))
            const S = nobleCurve.addScalars(nobleCurve.multiplyScalars(challenge, bytesOf(a)), nonce)
            const whole = new Uint8Array([...R, ...S])
            const signature = mixed ? whole : spoiled(whole, torsion, kind, bit)
            const expected = nobleCurve.verify(key, message, signature)
            expect(expected).toBe(kind === 'none')
            if (expected) good += 1
            expect(host.verify(key, message, signature)).toBe(expected)
            expect(host.verifyMet(key, message, signature)).toBe(expected)
          },
        ),
        { numRuns: NIGHTLY ? 10_000 : 150 },
      )
      expect(good).toBeGreaterThan(0)
    },
  )

  it.each(CURVES)('leaves what it was given as it was: $kind', (host) => {
    const [a, b] = [bytesOf(7n), bytesOf(ORDER - 2n)]
    const [p, q] = [nobleCurve.multiplyBase(a), nobleCurve.multiplyBase(b)]
    const before = [a, b, p, q].map(hexOf)
    const made = [host.sign(a, b), host.multiplyBase(a), host.multiply(p, b), host.add(p, q), host.addScalars(a, b)]
    for (const bytes of [...made, host.multiplyScalars(a, b), host.subtract(p, q)]) bytes.fill(0)
    expect([a, b, p, q].map(hexOf)).toEqual(before)
  })
})

byEachCurve(() => {
  describe('multiplication of the base point', () => {
    it('agrees with noble at the edges', () => {
      for (const scalar of EDGES) {
        expect(publicKeyFromScalar(hexScalar(scalar))).toBe(BASE.multiplyUnsafe(scalar).toHex())
      }
    })

    it('agrees with noble anywhere', () => {
      fc.assert(
        fc.property(aScalar, (scalar) => {
          expect(publicKeyFromScalar(hexScalar(scalar))).toBe(BASE.multiplyUnsafe(scalar).toHex())
        }),
        { numRuns: 500 },
      )
    })
  })

  describe('multiplication of a given point', () => {
    it('agrees with noble at the edges', () => {
      const point = BASE.multiplyUnsafe(0x1234567890abcdefn)
      for (const scalar of EDGES) {
        expect(multiplyKey(point.toHex(), hexScalar(scalar))).toBe(point.multiplyUnsafe(scalar).toHex())
      }
    })

    it('agrees with noble anywhere', () => {
      fc.assert(
        fc.property(aScalar, aScalar, (scalar, secret) => {
          const point = BASE.multiplyUnsafe(secret)
          expect(multiplyKey(point.toHex(), hexScalar(scalar))).toBe(point.multiplyUnsafe(scalar).toHex())
        }),
        { numRuns: 100 },
      )
    })
  })

  describe('subtraction', () => {
    it('agrees with noble, also where both points are the same', () => {
      fc.assert(
        fc.property(aScalar, aScalar, (first, second) => {
          fc.pre(first !== second)
          const expected = BASE.multiplyUnsafe(first).subtract(BASE.multiplyUnsafe(second)).toHex()
          expect(spendKeyOfGhostKey(BASE.multiplyUnsafe(first).toHex(), hexScalar(second))).toBe(expected)
        }),
        { numRuns: 50 },
      )
      expect(spendKeyOfGhostKey(BASE.multiplyUnsafe(7n).toHex(), hexScalar(7n))).toBe(ZERO.toHex())
    })
  })

  describe('checkKey', () => {
    it('takes every multiple of the base point', () => {
      fc.assert(
        fc.property(aScalar, (scalar) => {
          const key = BASE.multiplyUnsafe(scalar).toHex()
          expect(checkKey(key)).toBe(key)
        }),
        { numRuns: 50 },
      )
    })

    it('refuses the eight points of small order', () => {
      for (const point of [ZERO, ...TORSION]) expect(isKey(point.toHex())).toBe(false)
    })

    it('refuses a good point with any torsion added', () => {
      fc.assert(
        fc.property(aScalar, fc.constantFrom(...TORSION), (scalar, torsion) => {
          expect(isKey(BASE.multiplyUnsafe(scalar).add(torsion).toHex())).toBe(false)
        }),
        { numRuns: 50 },
      )
    })

    it('refuses every encoding of y at or above the field, and a negative zero', () => {
      const field = 2n ** 255n - 19n
      for (let y = field; y < 2n ** 255n; y++) {
        for (const sign of [0n, 2n ** 255n]) expect(isKey(hexScalar(y + sign))).toBe(false)
      }
      for (const y of [1n, field - 1n]) expect(isKey(hexScalar(y + 2n ** 255n))).toBe(false)
    })

    it.each([
      ['nothing', ''],
      ['31 bytes', '58'.repeat(31)],
      ['33 bytes', `58${'66'.repeat(32)}`],
      ['upper case', '5866666666666666666666666666666666666666666666666666666666666666'.replace('58', 'FF')],
      ['no hex', 'zz'.repeat(32)],
    ])('refuses %s', (_name, key) => {
      expect(() => checkKey(key)).toThrow(expect.objectContaining({ code: 'protocol.key' }))
    })
  })
})
