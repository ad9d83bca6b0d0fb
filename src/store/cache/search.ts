import type { Snapshot } from '#contract/domain'
import { searchable } from '#protocol/text'
import { fromJson } from '../exact-json.ts'

/** Longest part of a memo that can be found by its words. */
const SEARCHED_MEMO = 512

/** Scripts written without spaces: each character is a word, so that any part of a text can be found. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Memo as text if it is text: UTF-8 without control characters other than line breaks and tabs. */
export function memoText(memoHex: string): string | null {
  return memoHex === '' ? null : textOf(Buffer.from(memoHex, 'hex'))
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes)
    return /[^\P{Cc}\n\r\t]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** Columns of a snapshot that are found by words. */
interface Worded {
  readonly memo: Uint8Array | null
  readonly deposit: string | null
  readonly withdrawal: string | null
}

/** What of a snapshot can be found by words, its labels included. */
export function searchedText({ memo, ...chain }: Worded, labels: readonly string[]): string {
  const text = memo === null ? null : textOf(memo)
  const parts = [text === null ? '' : text.slice(0, SEARCHED_MEMO), ...labels]
  if (chain.deposit !== null) {
    const deposit = fromJson<NonNullable<Snapshot['deposit']>>(chain.deposit)
    parts.push(deposit.deposit_hash, deposit.sender, deposit.destination, deposit.tag)
  }
  if (chain.withdrawal !== null) {
    const withdrawal = fromJson<NonNullable<Snapshot['withdrawal']>>(chain.withdrawal)
    parts.push(withdrawal.withdrawal_hash, withdrawal.receiver)
  }
  return parts.join(' ')
}

/** What most texts are made of; nothing in it needs to be folded but capitals. */
const PLAIN = /^[\x20-\x7e]*$/

/** Words of a text or question: letters and digits only. */
export function searchedWords(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return (
    searchable(text)
      .replace(UNSPACED, ' $& ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Hex digits of what may be the beginning of an id or hash; null when the question is something else. */
export function idPrefix(text: string): string | null {
  const digits = text.trim().toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{6,64}$/.test(digits) ? digits : null
}

/*
 * Terms: what the blocks of the history are asked for. Signs that no word contains keep the kinds apart.
 */

/** What a snapshot is filtered by; asset and person are rows of their tables, kind is that of its class. */
export interface Tag {
  readonly person?: bigint
  readonly asset?: bigint
  readonly kind?: number
  readonly direction?: 'in' | 'out'
}

/** Terms of a tag, one for each member. */
export function tagTerms({ person, asset, kind, direction }: Tag): string[] {
  const terms: string[] = []
  // Texts of small numbers are known, those of a bigint are made each time.
  if (person !== undefined) terms.push(`=p${Number(person)}`)
  if (asset !== undefined) terms.push(`=a${Number(asset)}`)
  if (kind !== undefined) terms.push(`=k${kind}`)
  if (direction !== undefined) terms.push(`=${direction}`)
  return terms
}

/** Beginnings of words that have terms of their own, in letters: those that very many words may share. */
const SHORT = 2
const LONG = 3
const PAIRS = /[\ud800-\udfff]/

/** The beginnings of a word, and the word where it is longer than those: a question names words by how they begin. */
export function wordTerms(word: string): string[] {
  const letters: readonly string[] | string = PAIRS.test(word) ? [...word] : word
  if (letters.length < SHORT) return [word]
  const beginning = (length: number): string =>
    `${typeof letters === 'string' ? letters.slice(0, length) : letters.slice(0, length).join('')}*`
  if (letters.length === SHORT) return [beginning(SHORT)]
  const both = [beginning(SHORT), beginning(LONG)]
  return letters.length === LONG ? both : [...both, word]
}

/** Of how many letters at most beginnings are made that not every word has. */
const LONGEST = 16
/** A beginning that more words of a block share has a term of its own in it; so what is looked through for others stays short. */
const SHARED = 32

/**
 * Beginnings that many of these terms share, with the terms; they are in the order of their letters. Half of a letter that
 * takes two places is no beginning.
 */
export function* sharedBeginnings(
  terms: readonly string[],
  length = LONG + 1,
): Generator<readonly [string, readonly string[]]> {
  for (let from = 0; from < terms.length; ) {
    const beginning = (terms[from] ?? '').slice(0, length)
    let to = from + 1
    while (to < terms.length && terms[to]?.startsWith(beginning)) to += 1
    const isOwn = beginning.length === length && isWord(beginning)
    if (to - from > SHARED && isOwn) {
      const group = terms.slice(from, to)
      if (!HALF.test(beginning)) yield [`${beginning}*`, group]
      if (length < LONGEST) yield* sharedBeginnings(group, length + 1)
    }
    from = to
  }
}
const HALF = /[\ud800-\udbff]$/

/** Terms of which a wanted snapshot has one: those named, or any that begins so. */
export interface Wanted {
  readonly terms: readonly string[]
  readonly beginning: string | null
  /** Letters in the middle of a word: all words of a block are looked at, so it is asked only where no word begins so. */
  readonly middle?: string
}

/** The least that is looked for in the middle of words. */
const MIDDLE = 3

export const canBeMiddle = (word: string): boolean => [...word].length >= MIDDLE

export const wantedMiddle = (word: string): Wanted => ({ terms: [], beginning: null, middle: word })

/** Whether a term is a word and no beginning or tag. */
export const isWord = (term: string): boolean => !term.endsWith('*') && !term.startsWith('=')

/** A word of a question as the beginning of a word; one letter only as that word. `tags` are what else it names. */
export function wantedWord(word: string, tags: readonly Tag[]): Wanted {
  const named = tags.flatMap(tagTerms)
  if (word.length === 1) return { terms: [word, ...named], beginning: null }
  const letters = [...word].length
  if (letters === SHORT || letters === LONG) return { terms: [`${word}*`, ...named], beginning: null }
  return { terms: named, beginning: word }
}
