import type { Snapshot } from '#contract/domain'
import { cleanText } from '#protocol/text'

/** Longest part of a memo that can be found by its words. */
const SEARCHED_MEMO = 512

/** Scripts written without spaces: each character is a word, so that any part of a text can be found. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Memo as text if it is text: UTF-8 without control characters other than line breaks and tabs. */
export function memoText(memoHex: string): string | null {
  if (memoHex === '') return null
  try {
    const text = decoder.decode(Buffer.from(memoHex, 'hex'))
    return /[^\P{Cc}\n\r\t]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** Lower case without accents and without what is not seen; how names and symbols are compared. */
export function folded(text: string): string {
  return cleanText(text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()
}

/** What of a snapshot can be found by words, its labels included. */
export function searchedText(snapshot: Snapshot, labels: readonly string[]): string {
  const memo = memoText(snapshot.memo)?.slice(0, SEARCHED_MEMO)
  const { deposit, withdrawal } = snapshot
  const parts = [
    memo,
    ...labels,
    ...(deposit === null ? [] : [deposit.deposit_hash, deposit.sender, deposit.destination, deposit.tag]),
    ...(withdrawal === null ? [] : [withdrawal.withdrawal_hash, withdrawal.receiver]),
  ]
  return spaced(parts.filter((part) => part !== undefined && part !== '').join(' '))
}

/** Words of a question: letters and digits only, as the index splits them. */
export function searchedWords(text: string): string[] {
  return spaced(folded(text)).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Hex digits of what may be the beginning of an id or hash; null when the question is something else. */
export function idPrefix(text: string): string | null {
  const digits = text.trim().toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{6,64}$/.test(digits) ? digits : null
}

/**
 * One word of a question in the language of FTS5: the word as a beginning of a word, or any of the tags that it names
 * (an asset by its symbol, a person by name or number).
 */
export function wordQuery(word: string, tags: readonly Tag[]): string {
  const text = `words : "${word}"${word.length > 1 ? ' *' : ''}`
  return tags.length === 0 ? text : `(${text} OR ${anyTag(tags)})`
}

/**
 * All tags begin alike and like no word, so that they cost one entry in each index of beginnings. As many letters as the
 * longest beginning that has one.
 */
const TAG_START = '\uE000'.repeat(7)

/** What a tag says of a snapshot; rows of the tables that hold persons and assets. */
export interface Tag {
  readonly person?: bigint | null
  readonly asset?: bigint | null
  readonly class?: bigint | null
}

function tagText(tag: Tag): string {
  const part = (letter: string, row: bigint | null | undefined) =>
    row === undefined || row === null ? '' : letter + row
  return TAG_START + part('o', tag.person) + part('a', tag.asset) + part('c', tag.class)
}

/**
 * Every filter that a snapshot passes has a tag, combined ones too: of two common things that rarely meet the index would
 * read both lists to their ends.
 */
export function tagsOf(found: { person: bigint | null; asset: bigint; class: bigint }): string {
  const { asset } = found
  const everybody: Tag[] = [{ class: found.class }, { asset }, { asset, class: found.class }]
  const theirs = found.person === null ? [] : [{}, ...everybody].map((tag) => ({ ...tag, person: found.person }))
  return [...everybody, ...theirs].map(tagText).join(' ')
}

export function anyTag(tags: readonly Tag[]): string {
  return `tags : (${tags.map(tagText).join(' OR ')})`
}

function spaced(text: string): string {
  return text.replace(UNSPACED, ' $& ')
}
