const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u
const DIGITS = /^[\d０-９]+$/u

/**
 * A line for ourselves, in which every cell stands as it is: for a spreadsheet, `csvLine` is. `behindAmount` is the cell that is enclosed
 * when it is digits, lest they be taken for decimals.
 */
export const plainLine = (cells: readonly string[], behindAmount = -1): string => {
  const isQuoted = (text: string, at: number): boolean =>
    NEEDS_QUOTES.test(text) || (at === behindAmount && DIGITS.test(text))
  return `${cells.map((text, at) => (isQuoted(text, at) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\n`
}
