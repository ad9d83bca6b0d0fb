import { language } from '#words'
import { amountInNumerals } from './number-words-cjk.ts'

/* Echoes an amount in words, so that a slipped dot is heard before it is sent. */

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion']
const PARTS = [
  '',
  'tenth',
  'hundredth',
  'thousandth',
  'ten-thousandth',
  'hundred-thousandth',
  'millionth',
  'ten-millionth',
  'hundred-millionth',
]

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  const words: string[] = []
  if (hundreds > 0) words.push(`${ONES[hundreds]} hundred`)
  if (rest >= 20)
    words.push(
      rest % 10 === 0 ? (TENS[Math.floor(rest / 10)] ?? '') : `${TENS[Math.floor(rest / 10)]}-${ONES[rest % 10]}`,
    )
  else if (rest > 0) words.push(ONES[rest] ?? '')
  return words.join(' ')
}

/** A whole number in words; null when it is too large to have a name here. */
function wholeInWords(digits: string): string | null {
  const trimmed = digits.replace(/^0+(?=\d)/, '')
  if (trimmed === '0') return 'zero'
  const groups = trimmed.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? []
  if (groups.length > SCALES.length) return null
  return groups
    .flatMap((group, at) => {
      const words = belowThousand(Number(group))
      return words === '' ? [] : [`${words} ${SCALES[groups.length - 1 - at] ?? ''}`.trim()]
    })
    .join(' ')
}

/** An amount in words of the window's language. Null when there are none for it. */
export function amountInWords(decimal: string): string | null {
  const spoken = language()
  return spoken === 'en' ? amountInEnglish(decimal) : amountInNumerals(decimal, spoken)
}

/** `0.012` becomes `twelve thousandths`, `1.25` `one and twenty-five hundredths`. */
function amountInEnglish(decimal: string): string | null {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const digits = fraction.replace(/0+$/, '')
  const wholeWords = wholeInWords(whole)
  if (wholeWords === null || digits.length >= PARTS.length) return null
  if (digits === '') return wholeWords
  const part = PARTS[digits.length] ?? ''
  const count = wholeInWords(digits)
  const fractionWords = `${count} ${part}${Number(digits) === 1 ? '' : 's'}`
  return wholeWords === 'zero' ? fractionWords : `${wholeWords} and ${fractionWords}`
}
