import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad, utf8 } from '@scure/base'
import type { Random } from '#contract/domain'
import { seedOf } from './phrase.ts'
import { passphraseKey, SCRYPT, seal, unseal } from './seal.ts'

/*
 * Small secrets of others (the key of a backup) under what a person still has on a new computer: the 24 words of an account, or
 * the passphrase. Neither wrapping takes the keychain's half or the profile's id, for both are gone with the old computer.
 */

const SPEND = 'coffer:wrap:spend:1:'
const PASSPHRASE = 'coffer:wrap:passphrase:1:'

/** A key of its own for each label; a signature can not be made with it, and the seed not be found from it. */
function wrappingKey(spendSeed: Uint8Array, label: string): Uint8Array {
  return hkdf(sha256, spendSeed, undefined, utf8.decode(SPEND + label), 32)
}

/** Text that only the same spend seed (32 bytes) and label give back. */
export function wrapBySeed(spendSeed: Uint8Array, label: string, bytes: Uint8Array, random: Random): string {
  const key = wrappingKey(spendSeed, label)
  try {
    return seal(key, bytes, SPEND + label, random)
  } finally {
    key.fill(0)
  }
}

/** Null for another seed, another label or a changed text. */
export function unwrapBySeed(spendSeed: Uint8Array, label: string, wrapped: string): Uint8Array | null {
  const key = wrappingKey(spendSeed, label)
  try {
    return unseal(key, wrapped, SPEND + label)
  } finally {
    key.fill(0)
  }
}

/** The same for the 24 words, where nothing else is left. Throws `input.phrase`. */
export function unwrapByPhrase(phrase: string, label: string, wrapped: string): Uint8Array | null {
  const seed = seedOf(phrase)
  try {
    return unwrapBySeed(seed, label, wrapped)
  } finally {
    seed.fill(0)
  }
}

/** Text `salt.sealed` that a passphrase and the same label give back: scrypt as for the vault itself. */
export async function wrapByPassphrase(
  passphrase: string,
  label: string,
  bytes: Uint8Array,
  random: Random,
): Promise<string> {
  const salt = random(32)
  const key = await passphraseKey(passphrase, salt)
  try {
    return `${base64urlnopad.encode(salt)}.${seal(key, bytes, purposeOf(label), random)}`
  } finally {
    key.fill(0)
  }
}

/** Null for another passphrase, another label or a changed text. */
export async function unwrapByPassphrase(
  passphrase: string,
  label: string,
  wrapped: string,
): Promise<Uint8Array | null> {
  const [salt, sealed, ...rest] = wrapped.split('.')
  if (salt === undefined || sealed === undefined || rest.length > 0 || !/^[\w-]{43}$/.test(salt)) return null
  const key = await passphraseKey(passphrase, base64urlnopad.decode(salt))
  try {
    return unseal(key, sealed, purposeOf(label))
  } finally {
    key.fill(0)
  }
}

/** The cost is part of what is sealed: a text that names a cheaper one does not open. */
const purposeOf = (label: string): string => `${PASSPHRASE}${SCRYPT.N}:${SCRYPT.r}:${SCRYPT.p}:${label}`
