import { describe, expect, it } from 'vitest'
import { readList } from '../../src/renderer/screens/send/paste.ts'

const rowsOf = (text: string) => readList(text).rows.map(({ to, amount, verdict }) => [to, amount, verdict])

describe('a pasted list of recipients', () => {
  it.each([
    ['a comma', '40110, 0.5'],
    ['a semicolon', '40110; 0.5'],
    ['a tab', '40110\t0.5'],
    ['blanks', '40110   0.5'],
    ['quotes around cells', '"40110","0.5"'],
  ])('separates receiver and amount by %s', (_, line) => {
    expect(rowsOf(line)).toEqual([['40110', '0.5', 'ok']])
  })

  it('leaves out a heading and empty lines, and keeps the numbers of the lines', () => {
    const list = readList('receiver,amount\n\n40110,1\n')
    expect(list.skipped).toBe(1)
    expect(list.rows.map(({ line }) => line)).toEqual([3])
  })

  it('does not take a decimal comma for a separator', () => {
    expect(readList('40110,0,5').rows[0]).toMatchObject({
      verdict: 'fix',
      amount: '0,5',
      why: 'More than two parts. If the comma is a decimal mark, write a dot.',
    })
  })

  it('asks for a dot where an amount can be read in two ways', () => {
    expect(readList('40110;1,234').rows[0]).toMatchObject({
      verdict: 'fix',
      why: 'The amount can be read in two ways. Write it with a dot.',
    })
  })

  it('marks a line without an amount', () => {
    expect(readList('40110').rows[0]?.why).toBe('A line needs a recipient and an amount.')
  })

  it('adds up the rows that can be paid, exactly', () => {
    expect(readList('a,0.1\nb,0.2\nc,x').total).toBe('0.3')
  })
})
