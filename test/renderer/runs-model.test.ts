import { describe, expect, it } from 'vitest'
import { figureOf, reasonOf, repeatedRows } from '../../src/renderer/screens/runs/model.ts'
import type { RunRow } from '../../src/renderer/state/types.ts'

const row = (more: Partial<RunRow>) =>
  ({ why: null, state: 'ready', sameAs: null, elsewhere: false, typed: '1', to: '40110', ...more }) as RunRow // what is looked at

describe('a row of a run that is left out', () => {
  it.each([
    ['-5', 'Leave out the sign.'],
    ['0', 'The amount must be more than zero.'],
    ['1.123456789', 'At most 8 decimals; this has 9.'],
    ['', 'Enter an amount.'],
    ['1,234', 'The amount cannot be read.'],
  ])('says what is wrong with its amount as the list did: %j', (typed, said) => {
    expect(reasonOf(row({ why: 'amount', state: 'left_out', typed }))).toContain(said)
  })

  it('says that it names nobody, apart from a name that nobody bears', () => {
    expect(reasonOf(row({ why: 'payee', state: 'left_out', to: '' }))).toBe('No recipient is named.')
    expect(reasonOf(row({ why: 'payee', state: 'left_out' }))).toBe('Nobody is found under this.')
  })
})

describe('a row that came to nothing after it was signed', () => {
  it('is called never paid where that is proved, and put away where its owner did that', () => {
    const said = (code: 'wallet.conflict' | 'wallet.put_away') =>
      reasonOf(row({ state: 'refused', problem: { code, details: {} } }))
    expect(said('wallet.conflict')).toMatch(/^Never paid/)
    expect(said('wallet.put_away')).toMatch(/^Put away by you/)
  })
})

describe('the amount of a row', () => {
  it('is a figure where a plain number was typed, whatever else is wrong with its line', () => {
    expect(figureOf(row({ amount: '1', typed: '1.0' }))).toBe('1')
    expect(figureOf(row({ amount: null, typed: '0.002' }))).toBe('0.002')
    for (const typed of ['', '-5', '1,234', '1.123456789', 'five'])
      expect(figureOf(row({ amount: null, typed }))).toBeNull()
  })
})

describe('rows that stand in the list twice', () => {
  it('are counted for as long as they are still to be paid', () => {
    const rows = [row({}), row({ sameAs: 2 }), row({ sameAs: 2, state: 'paid' }), row({ sameAs: 2, state: 'prepared' })]
    expect(repeatedRows({ rows })).toBe(2)
  })
})
