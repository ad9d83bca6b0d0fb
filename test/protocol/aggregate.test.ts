import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  CofferError,
  decodeTransaction,
  encodeTransaction,
  mergeSignatures,
  type Transaction,
  transactionHash,
  validateTransaction,
  verifyTransaction,
} from '#protocol'
import { aCoin, aHash, aHolder, aPayment, type Coin } from '../support/coins.ts'
import { aggregate, aggregated, positionsOf, type SigningPosition } from './aggregate.ts'
import { aLedger } from './ledger.ts'

const people = ['one', 'two', 'three', 'four'].map(aHolder)

/** Coins of the first few people, and who signs: at least as many per coin as its script asks for. */
const spending = fc
  .array(fc.record({ members: fc.integer({ min: 1, max: 4 }), threshold: fc.nat(), more: fc.nat() }), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((shapes) => {
    const coins = shapes.map(({ members, threshold }, at) =>
      aCoin(`coin ${at} of ${members}`, people.slice(0, members), { threshold: 1 + (threshold % members) }),
    )
    const subsets = coins.map(({ keys, script }) =>
      fc.subarray([...keys.keys()], { minLength: Number.parseInt(script.slice(4), 16) }),
    )
    return fc.tuple(...subsets).map((chosen) => {
      let from = 0
      const signing = coins.flatMap(({ keys }, at) => {
        const first = from
        from += keys.length
        return (chosen[at] ?? []).map((place) => first + place)
      })
      return { coins, all: positionsOf(coins, people), signing }
    })
  })

interface Spending {
  readonly coins: readonly Coin[]
  readonly all: readonly SigningPosition[]
  readonly signing: readonly number[]
}

const chosen = ({ all, signing }: Spending): SigningPosition[] => signing.flatMap((position) => all[position] ?? [])
const signedBy = (spend: Spending): Transaction => aggregated(aPayment(spend.coins), chosen(spend))

function ruleOf(transaction: Transaction | string, utxos: readonly Coin[]): unknown {
  try {
    validateTransaction(transaction, aLedger({ utxos }), { verify: verifyByHost })
  } catch (error) {
    if (error instanceof CofferError) return error.details['rule']
    throw error
  }
  return 'valid'
}

/** The kernel's words for a change of a good transaction. */
function changed(spend: Spending, change: (good: Transaction) => Transaction): unknown {
  return ruleOf(change(signedBy(spend)), spend.coins)
}

const FEW = { numRuns: 12 }
const each = (check: (spend: Spending) => void) => fc.assert(fc.property(spending, check), FEW)
const signatureOf = ({ aggregated: one }: Transaction): string => one?.signature ?? ''

describe('an aggregated signature', () => {
  it('is good wherever every input has its signers', () => {
    each((spend) => {
      const transaction = signedBy(spend)
      expect(ruleOf(transaction, spend.coins)).toBe('valid')
      expect(ruleOf(encodeTransaction(transaction), spend.coins)).toBe('valid')
      const { complete, inputs } = verifyTransaction(transaction, spend.coins)
      expect(complete).toBe(true)
      expect(inputs.flatMap(({ valid }) => valid)).toHaveLength(spend.signing.length)
    })
  })

  it('comes back from its bytes as it was', () => {
    each((spend) => {
      const transaction = signedBy(spend)
      expect(decodeTransaction(encodeTransaction(transaction))).toEqual(transaction)
    })
  })

  it('is not part of the name of its transaction', () => {
    each((spend) => {
      expect(transactionHash(signedBy(spend))).toBe(transactionHash(aPayment(spend.coins)))
    })
  })

  it('stops holding when one more signer is named', () => {
    each((spend) => {
      const isFree = spend.all.find(({ position }) => !spend.signing.includes(position))
      fc.pre(isFree !== undefined)
      const signers = [...spend.signing, isFree?.position ?? 0].toSorted((a, b) => a - b)
      const more = changed(spend, (good) => ({ ...good, aggregated: { signature: signatureOf(good), signers } }))
      expect(more).toBe('aggregate verification failure')
      const transaction = { ...signedBy(spend), aggregated: { signature: signatureOf(signedBy(spend)), signers } }
      expect(verifyTransaction(transaction, spend.coins).complete).toBe(false)
    })
  })

  it('holds for no other message', () => {
    each((spend) => {
      expect(changed(spend, (good) => ({ ...good, extra: '00' }))).toBe('aggregate verification failure')
    })
  })

  it('is refused when one bit of it is another', () => {
    fc.assert(
      fc.property(spending, fc.integer({ min: 0, max: 511 }), (spend, bit) => {
        const signature = Buffer.from(signatureOf(signedBy(spend)), 'hex')
        signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const one = { signature: signature.toString('hex'), signers: spend.signing }
        expect(changed(spend, (good) => ({ ...good, aggregated: one }))).toBe('aggregate verification failure')
      }),
      FEW,
    )
  })

  it('is refused when a key of the coins is another', () => {
    each((spend) => {
      const [first = 0] = spend.signing
      const keys = spend.all.map(({ key }) => key)
      const thief = aCoin('of a thief', [aHolder('thief')]).keys[0] ?? ''
      const other = keys.map((key, at) => (at === first ? thief : key))
      let from = 0
      const utxos = spend.coins.map((coin) => {
        const own = other.slice(from, from + coin.keys.length)
        from += coin.keys.length
        return { ...coin, keys: own }
      })
      expect(ruleOf(signedBy(spend), utxos)).toBe('aggregate verification failure')
    })
  })

  it('is refused when the coefficients are left out, so that nobody can cancel the others', () => {
    const coins = [aCoin('a pair', people.slice(0, 2), { threshold: 2 })]
    const all = positionsOf(coins, people)
    const payment = aPayment(coins)
    const [mine] = all
    // Signed by the first one alone for both: what a plain sum of keys would let a chosen key do.
    const alone = aggregate(mine === undefined ? [] : [mine], transactionHash(payment))
    expect(ruleOf({ ...payment, aggregated: { ...alone, signers: [0, 1] } }, coins)).toBe(
      'aggregate verification failure',
    )
  })

  it('counts signers for each input on its own', () => {
    const coins = [aCoin('a pair', people.slice(0, 2), { threshold: 2 }), aCoin('a trio', people.slice(0, 3))]
    const all = positionsOf(coins, people)
    // Three positions for two inputs, but only one of them stands in the first.
    const spend = { coins, all, signing: [0, 2, 3] }
    expect(ruleOf(signedBy(spend), coins)).toBe('invalid signature keys')
    expect(verifyTransaction(signedBy(spend), coins)).toMatchObject({
      complete: false,
      inputs: [{ complete: false }, { complete: true }],
    })
    expect(ruleOf(signedBy({ ...spend, signing: [0, 1, 2] }), coins)).toBe('valid')
  })

  it('has as many signers as there are inputs, even where scripts ask for none', () => {
    const coins = [aCoin('one', people.slice(0, 1)), aCoin('anybody', people.slice(0, 1), { threshold: 0 })]
    const all = positionsOf(coins, people)
    expect(ruleOf(signedBy({ coins, all, signing: [0] }), coins)).toBe('batch verification not ready')
    expect(ruleOf(signedBy({ coins, all, signing: [0, 1] }), coins)).toBe('valid')
  })

  it('stands alone: beside maps it is refused', () => {
    each((spend) => {
      const signatures = spend.coins.map(() => ({ 0: 'ab'.repeat(64) }))
      expect(changed(spend, (good) => ({ ...good, signatures }))).toBe('invalid signatures map')
      const both = { ...signedBy(spend), signatures }
      expect(() => verifyTransaction(both, spend.coins)).toThrow('two kinds of signatures')
    })
  })

  it('is joined with no other copy of its transaction', () => {
    const coin = aCoin('joined', people.slice(0, 1))
    const payment = aPayment([coin])
    const whole = encodeTransaction(aggregated(payment, positionsOf([coin], people)))
    const plain = encodeTransaction(payment)
    for (const [one, other] of [
      [whole, plain],
      [plain, whole],
    ] as const)
      expect(() => mergeSignatures(one, other)).toThrow('an aggregated signature cannot be joined')
  })

  it('names its signers in ascending order, each once', () => {
    each((spend) => {
      const [first = 0] = spend.signing
      for (const signers of [
        [...spend.signing, first],
        [spend.all.length, ...spend.signing],
      ]) {
        const wrong = (good: Transaction) => ({ ...good, aggregated: { signature: signatureOf(good), signers } })
        expect(changed(spend, wrong)).toBe('invalid aggregated signer order')
        expect(() => encodeTransaction(wrong(signedBy(spend)))).toThrow('invalid aggregated signer order')
      }
    })
  })

  it('names no position beyond the keys', () => {
    each((spend) => {
      const signers = [...spend.signing, spend.all.length]
      const wrong = (good: Transaction) => ({ ...good, aggregated: { signature: signatureOf(good), signers } })
      expect(changed(spend, wrong)).toBe('aggregate verification failure')
    })
  })

  it('is made of points: a key that is none spoils it', () => {
    const coins = [aCoin('a pair', people.slice(0, 2))]
    const spend = { coins, all: positionsOf(coins, people), signing: [0, 1] }
    const [coin] = coins
    const utxos = coin === undefined ? [] : [{ ...coin, keys: [coin.keys[0] ?? '', 'ff'.repeat(32)] }]
    expect(ruleOf(signedBy(spend), utxos)).toBe('aggregate verification failure')
  })

  it('without any signer is refused', () => {
    const coins = [aCoin('mine', people.slice(0, 1))]
    const one = { signature: 'ab'.repeat(64), signers: [] }
    expect(ruleOf({ ...aPayment(coins), aggregated: one }, coins)).toBe('invalid signature keys')
  })

  it('brings in no deposit', () => {
    const coins = [aCoin('mine', people.slice(0, 1))]
    const deposit = { chain: aHash('chain'), assetKey: 'key', transaction: 'id', index: 0n, amount: coins[0]?.amount }
    const payment = aPayment(coins)
    const inputs = [{ hash: '00'.repeat(32), index: 0, deposit: { ...deposit, amount: payment.outputs[0]?.amount } }]
    const transaction = { ...payment, inputs } as Transaction // the amount is the payment's own
    expect(ruleOf(aggregated(transaction, positionsOf(coins, people)), [])).toBe('invalid signatures count')
  })

  it('has one encoding: the other form of its mask is refused', () => {
    each((spend) => {
      const raw = encodeTransaction(signedBy(spend))
      const { signers } = decodeTransaction(raw).aggregated ?? { signers: [] }
      const size = ((signers.at(-1) ?? 0) >> 3) + 1
      const head = raw.slice(0, raw.length - (1 + 2 + size) * 2)
      expect(raw.slice(head.length, head.length + 2)).toBe('00')
      const u16 = (value: number) => value.toString(16).padStart(4, '0')
      const sparse = `${head}01${u16(signers.length)}${signers.map(u16).join('')}`
      const padded = `${head}00${u16(size + 1)}${raw.slice(-2 * size)}00`
      for (const other of [sparse, padded])
        expect(ruleOf(other, spend.coins)).toBe('non-canonical transaction encoding')
    })
  })
})
