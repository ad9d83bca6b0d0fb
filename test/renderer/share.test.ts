import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol/text'
import { markedToShare, partsOfSum, sharedOut, withShares } from '../../src/renderer/screens/send/share.ts'
import { shareIn } from '../../src/renderer/screens/send/share-text.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'

const rows = (...amounts: readonly string[]) => amounts.map((amount, at) => ({ to: `4011${at}`, amount }))
const amountsOf = (amounts: readonly string[], most: string | undefined, shareOf?: string) => {
  const form = { ...EMPTY_FORM, rows: rows(...amounts), ...(shareOf === undefined ? {} : { shareOf }) }
  const shared = sharedOut(form, most)
  return { extra: shared?.extra, amounts: withShares(form, shared).rows.map(({ amount }) => amount) }
}

describe('a share', () => {
  it('is asked for with an exclamation mark, and several with their number', () => {
    expect(['!', '2!', ' 3 ! ', '！'].map(shareIn)).toEqual([1n, 2n, 3n, 1n])
    expect(['', '0!', '1', '!!', '1.5!', '-1!'].map(shareIn)).toEqual([null, null, null, null, null, null])
  })

  it('is a part of what the other rows leave of the whole balance, by its weight', () => {
    expect(amountsOf(['1', '!', '2!'], '4')).toEqual({ extra: 0, amounts: ['1', '1', '2'] })
  })

  it('is a part of a total that was typed', () => {
    expect(amountsOf(['!', '!'], '9', '3')).toEqual({ extra: 0, amounts: ['1.5', '1.5'] })
  })

  it('leaves the last units to the first rows', () => {
    expect(amountsOf(['!', '!', '!'], '1')).toEqual({ extra: 1, amounts: ['0.33333334', '0.33333333', '0.33333333'] })
  })

  it('is nothing where nothing remains, where a total cannot be read, or where the balance is not known', () => {
    expect(amountsOf(['5', '!'], '4').amounts).toEqual(['5', '!'])
    expect(amountsOf(['1', '!'], '4', 'x').amounts).toEqual(['1', '!'])
    expect(amountsOf(['1', '!'], undefined).amounts).toEqual(['1', '!'])
    expect(amountsOf(['', '!'], '4').amounts).toEqual(['', '!'])
    expect(amountsOf(['!', '!'], '0.00000001').amounts).toEqual(['!', '!'])
  })

  it('is given to the rows without an amount, or to a new one, and never in place of an amount that was typed', () => {
    expect(markedToShare(rows('1', '', '')).map(({ amount }) => amount)).toEqual(['1', '!', '!'])
    expect(markedToShare(rows('1', '2')).map(({ amount }) => amount)).toEqual(['1', '2', '!'])
    const most = Array.from({ length: 255 }, () => '1')
    expect(markedToShare(rows(...most)).map(({ amount }) => amount)).toEqual(most)
  })
})

describe('parts of a sum', () => {
  it('add up to it exactly, and differ from their weight by less than a unit', () => {
    const weights = fc.array(fc.bigInt({ min: 1n, max: 999_999n }), { minLength: 1, maxLength: 255 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), weights, (sum, of) => {
        const { parts, extra } = partsOfSum(sum, of)
        const all = of.reduce((total, weight) => total + weight, 0n)
        expect(parts.reduce((total, part) => total + part, 0n)).toBe(sum)
        expect(extra).toBeLessThan(of.length)
        for (const [at, part] of parts.entries()) {
          const off = part * all - sum * (of[at] ?? 0n)
          expect(off > -all && off <= all).toBe(true)
        }
      }),
    )
  })

  it('are the same whenever they are made', () => {
    const sum = parseAmount('10')
    expect(partsOfSum(sum, [1n, 2n, 4n])).toEqual(partsOfSum(sum, [1n, 2n, 4n]))
  })
})
