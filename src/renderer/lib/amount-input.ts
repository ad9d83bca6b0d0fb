import { type Amount, formatAmountShort, parseExactAmount } from '#protocol/text'
import { listing, say } from '#words'

/*
 * What a person typed as an amount. No character is ever dropped silently: text that is not digits with one dot is
 * either refused or answered with the readings it may have, one of which the person has to pick.
 */

export interface Reading {
  /** Plain decimal text: what the field will hold when this reading is chosen. */
  readonly text: string
  readonly because: string
  /** Every digit keeps its place: a mark was read as the decimal one. */
  readonly isDecimal?: boolean
}

export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'typing' }
  | { readonly kind: 'ok'; readonly amount: Amount; readonly text: string }
  | { readonly kind: 'ask'; readonly readings: readonly Reading[] }
  | { readonly kind: 'invalid'; readonly reason: string }

const DECIMALS = 8
const PLAIN = /^\d+(?:\.\d+)?$/
const MARKS = /[.,'’\u00a0\u2009\u202f\s_]/u
/** Marks of one kind before each three digits, as only thousands have them, and at most one of another kind before decimals. */
const GROUPED = /^[1-9]\d{0,2}([.,'’_]|\s)\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/u
const ALLOWED = /^[\d.,'’\u00a0\u2009\u202f\s_]+$/u

/** `least` is `zero` where nothing is a sensible amount, as in a request without a fixed sum. */
export function readAmount(typed: string, least: 'more' | 'zero' = 'more'): AmountReading {
  const text = narrowed(typed.trim())
  if (text === '') return { kind: 'empty' }
  if (/^\d+[.,]$/.test(text)) return { kind: 'typing' }
  if (PLAIN.test(text)) return readPlain(text, least)
  if (/^[-\u2212+]/u.test(text)) return { kind: 'invalid', reason: say('lib.leave-out-the-sign') }
  if (!ALLOWED.test(text) || !/\d/.test(text)) {
    return { kind: 'invalid', reason: say('lib.use-digits-0-to-9-and') }
  }
  const readings = readingsOf(text).filter((reading) => readPlain(reading.text, least).kind === 'ok')
  const [only, ...others] = readings
  // One mark that can only be the decimal one drops nothing of what was typed.
  const isPlain = [...text].filter((character) => MARKS.test(character)).length === 1 || partsThousands(text)
  if (only?.isDecimal === true && others.length === 0 && isPlain) return readPlain(only.text, least)
  return readings.length === 0
    ? { kind: 'invalid', reason: say('lib.that-can-not-be-read-as') }
    : { kind: 'ask', readings }
}

/** Whether the marks stand where thousands have them: elsewhere they may be anything. */
export const partsThousands = (typed: string): boolean => GROUPED.test(narrowed(typed.trim()))

/** Digits and marks as Chinese and Japanese keyboards write them are the same digits and marks. */
const narrowed = (text: string): string => text.replace(/[０-９．，]/gu, (wide) => wide.normalize('NFKC'))

function readPlain(text: string, least: 'more' | 'zero'): AmountReading {
  const decimals = text.length - (text.includes('.') ? text.indexOf('.') + 1 : text.length)
  if (decimals > DECIMALS) {
    return {
      kind: 'invalid',
      reason: say('lib.at-most-decimals-this-has', { decimals: DECIMALS, decimals2: decimals }),
    }
  }
  const amount = parseExactAmount(text)
  if (amount === 0n && least === 'more') return { kind: 'invalid', reason: say('lib.the-amount-must-be-more-than') }
  return { kind: 'ok', amount, text: formatAmountShort(amount) }
}

const NAMES: Readonly<Record<string, string>> = {
  ',': say('lib.mark-comma'),
  '.': say('lib.mark-dot'),
  "'": say('lib.mark-apostrophe'),
  '’': say('lib.mark-apostrophe'),
  _: say('lib.mark-underscore'),
}
const nameOf = (mark: string): string => NAMES[mark] ?? say('lib.mark-space')

/** Every way in which text with marks may be meant, the likelier first. */
function readingsOf(text: string): Reading[] {
  const marks = [...text].filter((character) => MARKS.test(character))
  const kinds = [...new Set(marks.map(nameOf))]
  const last = marks.at(-1) ?? ''
  const digits = text.replace(new RegExp(MARKS.source, 'gu'), '')
  const at = text.lastIndexOf(last)
  const whole = text.slice(0, at).replace(new RegExp(MARKS.source, 'gu'), '')
  const fraction = text.slice(at + last.length)
  const decimal: Reading = {
    text: `${whole === '' ? '0' : whole}.${fraction}`,
    because: say('lib.as-the-decimal-mark', { name: nameOf(last) }),
    isDecimal: true,
  }
  const grouped: Reading = { text: digits, because: say('lib.only-between-groups', { kinds: listing(kinds) }) }
  const canBeDecimal =
    (last === ',' || last === '.') && fraction !== '' && marks.filter((mark) => mark === last).length === 1

  if (!canBeDecimal) return [grouped]
  // Two different marks: the last one ends the whole number, whatever the others are.
  if (kinds.length > 1) return [decimal]
  if (last === '.') return [decimal]
  // One comma before three digits is the case that costs money: both readings are offered. No thousands begin with a zero.
  return fraction.length === 3 && /^[1-9]/.test(whole) ? [decimal, grouped] : [decimal]
}
