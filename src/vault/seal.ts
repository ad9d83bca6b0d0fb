import { scrypt } from 'node:crypto'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64urlnopad, utf8 } from '@scure/base'
import type { Random } from '#contract/domain'
import { failure } from '#contract/errors'
import { sealBytes, unsealBytes } from './box.ts'

/** Cost of a guess at a passphrase: 128 MiB and about a third of a second (RFC 7914 parameters). */
export const SCRYPT = { N: 131_072, r: 8, p: 1 } as const
const SCRYPT_MEMORY = 160 * 1024 * 1024

const bytesOf = (text: string): Uint8Array => utf8.decode(text)

/** By it a changed letter is noticed in what is kept in the clear. */
export const sumOf = (value: unknown): string => bytesToHex(sha256(bytesOf(JSON.stringify(value)))).slice(0, 32)

/** Authenticated encryption under a 32-byte key, bound to `purpose`: text that is safe to keep anywhere. */
export function seal(key: Uint8Array, plain: Uint8Array, purpose: string, random: Random): string {
  return base64urlnopad.encode(sealBytes(key, plain, purpose, random))
}

/** Null for another key, another purpose, or a single changed letter. */
export function unseal(key: Uint8Array, text: string, purpose: string): Uint8Array | null {
  try {
    return unsealBytes(key, base64urlnopad.decode(text), purpose)
  } catch {
    return null
  }
}

/** Two spellings of one letter are one passphrase on every keyboard. */
const normalized = (passphrase: string): Uint8Array => bytesOf(passphrase.normalize('NFKC'))

/** What scrypt makes of a passphrase: 32 bytes. */
export async function stretch(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const secret = normalized(passphrase)
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      scrypt(secret, salt, 32, { ...SCRYPT, maxmem: SCRYPT_MEMORY }, (error, key) =>
        error === null
          ? resolve(key)
          : reject(failure('internal', 'the passphrase could not be stretched', { cause: error })),
      )
    })
  } finally {
    secret.fill(0)
  }
}

/** The key behind a passphrase. With a keychain it takes both: what the keychain holds and what the person knows. */
export function mixedKey(stretched: Uint8Array, salt: Uint8Array, keychainHalf: Uint8Array): Uint8Array {
  const both = new Uint8Array(stretched.length + keychainHalf.length)
  both.set(stretched)
  both.set(keychainHalf, stretched.length)
  const key = hkdf(sha256, both, salt, bytesOf('coffer vault'), 32)
  both.fill(0)
  return key
}

/** 16 bytes that tell a right passphrase from a wrong one and are no step towards the key itself. */
export const checkValue = (stretched: Uint8Array, salt: Uint8Array): Uint8Array =>
  hkdf(sha256, stretched, salt, bytesOf('coffer vault check'), 16)

/** The key behind a passphrase alone. */
export async function passphraseKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const stretched = await stretch(passphrase, salt)
  try {
    return mixedKey(stretched, salt, new Uint8Array(0))
  } finally {
    stretched.fill(0)
  }
}
