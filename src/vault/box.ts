import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8 } from '@scure/base'
import type { Random } from '#contract/domain'

const NONCE_SIZE = 24

/** Bytes of any size under a 32-byte key, bound to `purpose` (XChaCha20-Poly1305): the nonce, then the sealed bytes. */
export function sealBytes(key: Uint8Array, plain: Uint8Array, purpose: string, random: Random): Uint8Array {
  const nonce = random(NONCE_SIZE)
  const sealed = xchacha20poly1305(key, nonce, utf8.decode(purpose)).encrypt(plain)
  const whole = new Uint8Array(NONCE_SIZE + sealed.length)
  whole.set(nonce)
  whole.set(sealed, NONCE_SIZE)
  return whole
}

/** Null for another key, another purpose, or a single changed bit. */
export function unsealBytes(key: Uint8Array, whole: Uint8Array, purpose: string): Uint8Array | null {
  if (whole.length <= NONCE_SIZE) return null
  try {
    const box = xchacha20poly1305(key, whole.subarray(0, NONCE_SIZE), utf8.decode(purpose))
    return box.decrypt(whole.subarray(NONCE_SIZE))
  } catch {
    return null
  }
}

/** A key for one use, made from one that has several (HKDF-SHA-256). */
export function derivedKey(key: Uint8Array, salt: Uint8Array, label: string): Uint8Array {
  return hkdf(sha256, key, salt, utf8.decode(label), 32)
}
