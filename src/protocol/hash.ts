import { blake3 as noble_blake3 } from '@noble/hashes/blake3.js'
import { md5 as noble_md5 } from '@noble/hashes/legacy.js'
import { sha256 as noble_sha256, sha512 as noble_sha512 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, parseHex, utf8Bytes } from './bytes.ts'
import { protocolError } from './error.ts'

/** SHA3-256, which the kernel calls Sha256: members, assets, checksums, registration, deposit entries. */
export function sha3(bytes: Uint8Array): Uint8Array {
  return sha3_256(bytes)
}

/** Bytes, 16 unless told, by BLAKE3 in its key derivation mode, under a context of one's own. */
export function blake3Derived(context: string, material: Uint8Array, dkLen = 16): Uint8Array {
  return noble_blake3(material, { context: utf8Bytes(context), dkLen })
}

/** BLAKE3-256: transactions, one-time keys, trace hashes. */
export function blake3(bytes: Uint8Array): Uint8Array {
  return noble_blake3(bytes)
}

/** SHA-256: request digests, TIP bodies, PKCE. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return noble_sha256(bytes)
}

/** SHA-512: clamped scalars, nonces, challenges. */
export function sha512(bytes: Uint8Array): Uint8Array {
  return noble_sha512(bytes)
}

type TextHash = (text: string) => string

const portableMd5: TextHash = (text) => bytesToHex(noble_md5(utf8Bytes(text)))
let currentMd5 = portableMd5

/** MD5 of a text in hex, for deterministic uuids only. */
export function md5(text: string): string {
  return currentMd5(text)
}

/** Has MD5 computed by the host from now on, which takes a sixth of the time. Throws `protocol.bytes` for one that is wrong where the answer is known. */
export function installMd5(candidate: TextHash): void {
  if (MD5_KNOWN.some((text) => candidate(text) !== portableMd5(text)))
    throw protocolError('protocol.bytes', 'the MD5 of the host is wrong')
  currentMd5 = candidate
}
/** Nothing, a text of one block, and one of two with letters of several bytes. */
const MD5_KNOWN = ['', 'abc', 'é漢𝄞'.repeat(12)]

/** The four hashes at the door: hex in, hex out. Throws `protocol.bytes`. */
export function sha3Hash(hex: string): string {
  return bytesToHex(sha3(parseHex(hex)))
}

export function blake3Hash(hex: string): string {
  return bytesToHex(blake3(parseHex(hex)))
}

export function sha256Hash(hex: string): string {
  return bytesToHex(sha256(parseHex(hex)))
}

export function sha512Hash(hex: string): string {
  return bytesToHex(sha512(parseHex(hex)))
}
