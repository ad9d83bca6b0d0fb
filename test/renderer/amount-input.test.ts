import { describe, expect, it } from 'vitest'
import { readAmount } from '../../src/renderer/lib/amount-input.ts'

const textsOf = (typed: string): string[] => {
  const reading = readAmount(typed)
  return reading.kind === 'ask' ? reading.readings.map(({ text }) => text) : []
}

const reasonOf = (typed: string): string => {
  const reading = readAmount(typed)
  return reading.kind === 'invalid' ? reading.reason : `not refused: ${reading.kind}`
}

describe('an amount as it is typed', () => {
  it('takes digits and one dot', () => {
    expect(readAmount('0.012')).toEqual({ kind: 'ok', amount: 1_200_000n, text: '0.012' })
  })

  it('takes digits and a dot as wide keyboards write them', () => {
    expect(readAmount('１２．５')).toEqual({ kind: 'ok', amount: 1_250_000_000n, text: '12.5' })
  })

  it('keeps all eight decimals of a very large amount', () => {
    expect(readAmount('123456789012.12345678')).toMatchObject({
      amount: 12_345_678_901_212_345_678n,
      text: '123456789012.12345678',
    })
  })

  it('refuses a ninth decimal and counts them', () => {
    expect(reasonOf('0.123456789')).toBe('At most 8 decimals; this has 9.')
  })

  it('refuses nothing where something has to be paid, and takes it where a request may be open', () => {
    expect(reasonOf('0.00')).toBe('The amount must be more than zero.')
    expect(readAmount('0', 'zero')).toMatchObject({ kind: 'ok', amount: 0n })
  })

  it.each(['-1', '+1', '−1'])('asks to leave out the sign of %s', (typed) => {
    expect(reasonOf(typed)).toBe('Leave out the sign.')
  })

  it.each(['1e3', '0x10', 'ten', '1 BTC', '.', '٣'])('refuses %s', (typed) => {
    expect(reasonOf(typed)).toBe('Use digits 0 to 9 and one dot.')
  })

  it('waits while a decimal mark is the last thing typed', () => {
    expect(readAmount('12.').kind).toBe('typing')
    expect(readAmount('12,').kind).toBe('typing')
  })

  it('offers both readings of a comma before three digits', () => {
    expect(textsOf('1,234')).toEqual(['1.234', '1234'])
  })

  it('takes a comma or a leading dot that can only be the decimal mark', () => {
    expect(readAmount('0,5')).toMatchObject({ kind: 'ok', text: '0.5' })
    expect(readAmount('.5')).toMatchObject({ kind: 'ok', text: '0.5' })
    expect(readAmount(',42')).toMatchObject({ kind: 'ok', text: '0.42' })
  })

  it('asks nothing of a comma behind a lone zero, however many digits follow', () => {
    expect(readAmount('0,125')).toMatchObject({ kind: 'ok', text: '0.125' })
    expect(readAmount(',125')).toMatchObject({ kind: 'ok', text: '0.125' })
  })

  it('takes the last of two different marks for the decimal one', () => {
    expect(readAmount('1.234,5')).toMatchObject({ kind: 'ok', text: '1234.5' })
    expect(readAmount('1,234.5')).toMatchObject({ kind: 'ok', text: '1234.5' })
  })

  it.each(['1 234 567', "1'234'567", '1,234,567'])('never drops the marks of %s without asking', (typed) => {
    expect(textsOf(typed)).toEqual(['1234567'])
  })

  it('says of every reading why it may be meant', () => {
    const reading = readAmount('1,234')
    expect(reading.kind === 'ask' && reading.readings.map(({ because }) => because)).toEqual([
      'comma as the decimal mark',
      'comma only between groups',
    ])
  })
})
