import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  decodeTransaction,
  encodePayload,
  encodeTransaction,
  mergeSignatures,
  OUTPUT,
  parseAmount,
  signTransaction,
  type Transaction,
  transactionHash,
  verifySpend,
} from '#protocol'
import { aCoin, aHolder, aPayment, type Coin, type Holder } from '../support/coins.ts'
import { aggregated, positionsOf } from './aggregate.ts'

const [ana, ben, cleo, thief] = ['ana', 'ben', 'cleo', 'thief'].map(aHolder) as [Holder, Holder, Holder, Holder]
const options = { verify: verifyByHost }

/** A coin and the bytes of a transaction that made it, beside outputs of others. */
interface Made {
  readonly coin: Coin
  readonly maker: string
}

function made(name: string, holders: readonly Holder[], threshold = 1, change: Partial<Transaction> = {}): Made {
  const coin = aCoin(name, holders, { threshold })
  const source = aCoin(`source of ${name}`, [thief])
  const outputs = Array.from({ length: 3 }, (_, at) => {
    const { keys, mask, script } = at === coin.index ? coin : aCoin(`${name} ${at}`, [thief])
    return { type: OUTPUT.script, amount: parseAmount('1'), keys, mask, script }
  })
  const maker = encodePayload(aPayment([source], { outputs, ...change }))
  return { coin: { ...coin, hash: transactionHash(maker) }, maker }
}

/** Signed by some holders, each at his own place in every coin. */
function signed(transaction: Transaction, coins: readonly Coin[], holders: readonly Holder[], all = holders): string {
  const raw = encodeTransaction(transaction)
  return holders
    .map((holder) => {
      const views = coins.map((coin) => coin.views[all.indexOf(holder)] ?? '')
      return signTransaction({ raw, spendSeed: holder.seed, inputs: coins, views, ...options }).raw
    })
    .reduce((merged, next) => mergeSignatures(merged, next))
}

const mine = made('mine', [ana])
const other = made('another one', [ana])
const shared = made('of the group', [ana, ben, cleo], 2)
const group = [ana, ben, cleo]
const both = [mine.coin, other.coin]

describe('a spend judged by bytes', () => {
  it('is valid when the owner of each coin has signed', () => {
    const spend = signed(aPayment(both), both, [ana])
    expect(verifySpend(spend, [mine.maker, other.maker], options)).toBe('valid')
    expect(verifySpend(spend, [other.maker, mine.maker, shared.maker])).toBe('valid')
  })

  it('of a group is valid with as many of its members as it asks for', () => {
    const payment = aPayment([shared.coin])
    for (const signers of [[ana, cleo], [ben, cleo], group]) {
      expect(verifySpend(signed(payment, [shared.coin], signers, group), [shared.maker], options)).toBe('valid')
    }
    expect(verifySpend(signed(payment, [shared.coin], [ben], group), [shared.maker], options)).toBe('invalid')
  })

  it('is judged for one coin where only that one is known, and not at all where it is not', () => {
    const spend = signed(aPayment(both), both, [ana])
    expect(verifySpend(spend, [mine.maker], { coin: mine.coin, ...options })).toBe('valid')
    expect(verifySpend(spend, [mine.maker], { coin: other.coin, ...options })).toBe('incomplete')
    expect(verifySpend(spend, [mine.maker], options)).toBe('incomplete')
    expect(verifySpend(spend, [], { coin: mine.coin, ...options })).toBe('incomplete')
  })

  it('takes nothing for a maker that does not hash to the name in the input', () => {
    const spend = signed(aPayment([mine.coin]), [mine.coin], [ana])
    const forged = made('mine', [thief]).maker
    expect(verifySpend(spend, [forged, 'not hex', '', `${mine.maker}00`], options)).toBe('incomplete')
  })

  it('is no spend of a coin that is not among its inputs', () => {
    const spend = signed(aPayment([mine.coin]), [mine.coin], [ana])
    expect(verifySpend(spend, [mine.maker, other.maker], { coin: other.coin, ...options })).toBe('invalid')
    const beside = { hash: mine.coin.hash, index: mine.coin.index + 1 }
    expect(verifySpend(spend, [mine.maker], { coin: beside, ...options })).toBe('invalid')
  })

  it('is invalid under keys that a service listed in place of those of the coin', () => {
    // Signed by the thief with his own key for this coin, whose maker pays to Ana.
    const listed = { ...aCoin('mine', [thief]), hash: mine.coin.hash }
    const stolen = signed(aPayment([mine.coin]), [listed], [thief])
    expect(verifySpend(stolen, [mine.maker], options)).toBe('invalid')
    expect(verifySpend(stolen, [mine.maker], { coin: mine.coin, ...options })).toBe('invalid')
  })

  it('is invalid without signatures, and with fewer than it has inputs', () => {
    const payment = aPayment(both)
    const whole = signed(payment, both, [ana])
    const half = encodeTransaction({ ...payment, signatures: [{ 0: 'ab'.repeat(64) }, {}] })
    for (const raw of [encodePayload(payment), half]) {
      expect(verifySpend(raw, [mine.maker, other.maker], options)).toBe('invalid')
      expect(verifySpend(raw, [mine.maker], { coin: mine.coin, ...options })).toBe('invalid')
    }
    expect(verifySpend(whole.slice(0, -2), [mine.maker, other.maker], options)).toBe('invalid')
  })

  it('is invalid where the coin has its signatures and another input has none', () => {
    const payment = aPayment(both)
    const [good = {}] = decodeTransaction(signed(payment, both, [ana])).signatures ?? []
    for (const signatures of [[good, {}], [good]]) {
      const raw = encodeTransaction({ ...payment, signatures })
      expect(verifySpend(raw, [mine.maker, other.maker], { coin: mine.coin, ...options })).toBe('invalid')
    }
    // Two of one coin are none of another.
    const coins = [shared.coin, made('also of the group', group, 2).coin]
    const pair = aPayment(coins)
    const [ofGroup = {}] = decodeTransaction(signed(pair, coins, [ana, cleo], group)).signatures ?? []
    const short = encodeTransaction({ ...pair, signatures: [ofGroup] })
    expect(verifySpend(short, [shared.maker], { coin: shared.coin, ...options })).toBe('invalid')
  })

  it('is invalid when it spends an output that is not there, of another asset, or one input twice', () => {
    const far = { ...mine.coin, index: 7 }
    expect(verifySpend(signed(aPayment([far]), [far], [ana]), [mine.maker], options)).toBe('invalid')
    const foreign = aPayment([mine.coin], { asset: 'cd'.repeat(32) })
    expect(verifySpend(signed(foreign, [mine.coin], [ana]), [mine.maker], options)).toBe('invalid')
    const twice = [mine.coin, mine.coin]
    expect(verifySpend(signed(aPayment(twice), twice, [ana]), [mine.maker], options)).toBe('invalid')
  })

  it('is invalid when it spends what nobody can', () => {
    const { coin, maker } = made('leaving', [ana], 1, {
      outputs: Array.from({ length: 3 }, () => ({
        ...{ type: OUTPUT.withdrawalSubmit, amount: parseAmount('1'), keys: [], mask: '00'.repeat(32), script: '' },
        withdrawal: { address: 'away', tag: '' },
      })),
    })
    expect(verifySpend(signed(aPayment([coin]), [coin], [ana]), [maker], options)).toBe('invalid')
  })

  it.each([
    ['a pledge', OUTPUT.nodePledge],
    ['a node', OUTPUT.nodeAccept],
    ['a kind that is not known', 0xee],
  ])('is invalid when it spends %s, whoever has its keys', (_, type) => {
    const { coin, maker } = made('mine', [ana])
    const plain = decodeTransaction(maker)
    const odd = encodePayload({ ...plain, outputs: plain.outputs.map((output) => ({ ...output, type })) })
    const taken = { ...coin, hash: transactionHash(odd) }
    expect(verifySpend(signed(aPayment([taken]), [taken], [ana]), [odd], options)).toBe('invalid')
  })

  it('of an aggregated signature is none of a coin that is not among its inputs', () => {
    const spend = encodeTransaction(aggregated(aPayment([mine.coin]), positionsOf([mine.coin], [ana])))
    expect(verifySpend(spend, [mine.maker], { coin: mine.coin, ...options })).toBe('valid')
    expect(verifySpend(spend, [mine.maker, other.maker], { coin: other.coin, ...options })).toBe('invalid')
  })

  it('takes an aggregated signature, for which every maker must be known', () => {
    const coins = [shared.coin, mine.coin]
    const positions = positionsOf(coins, group).filter((_, at) => at !== 1)
    const spend = encodeTransaction(aggregated(aPayment(coins), positions))
    const makers = [mine.maker, shared.maker]
    expect(verifySpend(spend, makers, options)).toBe('valid')
    expect(verifySpend(spend, makers, { coin: shared.coin, ...options })).toBe('valid')
    expect(verifySpend(spend, [shared.maker], { coin: shared.coin, ...options })).toBe('incomplete')
    const few = encodeTransaction(aggregated(aPayment(coins), positions.slice(1)))
    expect(verifySpend(few, makers, options)).toBe('invalid')
  })

  it('stays invalid whichever byte of a signature is another', () => {
    const spend = signed(aPayment([mine.coin]), [mine.coin], [ana])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 255 }), (back, flip) => {
        const bytes = Buffer.from(spend, 'hex')
        const at = bytes.length - back
        bytes[at] = (bytes[at] ?? 0) ^ flip
        expect(verifySpend(bytes.toString('hex'), [mine.maker], options)).toBe('invalid')
      }),
    )
  })

  it('never throws for what somebody sends', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (spend, makers) => {
        expect(verifySpend(spend, makers, options)).toBe('invalid')
      }),
    )
  })
})
