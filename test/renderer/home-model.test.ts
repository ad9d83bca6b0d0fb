import { describe, expect, it } from 'vitest'
import { movedOf } from '../../src/renderer/components/DayChange.tsx'
import { assetSign, chainSign } from '../../src/renderer/components/glyphs.tsx'
import { scopeWords } from '../../src/renderer/components/scopes.ts'
import { formatShare, placesOf, wholeOf } from '../../src/renderer/lib/digits.ts'
import { piecesOf, sharesOf } from '../../src/renderer/screens/home/model.ts'
import type { Balance } from '../../src/renderer/state/types.ts'
import { asset } from './fake-data.ts'

const day = (by: string, moved: string) => ({ by, moved, share: null })

describe('the change of a day', () => {
  it.each([
    ['is all money in and out', '43379.59', '43379.591', 'all'],
    ['is all money that went', '-12.5', '-12.5', 'all'],
    ['is partly money in and out', '100', '60', 'part'],
    ['is the price against what came in', '-20', '20', 'part'],
    ['is the price alone', '20', '0.00', 'none'],
  ])('%s', (_, by, moved, found) => {
    expect(movedOf(day(by, moved), 'USD')).toBe(found)
  })
})

describe('a column of amounts', () => {
  it('keeps room for the digits of the one that shows most of them', () => {
    expect(placesOf(['1785.5', '0.42', '6'])).toBe(2)
    expect(placesOf(['6', '-1200'])).toBe(0)
    expect(placesOf([])).toBe(0)
  })

  it('keeps room for what the longest has before its mark, with the spaces in it', () => {
    expect(wholeOf(['0.42', '12.5', '1785.5'])).toBe('1 785'.length)
    expect(wholeOf([])).toBe(0)
  })
})

it('a share is written as nothing or as all only where it is', () => {
  expect([0, 0.0004, 0.001, 0.536, 0.9996, 1].map(formatShare)).toEqual(
    ['0.0', '<0.1', '0.1', '53.6', '>99.9', '100.0'].map((percent) => `${percent}\u202f%`),
  )
})

describe('how the whole is drawn', () => {
  const balances = (...worths: readonly string[]): readonly Balance[] =>
    worths.map(
      (fiat, at) => ({ asset: { ...asset('BTC'), assetId: String(at) }, fiat }) as Partial<Balance> as Balance, // all that is read of it
    )
  const pieces = (...worths: readonly string[]) => {
    const all = balances(...worths)
    return piecesOf(all, sharesOf(all)).map((piece) => [piece.asset?.assetId ?? null, Number(piece.share.toFixed(4))])
  }

  it('is by a piece for each asset, and one for all that are too small for one', () => {
    expect(pieces('600', '395', '3', '2')).toEqual([
      ['0', 0.6],
      ['1', 0.395],
      [null, 0.005],
    ])
  })

  it('leaves a single small one its own', () => {
    expect(pieces('600', '395', '5')).toEqual([
      ['0', 0.6],
      ['1', 0.395],
      ['2', 0.005],
    ])
    expect(pieces('600')).toEqual([])
  })
})

describe('a name that others give', () => {
  it.each(['constructor', 'toString', '__proto__'])('is one like all others where JavaScript knows it: %s', (name) => {
    expect(assetSign(name)).toMatchObject({ letters: [...name].slice(0, 4).join('').toUpperCase() })
    expect(chainSign(name)).toMatchObject({ letters: name.charAt(0).toUpperCase() })
    expect(scopeWords(name)).toBe(scopeWords('SOMETHING:ELSE'))
  })
})
