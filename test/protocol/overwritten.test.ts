import { afterAll, describe, expect, it, vi } from 'vitest'
import { installHostCurve, loadCurves } from '#platform'
import { type Curve, installCurve, nobleCurve, proveInput, signTransaction, signWithScalar } from '#protocol'
import { aHolder, aRawPayment, aScalar, manyCoins } from '../support/coins.ts'

/* What signs is in memory no longer than it must: the private keys of inputs, the nonces and all that leads to them. */

afterAll(installHostCurve)

const payer = aHolder('payer')
const SEED = new Uint8Array(32).fill(7)
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Every scalar that came out of an arithmetic, with what it was, and those that are public by what they are. */
function watched() {
  const made: { readonly bytes: Uint8Array; readonly was: string }[] = []
  const open = new Set<string>()
  const watch =
    <Given extends Uint8Array[]>(compute: (...given: Given) => Uint8Array) =>
    (...given: Given): Uint8Array => {
      const bytes = compute(...given)
      made.push({ bytes, was: hexOf(bytes) })
      return bytes
    }
  const curve: Curve = {
    ...nobleCurve,
    addScalars: watch(nobleCurve.addScalars),
    reduceScalar: watch(nobleCurve.reduceScalar),
    multiplyScalars: watch((challenge: Uint8Array, scalar: Uint8Array) => {
      open.add(hexOf(challenge))
      return nobleCurve.multiplyScalars(challenge, scalar)
    }),
  }
  installCurve(curve)
  made.length = 0
  return {
    count: () => made.length,
    /** Scalars that are there still and that `told` does not tell anybody. */
    left: (told: string) =>
      made.filter(({ bytes, was }) => bytes.some((byte) => byte !== 0) && !open.has(was) && !told.includes(was)),
  }
}

describe('secrets of a signature', () => {
  const coins = manyCoins(3, payer)
  const request = {
    raw: aRawPayment(coins),
    inputs: coins,
    views: coins.map(({ views }) => views[0] ?? ''),
    spendSeed: payer.seed,
  }

  it('are overwritten once it is made', () => {
    const { count, left } = watched()
    const { raw } = signTransaction(request)
    expect(count()).toBeGreaterThan(15)
    expect(left(raw)).toEqual([])
  })

  it('are overwritten where an input is not ours, or no signature is released', () => {
    const { count, left } = watched()
    const [first, ...others] = coins
    const foreign = [...others, { ...first, keys: [aScalar('another key')] }]
    expect(() => signTransaction({ ...request, inputs: foreign })).toThrow('not spendable')
    expect(() => signTransaction({ ...request, verify: () => false })).toThrow('did not verify')
    expect(() => signTransaction({ ...request, views: [...request.views.slice(1), 'no view'] })).toThrow('32 bytes')
    expect(count()).toBeGreaterThan(20)
    // Signatures that are not released are public all the same.
    expect(left(signTransaction(request).raw)).toEqual([])
  })

  it('are overwritten after a proof, and after a signature by a scalar', () => {
    const { left } = watched()
    expect(proveInput(request.views[0] ?? '', payer.seed, coins[0]?.keys ?? [])).toBe(0)
    const signature = signWithScalar(aScalar('a key'), 'ab'.repeat(32))
    expect(left(signature)).toEqual([])
  })

  it('are left alone where they were lent as bytes', () => {
    const seed = new Uint8Array(Buffer.from(payer.seed, 'hex'))
    signTransaction({ ...request, spendSeed: seed })
    expect(hexOf(seed)).toBe(payer.seed)
    const scalar = new Uint8Array(Buffer.from(aScalar('a key'), 'hex'))
    signWithScalar(scalar, 'ab'.repeat(32))
    expect(hexOf(scalar)).toBe(aScalar('a key'))
  })
})

describe('the key pair that a library signs with', () => {
  it('is overwritten also where nothing is signed', async () => {
    const { default: native } = await import('sodium-native')
    const { default: portable } = await import('libsodium-wrappers-sumo')
    const pairs: Uint8Array[] = []
    const refuse = (): never => {
      throw new Error('nothing is signed')
    }
    const nativePair = native.crypto_sign_seed_keypair
    vi.spyOn(native, 'crypto_sign_seed_keypair').mockImplementation((publicKey, pair, seed) => {
      nativePair(publicKey, pair, seed)
      pairs.push(pair)
    })
    vi.spyOn(native, 'crypto_sign_detached').mockImplementation(refuse)
    const curves = await loadCurves()
    const { crypto_sign_seed_keypair, crypto_sign_detached } = portable
    Object.assign(portable, {
      crypto_sign_seed_keypair(seed: Uint8Array) {
        const made = crypto_sign_seed_keypair(seed)
        pairs.push(made.privateKey)
        return made
      },
      crypto_sign_detached: refuse,
    })
    try {
      for (const { sign } of curves) expect(() => sign(SEED, SEED)).toThrow('nothing is signed')
    } finally {
      Object.assign(portable, { crypto_sign_seed_keypair, crypto_sign_detached })
      vi.restoreAllMocks()
    }
    expect(pairs).toHaveLength(2)
    expect(pairs.filter((pair) => pair.some((byte) => byte !== 0))).toEqual([])
  })
})
