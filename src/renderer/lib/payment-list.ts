import { parse } from 'papaparse'
import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { partsThousands, readAmount } from './amount-input.ts'
import { plainLine } from './plain-line.ts'

/*
 * A pasted list or a CSV file as rows that can become payments. Nothing is guessed: what can be read in two ways is a question, one
 * for the whole file where it is the decimal mark.
 */

export type DecimalMark = '.' | ','
/** What a comma between digits does that stands in no quotes: it belongs to an amount, or ends a cell. */
export type CommaMeans = 'amount' | 'cells'

/** A line, and whether it can be paid. */
export interface ListRow {
  readonly line: number
  readonly to: string
  /** The amount as it is written, and as plain decimal text where it can be read. */
  readonly typed: string
  readonly amount: string | null
  readonly memo: string
  readonly label: string
  /** As it is written; empty where the list names none. */
  readonly asset: string
  /** What keeps it from being paid. */
  readonly why: string | null
}

export interface PaymentList {
  readonly rows: readonly ListRow[]
  /** Lines that were left out because they name no payment: a heading, an empty line. */
  readonly skipped: number
  /** Sums of the readable rows, by the asset that they name, as plain decimal text. */
  readonly totals: readonly { readonly asset: string; readonly amount: string }[]
  /** Some amounts can be read in two ways until the decimal mark is said. */
  readonly asksMark: boolean
  /** The first amount that may be one or two cells, `1,500`: asked once for the whole list. */
  readonly torn: string | null
  /** Its headings do not tell which column is what: nothing of it can be paid or kept. */
  readonly isUnclear: boolean
  /** Some rows have what a payment to several cannot have for each: a memo or a label of their own. */
  readonly hasOwnWords: boolean
  /** Columns with something in them whose heading is none of those that are read. */
  readonly unread: readonly string[]
  /** Rows whose label is longer than a label can be. */
  readonly longLabels: number
}

type Column = 'to' | 'amount' | 'memo' | 'label' | 'asset'
const PLACES: readonly Column[] = ['to', 'amount', 'memo', 'label']
const COLUMNS: readonly Column[] = [...PLACES, 'asset']

/** What columns are called, in the languages of the window and a few more; compared without case and blanks. */
const HEADINGS: Readonly<Record<Column, RegExp>> = {
  to: /^(?:to|recipient|receiver|payee|beneficiary|account|user(?:id)?|mixinid|id|number|address|an|empfänger|destinataire|beneficiario|收款人|收款方|账号|地址|受取人|宛先|送り先|送金先)$/u,
  amount: /^(?:amount|sum|value|total|betrag|montant|importe|金额|金額|数量|額)$/u,
  memo: /^(?:memo|message|reference|purpose|verwendungszweck|备注|附言|メモ|摘要)$/u,
  asset:
    /^(?:asset|coin|currency|token|symbol|ticker|währung|devise|monnaie|moneda|资产|資產|币种|幣種|通貨|アセット|コイン|資産|銘柄)$/u,
  label: /^(?:label|category|note|notiz|bezeichnung|kategorie|标注|标签|分类|ラベル|分類)$/u,
}

const columnOf = (heading: string): Column | undefined => {
  const folded = heading.toLowerCase().replace(/[\s_-]/gu, '')
  return COLUMNS.find((column) => HEADINGS[column].test(folded))
}

export function readList(text: string, mark: DecimalMark | null = null, comma: CommaMeans | null = null): PaymentList {
  const lines = recordsOf(text)
  const [first] = lines
  const columns = first === undefined ? undefined : headingOf(first.cells)
  const isHeading = columns !== undefined
  const known = columns ?? PLACES
  const body = isHeading ? lines.slice(1) : lines
  const cut = body.map((one) => cutRow(one, known, comma))
  const torn = body.map((one) => tornIn(one, known))
  const isMixed = mixesMarks(cut.map(({ typed }) => typed))
  const rows = cut.map((row) => (row.why === null ? { ...row, ...amountOf(row.typed, { mark, isMixed }) } : row))
  const sums = new Map<string, bigint>()
  for (const { amount, why, asset } of rows) {
    if (amount === null || why !== null) continue
    sums.set(asset, (sums.get(asset) ?? 0n) + parseExactAmount(amount))
  }
  return {
    rows,
    skipped: isHeading ? 1 : 0,
    totals: [...sums].map(([asset, sum]) => ({ asset, amount: formatAmountShort(toAmount(sum)) })),
    asksMark: isMixed || rows.some(({ typed }, at) => twoReadings(typed) && (comma !== null || torn[at] === null)),
    torn: torn.find((found) => found !== null) ?? null,
    isUnclear: columns === 'unclear',
    hasOwnWords: rows.some(({ memo, label }) => memo !== '' || label !== ''),
    unread: unreadColumns(isHeading ? first : undefined, columns, body),
    longLabels: rows.filter(({ label }) => label.length > LABEL_MAX).length,
  }
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
  /** What ends its cells where that also stands in amounts, a comma or a blank; and which of them stand in quotes, so that it cannot. */
  readonly joint: ',' | ' ' | null
  readonly quoted: readonly boolean[]
}

type Columns = readonly (Column | undefined)[] | 'unclear'

/** Cells of each line that has any. Tab and semicolon always separate, a comma or blanks only where there is neither. */
function recordsOf(text: string): Line[] {
  const plain = text.replace(/^\ufeff/u, '')
  // What stands in quotes separates nothing.
  const bare = plain.replace(/"(?:[^"]|"")*"/gu, '""')
  const delimiter = bare.includes('\t') ? '\t' : bare.includes(';') ? ';' : ','
  const read = (what: string): string[][] => parse<string[]>(what, { delimiter, skipEmptyLines: false }).data
  const emptied = read(bare)
  return read(plain).flatMap((cells, at) => {
    const trimmed = cells.map((cell) => cell.trim())
    if (trimmed.every((cell) => cell === '')) return []
    const [only = ''] = trimmed
    const isBlank = trimmed.length === 1 && /\s/.test(only)
    const shown = isBlank ? only.split(/\s+/) : trimmed
    // Quotes that do not close tell nothing.
    const rest = emptied[at]?.length === cells.length && !isBlank ? emptied[at] : shown
    const joint = isBlank ? ' ' : delimiter === ',' ? ',' : null
    return [{ line: at + 1, cells: shown, joint, quoted: shown.map((_, nth) => rest[nth]?.trim() === '') }]
  })
}

/**
 * Which column is what, where the first line says so; undefined where it is a row like any other, and `unclear` where two columns could be
 * the same, or one that is named stands in another's place: whoever guesses there pays the wrong sums, or the wrong people.
 */
function headingOf(cells: readonly string[]): Columns | undefined {
  const named = cells.map(columnOf)
  const isTwice = named.some((column, at) => column !== undefined && column !== 'label' && named.indexOf(column) < at)
  if (named.includes('to') && named.includes('amount')) return isTwice ? 'unclear' : named
  // A row whose amount is none is told, not passed over.
  const isPaid = cells.some((cell) => LIKE_PAYEE.test(cell) && /\d/.test(cell))
  if (cells.length < 2 || isPaid || /\d/.test(cells[1] ?? '')) return undefined
  return named.every((column, at) => column === undefined || column === PLACES[at]) ? PLACES : 'unclear'
}

function unreadColumns(heading: Line | undefined, columns: Columns | undefined, body: readonly Line[]): string[] {
  if (heading === undefined || columns === undefined || columns === 'unclear') return []
  return heading.cells.filter(
    (name, at) => name !== '' && columns[at] === undefined && body.some(({ cells }) => (cells[at] ?? '') !== ''),
  )
}

/** Digits, alone or between marks of thousands; and what can follow a mark: decimals, or the last three of a thousand. */
const WHOLE = /^(?:[\d０-９]+|[\d０-９]{1,3}(?:[.．'’\s_][\d０-９]{3})+)$/u
const REST = /^[\d０-９]{1,8}$/u
/** An id or an address, by its look alone. */
const LIKE_PAYEE = /^(?:\d{4,}|\S{20,})$/u

/** The amount of a line that may have been torn at its own comma, whole; null where it can be read in one way. */
function tornIn({ cells, joint, quoted }: Line, columns: Columns): string | null {
  if (columns === 'unclear' || joint === null) return null
  const at = columns.indexOf('amount')
  const [whole = '', rest = ''] = cells.slice(at, at + 2)
  if (quoted[at] || quoted[at + 1] || !WHOLE.test(whole) || !REST.test(rest)) return null
  const to = columns.indexOf('to')
  // Whole again, the recipient stands a cell further on: it must be there.
  if (to > at && cells.length <= columns.length && !LIKE_PAYEE.test(cells[to + 1] ?? '')) return null
  return `${whole}${joint}${rest}`
}

/** A row by its columns. Its amount is read once all of them are known. */
function cutRow(line: Line, columns: Columns, comma: CommaMeans | null): ListRow {
  if (columns === 'unclear') {
    const why = say('send.columns-unclear')
    const shown = line.cells.join(' · ')
    return { ...{ line: line.line, to: shown, typed: '', amount: null, memo: '', label: '', asset: '' }, why }
  }
  const torn = comma === 'cells' ? null : tornIn(line, columns)
  const cells = torn === null ? line.cells : line.cells.toSpliced(columns.indexOf('amount'), 2, torn)
  const of = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  const row = {
    ...{ line: line.line, to: of('to'), typed: of('amount'), amount: null },
    ...{ memo: of('memo'), label: of('label'), asset: of('asset') },
  }
  if (torn !== null && comma === null) return { ...row, why: say('send.which-comma-first') }
  if (row.to === '' || row.typed === '') return { ...row, why: say('send.a-line-needs-a-receiver-and') }
  if (cells.slice(columns.length).some((cell) => cell !== '')) return { ...row, why: say('send.too-many-parts') }
  return { ...row, why: null }
}

/** A dot that may part thousands, and a decimal comma. */
const DOTTED = /^[1-9１-９][\d０-９]{0,2}[.．][\d０-９]{3}$/u
const COMMA = /[,，][\d０-９]+$/u
const isComma = (typed: string): boolean => COMMA.test(typed) && readAmount(typed).kind !== 'invalid'

/** Whether a list has both: in one with decimal commas the dot may stand between thousands, and then it is a thousand times as much. */
const mixesMarks = (all: readonly string[]): boolean => all.some((typed) => DOTTED.test(typed)) && all.some(isComma)

const twoReadings = (typed: string): boolean => {
  const reading = readAmount(typed)
  return reading.kind === 'ask' && reading.readings.length > 1
}

function amountOf(
  typed: string,
  { mark, isMixed }: { mark: DecimalMark | null; isMixed: boolean },
): Pick<ListRow, 'amount' | 'why'> {
  const isDotted = DOTTED.test(typed)
  // All that tells of it waits together: alone, what is left would be read otherwise.
  if (isMixed && mark === null && (isDotted || isComma(typed)))
    return { amount: null, why: say('send.which-mark-first') }
  const reading = readAmount(isDotted && mark === ',' ? typed.replace(/[.．]/u, '') : typed)
  if (reading.kind === 'ok') return { amount: reading.text, why: null }
  if (reading.kind === 'ask') {
    const [only, ...others] = reading.readings
    if (others.length === 0 && only !== undefined && partsThousands(typed)) return { amount: only.text, why: null }
    const meant =
      mark === null ? undefined : reading.readings.find(({ text }) => text.includes('.') === typed.includes(mark))
    // As the others are shown: `2.000` beside a comma that was said to be the mark would look like two thousand.
    if (meant !== undefined) return { amount: formatAmountShort(parseExactAmount(meant.text)), why: null }
    return { amount: null, why: say('send.the-amount-can-be-read-in') }
  }
  return { amount: null, why: reading.kind === 'invalid' ? reading.reason : say('send.enter-an-amount') }
}

/**
 * The lines that cannot be paid yet, each cell as it was typed: what was no amount in the list is none in what is left of it, and none of
 * them is taken for a heading because it comes first now.
 */
export function leftToMend(text: string, mark: DecimalMark | null, comma: CommaMeans | null = null): string {
  const { rows, skipped } = readList(text, mark, comma)
  const wrong = new Set(rows.filter(({ why }) => why !== null).map(({ line }) => line))
  const lines = recordsOf(text)
  const columns = headingOf(lines[0]?.cells ?? []) ?? PLACES
  const behindAmount = columns === 'unclear' ? -1 : columns.indexOf('amount') + 1
  const left = lines.filter(({ line }) => wrong.has(line))
  const written = (one: Line): string => plainLine(one.cells, tornIn(one, columns) === null ? behindAmount : -1)
  if (skipped > 0 && left.length > 0) return [...lines.slice(0, 1), ...left].map(written).join('')
  const isLikeHeading = ({ cells }: Line): boolean => headingOf(cells) !== undefined
  const sorted = left.toSorted((a, b) => Number(isLikeHeading(a)) - Number(isLikeHeading(b)))
  const [first] = sorted
  const heading = first !== undefined && isLikeHeading(first) ? plainLine(PLACES) : ''
  return `${heading}${sorted.map(written).join('')}`
}

/** The mark that people use where this computer is; offered first, never taken by itself. */
export function usualMark(locale: string | undefined): DecimalMark {
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  return part?.value === ',' ? ',' : '.'
}

/** Characters of a label. */
export const LABEL_MAX = 200
/** Most rows of one run. */
export const RUN_ROWS_MAX = 5000
/** Characters of a list that are looked at: more than the rows of a run need. */
export const LIST_MAX = 4_000_000

/** The text of a file, in the encodings that spreadsheets save: UTF-8, and UTF-16 with its mark. */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(!isWide ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

/** What of a row the wallet is told; what is longer than any id or memo is left out there as such, whatever its end says. */
export function rowToSend({ line, to, typed, amount, memo, label, asset }: ListRow) {
  return {
    ...{ line, to: to.slice(0, 8000), typed: typed.slice(0, 64), amount },
    ...{ memo: memo.slice(0, 4000), label: label.slice(0, LABEL_MAX), asset: asset.slice(0, 100) },
  }
}
