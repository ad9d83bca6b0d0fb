import { type Amount, formatAmountShort, toAmount } from './amount.ts'

/* Money of one kind as money of another, by a price that somebody named. Whatever does not come out even is left out, never added. */

/** Decimals of a price that count. Prices come with up to 18; twelve are more than a sum of money needs. */
const PRICE_DIGITS = 12
const PRICE = /^(\d{1,30})(?:\.(\d{1,30}))?$/
const AMOUNT_DIGITS = 8
const CENTS = 1_000_000n

/** A price as units of 1e-12; undefined for what is no positive decimal. */
export function priceUnits(text: string): bigint | undefined {
  const match = PRICE.exec(text)
  if (match === null) return undefined
  const units = BigInt(`${match[1]}${(match[2] ?? '').slice(0, PRICE_DIGITS).padEnd(PRICE_DIGITS, '0')}`)
  return units === 0n ? undefined : units
}

/** The decimal text of such units, without trailing zeros. */
export function priceText(units: bigint): string {
  const one = 10n ** BigInt(PRICE_DIGITS)
  return `${units / one}.${(units % one).toString().padStart(PRICE_DIGITS, '0')}`.replace(/\.?0+$/, '')
}

/**
 * How much of an asset a sum of a currency buys at a price, with so many decimals and no more than eight: rounded down, and whether
 * anything was left out by that. Undefined where the price is none.
 */
export function amountAtPrice(
  sum: Amount,
  price: string,
  decimals: number,
): { readonly amount: Amount; readonly isRounded: boolean } | undefined {
  const units = priceUnits(price)
  if (units === undefined) return undefined
  const whole = sum * 10n ** BigInt(PRICE_DIGITS)
  const step = 10n ** BigInt(AMOUNT_DIGITS - Math.max(0, Math.min(AMOUNT_DIGITS, decimals)))
  const amount = (whole / units / step) * step
  return { amount: toAmount(amount), isRounded: amount * units !== whole }
}

/** What an amount is worth at a price, in whole hundredths, as decimal text; undefined where the price is none. */
export function worthAtPrice(amount: Amount, price: string): string | undefined {
  const units = priceUnits(price)
  if (units === undefined) return undefined
  const worth = (amount * units) / 10n ** BigInt(PRICE_DIGITS)
  const cents = formatAmountShort(toAmount((worth / CENTS) * CENTS)).split('.')
  return `${cents[0]}.${(cents[1] ?? '').padEnd(2, '0')}`
}
