/*
 * Tables for spreadsheets. Names and memos are written by strangers, and a spreadsheet computes what looks like a formula: as a whole cell, or
 * as a part of one where it splits a line at other marks than we do, since then no quotes of ours hold. A number stays one.
 */

/** Where a formula would begin: at the start, or behind what some split at, also with blanks or quotes before it or in full width. */
const FORMULA = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u

function cell(text: string): string {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "$1$2'")
  return /[",;\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a table of texts, as RFC 4180 writes it; what would be a formula is led by an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Several in one cell. A mark that stands between two stands in none of them: whoever calls himself `Ana; Ben` is one. */
export const inOneCell = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(/[;\uff1b\u037e]/gu, ',')).join('; ')
