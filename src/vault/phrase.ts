import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { failure } from '#contract/errors'

/*
 * BIP39, 24 words: they spell the 32 bytes of the spend seed itself. There is no derivation in between, so the phrase of a
 * key that came in a keystore is as good as one made here, and no other program is needed to read it.
 */

const KNOWN: ReadonlySet<string> = new Set(wordlist)
const WORDS = 24

export function wordsOf(seed: Uint8Array): string[] {
  return entropyToMnemonic(seed, wordlist).split(' ')
}

function readWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
}

/** The seed that a phrase spells. Throws `input.phrase`, naming by position the first word that is not on the list. */
export function seedOf(phrase: string): Uint8Array {
  const words = readWords(phrase)
  const strange = words.findIndex((word) => !KNOWN.has(word))
  if (strange !== -1) {
    throw failure('input.phrase', 'a word is not on the list', { details: { word: strange + 1 } })
  }
  if (words.length !== WORDS) {
    throw failure('input.phrase', 'a phrase has 24 words', { details: { count: words.length } })
  }
  try {
    return mnemonicToEntropy(words.join(' '), wordlist)
  } catch {
    throw failure('input.phrase', 'the words do not belong together', { details: { reason: 'checksum' } })
  }
}
