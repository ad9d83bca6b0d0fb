import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  CofferError,
  decodeTransaction,
  encodeTransaction,
  mergeSignatures,
  proveInput,
  proveMember,
  type SignRequest,
  scalarFromSeed,
  signTransaction,
  toAmount,
  transactionHash,
  type VerifyEd25519,
  verifySignature,
  verifyTransaction,
  ZERO_32,
} from '#protocol'
import { aCoin, aHash, aHolder, aPayment, aRawPayment, aScalar, manyCoins } from '../support/coins.ts'
import { cpuGrowthOf } from './timing.ts'

const ORDER = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'
const payer = aHolder('payer')
const coins = ['first', 'second coin', 'third'].map((name) => aCoin(name, [payer]))
const views = coins.map((coin) => coin.views[0] ?? '')
const raw = aRawPayment(coins)

/** Counts how often a signature was checked: none is made without that. */
function counting(): { verify: VerifyEd25519; count: () => number } {
  let count = 0
  return {
    verify: (...parts) => {
      count += 1
      return verifyByHost(...parts)
    },
    count: () => count,
  }
}

function refusal(request: Partial<Record<keyof SignRequest, unknown>>): CofferError {
  const { verify, count } = counting()
  try {
    signTransaction({ raw, spendSeed: payer.seed, inputs: coins, views, verify, ...request } as SignRequest)
  } catch (error) {
    if (!(error instanceof CofferError)) throw error
    expect(count()).toBe(0)
    return error
  }
  throw new Error('it signed')
}

describe('signTransaction', () => {
  it('signs every input under the key of its output, as ordinary Ed25519', () => {
    const signed = signTransaction({ raw, spendSeed: payer.seed, inputs: coins, views })
    expect(signed.hash).toBe(transactionHash(raw))
    decodeTransaction(signed.raw).signatures?.forEach((map, input) => {
      const key = coins[input]?.keys[0] ?? ''
      const signature = map[0] ?? ''
      expect(verifySignature(key, signed.hash, signature)).toBe(true)
      expect(
        verifyByHost(
          ...([key, signed.hash, signature].map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer, Buffer]),
        ),
      ).toBe(true)
    })
    expect(verifyTransaction(signed.raw, coins).complete).toBe(true)
  })

  it('gives the same bytes every time, with either verification and either form of the seed', () => {
    const request = { raw, inputs: coins, views }
    const first = signTransaction({ ...request, spendSeed: payer.seed })
    const seed = Uint8Array.from(Buffer.from(payer.seed, 'hex'))
    expect(signTransaction({ ...request, spendSeed: seed, verify: verifyByHost })).toEqual(first)
    expect(Buffer.from(seed).toString('hex')).toBe(payer.seed)
    expect(signTransaction({ ...request, spendSeed: { scalar: scalarFromSeed(payer.seed) } })).toEqual(first)
  })

  it('finds its place among the keys, wherever that is', () => {
    fc.assert(
      fc.property(fc.nat(4), (place) => {
        const members = Array.from({ length: 5 }, (_, at) => (at === place ? payer : aHolder(`member ${at}`)))
        const coin = aCoin('a shared coin', members, { threshold: 2 })
        const view = coin.views[place] ?? ''
        const signed = signTransaction({
          raw: aRawPayment([coin]),
          spendSeed: payer.seed,
          inputs: [coin],
          views: [view],
          verify: verifyByHost,
        })
        expect(signed.indexes).toEqual([place])
        expect(proveInput(view, payer.seed, coin.keys)).toBe(place)
        expect(proveMember(view, payer.spendPublicKey, coin.keys)).toBe(place)
      }),
      { numRuns: 5 },
    )
  })

  it('keeps the signatures of others byte for byte', () => {
    const members = ['one', 'two', 'three'].map(aHolder)
    const coin = aCoin('a shared coin', members, { threshold: 3 })
    const unsigned = aRawPayment([coin])
    const sign = (place: number, from: string) =>
      signTransaction({
        raw: from,
        spendSeed: members[place]?.seed ?? '',
        inputs: [coin],
        views: [coin.views[place] ?? ''],
        verify: verifyByHost,
      }).raw
    const inOrder = sign(2, sign(1, sign(0, unsigned)))
    expect(sign(0, sign(1, sign(2, unsigned)))).toBe(inOrder)
    expect(mergeSignatures(mergeSignatures(sign(1, unsigned), sign(2, unsigned)), sign(0, unsigned))).toBe(inOrder)
    expect(sign(1, inOrder)).toBe(inOrder)
    expect(verifyTransaction(inOrder, [coin]).complete).toBe(true)
  })

  it('proves every input before it makes the first signature', () => {
    expect(refusal({ views: views.with(2, aScalar('a stranger')) })).toMatchObject({
      code: 'protocol.not_ours',
      details: { input: 2 },
    })
  })

  it.each<[string, unknown, string, string]>([
    ['of another', aScalar('a stranger'), 'protocol.not_ours', 'input 1'],
    ['swapped with the next', views[2], 'protocol.not_ours', 'input 1'],
    ['that is zero', '00'.repeat(32), 'protocol.scalar', 'input 1'],
    ['that is the group order', ORDER, 'protocol.scalar', 'input 1'],
    ['above the group order', 'ff'.repeat(32), 'protocol.scalar', 'input 1'],
    ['that is short', views[1]?.slice(2), 'protocol.scalar', 'input 1'],
    ['that is long', `${views[1]}00`, 'protocol.scalar', 'input 1'],
    ['in upper case', views[1]?.toUpperCase(), 'protocol.scalar', 'input 1'],
    ['that is empty', '', 'protocol.scalar', 'input 1'],
    ['that is missing', undefined, 'protocol.scalar', 'input 1'],
    ['that is null', null, 'protocol.scalar', 'input 1'],
    ['that is an object', { destination: '', tag: '' }, 'protocol.scalar', 'input 1'],
    ['that cancels the spend key', negated(payer.spendPrivateKey), 'protocol.scalar', 'input 1'],
  ])('names the input with a view scalar %s, and signs nothing', (_name, view, code, named) => {
    const error = refusal({ views: views.with(1, view as string) })
    expect(error.code).toBe(code)
    expect(error.details['input']).toBe(1)
    expect(error.message).toContain(named)
  })

  it.each<[string, unknown]>([
    ['too few', views.slice(0, 2)],
    ['too many', [...views, views[0]]],
    ['none', []],
    ['an object', { 0: views[0] }],
    ['nothing', undefined],
  ])('refuses %s view scalars', (_name, given) => {
    const error = refusal({ views: given })
    expect(error.code).toBe('protocol.scalar')
    expect(typeof error.details['input']).toBe('number')
  })

  it('never signs under a key that was handed in', () => {
    const strangers = coins.map((coin, at) => ({
      ...coin,
      keys: [aCoin(`other ${at}`, [aHolder('thief')]).keys[0] ?? ''],
    }))
    expect(refusal({ inputs: strangers }).code).toBe('protocol.not_ours')
    expect(refusal({ inputs: coins.map((coin) => ({ ...coin, keys: [] })) }).code).toBe('protocol.not_ours')
  })

  it('refuses to sign for a seed that does not own the coins', () => {
    expect(refusal({ spendSeed: aHolder('thief').seed }).code).toBe('protocol.not_ours')
    expect(refusal({ spendSeed: 'ab' }).code).toBe('protocol.key')
  })

  it('refuses inputs that are no ordinary spending', () => {
    const deposit = { chain: ZERO_32, assetKey: 'a', transaction: 'b', index: 0n, amount: toAmount(1n) }
    const strange = aRawPayment([coins[0] ?? aCoin('x', [payer])], { inputs: [{ hash: ZERO_32, index: 0, deposit }] })
    expect(refusal({ raw: strange, inputs: coins.slice(0, 1), views: views.slice(0, 1) }).code).toBe(
      'protocol.transaction',
    )
    expect(refusal({ raw: aRawPayment([]), inputs: [], views: [] }).code).toBe('protocol.transaction')
  })

  it('refuses a transaction whose signatures do not fit its inputs', () => {
    const payment = aPayment(coins)
    const other = encodeTransaction({ ...payment, signatures: [{ 0: 'ab'.repeat(64) }] })
    const aggregated = encodeTransaction({ ...payment, aggregated: { signature: 'ab'.repeat(64), signers: [0] } })
    expect(refusal({ raw: other }).details['rule']).toBe('invalid tx signature number')
    expect(refusal({ raw: aggregated }).details['rule']).toBe('invalid tx signature number')
  })

  it('releases nothing if one signature does not verify', () => {
    let calls = 0
    const verify: VerifyEd25519 = () => ++calls < 3
    expect(() => signTransaction({ raw, spendSeed: payer.seed, inputs: coins, views, verify })).toThrow(
      expect.objectContaining({ code: 'protocol.signature' }),
    )
  })

  it('costs at most 40 times as much for 256 inputs as for 16, checks included', () => {
    const [few, many] = [16, 256].map((count) => {
      const coins = manyCoins(count, payer)
      const request = {
        raw: aRawPayment(coins),
        spendSeed: payer.seed,
        inputs: coins,
        views: coins.map((coin) => coin.views[0] ?? ''),
        verify: verifyByHost,
      }
      const signed = signTransaction(request).raw
      return {
        sign: () => signTransaction(request),
        check: () => verifyTransaction(signed, coins, { verify: verifyByHost }),
      }
    })
    if (few === undefined || many === undefined) throw new Error('two sizes')
    expect(cpuGrowthOf(16, few.sign, many.sign)).toBeLessThan(40)
    expect(cpuGrowthOf(16, few.check, many.check)).toBeLessThan(40)
  })
})

describe('verifyTransaction', () => {
  const members = ['one', 'two', 'three'].map(aHolder)
  const coin = aCoin('a shared coin', members, { threshold: 2 })
  const signedBy = (...places: number[]) =>
    places.reduce(
      (from, place) =>
        signTransaction({
          raw: from,
          spendSeed: members[place]?.seed ?? '',
          inputs: [coin],
          views: [coin.views[place] ?? ''],
          verify: verifyByHost,
        }).raw,
      aRawPayment([coin]),
    )
  const withSignatures = (change: Record<number, string>) => {
    const transaction = decodeTransaction(signedBy(0, 2))
    return { ...transaction, signatures: [{ ...transaction.signatures?.[0], ...change }] }
  }

  it('names the keys that signed and says when it is enough', () => {
    expect(verifyTransaction(aRawPayment([coin]), [coin])).toMatchObject({
      complete: false,
      inputs: [{ valid: [], threshold: 2 }],
    })
    expect(verifyTransaction(signedBy(2), [coin])).toMatchObject({
      complete: false,
      inputs: [{ valid: [2], invalid: [] }],
    })
    expect(verifyTransaction(signedBy(0, 2), [coin])).toMatchObject({
      complete: true,
      inputs: [{ valid: [0, 2], complete: true }],
    })
  })

  it('lets one bad signature spoil the whole', () => {
    for (const [place, signature] of [
      [1, 'ab'.repeat(64)],
      [1, decodeTransaction(signedBy(0)).signatures?.[0]?.[0] ?? ''],
      [7, decodeTransaction(signedBy(0)).signatures?.[0]?.[0] ?? ''],
    ] as const) {
      expect(verifyTransaction(withSignatures({ [place]: signature }), [coin])).toMatchObject({
        complete: false,
        inputs: [{ valid: [0, 2], invalid: [place], complete: false }],
      })
    }
  })

  it('asks for one signature per input in all, even where the script asks for none', () => {
    const free = { ...coin, script: 'fffe00' }
    expect(verifyTransaction(aRawPayment([free]), [free]).complete).toBe(false)
    expect(verifyTransaction(signedBy(0), [free]).complete).toBe(true)
  })

  it('wants to know every spent output', () => {
    expect(() => verifyTransaction(signedBy(0), [])).toThrow(expect.objectContaining({ code: 'protocol.transaction' }))
  })
})

describe('mergeSignatures', () => {
  it('refuses to mix two transactions', () => {
    expect(() => mergeSignatures(raw, aRawPayment(coins, { extra: '00' }))).toThrow('two different transactions')
    expect(mergeSignatures(raw, raw)).toBe(raw)
  })
})

describe('proveInput', () => {
  it('takes only scalars and only our keys', () => {
    const [coin] = coins
    const [view = ''] = views
    expect(() => proveInput('00'.repeat(32), payer.seed, coin?.keys ?? [])).toThrow(
      expect.objectContaining({ code: 'protocol.scalar' }),
    )
    expect(() => proveInput(view, payer.seed, [aHash('x')])).toThrow(
      expect.objectContaining({ code: 'protocol.not_ours' }),
    )
    expect(() => proveMember(view, aHolder('thief').spendPublicKey, coin?.keys ?? [])).toThrow(
      expect.objectContaining({ code: 'protocol.not_ours' }),
    )
    expect(() => proveMember(view, ZERO_32, coin?.keys ?? [])).toThrow(
      expect.objectContaining({ code: 'protocol.key' }),
    )
  })
})

/** The scalar that makes zero with this one. */
function negated(scalar: string): string {
  const order = BigInt(`0x${Buffer.from(ORDER, 'hex').reverse().toString('hex')}`)
  const value = order - BigInt(`0x${Buffer.from(scalar, 'hex').reverse().toString('hex')}`)
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')
}
