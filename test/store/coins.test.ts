import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, hashOf, kernel, openAccount, outputId, spent } from '../support/store.ts'

let store: AccountStore
const holder = aHolder()
const HUGE = 2n ** 63n
let owners = 0

beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

function give(amounts: readonly bigint[]): void {
  const outputs = amounts.map((amount, at) => anOutput(at + 1, { amount: toAmount(amount) }))
  store.cache.outputs.applyPage({ holder, outputs, cursor: outputs.length })
}
const coins = (excluded: readonly OutputId[] = []) =>
  store.cache.outputs.coins({ holder: holder.id, kernelAsset: kernel('BTC'), excluded: new Set(excluded) })
const amounts = (of: Iterable<{ amount: Amount }>): bigint[] => [...of].map((coin) => coin.amount)

type Coins = ReturnType<typeof coins>
const exact = (of: Coins, amount: bigint) => {
  const coin = of.atLeast(toAmount(amount))
  return coin?.amount === amount ? coin : undefined
}
/** All of them, by one look at their amounts and one at their places. */
function descending(of: Coins, atMost = 10_000) {
  const largest = of.largest(atMost)
  const found = largest.at([...largest.amounts.keys()])
  expect(amounts(found)).toEqual(largest.amounts)
  return found
}

describe('outputs.coins', () => {
  it('finds an exact coin and the smallest that suffices', () => {
    give([5n, 70n, 20n, 20n, 9n])
    expect(exact(coins(), 20n)?.amount).toBe(20n)
    expect(exact(coins(), 21n)).toBeUndefined()
    expect(coins().atLeast(toAmount(21n))?.amount).toBe(70n)
    expect(coins().atLeast(toAmount(71n))).toBeUndefined()
    expect(coins().atLeast(toAmount(0n))?.amount).toBe(5n)
  })

  it('keeps exact order and matches for amounts beyond 63 bits', () => {
    const many = [HUGE * 3n, 1n, HUGE - 1n, HUGE, 10n ** 40n, HUGE + 1n]
    give(many)
    const ordered = [...many].sort((a, b) => (a < b ? -1 : 1))
    expect(amounts(coins().ascending())).toEqual(ordered)
    expect(amounts(descending(coins()))).toEqual(ordered.toReversed())
    expect(exact(coins(), HUGE)?.amount).toBe(HUGE)
    expect(exact(coins(), HUGE - 1n)?.amount).toBe(HUGE - 1n)
    expect(exact(coins(), HUGE + 2n)).toBeUndefined()
    expect(coins().atLeast(toAmount(HUGE + 2n))?.amount).toBe(HUGE * 3n)
    expect(coins().atLeast(toAmount(2n))?.amount).toBe(HUGE - 1n)
    expect(coins().total).toBe(many.reduce((sum, each) => sum + each, 0n))
  })

  it('leaves out what is excluded, spent, signed, inscribed, of another asset or holder', () => {
    const group = aHolder('me', 'alice')
    store.cache.outputs.applyPage({ holder: group, outputs: [anOutput('g', { holder: group })], cursor: 1 })
    store.cache.outputs.applyPage({
      holder,
      cursor: 7,
      outputs: [
        anOutput(1, { amount: toAmount(1n) }),
        anOutput(2, { amount: toAmount(2n) }),
        spent(anOutput(3, { amount: toAmount(3n) })),
        anOutput(4, { amount: toAmount(4n), state: 'signed' }),
        anOutput(5, { amount: toAmount(5n), inscription_hash: hashOf('inscription') }),
        anOutput(6, { amount: toAmount(6n), kernel_asset_id: kernel('ETH') }),
        anOutput(7, { amount: toAmount(7n) }),
      ],
    })
    const free = coins([outputId(2), outputId(3), outputId('never seen')])
    expect(amounts(free.ascending())).toEqual([1n, 7n])
    expect(exact(free, 2n)).toBeUndefined()
    expect(free.atLeast(toAmount(2n))?.amount).toBe(7n)
    expect(free.total).toBe(8n)
    expect(free.count).toBe(2)
    expect(descending(free).map(({ id, amount }) => [id, amount])).toEqual([
      [outputId(7), 7n],
      [outputId(1), 1n],
    ])
    expect([2, 3, 4, 5, 6].map((at) => free.find(outputId(at)))).toEqual(Array(5).fill(undefined))
    // Amounts beyond 63 bits are walked in their own way.
    const huge = { amount: toAmount(HUGE) }
    store.cache.outputs.applyPage({
      holder,
      cursor: 11,
      outputs: [
        anOutput(8, huge),
        spent(anOutput(9, huge)),
        anOutput(10, { ...huge, state: 'signed' }),
        anOutput(11, { ...huge, inscription_hash: hashOf('inscription') }),
      ],
    })
    expect(descending(coins([outputId(2)])).map(({ id }) => id)).toEqual([8, 7, 1].map(outputId))
  })

  it('passes over an excluded coin to an equal one', () => {
    give([20n, 20n])
    expect(exact(coins([outputId(1)]), 20n)?.id).toBe(outputId(2))
    expect(exact(coins([outputId(2)]), 20n)?.id).toBe(outputId(1))
  })

  it('may be walked while other statements run, and left half way', () => {
    give(Array.from({ length: 600 }, (_, at) => BigInt(at + 1)))
    const seen: bigint[] = []
    for (const coin of coins().ascending()) {
      seen.push(coin.amount)
      if (seen.length % 100 === 0) store.cache.sync.set('note', String(seen.length))
      if (seen.length === 500) break
    }
    expect(seen).toEqual(Array.from({ length: 500 }, (_, at) => BigInt(at + 1)))
    expect(coins().count).toBe(600)
  })

  it('is empty for an asset or holder that was never seen', () => {
    const nothing = store.cache.outputs.coins({ holder: aHolder('nobody').id, kernelAsset: kernel('BTC') })
    expect([nothing.total, nothing.count, [...nothing.ascending()], exact(nothing, 1n)]).toEqual([0n, 0, [], undefined])
  })

  it('agrees with a sorted list for any amounts and exclusions', () => {
    const small = fc.bigInt({ min: 1n, max: 30n })
    const amount = fc.oneof(small, fc.bigInt({ min: HUGE - 3n, max: HUGE + 3n }))
    const worldOf = (each: typeof amount) =>
      fc.array(fc.record({ amount: each, excluded: fc.boolean(), wanted: fc.boolean() }), { maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(worldOf(small), worldOf(amount)), amount, fc.nat(45), (all, target, atMost) => {
        const owner = aHolder(`owner ${owners++}`)
        const named = all.map((each, at) => ({ ...each, id: outputId(`${owner.id}${at}`) }))
        const outputs = named.map((each, at) =>
          anOutput(`${owner.id}${at}`, { holder: owner, sequence: at + 1, amount: toAmount(each.amount) }),
        )
        store.cache.outputs.applyPage({ holder: owner, outputs, cursor: 1 })
        const excluded = new Set(named.filter((each) => each.excluded).map((each) => each.id))
        const found = store.cache.outputs.coins({ holder: owner.id, kernelAsset: kernel('BTC'), excluded })
        const free = named.filter((each) => !each.excluded).map((each) => each.amount)
        const ordered = free.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(amounts(found.ascending())).toEqual(ordered)
        expect(amounts(descending(found))).toEqual(ordered.toReversed())
        expect(found.atLeast(toAmount(target))?.amount).toBe(ordered.find((each) => each >= target))
        expect(exact(found, target)?.amount).toBe(ordered.find((each) => each === target))
        expect(found.total).toBe(ordered.reduce((sum, each) => sum + each, 0n))
        expect(found.count).toBe(ordered.length)
        const some = found.largest(atMost)
        const down = [...found.ascending()].reverse().slice(0, atMost)
        const places = down.flatMap((_, at) => (named[at]?.wanted === true ? at : []))
        expect(some.amounts).toEqual(amounts(down))
        expect(some.at(places)).toEqual(places.map((place) => down[place]))
      }),
      { numRuns: 120, seed: 7 },
    )
  })
})
