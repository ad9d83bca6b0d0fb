export {
  type Amount,
  formatAmount,
  formatAmountShort,
  parseAmount,
  parseExactAmount,
  parseSignedAmount,
  toAmount,
} from './amount.ts'
export { CofferError, type ErrorDetails, type ProtocolErrorCode } from './error.ts'
