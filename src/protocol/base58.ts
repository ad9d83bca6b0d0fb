const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, BigInt(value)]))
/** Letters are taken ten at a time, since 58^10 fits 64 bits. */
const CHUNK = 10
const CHUNK_BASE = 58n ** BigInt(CHUNK)

/**
 * Base58 with Bitcoin's alphabet. Own code because @scure/base stops at 2,048 bytes, and a group address of 64 kernel
 * accounts has 4,103.
 */
export function base58Encode(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  if (zeros === -1) return '1'.repeat(bytes.length)
  let rest = 0n
  for (const byte of bytes) rest = (rest << 8n) | BigInt(byte)
  const chunks: string[] = []
  for (; rest > 0n; rest /= CHUNK_BASE) {
    let chunk = rest % CHUNK_BASE
    let text = ''
    for (let at = 0; at < CHUNK; at++, chunk /= 58n) text = (ALPHABET[Number(chunk % 58n)] ?? '') + text
    chunks.push(text)
  }
  return '1'.repeat(zeros) + chunks.reverse().join('').replace(/^1+/, '')
}

/** Bytes of base58 text, or null for a letter that is not in the alphabet. Time grows with the square of the length. */
export function base58Decode(text: string): Uint8Array | null {
  let zeros = 0
  while (text[zeros] === '1') zeros += 1
  let value = 0n
  for (let at = 0; at < text.length; at += CHUNK) {
    const piece = text.slice(at, at + CHUNK)
    let chunk = 0n
    for (const letter of piece) {
      const digit = VALUES.get(letter)
      if (digit === undefined) return null
      chunk = chunk * 58n + digit
    }
    value = value * (piece.length === CHUNK ? CHUNK_BASE : 58n ** BigInt(piece.length)) + chunk
  }
  const hex = value === 0n ? '' : value.toString(16)
  const padded = hex.length % 2 === 0 ? hex : `0${hex}`
  const bytes = new Uint8Array(zeros + padded.length / 2)
  for (let at = 0; at < padded.length / 2; at++)
    bytes[zeros + at] = Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16)
  return bytes
}
