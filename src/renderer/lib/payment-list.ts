import { parse } from 'papaparse'
import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { readAmount } from './amount-input.ts'

/*
 * A pasted list or a CSV file as rows that can become payments. Nothing is guessed: what can be read in two ways is a question, one
 * for the whole file where it is the decimal mark.
 */

export type DecimalMark = '.' | ','

/** A line, and whether it can be paid. */
export interface ListRow {
  readonly line: number
  readonly to: string
  /** The amount as it is written, and as plain decimal text where it can be read. */
  readonly typed: string
  readonly amount: string | null
  readonly memo: string
  readonly label: string
  /** What keeps it from being paid. */
  readonly why: string | null
}

export interface PaymentList {
  readonly rows: readonly ListRow[]
  /** Lines that were left out because they name no payment: a heading, an empty line. */
  readonly skipped: number
  /** Sum of the readable rows, as plain decimal text. */
  readonly total: string
  /** Some amounts can be read in two ways until the decimal mark is said. */
  readonly asksMark: boolean
  /** Some rows have what a payment to several cannot have for each: a memo or a label of their own. */
  readonly hasOwnWords: boolean
}

type Column = 'to' | 'amount' | 'memo' | 'label'
const PLACES: readonly Column[] = ['to', 'amount', 'memo', 'label']

/** What columns are called, in the languages of the window and a few more; compared without case and blanks. */
const HEADINGS: Readonly<Record<Column, RegExp>> = {
  to: /^(?:to|recipient|receiver|payee|beneficiary|account|user(?:id)?|mixinid|id|number|address|an|empfänger|destinataire|beneficiario|收款人|收款方|账号|地址|受取人|宛先|送り先|送金先)$/u,
  amount: /^(?:amount|sum|value|total|betrag|montant|importe|金额|金額|数量|額)$/u,
  memo: /^(?:memo|message|reference|purpose|verwendungszweck|备注|附言|メモ|摘要)$/u,
  label: /^(?:label|category|note|notiz|标签|分类|ラベル|分類)$/u,
}

const columnOf = (heading: string): Column | undefined => {
  const folded = heading.toLowerCase().replace(/[\s_-]/gu, '')
  return PLACES.find((column) => HEADINGS[column].test(folded))
}

export function readList(text: string, mark: DecimalMark | null = null): PaymentList {
  const lines = recordsOf(text)
  const [first] = lines
  const columns = first === undefined ? undefined : headingOf(first.cells)
  const isHeading = columns !== undefined
  const rows = (isHeading ? lines.slice(1) : lines).map(({ line, cells }) =>
    readRow(cells, line, { columns: columns ?? PLACES, isHeading, mark }),
  )
  const total = rows.reduce(
    (sum, { amount, why }) => (amount === null || why !== null ? sum : sum + parseExactAmount(amount)),
    0n,
  )
  return {
    rows,
    skipped: isHeading ? 1 : 0,
    total: formatAmountShort(toAmount(total)),
    asksMark: rows.some(({ typed }) => readAmount(typed).kind === 'ask' && twoReadings(typed)),
    hasOwnWords: rows.some(({ memo, label }) => memo !== '' || label !== ''),
  }
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Cells of each line that has any. Tab and semicolon always separate, a comma or blanks only where there is neither. */
function recordsOf(text: string): Line[] {
  const delimiter = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const { data } = parse<string[]>(text.replace(/^\ufeff/u, ''), { delimiter, skipEmptyLines: false })
  return data.flatMap((cells, at) => {
    const trimmed = cells.map((cell) => cell.trim())
    if (trimmed.every((cell) => cell === '')) return []
    const [only = ''] = trimmed
    const isBlank = trimmed.length === 1 && /\s/.test(only)
    return [{ line: at + 1, cells: isBlank ? only.split(/\s+/) : trimmed }]
  })
}

/** Which column is what, where the first line says so; undefined where it is a row like any other. */
function headingOf(cells: readonly string[]): readonly (Column | undefined)[] | undefined {
  const named = cells.map(columnOf)
  if (named.includes('to') && named.includes('amount')) return named
  const isHeading = cells.length >= 2 && !/\d/.test(cells[1] ?? '')
  return isHeading ? PLACES : undefined
}

function readRow(
  cells: readonly string[],
  line: number,
  {
    columns,
    isHeading,
    mark,
  }: { columns: readonly (Column | undefined)[]; isHeading: boolean; mark: DecimalMark | null },
): ListRow {
  const of = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  const extra = cells.slice(columns.length).some((cell) => cell !== '')
  // Without a heading a third cell of digits is the rest of an amount with a decimal comma.
  const torn = !isHeading && /^\d+$/.test(cells[2] ?? '')
  const typed = torn ? cells.slice(1).join(',') : of('amount')
  const row = {
    ...{ line, to: of('to'), typed, amount: null },
    ...(torn ? { memo: '', label: '' } : { memo: of('memo'), label: of('label') }),
  }
  if (row.to === '' || typed === '') return { ...row, why: say('send.a-line-needs-a-receiver-and') }
  if (torn || extra) return { ...row, why: say('send.more-than-two-parts-if-the') }
  return { ...row, ...amountOf(typed, mark) }
}

const twoReadings = (typed: string): boolean => {
  const reading = readAmount(typed)
  return reading.kind === 'ask' && reading.readings.length > 1
}

function amountOf(typed: string, mark: DecimalMark | null): Pick<ListRow, 'amount' | 'why'> {
  const reading = readAmount(typed)
  if (reading.kind === 'ok') return { amount: reading.text, why: null }
  if (reading.kind === 'ask') {
    const [only, ...others] = reading.readings
    if (others.length === 0 && only !== undefined) return { amount: only.text, why: null }
    const meant =
      mark === null ? undefined : reading.readings.find(({ text }) => text.includes('.') === typed.includes(mark))
    if (meant !== undefined) return { amount: meant.text, why: null }
    return { amount: null, why: say('send.the-amount-can-be-read-in') }
  }
  return { amount: null, why: reading.kind === 'invalid' ? reading.reason : say('send.enter-an-amount') }
}

/** The mark that people use where this computer is; offered first, never taken by itself. */
export function usualMark(locale: string | undefined): DecimalMark {
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  return part?.value === ',' ? ',' : '.'
}
