import fc from 'fast-check'
import { parse } from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#contract/csv'

const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u
const hostile = fc.string({ unit: fc.constantFrom(...'=+-@;,|\t\n"\' a1＝＠'), maxLength: 12 })

describe('a line of a table', () => {
  it('reads back as it was, but for the apostrophe that keeps a text from being a formula', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 2, maxLength: 5 }), (cells) => {
        const [row] = parse<string[]>(csvLine(cells).slice(0, -2), { delimiter: ',' }).data
        expect(row?.map((text) => text.replaceAll("'", ''))).toEqual(cells.map((text) => text.replaceAll("'", '')))
      }),
    )
  })

  it('keeps numbers, and whatever begins nothing', () => {
    expect(csvLine(['-1.5', '+2', 'a-b', 'a=b', 'x'])).toBe('-1.5,+2,a-b,a=b,x\r\n')
  })

  it('lets no text begin a formula, wherever a spreadsheet splits the line', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLine(['2026-11-23', ...cells]).slice(0, -2)
        const cellsRead = parse<string[]>(line, { delimiter: ',' }).data.flat()
        const parts = line.split(/[;|\t\r\n]/u).slice(1)
        for (const text of [...cellsRead, ...parts.filter((part) => !NUMBER.test(part))])
          expect(FORMULA.test(text) && !NUMBER.test(text)).toBe(false)
      }),
    )
  })

  it('has such a memo harmless where a line is split at semicolons', () => {
    expect(csvLine(['a', 'rent;=HYPERLINK("x")'])).toBe('a,"rent;\'=HYPERLINK(""x"")"\r\n')
    expect(csvLine(['a;"=1+1;b'])).toBe('"a;""\'=1+1;b"\r\n')
  })
})
