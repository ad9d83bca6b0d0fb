/** The second door: text of amounts, of errors, of others and a first look at credentials, without any cryptography, so that the window can use it. */
export {
  type Amount,
  formatAmount,
  formatAmountShort,
  parseAmount,
  parseExactAmount,
  parseSignedAmount,
  sumOf,
  toAmount,
} from './amount.ts'
export { type CredentialLook, lookAtCredentials } from './credential/look.ts'
export { drawnText } from './drawn.ts'
export { CofferError, type ErrorDetails } from './error.ts'
export { glimpse } from './glimpse.ts'
export { isHex, isHexAt } from './hex.ts'
export {
  beginsWords,
  cleanLines,
  cleanText,
  foldedText,
  holdsPhrase,
  holdsWords,
  ID_LETTERS,
  isClean,
  nameWords,
  searchable,
  shownText,
} from './plain.ts'
export { amountAtPrice, priceText, priceUnits, worthAtPrice } from './price.ts'
