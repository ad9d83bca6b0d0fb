/*
 * Figures as people read them. Digits are grouped with a narrow space, never with a comma or a dot: half of the world
 * would read 1,250 as one and a quarter.
 */

import { language } from '#words'

const NARROW_SPACE = '\u202f'

/** Groups the integer digits of decimal text by three. Everything else of the text stays as it is. */
export function groupDigits(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^([-+\u2212]?)(\d+)(.*)$/s.exec(decimal) ?? []
  if (whole === '') return decimal
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE)}${rest}`
}

/** Whether an amount is other than nothing. */
export const isSome = (amount: string): boolean => /[1-9]/.test(amount)

/** Whether a minimum keeps anything away: the smallest amount that there is does not. */
export const isMinimum = (amount: string): boolean => isSome(amount) && !(Number(amount) <= 1e-8)

/** Amount text with a real minus sign. `sign` also writes a plus. */
export function formatFigure(decimal: string, options: { sign?: boolean } = {}): string {
  const negative = decimal.startsWith('-')
  const body = groupDigits(negative ? decimal.slice(1) : decimal)
  if (negative) return `\u2212${body}`
  return options.sign === true && isSome(body) ? `+${body}` : body
}

/** Digits behind the mark of the one of these amounts that shows most of them. */
export const placesOf = (amounts: readonly string[]): number =>
  amounts.reduce((most, amount) => Math.max(most, formatFigure(amount).split('.')[1]?.length ?? 0), 0)

/** Characters before the mark of the one of these amounts that shows most of them. */
export const wholeOf = (amounts: readonly string[]): number =>
  amounts.reduce((most, amount) => Math.max(most, formatFigure(amount).split('.')[0]?.length ?? 0), 0)

/** Currencies that are counted without hundredths. */
const WHOLE = new Set(['JPY', 'KRW'])

/**
 * As many decimals as people expect: two, none where there are no cents, and four figures of what is worth less than one. What is
 * beyond them is left out.
 */
function fiatDecimals(body: string, currency: string): string {
  const [whole = '0', fraction = ''] = body.split('.')
  const first = fraction.search(/[1-9]/)
  if (isSome(whole) || first === -1 || first < 2) {
    const isSmall = !isSome(whole) && fraction.length > 2 && first !== -1
    if (isSmall)
      return `${whole}.${fraction
        .slice(0, first + 4)
        .replace(/0+$/, '')
        .padEnd(2, '0')}`
    return WHOLE.has(currency) ? whole : `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
  }
  return `${whole}.${fraction.slice(0, first + 4).replace(/0+$/, '')}`
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', CNY: '¥' }

/** An estimate in a national currency, e.g. `$1 250.40` or `CHF 12.00`. */
export function formatFiat(decimal: string, currency: string): string {
  const negative = decimal.startsWith('-')
  const body = groupDigits(fiatDecimals(negative ? decimal.slice(1) : decimal, currency))
  return `${negative ? '\u2212' : ''}${unitOf(currency)}${body}`
}

/** What is worth something and less than anybody pays: nothing would be wrong, and no figure would be right. */
const LEAST = '0.01'

/** What an amount is worth: `<$0.01` where it is some and its worth less than the smallest coin of the currency. */
export function formatWorth(worth: string, of: string, currency: string): string {
  const size = worth.replace('-', '')
  const isLess = isSome(of) && (WHOLE.has(currency) ? /^0*(?:\.|$)/.test(size) : !isSome(size))
  if (!isLess) return formatFiat(worth, currency)
  const isOwed = worth.startsWith('-') || of.startsWith('-')
  return `${isOwed ? '\u2212' : ''}<${formatFiat(WHOLE.has(currency) ? '1' : LEAST, currency)}`
}

const unitOf = (currency: string): string => SYMBOLS[currency] ?? `${currency}${NARROW_SPACE}`

/** More figures than that tell nothing apart that a drawing shows. */
const MORE_FIGURES = 6

/** The marks of an axis, `$47.5k`, `4.8万`: with as few figures as tell them apart. */
export function formatMarks(values: readonly number[], currency: string): string[] {
  for (let more = 0; ; more += 1) {
    const texts = values.map((value) => formatMark(value, currency, more))
    if (new Set(texts).size === texts.length || more === MORE_FIGURES) return texts
  }
}

function formatMark(value: number, currency: string, more: number): string {
  const size = Math.abs(value)
  const figures =
    size < 1 ? { maximumSignificantDigits: 3 + more } : { maximumFractionDigits: (size < 10 ? 2 : 1) + more }
  const text = new Intl.NumberFormat(language(), { notation: 'compact', ...figures, useGrouping: false }).format(size)
  return `${value < 0 ? '\u2212' : ''}${unitOf(currency)}${text.replace('K', 'k')}`
}

/** The difference of two decimal texts, with as many decimals as they have. */
export function difference(from: string, to: string): string {
  const digits = Math.max(...[from, to].map((text) => (text.split('.')[1] ?? '').length))
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(`${whole}${fraction.padEnd(digits, '0')}`)
  }
  const by = units(to) - units(from)
  const text = `${by < 0n ? -by : by}`.padStart(digits + 1, '0')
  const body = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return by < 0n ? `-${body}` : body
}

const MOST_CHANGE = 9999

/** A change given as a fraction (`0.0132`) in percent with a sign: `+1.32 %`. */
export function formatChange(fraction: string): { text: string; direction: 'up' | 'down' | 'flat' } | null {
  const value = Number(fraction) * 100
  if (!Number.isFinite(value)) return null
  // Beyond so much nobody reads the digits, and no column has room for them.
  const text = Math.abs(value) < MOST_CHANGE ? Math.abs(value).toFixed(2) : `>${MOST_CHANGE}`
  if (text === '0.00') return { text: `0.00${NARROW_SPACE}%`, direction: 'flat' }
  return value > 0
    ? { text: `+${text}${NARROW_SPACE}%`, direction: 'up' }
    : { text: `\u2212${text}${NARROW_SPACE}%`, direction: 'down' }
}

/** A part of a whole in percent: `53.6 %`. What is something is not written as nothing, nor what is not all as all: `<0.1 %`, `>99.9 %`. */
export function formatShare(share: number): string {
  const percent = (share * 100).toFixed(1)
  const written = share > 0 && percent === '0.0' ? '<0.1' : share < 1 && percent === '100.0' ? '>99.9' : percent
  return `${written}${NARROW_SPACE}%`
}

/** Splits text into groups of four, so that two long ids can be compared by eye. A hyphen ends a group of its own. */
export function groupsOfFour(text: string): string[] {
  return text.match(/[^-]{1,4}-?|-/gsu) ?? []
}

/** Both ends of an id that is shown in full elsewhere. */
export function shorten(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** The sum of two estimates with two decimals, as the wallet gives them. */
export function addFiat(a: string, b: string): string {
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const sum = cents(a) + cents(b)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(3, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
