/** A line for ourselves, in which every cell stands as it is: for a spreadsheet, `csvLine` is. */
export const plainLine = (cells: readonly string[]): string =>
  `${cells.map((text) => (/[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\n`
