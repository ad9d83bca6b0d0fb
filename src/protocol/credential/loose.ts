import type { Credential, KeyRules } from './forms.ts'
import { readSpendKey } from './session.ts'

/** Lines that are neither JSON nor names with values: a key, words, or talk around them. What the lines are together comes first. */
export function readLoose(lines: readonly string[], rules: KeyRules): Credential[] {
  const whole = readOne(lines.join('\n'), rules)
  if (whole !== null && whole.kind !== 'refused') return [whole]
  const parts = partsOf(lines).flatMap((part) => readLoose(part, rules))
  if (parts.some(({ kind }) => kind !== 'refused')) return parts
  return whole === null ? parts.slice(0, 1) : [whole]
}

/** Paragraphs, and where there is one only, its lines. */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  if (lines.length < 2) return []
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  const filled = paragraphs.filter((paragraph) => paragraph.length > 0)
  return filled.length > 1 ? filled : filled.flat().map((line) => [line])
}

function readOne(text: string, rules: KeyRules): Credential | null {
  if (text.length < LIKE_KEY_MIN || text.length > TEXT_MAX) return null
  const bare = text.trim().replace(/^["'`]+|["'`,;]+$/g, '')
  const key = readSpendKey(bare, rules)
  if (key !== null) return { kind: 'spend-key', key }
  if (isLikeKey(bare)) return { kind: 'refused', what: '', form: 'key' }
  const words = wordsOf(bare)
  const phrase = words === null ? null : rules.phrase(words)
  if (words === null || phrase === null) return null
  if (phrase === 'words') return { kind: 'words', words }
  if (phrase === 'wrong') return { kind: 'refused', what: '', form: 'words' }
  return { kind: 'messenger-words', count: words.length === 13 ? 13 : 25 }
}

/** Longer than an id; twelve words are longer too. And no key or phrase has more blanks than this has room for. */
const LIKE_KEY_MIN = 37
const TEXT_MAX = 2000

/** Written like a key: hex, or one word of base64 with digits in it. */
function isLikeKey(text: string): boolean {
  const joined = text.replace(/\s+/g, '')
  const isHex = /^(?:0x)?[0-9a-f]+$/i.test(joined)
  return (
    joined.length >= LIKE_KEY_MIN &&
    (isHex || (joined === text && /^[\w+/-]+={0,2}$/.test(joined) && /\d/.test(joined)))
  )
}

const WORDS_MAX = 30

/** Words with or without numbers and commas; null for anything with other signs in it. */
function wordsOf(text: string): string[] | null {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^#?\d+[.):]?/, ''))
    .filter((word) => word !== '')
  return words.length <= WORDS_MAX && words.every((word) => /^[a-z]+$/.test(word)) ? words : null
}
