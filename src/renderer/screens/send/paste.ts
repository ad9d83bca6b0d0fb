import { formatAmountShort, toAmount } from '#protocol/text'
import { say } from '#words'
import { readAmount } from '../../lib/amount-input.ts'

/** A line of a pasted list or a CSV file, and whether it can become a recipient. */
interface PastedRow {
  readonly line: number
  readonly to: string
  readonly amount: string
  readonly verdict: 'ok' | 'fix'
  readonly why: string | null
}

export interface PastedList {
  readonly rows: readonly PastedRow[]
  /** Lines that were left out because they name no payment: a heading, an empty line. */
  readonly skipped: number
  /** Sum of the readable rows, as plain decimal text. */
  readonly total: string
}

/**
 * Reads `receiver, amount` line by line. Tab and semicolon always separate; a comma or blanks only where they leave
 * exactly two parts, so that a decimal comma is never taken for a separator.
 */
export function readList(text: string): PastedList {
  const lines = text.split(/\r?\n/)
  const rows: PastedRow[] = []
  let skipped = 0
  let total = 0n
  lines.forEach((raw, at) => {
    const line = raw.trim()
    if (line === '') return
    const cells = splitLine(line)
    if (at === 0 && cells.length >= 2 && !/\d/.test(cells[1] ?? '')) {
      skipped += 1
      return
    }
    const row = readRow(cells, at + 1)
    const reading = readAmount(row.amount)
    if (row.verdict === 'ok' && reading.kind === 'ok') total += reading.amount
    rows.push(row)
  })
  return { rows, skipped, total: formatAmountShort(toAmount(total)) }
}

function splitLine(line: string): string[] {
  const unquoted = (cell: string) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
  for (const separator of ['\t', ';']) {
    if (line.includes(separator)) return line.split(separator).map(unquoted)
  }
  const byComma = line.split(',')
  if (byComma.length > 1) return byComma.map(unquoted)
  return line.split(/\s+/)
}

function readRow(cells: readonly string[], line: number): PastedRow {
  const [to = '', amount = '', ...rest] = cells
  const extra = rest.filter((cell) => cell !== '')
  const fix = (why: string): PastedRow => ({ line, to, amount: [amount, ...extra].join(','), verdict: 'fix', why })
  if (to === '' || amount === '') return fix(say('send.a-line-needs-a-receiver-and'))
  if (extra.length > 0) return fix(say('send.more-than-two-parts-if-the'))
  const reading = readAmount(amount)
  if (reading.kind === 'ok') return { line, to, amount: reading.text, verdict: 'ok', why: null }
  return fix(
    reading.kind === 'ask'
      ? say('send.the-amount-can-be-read-in')
      : reading.kind === 'invalid'
        ? reading.reason
        : say('send.enter-an-amount'),
  )
}
