import { describe, expect, it } from 'vitest'
import type { AssetId, Hash, Nanos, RequestId } from '#contract/domain'
import { toAmount } from '#protocol'
import { countedOf, type Took } from '../../src/wallet/policies/contested.ts'

/* What counts for a limit of payments of which the ledger takes one. */

const BTC = 'btc' as AssetId
const idOf = (name: string) => name as RequestId
const sums = (...amounts: bigint[]) => amounts.map((amount) => ({ assetId: BTC, amount: toAmount(amount) }))
const took = (name: string, more: Partial<Took>) => ({
  ...{ id: idOf(name), at: 0n as Nanos, spends: [], contested: [], takers: [], tries: [] },
  ...more,
})
const NOTHING = { id: null, spends: [], tries: [] }
const totalOf = (...asked: Parameters<typeof countedOf>): bigint =>
  countedOf(...asked)
    .flatMap(({ spends }) => spends)
    .reduce((sum, { amount }) => sum + amount, 0n)

describe('what is signed and said to be impossible', () => {
  it('counts in full where nobody knows what took its coin', () => {
    expect(totalOf([took('lost', { contested: sums(4n) })], NOTHING)).toBe(4n)
  })

  it.each([
    ['as much', 4n, 4n],
    ['more', 6n, 6n],
    ['less', 1n, 4n],
    ['nothing, since it pays oneself', 0n, 4n],
  ])('counts once with what took its coin, which took out %s', (_, taker, total) => {
    const lost = took('lost', { contested: sums(4n), takers: [idOf('taker')] })
    expect(totalOf([lost, took('taker', { spends: sums(taker) })], NOTHING)).toBe(total)
  })

  it('counts beside another one that lost a coin to the same payment', () => {
    const lost = (name: string) => took(name, { contested: sums(4n), takers: [idOf('taker')] })
    expect(totalOf([lost('one'), lost('other'), took('taker', { spends: sums(4n) })], NOTHING)).toBe(8n)
  })

  it('makes room for the next try of it, and for nothing else', () => {
    const lost = took('lost', { contested: sums(4n) })
    const next = { id: idOf('next'), spends: sums(4n), tries: [idOf('lost')] }
    expect(totalOf([lost], next)).toBe(0n)
    expect(totalOf([lost], { ...next, spends: sums(1n) })).toBe(3n)
    expect(totalOf([lost], { ...next, tries: [] })).toBe(4n)
  })

  it('makes room once for the third try of it, with the second', () => {
    const lost = took('lost', { contested: sums(4n) })
    const second = took('second', { contested: sums(4n), tries: [idOf('lost')] })
    const third = { id: idOf('third'), spends: sums(4n), tries: [idOf('second'), idOf('lost')] }
    for (const all of [
      [lost, second],
      [second, lost],
    ]) {
      expect(totalOf(all, third)).toBe(0n)
      expect(totalOf(all, { ...third, spends: sums(1n) })).toBe(3n)
      expect(totalOf(all, NOTHING)).toBe(4n)
      // Something else that the third took the coin of need exclude none of them.
      expect(totalOf([...all, took('other', { contested: sums(4n), takers: [idOf('third')] })], third)).toBe(4n)
    }
  })
})

describe('one transaction under two ids', () => {
  const by = 'transaction' as Hash
  const out = (amount: bigint) => sums(amount).map((sum) => ({ ...sum, by }))
  const DAY_AGO = -1n as Nanos

  it('counts once, as of when it was signed last', () => {
    const all = [took('one', { spends: out(4n) }), { ...took('other', { spends: out(4n) }), at: DAY_AGO }]
    expect(totalOf(all, NOTHING)).toBe(4n)
    expect(countedOf(all, NOTHING).map(({ spends }) => spends.length)).toEqual([1, 0])
  })

  it('counts once where one of the two is said to be impossible', () => {
    expect(totalOf([took('one', { contested: out(4n) }), took('other', { spends: out(4n) })], NOTHING)).toBe(4n)
  })

  it('counts with what is asked about where that is the same', () => {
    expect(totalOf([took('one', { spends: out(4n) })], { id: idOf('other'), spends: out(4n), tries: [] })).toBe(0n)
  })
})
