import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const PLACES: ReadonlyMap<string, number> = new Map(wordlist.map((word, at) => [word, at]))

/** CRC-32 as in ZIP and Ethernet, of ASCII text. */
function crc32(text: string): number {
  let rest = 0xffffffff
  for (const char of text) {
    rest ^= char.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return ~rest >>> 0
}

/** The Messenger's checksum word: CRC-32 of the first three letters of each word, joined, as a place in the word list. */
function checksumWord(words: readonly string[]): string {
  return wordlist[crc32(words.map((word) => word.slice(0, 3)).join('')) % wordlist.length] ?? ''
}

const WHOLE = 24
const MESSENGER: readonly number[] = [13, 25]

/**
 * What lower-case words are: a phrase of BIP39 that spells 32 bytes, or a Messenger's phrase (12 or 24 words of BIP39 and a checksum word).
 * `wrong` for what was meant as either and is none, null for words that are no phrase.
 */
export function phraseKind(words: readonly string[]): 'words' | 'messenger-words' | 'wrong' | null {
  const strangers = words.filter((word) => !PLACES.has(word)).length
  if (words.length < 12 || strangers * 4 > words.length) return null
  const isPhrase = (some: readonly string[]): boolean => validateMnemonic(some.join(' '), wordlist)
  if (words.length === WHOLE && isPhrase(words)) return 'words'
  const before = words.slice(0, -1)
  const isMessengers = MESSENGER.includes(words.length) && words.at(-1) === checksumWord(before) && isPhrase(before)
  return isMessengers ? 'messenger-words' : 'wrong'
}
