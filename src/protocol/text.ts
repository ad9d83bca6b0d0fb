/** The second door: text of amounts, of errors and of others only, without any cryptography, so that the window can use it. */
export {
  type Amount,
  formatAmount,
  formatAmountShort,
  parseAmount,
  parseExactAmount,
  parsePositiveAmount,
  parseSignedAmount,
  toAmount,
} from './amount.ts'
export { CofferError, type ErrorDetails } from './error.ts'
export { cleanLines, cleanText, foldedText, isClean } from './plain.ts'
