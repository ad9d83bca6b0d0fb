import { protocolError } from './error.ts'

/** An integer of 1e-8 units, whatever the chain's own precision. Negative only in snapshots (money that left). */
export type Amount = bigint & { readonly __brand: 'Amount' }

const UNITS = 100_000_000n
const FRACTION_DIGITS = 8
const DECIMAL = /^(\d+)(?:\.(\d+))?$/
/** Longest text that is looked at. The largest capacity of an asset has 70 characters; reading digits costs their square. */
const LENGTH_MAX = 256

/** Names a computed bigint of 1e-8 units an amount. */
export function toAmount(units: bigint): Amount {
  return units as Amount
}

export function sumOf(parts: readonly { readonly amount: bigint }[]): Amount {
  return toAmount(parts.reduce((sum, { amount }) => sum + amount, 0n))
}

/**
 * Decimal text to units, digits beyond the eighth cut off, as the kernel does ("kernel: integer from string").
 * Throws `protocol.amount` on anything but digits with at most one dot. Zero parses.
 */
export function parseAmount(text: string): Amount {
  return parseSmall(text) ?? parseAny(text)
}

/** Longest text whose units are surely exact as a number: seven digits, a dot, eight digits. */
const SMALL_LENGTH = 16
const SMALL_WHOLE = 7
const DOT = 46
/** Units of the last digit that is written, by how many decimals there are; working a power out takes longer than reading an amount. */
const LAST_UNITS = Array.from({ length: FRACTION_DIGITS + 1 }, (_, decimals) => 10 ** (FRACTION_DIGITS - decimals))

/** What nearly all amounts are, read without a pattern, since pages hold them by the thousand; undefined for the rest. */
function parseSmall(text: string): Amount | undefined {
  if (text.length > SMALL_LENGTH) return undefined
  let value = 0
  let dot = text.length
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char >= 48 && char <= 57) value = value * 10 + (char - 48)
    else if (char === DOT && dot === text.length && at < text.length - 1) dot = at
    else return undefined
  }
  const units = LAST_UNITS[dot === text.length ? 0 : text.length - dot - 1]
  if (dot === 0 || dot > SMALL_WHOLE || units === undefined) return undefined
  return BigInt(value * units) as Amount
}

function parseAny(text: string): Amount {
  const match = text.length > LENGTH_MAX ? null : DECIMAL.exec(text)
  if (match === null) throw protocolError('protocol.amount', 'amount is not a plain decimal')
  const fraction = (match[2] ?? '').slice(0, FRACTION_DIGITS).padEnd(FRACTION_DIGITS, '0')
  return (BigInt(match[1] ?? '0') * UNITS + BigInt(fraction)) as Amount
}

/** As `parseAmount`, and more than zero units: what an output may hold. */
export function parsePositiveAmount(text: string): Amount {
  const amount = parseAmount(text)
  if (amount === 0n) throw protocolError('protocol.amount', 'amount is not positive')
  return amount
}

/** As `parseAmount`, but more than eight decimals are an error instead of being cut off: for what people and servers say. */
export function parseExactAmount(text: string): Amount {
  return parseSmall(text) ?? parseExactly(text)
}

function parseExactly(text: string): Amount {
  const dot = text.indexOf('.')
  if (dot !== -1 && text.length - dot - 1 > FRACTION_DIGITS) {
    throw protocolError('protocol.amount', 'amount has more than 8 decimals')
  }
  return parseAny(text)
}

/** As `parseExactAmount` with an optional leading minus, as snapshots write money that left. */
export function parseSignedAmount(text: string): Amount {
  return text.startsWith('-') ? (-parseExactAmount(text.slice(1)) as Amount) : parseExactAmount(text)
}

/** Kernel text form: always exactly eight decimals. */
export function formatAmount(amount: Amount): string {
  const sign = amount < 0n ? '-' : ''
  const units = amount < 0n ? -amount : amount
  return `${sign}${units / UNITS}.${(units % UNITS).toString().padStart(FRACTION_DIGITS, '0')}`
}

/** Shortest decimal text, as the service writes amounts: no trailing zeros, no trailing dot. */
export function formatAmountShort(amount: Amount): string {
  return formatAmount(amount).replace(/\.?0+$/, '')
}
