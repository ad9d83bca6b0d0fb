import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hash } from '#contract/domain'
import { sha3Hash } from '#protocol'

const WORDS = 6
const BITS = 11n

/**
 * Six words that stand for a group, to be compared by voice: 66 bits of SHA3-256 over members hash and threshold. Two
 * groups with the same words cannot be found by trying within the time that a conversation takes.
 */
export function groupWords(membersHash: Hash, threshold: number): string[] {
  const digest = BigInt(`0x${sha3Hash(membersHash + threshold.toString(16).padStart(2, '0'))}`)
  return Array.from({ length: WORDS }, (_, at) => {
    const index = (digest >> (256n - BITS * BigInt(at + 1))) & (2n ** BITS - 1n)
    return wordlist[Number(index)] ?? ''
  })
}
