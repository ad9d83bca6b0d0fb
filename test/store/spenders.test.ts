import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Output } from '#contract/domain'
import type { AccountStore, SpendEnd } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, hashOf, kernel, openAccount, request, spent } from '../support/store.ts'

/* Which transactions spent coins, however long ago these came, and what was spent since this was asked last. */

const group = aHolder('me', 'ana')
const others = aHolder('me', 'ben')
let store: AccountStore

beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const coin = (at: number, holder = group, fields: Partial<Output> = {}) => anOutput(at, { holder, ...fields })
/** The coins from one number to another, each spent by a transaction of that number, unless it is said by which. */
const spentCoins = (from: number, to: number, { by = null as string | null, holder = group, asset = 'BTC' } = {}) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    ...spent(coin(from + at, holder, { kernel_asset_id: kernel(asset) })),
    signed_by: hashOf(by ?? `spender ${from + at}`),
  }))
const spenders = (from: number, to: number): Hash[] =>
  Array.from({ length: to - from + 1 }, (_, at) => hashOf(`spender ${from + at}`))
const have = (outputs: readonly Output[], holder = group) =>
  store.cache.outputs.applyPage({ holder, outputs, cursor: outputs.at(-1)?.sequence ?? 0 })
const change = (outputs: readonly Output[], holder = group) => store.cache.outputs.applyReconciled(holder, outputs)
const since = (before: SpendEnd | null, outputs = 100, kernels?: readonly Hash[]) =>
  store.cache.outputs.spentSince(group.id, before, { outputs, ...(kernels && { kernels }) })
const sorted = (hashes: readonly Hash[]) => [...hashes].sort()
/** All that there is so far. */
const whole = () => since(null).end

describe('what spent the newest coins of a holder', () => {
  const newest = (limit: number, state: 'spent' | 'signed' = 'spent') =>
    store.cache.outputs.spenders(group.id, state, limit)

  it('is told from the newest coin on, each once, as many as are asked for', () => {
    have([...spentCoins(1, 3), ...spentCoins(4, 6, { by: 'one' }), ...spentCoins(7, 8)])
    expect(newest(10)).toEqual([...spenders(7, 8).reverse(), hashOf('one'), ...spenders(1, 3).reverse()])
    expect(newest(3)).toEqual([...spenders(7, 8).reverse(), hashOf('one')])
  })

  it('is found behind a payment that took more coins than are read at a time, none of them left out', () => {
    have([...spentCoins(1, 3), ...spentCoins(4, 500, { by: 'one' }), ...spentCoins(501, 1_003, { by: 'two' })])
    expect(newest(10)).toEqual([hashOf('two'), hashOf('one'), ...spenders(1, 3).reverse()])
  })

  it('is not what coins are only signed for, and the other way round', () => {
    have([
      ...spentCoins(1, 2),
      { ...coin(3), state: 'signed', signed_by: hashOf('signs'), request_id: request('r') },
      coin(4),
    ])
    expect(newest(10)).toEqual(spenders(1, 2).reverse())
    expect(newest(10, 'signed')).toEqual([hashOf('signs')])
  })

  it('is nothing of a holder that has nothing, nor of another one', () => {
    expect(newest(10)).toEqual([])
    have(spentCoins(1, 2, { holder: others }), others)
    expect(newest(10)).toEqual([])
  })
})

describe('what spent coins of a group, gone through by and by', () => {
  it('is each part once, from the newest to the oldest, until all were told', () => {
    have(spentCoins(1, 5))
    const first = since(null, 2)
    expect(first).toMatchObject({ found: spenders(4, 5).reverse(), looked: 2, end: { isWhole: false } })
    const second = since(first.end, 2)
    expect(second).toMatchObject({ found: spenders(2, 3).reverse(), looked: 2, end: { isWhole: false } })
    const third = since(second.end, 2)
    expect(third).toMatchObject({ found: spenders(1, 1), looked: 1, end: { isWhole: true } })
    expect(since(third.end, 2)).toMatchObject({ found: [], looked: 0, end: { isWhole: true } })
  })

  it('is known to be all only once nothing more is there', () => {
    have(spentCoins(1, 2))
    const first = since(null, 2)
    expect(first).toMatchObject({ found: spenders(1, 2).reverse(), end: { isWhole: false } })
    expect(since(first.end, 2)).toMatchObject({ found: [], looked: 0, end: { isWhole: true } })
  })

  it('tells what was spent meanwhile, wherever that coin stands, and tells it once', () => {
    have([...spentCoins(1, 3).map((each, at) => (at === 0 ? coin(1) : each)), coin(4)])
    const end = whole()
    change(spentCoins(1, 1))
    const next = since(end)
    expect(next).toMatchObject({ found: spenders(1, 1), looked: 0 })
    expect(since(next.end).found).toEqual([])
    have(spentCoins(4, 4))
    expect(since(next.end).found).toEqual(spenders(4, 4))
  })

  it('tells of what was spent while it was gone through as well', () => {
    have([coin(1), ...spentCoins(2, 5), coin(6)])
    const first = since(null, 2)
    change(spentCoins(6, 6))
    const second = since(first.end, 2)
    expect(sorted(second.found)).toEqual(sorted([...spenders(2, 3), ...spenders(6, 6)]))
    expect(sorted(since(second.end, 100).found)).toEqual([])
  })

  it('tells of each of what was spent since, but not of what coins are only signed for', () => {
    have([coin(1), coin(2), coin(3)])
    const end = whole()
    change([{ ...coin(1), state: 'signed', signed_by: hashOf('signs'), request_id: request('r') }])
    expect(since(end).found).toEqual([])
    change(spentCoins(2, 3))
    expect(sorted(since(end).found)).toEqual(sorted(spenders(2, 3)))
  })

  it('is of these assets alone, where they are named', () => {
    have([
      ...spentCoins(1, 2),
      ...spentCoins(3, 4, { asset: 'ETH' }),
      coin(5),
      coin(6, group, { kernel_asset_id: kernel('ETH') }),
    ])
    expect(sorted(since(null, 100, [kernel('ETH')]).found)).toEqual(sorted(spenders(3, 4)))
    expect(sorted(since(null, 100, [kernel('ETH'), kernel('BTC')]).found)).toEqual(sorted(spenders(1, 4)))
    expect(since(null, 100, [kernel('never seen')])).toMatchObject({ found: [], looked: 4 })
    const { end } = since(null, 100, [kernel('ETH')])
    change([...spentCoins(5, 5), ...spentCoins(6, 6, { asset: 'ETH' })])
    expect(since(end, 100, [kernel('ETH')]).found).toEqual(spenders(6, 6))
    expect(sorted(since(end).found)).toEqual(sorted(spenders(5, 6)))
  })

  it('is of this group alone', () => {
    have(spentCoins(1, 2))
    have([...spentCoins(3, 4, { holder: others }), coin(5, others)], others)
    const { found, end } = since(null)
    expect(sorted(found)).toEqual(sorted(spenders(1, 2)))
    change(spentCoins(5, 5, { holder: others }), others)
    expect(since(end).found).toEqual([])
  })

  it('is nothing of a group that has nothing yet, and all of it once it has', () => {
    const none = since(null)
    expect(none).toMatchObject({ found: [], looked: 0, end: { isWhole: false } })
    have(spentCoins(1, 2))
    expect(sorted(since(none.end).found)).toEqual(sorted(spenders(1, 2)))
  })

  it('begins anew for who has not asked for so long that what changed is not known one by one', () => {
    /** Many are not compared one by one: to show what is wrong with them would take minutes. */
    const are = (found: readonly Hash[], from: number, to: number) =>
      sorted(found).join() === sorted(spenders(from, to)).join()
    have(spentCoins(1, 3))
    const old = whole()
    have(spentCoins(4, 5_003))
    const late = since(old, 100_000)
    expect([late.looked, are(late.found, 4, 5_003)]).toEqual([0, true])
    have(spentCoins(5_004, 10_003))
    const anew = since(old, 100_000)
    expect([anew.looked, are(anew.found, 1, 10_003)]).toEqual([10_003, true])
    const after = since(late.end, 100_000)
    expect([after.looked, are(after.found, 5_004, 10_003)]).toEqual([0, true])
    expect(since(after.end).found.length).toBe(0)
    have(spentCoins(10_004, 10_005))
    expect(sorted(since(after.end).found)).toEqual(sorted(spenders(10_004, 10_005)))
  })

  it('is not pushed out of mind by what an account of one person spends', () => {
    have(spentCoins(1, 3))
    const end = whole()
    have(spentCoins(4, 10_003, { holder: aHolder() }), aHolder())
    have(spentCoins(10_004, 10_004))
    expect(since(end)).toMatchObject({ found: spenders(10_004, 10_004), looked: 0 })
  })
})
