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

  it('names columns with something in them that it does not read: the memo may be there that a payee asks for', () => {
    const text = 'name,address,amount,payment id,extra\nMaya,40110,1,77,\nBen,40114,2,78,\n'
    expect(readList(text).unread).toEqual(['name', 'payment id'])
    expect(readList('to,amount,memo,label,asset\n40110,1,a,b,BTC\n').unread).toEqual([])
    expect(readList('40110,1,rent\n').unread).toEqual([])
  })

  it.each([
    ['under a heading with a memo', 'to,amount,memo\n40110,1,500', '1,500', ['1', '500']],
    ['as decimals', 'to,amount,memo\n40110,0,05', '0,05', ['0', '05']],
    ['before more cells', 'to,amount,memo,label\n40110,12,5,May', '12,5', ['12', '5']],
    ['behind dots between thousands', 'to,amount,memo\n40110,1.234,50', '1.234,50', ['1.234', '50']],
    ['without a heading', '40110,1,500', '1,500', ['1', '500']],
    ['without a heading, between blanks', '40110 1 500', '1 500', ['1', '500']],
    ['in a column before the recipient', 'amount,to,memo\n1,500,40110', '1,500', ['1', '40110']],
    ['in a list whose other amounts have a dot', 'to,amount,memo\n40110,1,500\n40111,2.5,May', '1,500', ['1', '500']],
  ])('asks whether digits beside an amount are a part of it: %s', (_, text, torn, [amount, memo]) => {
    expect(readList(text)).toMatchObject({ torn })
    expect(readList(text).rows[0]).toMatchObject({ amount: null, why: 'Say above whether this is one amount.' })
    expect(readList(text, null, 'amount').rows[0]?.typed).toBe(torn)
    expect(readList(text, null, 'cells').rows[0]).toMatchObject({ typed: amount, memo })
  })

  it('reads an amount that is whole again like any other', () => {
    const text = 'to,amount,memo\n40110,1,500,May\n40111,2,5,June'
    expect(readList(text, null, 'amount')).toMatchObject({ asksMark: true, torn: '1,500' })
    expect(readList(text, ',', 'amount').rows).toMatchObject([
      { to: '40110', amount: '1.5', memo: 'May', why: null },
      { to: '40111', amount: '2.5', memo: 'June', why: null },
    ])
    expect(readList(text, '.', 'amount').rows[0]?.amount).toBe('1500')
  })

  it('asks for no decimal mark before it is known what the amount is', () => {
    const text = 'to,amount,memo\n40110,1,500'
    expect([readList(text).asksMark, readList(text, null, 'cells').asksMark]).toEqual([false, false])
  })

  it.each([
    ['a memo of digits in quotes', 'to,amount,memo\n40110,1,"500"'],
    ['an amount in quotes', 'to,amount,memo\n40110,"1",500'],
    ['semicolons', 'to;amount;memo\n40110;1;500'],
    ['tabs', 'to\tamount\tmemo\n40110\t1\t500'],
  ])('asks nothing where cells are told apart: %s', (_, text) => {
    expect(readList(text)).toMatchObject({ torn: null, rows: [{ amount: '1', memo: '500', why: null }] })
  })

  it.each([
    ['a memo with a letter', 'to,amount,memo\n40110,1,R500'],
    ['an amount with its decimals', 'to,amount,memo\n40110,1.5,500'],
    ['a number longer than decimals can be', 'to,amount,memo\n40110,1,202611001'],
    ['a recipient behind the amount', 'amount,to,memo\n1,40110,May'],
  ])('asks nothing where the comma can only end a cell: %s', (_, text) => {
    expect(readList(text)).toMatchObject({ torn: null, rows: [{ to: '40110', why: null }] })
  })

  it.each(['1,2,3', '1.234.5', '12,34,567', '1 5', '1,2.5'])(
    'takes no marks for thousands that do not part them: %s',
    (typed) => {
      expect(readList(`40110;${typed}`).rows[0]).toMatchObject({ amount: null, typed })
    },
  )

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

  it('shows an amount whose mark was said without zeros that look like thousands', () => {
    expect(readList('40110;2,000\n40111;2,5', ',').rows.map(({ amount }) => amount)).toEqual(['2', '2.5'])
  })

  it.each([null, '.', ','] as const)(
    'takes three digits behind a lone zero for nothing but decimals, mark %s',
    (mark) => {
      const { asksMark, rows } = readList('40110;0,002\n40111;0.125\n40111;2,5', mark)
      expect(asksMark).toBe(false)
      expect(rows.map(({ amount }) => amount)).toEqual(['0.002', '0.125', '2.5'])
    },
  )

  it.each([
    ['a thousand and a half, or one and a half', '40110;1.500\n40111;2,5', ['1.5', '2.5'], ['1500', '2.5']],
    ['beside one that asks already', '40110;5.678\n40111;1,234', ['5.678', '1234'], ['5678', '1.234']],
    ['beside both marks in one', '40110;1.500\n40111;2.250,50', ['1.5', '2250.5'], ['1500', '2250.5']],
  ])('asks about a dot before three digits where there are decimal commas: %s', (_, text, dots, commas) => {
    expect(readList(text).asksMark).toBe(true)
    expect(readList(text).rows.map(({ amount }) => amount)).toEqual([null, null])
    expect(readList(text).rows[0]?.why).toBe('Say above which mark is the decimal one.')
    expect(readList(text, '.').rows.map(({ amount }) => amount)).toEqual(dots)
    expect(readList(text, ',').rows.map(({ amount }) => amount)).toEqual(commas)
    expect(readList(leftToMend(text, null)).rows).toEqual(readList(text).rows)
  })

  it('takes a dot for the decimal mark where nothing tells otherwise', () => {
    const list = readList('40110;1.500\n40111;1,250.75')
    expect([list.asksMark, ...list.rows.map(({ amount }) => amount)]).toEqual([false, '1.5', '1250.75'])
  })

  it.each([
    ['two that could be the recipient', 'ID,Address,Amount\n40110,MIX4fwusRK88p5Gex,1'],
    ['two that could be the amount', 'Recipient,Value,Amount\n40110,60000,1'],
    ['two that could be the asset', 'Recipient,Amount,Coin,Currency\n40110,1,BTC,USD'],
    ['two that could be the memo', 'Recipient,Amount,Reference,Memo\n40110,1,a,b'],
    ['an amount in another place, and nobody who is paid', 'Who,Fee,Amount\n40110,1,2'],
  ])('pays nothing where headings can be read in two ways: %s', (_, text) => {
    const { rows, totals } = readList(text)
    expect(rows.map(({ amount, why }) => [amount, why])).toEqual([
      [null, 'The headings do not tell which column is what. Name each once: Recipient, Amount, Memo, Label, Asset.'],
    ])
    expect(totals).toEqual([])
    expect(leftToMend(text, null)).toBe(`${text}\n`)
  })

  it.each([
    ['an id', '9f0c4ee2-7b1d-4c3a-9a51-0d6a3f0b6a11,BTC,0.12\n40111,2'],
    ['a number', '40110,abc\n40111,2'],
  ])('takes no line for a heading that names somebody by %s', (_, text) => {
    const { skipped, rows } = readList(text)
    expect([skipped, rows.length, rows[0]?.why === null]).toEqual([0, 2, false])
  })

  it('takes headings that it does not know by their place', () => {
    expect(rowsOf('Who,Betrag\n40110,1')).toEqual([['40110', '1', null]])
    expect(rowsOf('Who,How much,Memo\n40110,1,May')).toEqual([['40110', '1', null]])
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
      '40113,1,"500",,',
    ].join('\n')
    const rows = readList(text).rows.map(({ memo, asset, ...row }) => ({ ...row, memoText: memo, written: asset }))
    const said = (list: ReturnType<typeof readList>) => list.rows.map(({ line: _, ...row }) => row)
    expect(said(readList(textOf({ rows })))).toEqual(said(readList(text)))
  })

  it.each([
    ['a heading', 'amount;to;memo\n0,5;40110;May\nabc;40111;"June; July"'],
    ['a row whose amount may be torn', '40110,1\n40111,1,5'],
    ['a memo of digits that was a cell of its own', 'to;amount;memo\nMaya;abc;500\n40110;1;500;x'],
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
