import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad, utf8 } from '@scure/base'
import { type ErrorDetails, type ProtocolErrorCode, protocolError } from './error.ts'
import { isHex } from './hex.ts'

export { bytesToHex, concatBytes, isHex }

/** A secret at the door: hex text, or bytes that the caller keeps and can overwrite. */
export type Secret = string | Uint8Array

/** Lower-case hex to bytes, of exactly `size` bytes if given; the error carries `code` and names `what`. */
export function parseHex(
  text: unknown,
  size?: number,
  what = 'hex',
  code: ProtocolErrorCode = 'protocol.bytes',
  details: ErrorDetails = {},
): Uint8Array {
  if (typeof text === 'string' && isHex(text, size)) return hexToBytes(text)
  const length = size === undefined ? '' : ` of ${size} bytes`
  throw protocolError(code, `${what} is not lower-case hex${length}`, { ...details, what })
}

/** Bytes of a secret given either way. Bytes are used in place, never copied, so that the caller can overwrite them. */
export function secretBytes(secret: unknown, size: number, what: string, code: ProtocolErrorCode): Uint8Array {
  if (secret instanceof Uint8Array) {
    if (secret.length === size) return secret
    throw protocolError(code, `${what} is not ${size} bytes`, { what })
  }
  return parseHex(secret, size, what, code)
}

export const isSecret = (secret: unknown, size: number): boolean =>
  secret instanceof Uint8Array ? secret.length === size : isHex(secret, size)

/** Lends the bytes of a secret, and overwrites them afterwards where they are a copy. Throws as `secretBytes`. */
export function withSecret<Value>(
  secret: unknown,
  size: number,
  what: string,
  code: ProtocolErrorCode,
  use: (bytes: Uint8Array) => Value,
): Value {
  const bytes = secretBytes(secret, size, what, code)
  try {
    return use(bytes)
  } finally {
    if (bytes !== secret) bytes.fill(0)
  }
}

/** Lends bytes that only this work needs, and overwrites them afterwards. */
export function withBytes<Value>(bytes: Uint8Array, use: (bytes: Uint8Array) => Value): Value {
  try {
    return use(bytes)
  } finally {
    bytes.fill(0)
  }
}

/** UTF-8 of well-formed text; a lone surrogate is an error, never a replacement character. */
export function utf8Bytes(text: string, code: ProtocolErrorCode = 'protocol.bytes'): Uint8Array {
  try {
    return utf8.decode(text)
  } catch {
    throw protocolError(code, 'text is not well-formed Unicode')
  }
}

/** Text of valid UTF-8, such that `utf8Bytes` gives the same bytes back. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return utf8.encode(bytes)
  } catch {
    throw protocolError('protocol.bytes', 'bytes are not valid UTF-8')
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/** URL-safe base64 without padding, in its one canonical spelling. */
export function fromBase64Url(text: unknown, code: ProtocolErrorCode, what = 'text'): Uint8Array {
  try {
    if (typeof text === 'string') return base64urlnopad.decode(text)
  } catch {
    // One refusal for every way in which the text can be wrong.
  }
  throw protocolError(code, `${what} is not URL-safe base64 without padding`, { what })
}

/** Standard or URL-safe base64, padded or not, as old keystores mix them. */
export function fromAnyBase64(text: unknown, code: ProtocolErrorCode, what: string): Uint8Array {
  if (typeof text !== 'string') throw protocolError(code, `${what} is not base64`, { what })
  return fromBase64Url(
    text
      .replace(/={1,2}$/, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
    code,
    what,
  )
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

/** Order of UTF-8 bytes, which is the order every sorted list of the protocol means. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const left = utf8Bytes(a)
  const right = utf8Bytes(b)
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Big-endian bytes without leading zeros; none for zero. */
export function minimalBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const text = value.toString(16)
  return parseHex(text.length % 2 === 0 ? text : `0${text}`)
}

function bigEndian(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

export function littleEndian(bytes: Uint8Array): bigint {
  return bigEndian(bytes.toReversed())
}

export function littleEndianBytes(value: bigint, size: number): Uint8Array {
  return parseHex(value.toString(16).padStart(size * 2, '0'), size).reverse()
}
