import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deriveGhostKeys,
  deriveGhostPrivateKey,
  deriveGhostPublicKey,
  deriveViewedGhostKeys,
  proveInput,
  publicKeyFromScalar,
  spendKeyOfGhostKey,
  traceScalar,
  viewScalar,
  ZERO_32,
} from '#protocol'
import { aHolder, aScalar } from '../support/coins.ts'

const index = fc.integer({ min: 0, max: 1024 })
const name = fc.string({ maxLength: 8 })
const IDENTITY = `01${'00'.repeat(31)}`
const SMALL = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'
const MIXED = '313178d26eef0cd5ef6136c784a66f4cde10914ccc520a7969dab6fa3d21cede'

describe('one-time keys', () => {
  it('are the same from the sender, from the service and from the owner', () => {
    fc.assert(
      fc.property(name, name, index, (who, secret, at) => {
        const holder = aHolder(who)
        const r = aScalar(secret)
        const mask = publicKeyFromScalar(r)
        const key = deriveGhostPublicKey(r, holder.viewPublicKey, holder.spendPublicKey, at)
        const view = viewScalar(mask, holder.viewPrivateKey, at)
        expect(deriveViewedGhostKeys(r, [holder], at)).toEqual({ mask, keys: [key] })
        expect(
          publicKeyFromScalar(deriveGhostPrivateKey(mask, holder.viewPrivateKey, holder.spendPrivateKey, at)),
        ).toBe(key)
        expect(spendKeyOfGhostKey(key, view)).toBe(holder.spendPublicKey)
        expect(proveInput(view, holder.seed, [key])).toBe(0)
      }),
      { numRuns: 25 },
    )
  })

  it('differ by sender, receiver and index', () => {
    const [one, two] = [aHolder('one'), aHolder('two')]
    const keys = ['r', 's'].flatMap((secret) =>
      [0, 1, 127, 128, 256].flatMap((at) => deriveViewedGhostKeys(aScalar(secret), [one, two], at).keys),
    )
    expect(new Set(keys).size).toBe(20)
  })

  it('keep the order of the receivers under one mask', () => {
    const holders = ['one', 'two', 'three'].map(aHolder)
    const r = aScalar('r')
    const forward = deriveGhostKeys(r, holders, 3)
    expect(deriveGhostKeys(r, holders.toReversed(), 3)).toEqual({ mask: forward.mask, keys: forward.keys.toReversed() })
    expect(deriveViewedGhostKeys(r, holders, 3)).toEqual(forward)
  })

  it('follow from the payment, so that a repeated one gives the same output', () => {
    const { seed } = aHolder('sender')
    const trace = 'c2b3d4e5-0000-4000-8000-000000000001'
    expect(traceScalar(trace, seed, 1)).toBe(traceScalar(trace, Uint8Array.from(Buffer.from(seed, 'hex')), 1))
    expect(traceScalar(trace, seed, 1)).not.toBe(traceScalar(trace, seed, 2))
    expect(traceScalar(trace, seed, 1)).not.toBe(traceScalar(trace, aHolder('other').seed, 1))
  })

  it.each([
    ['the identity', IDENTITY],
    ['a point of small order', SMALL],
    ['no point', ZERO_32.replace('00', '02')],
    ['too short', '00'],
  ])('are not made for a receiver whose key is %s', (_name, key) => {
    const { viewPublicKey, spendPublicKey } = aHolder('receiver')
    const r = aScalar('r')
    for (const [A, B] of [
      [key, spendPublicKey],
      [viewPublicKey, key],
    ] as const) {
      expect(() => deriveGhostPublicKey(r, A, B, 0)).toThrow(expect.objectContaining({ code: 'protocol.key' }))
    }
  })

  it.each([
    ['the identity', IDENTITY],
    ['a point of small order', SMALL],
    ['outside the subgroup', MIXED],
  ])('are not looked for under a mask that is %s', (_name, mask) => {
    expect(() => viewScalar(mask, aScalar('a'), 0)).toThrow(expect.objectContaining({ code: 'protocol.key' }))
  })

  it('are not made with a scalar of zero or an index that no output has', () => {
    const { viewPublicKey, spendPublicKey } = aHolder('receiver')
    expect(() => deriveGhostPublicKey(ZERO_32, viewPublicKey, spendPublicKey, 0)).toThrow(
      expect.objectContaining({ code: 'protocol.scalar' }),
    )
    for (const at of [-1, 0.5, 65_536, Number.NaN]) {
      expect(() => deriveGhostPublicKey(aScalar('r'), viewPublicKey, spendPublicKey, at)).toThrow('output index')
    }
  })
})
