import { describe, expect, it, vi } from 'vitest'
import { installHostCurve } from '#platform'
import { installCurve, mergeSignatures, nobleCurve, signTransaction } from '#protocol'
import { createSignatureCount } from '../../src/wallet/approvals/signatures.ts'
import { aCoin, aHolder, aRawPayment } from '../support/coins.ts'

/* A signature that was found good is not computed again; another one is, however little of it differs. */

const members = ['ana', 'ben'].map(aHolder)
const coins = ['one', 'two', 'three'].map((name) => aCoin(name, members, { threshold: 2 }))
const unsigned = aRawPayment(coins)

const signedBy = (place: number): string =>
  signTransaction({
    raw: unsigned,
    spendSeed: members[place]?.seed ?? '',
    inputs: coins,
    views: coins.map(({ views }) => views[place] ?? ''),
  }).raw

/** Counts with a curve that tells how often it was asked about a signature. */
function counting() {
  const verify = vi.fn(nobleCurve.verify)
  installCurve({ ...nobleCurve, verify, verifyMet: verify })
  verify.mockClear()
  return { verify, count: createSignatureCount() }
}

describe('signatures of a request', () => {
  it('are verified once, however often they are counted', async () => {
    const { verify, count } = counting()
    for (let time = 0; time < 3; time += 1) expect(count(signedBy(0), coins, 2)).toEqual({ valid: [0], invalid: 0 })
    expect(verify).toHaveBeenCalledTimes(3)
    const both = mergeSignatures(signedBy(0), signedBy(1))
    expect(count(both, coins, 2)).toEqual({ valid: [0, 1], invalid: 0 })
    expect(verify).toHaveBeenCalledTimes(6)
    await installHostCurve()
  })

  it('are verified anew under other bytes, another key or in another place', async () => {
    const { verify, count } = counting()
    const good = signedBy(0)
    expect(count(good, coins, 2).valid).toEqual([0])
    const damaged = good.slice(0, -2) + (good.endsWith('00') ? '01' : '00')
    expect(count(damaged, coins, 2)).toEqual({ valid: [], invalid: 1 })
    // A bad one is not remembered as anything.
    expect(count(damaged, coins, 2)).toEqual({ valid: [], invalid: 1 })
    const [first, second, third] = coins
    const swapped = [second, first, third].flatMap((coin) => coin ?? [])
    expect(count(good, swapped, 2)).toEqual({ valid: [], invalid: 2 })
    const turned = coins.map((coin) => ({ ...coin, keys: coin.keys.toReversed() }))
    expect(count(good, turned, 2)).toEqual({ valid: [], invalid: 3 })
    const other = aRawPayment(coins, { extra: '00' })
    expect(count(other, coins, 2)).toEqual({ valid: [], invalid: 0 })
    expect(verify.mock.calls.length).toBe(3 + 1 + 1 + 2 + 3)
    await installHostCurve()
  })

  it('count for nothing while a coin is not known', () => {
    expect(createSignatureCount()(signedBy(0), [coins[0], undefined, coins[2]], 2)).toEqual({ valid: [], invalid: 0 })
  })
})
