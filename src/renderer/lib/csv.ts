/** What a spreadsheet would take for a formula is led by an apostrophe: names and memos are written by strangers. */
const FORMULA = /^[=+\-@\t\r]/u
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line for ourselves, in which every cell stands as it is: for a spreadsheet, `csvLine` is. */
export const plainLine = (cells: readonly string[]): string =>
  `${cells.map((text) => (/[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\n`

/** One line of a table of texts, as RFC 4180 writes it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
