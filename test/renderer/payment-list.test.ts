import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftToMend, readList, textOfFile, usualMark } from '../../src/renderer/lib/payment-list.ts'
import { textOf } from '../../src/renderer/screens/runs/model.ts'

const rowsOf = (text: string) => readList(text).rows.map(({ to, amount, why }) => [to, amount, why])

describe('a pasted list of recipients', () => {
  it.each([
    ['a comma', '40110, 0.5'],
    ['a semicolon', '40110; 0.5'],
    ['a tab', '40110\t0.5'],
    ['blanks', '40110   0.5'],
    ['quotes around cells', '"40110","0.5"'],
  ])('separates receiver and amount by %s', (_, line) => {
    expect(rowsOf(line)).toEqual([['40110', '0.5', null]])
  })

  it('leaves out a heading and empty lines, and keeps the numbers of the lines', () => {
    const list = readList('receiver,amount\n\n40110,1\n')
    expect(list.skipped).toBe(1)
    expect(list.rows.map(({ line }) => line)).toEqual([3])
  })

  it('does not take a decimal comma for a separator', () => {
    expect(readList('40110,0,5').rows[0]).toMatchObject({
      amount: null,
      typed: '0,5',
      why: 'More than two parts. If the comma is a decimal mark, write a dot.',
    })
  })

  it('asks for a dot where an amount can be read in two ways', () => {
    expect(readList('40110;1,234').rows[0]).toMatchObject({
      amount: null,
      why: 'The amount can be read in two ways. Write it with a dot.',
    })
  })

  it('marks a line without an amount', () => {
    expect(readList('40110').rows[0]?.why).toBe('A line needs a recipient and an amount.')
  })

  it('adds up the rows that can be paid, exactly', () => {
    expect(readList('a,0.1\nb,0.2\nc,x').totals).toEqual([{ asset: '', amount: '0.3' }])
  })

  it('reads quoted cells with separators, quotes and line breaks in them', () => {
    const list = readList('"recipient","amount","memo"\n"40110","0.5","rent, ""May""\nand June"\n')
    expect(list.rows[0]).toMatchObject({ to: '40110', amount: '0.5', memo: 'rent, "May"\nand June' })
  })

  it.each([
    ['in English, in any order', 'Label;Amount;Recipient;Memo\nteam;1.5;40110;May'],
    ['in Chinese', '收款人;金额;备注;标签\n40110;1.5;May;team'],
    ['in Japanese', '受取人;金額;メモ;ラベル\n40110;1.5;May;team'],
  ])('finds columns by their headings %s', (_, text) => {
    expect(readList(text).rows).toMatchObject([{ to: '40110', amount: '1.5', memo: 'May', label: 'team' }])
  })

  it('takes a decimal comma that can mean nothing else', () => {
    expect(readList('40110;0,5').rows[0]).toMatchObject({ amount: '0.5', why: null })
  })

  it('asks once for the file which mark is the decimal one', () => {
    const text = '40110;1,234\n40111;2,5'
    expect(readList(text).asksMark).toBe(true)
    expect(readList(text, ',').rows.map(({ amount }) => amount)).toEqual(['1.234', '2.5'])
    expect(readList(text, '.').rows.map(({ amount }) => amount)).toEqual(['1234', '2.5'])
    expect(readList('40110;2,5').asksMark).toBe(false)
  })

  it('takes what stands in quotes for no separator', () => {
    const text = 'to,amount,memo\n40110,1,"a; b"\n40111,2,"c\td"\n'
    expect(readList(text).rows).toMatchObject([
      { to: '40110', amount: '1', memo: 'a; b' },
      { to: '40111', amount: '2', memo: 'c\td' },
    ])
  })

  it.each([
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
    ['UTF-16 as Windows saves it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 the other way round', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is read from a file in %s, with lines as Windows ends them', (_, bytes) => {
    const text = 'recipient\tamount\tmemo\r\n40110\t0,5\tMärz 給与\r\n40111\t1\t\r\n'
    expect(readList(textOfFile(bytes(text))).rows).toMatchObject([
      { to: '40110', amount: '0.5', memo: 'März 給与', why: null },
      { to: '40111', amount: '1', why: null },
    ])
  })

  it('takes a formula for no amount and keeps it as text elsewhere', () => {
    const list = readList('to;amount;memo\n40110;=1+1;x\n=HYPERLINK("a");1;x\n40110;1;=SUM(A1)\n')
    expect(list.rows.map(({ amount, why }) => [amount, why === null])).toEqual([
      [null, false],
      ['1', true],
      ['1', true],
    ])
    expect(list.rows[2]?.memo).toBe('=SUM(A1)')
  })

  it('finds the asset of each row, and adds up each apart', () => {
    const list = readList('to,amount,asset\n40110,1,BTC\n40111,2,ETH\n40110,0.5,BTC\n')
    expect(list.namesAssets).toBe(true)
    expect(list.totals).toEqual([
      { asset: 'BTC', amount: '1.5' },
      { asset: 'ETH', amount: '2' },
    ])
  })

  it('holds equal rows as often as they stand there, and five thousand of them', () => {
    const list = readList(Array.from({ length: 5000 }, () => '40110;0.00000001;May').join('\n'))
    expect(list.rows).toHaveLength(5000)
    expect(list.totals).toEqual([{ asset: '', amount: '0.00005' }])
  })

  it('is the same rows after a run was opened to be mended', () => {
    const text = [
      'to,amount,memo,label,asset',
      '40110,1,-thanks,"a, b",BTC',
      '40111,2,=x,"say ""hi""",',
      '40112,3,"two\nlines",;,ETH',
    ].join('\n')
    const rows = readList(text).rows.map(({ memo, asset, ...row }) => ({ ...row, memoText: memo, written: asset }))
    const said = (list: ReturnType<typeof readList>) => list.rows.map(({ line: _, ...row }) => row)
    expect(said(readList(textOf({ rows })))).toEqual(said(readList(text)))
  })

  it.each([
    ['a heading', 'amount;to;memo\n0,5;40110;May\nabc;40111;"June; July"'],
    ['a row whose amount may be torn', '40110,1\n40111,1,5'],
    ['a row with too many cells', '40110;1\n40111;1;May;wages;more'],
    ['a row without digits that would come first', 'to;amount\n40110;1\nMaya;abc'],
    ['the same in a list without a heading', '40110;1\nMaya;abc\nJonas;xyz'],
    ['an amount in quotes that can be read in two ways', '40110;1\n40111;"1,250"'],
  ])('keeps what is to be mended as it was once the good rows are taken: %s', (_, text) => {
    const wrong = (list: ReturnType<typeof readList>) =>
      list.rows.filter(({ why }) => why !== null).map(({ line: _line, ...row }) => row)
    const left = readList(leftToMend(text, null))
    expect(wrong(left)).toEqual(wrong(readList(text)))
    expect(left.rows).toHaveLength(wrong(left).length)
  })

  it('tells whether rows have words of their own', () => {
    expect([readList('a;1').hasOwnWords, readList('a;1;May').hasOwnWords]).toEqual([false, true])
  })

  it('offers the mark of the computer’s place first', () => {
    expect([usualMark('de-DE'), usualMark('en-US')]).toEqual([',', '.'])
  })

  it('never throws and drops no line silently', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { rows, skipped } = readList(text)
        const lines = new Set(rows.map(({ line }) => line))
        expect(lines.size).toBe(rows.length)
        expect(rows.every(({ amount, why }) => (amount === null) === (why !== null))).toBe(true)
        expect(rows.length + skipped > 0 || text.replace(/[\s";,\ufeff]/gu, '') === '').toBe(true)
      }),
    )
  })
})
