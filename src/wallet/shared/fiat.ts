import { type Amount, formatAmount } from '#protocol/text'

/** Price texts carry up to 18 decimals; twelve are more than an estimate needs. */
const PRICE_SCALE = 12
const DECIMAL = /^(\d+)(?:\.(\d+))?$/

function scaled(text: string, digits: number): bigint | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  return BigInt(`${match[1]}${(match[2] ?? '').slice(0, digits).padEnd(digits, '0')}`)
}

/** How many cents an amount is worth, towards nothing; null where price or rate is missing. */
export function centsOf(amount: Amount, price: string | null, rate: number | null): bigint | null {
  const priceUnits = price === null ? undefined : scaled(price, PRICE_SCALE)
  const rateUnits = rate === null ? undefined : scaled(rate.toFixed(PRICE_SCALE), PRICE_SCALE)
  // A rate of nothing would make everything worth nothing, and a limit none.
  if (priceUnits === undefined || rateUnits === undefined || rateUnits === 0n) return null
  return (amount * priceUnits * rateUnits * 100n) / 10n ** BigInt(8 + 2 * PRICE_SCALE)
}

/** A number of units as decimal text with so many decimals. */
export function decimalText(value: bigint, digits: number): string {
  const [units, one] = [value < 0n ? -value : value, 10n ** BigInt(digits)]
  return `${value < 0n ? '-' : ''}${units / one}.${(units % one).toString().padStart(digits, '0')}`
}

const centsText = (cents: bigint): string => decimalText(cents, 2)

/**
 * What an amount is worth, as text with two decimals, rounded down. An estimate for eyes only: it never enters a payment.
 * `price` is US dollars per unit, `rate` units of the currency per dollar; null when either is missing.
 */
export function estimate(amount: Amount, price: string | null, rate: number | null): string | null {
  const cents = centsOf(amount, price, rate)
  // A debt of less than a cent is still a debt.
  return cents === null ? null : cents === 0n && amount < 0n ? '-0.00' : centsText(cents)
}

/** Sum of estimates; those that are missing count nothing. */
export function sumEstimates(values: readonly (string | null)[]): string {
  let cents = 0n
  for (const value of values) {
    if (value === null) continue
    const negative = value.startsWith('-')
    const units = scaled(negative ? value.slice(1) : value, 2) ?? 0n
    cents += negative ? -units : units
  }
  return centsText(cents)
}

/** Groups the whole part of decimal text by three, as figures are everywhere: by a narrow space. */
const grouped = (decimal: string): string =>
  decimal.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'))

/** An amount as people read it in a sentence: shortest form with its symbol. */
export function spoken(amount: Amount, symbol: string): string {
  return `${grouped(formatAmount(amount).replace(/\.?0+$/, ''))} ${symbol}`
}

/** The same of a sum in a currency, in hundredths. */
export const spokenFiat = (cents: bigint, currency: string): string => `${grouped(centsText(cents))} ${currency}`

/** How many hundredths of a percent of a whole a part is worth, rounded down; null where a price is missing or nothing. */
export function partOf(
  part: Amount,
  partPrice: string | null,
  whole: Amount,
  wholePrice: string | null,
): bigint | null {
  const partUnits = partPrice === null ? undefined : scaled(partPrice, PRICE_SCALE)
  const wholeUnits = wholePrice === null ? undefined : scaled(wholePrice, PRICE_SCALE)
  if (partUnits === undefined || wholeUnits === undefined || partUnits === 0n) return null
  const worth = whole * wholeUnits
  return worth === 0n ? null : (part * partUnits * 10_000n) / worth
}
