import { foldedText } from './plain.ts'

/* How a text looks, whatever it is written in: what a forger of names and addresses makes equal. */

/** Small letters that are drawn like others: digits for letters, letters of other scripts for Latin ones. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  ...{ '0': 'o', ο: 'o', о: 'o', օ: 'o', σ: 'o', '1': 'i', '!': 'i', '|': 'i', l: 'i', ı: 'i', і: 'i', ι: 'i', ӏ: 'i' },
  ...{
    а: 'a',
    α: 'a',
    ɑ: 'a',
    в: 'b',
    β: 'b',
    ь: 'b',
    с: 'c',
    ϲ: 'c',
    ԁ: 'd',
    е: 'e',
    ε: 'e',
    ҽ: 'e',
    ɡ: 'g',
    һ: 'h',
    н: 'h',
  },
  ...{ ј: 'j', к: 'k', κ: 'k', м: 'm', п: 'n', ո: 'n', η: 'n', р: 'p', ρ: 'p', ѕ: 's', т: 't', τ: 't', υ: 'u', ս: 'u' },
  ...{ ν: 'v', ѵ: 'v', ѡ: 'w', ω: 'w', ԝ: 'w', х: 'x', χ: 'x', у: 'y', γ: 'y', '。': '.', '․': '.' },
}

/** Capitals that are drawn like another letter than their small one. */
const CAPITALS: Readonly<Record<string, string>> = { Η: 'h', Ν: 'n', Υ: 'y', Ω: 'o', Ѕ: 's' }

/** In scripts where they make another syllable of it, as kana, marks stay. */
const MARKED = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/** Equal for texts that are drawn alike, as far as letters tell: `Maya` for one with a Cyrillic `а`, `Ben` for `Вen`. No text to search by. */
export function drawnText(text: string): string {
  const letters = [...text.normalize('NFKD').replace(MARKED, '')].map((char) => CAPITALS[char] ?? char)
  return [...foldedText(letters.join(''))]
    .map((char) => DRAWN_LIKE[char] ?? char)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
