/* Amounts in Chinese and Japanese numerals, which are said by groups of four digits. */

interface Numerals {
  readonly digits: string
  readonly tens: readonly [string, string, string, string]
  readonly myriads: readonly string[]
  readonly point: string
  /** Chinese says a zero for a place that is left out (1 005), and one ten as a plain ten only in front. */
  readonly saysZero: boolean
}

const CHINESE: Numerals = {
  digits: '零一二三四五六七八九',
  tens: ['', '十', '百', '千'],
  myriads: ['', '万', '亿', '万亿'],
  point: '点',
  saysZero: true,
}

const JAPANESE: Numerals = {
  digits: '〇一二三四五六七八九',
  tens: ['', '十', '百', '千'],
  myriads: ['', '万', '億', '兆'],
  point: '点',
  saysZero: false,
}

/** Up to four digits; `inside` is what follows a larger group. */
function groupInWords(group: string, inside: boolean, { digits, tens, saysZero }: Numerals): string {
  let words = ''
  let isGap = false
  const padded = inside ? group.padStart(4, '0') : group
  ;[...padded].forEach((digit, at) => {
    const place = padded.length - 1 - at
    if (digit === '0') {
      isGap = true
      return
    }
    if (isGap && saysZero && (words !== '' || inside)) words += digits[0]
    isGap = false
    const isBareTen = digit === '1' && (saysZero ? place === 1 && words === '' && !inside : place > 0)
    words += `${isBareTen ? '' : digits[Number(digit)]}${tens[place]}`
  })
  return words
}

function wholeInWords(decimal: string, numerals: Numerals): string | null {
  const trimmed = decimal.replace(/^0+(?=\d)/, '')
  if (trimmed === '0') return numerals.digits[0] ?? null
  const groups = trimmed.match(/\d{1,4}(?=(?:\d{4})*$)/g) ?? []
  if (groups.length > numerals.myriads.length) return null
  return groups
    .map((group, at) => {
      const words = groupInWords(group, at > 0, numerals)
      return words === '' ? '' : `${words}${numerals.myriads[groups.length - 1 - at]}`
    })
    .join('')
}

/** `1250.5` becomes `一千二百五十点五` (Chinese) and `千二百五十点五` (Japanese). Null when it is too large to have a name here. */
export function amountInNumerals(decimal: string, language: 'zh-CN' | 'ja'): string | null {
  const numerals = language === 'ja' ? JAPANESE : CHINESE
  const [whole = '0', fraction = ''] = decimal.split('.')
  const words = wholeInWords(whole, numerals)
  const rest = fraction.replace(/0+$/, '')
  if (words === null || rest === '') return words
  return `${words}${numerals.point}${[...rest].map((digit) => numerals.digits[Number(digit)]).join('')}`
}
