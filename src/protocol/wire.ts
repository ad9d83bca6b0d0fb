import { bytesToHex, isHex, parseHex } from './bytes.ts'
import { type ProtocolErrorCode, protocolError } from './error.ts'
import { bytesOfText, textOfBytes, type WireText } from './wire-text.ts'

const NOT_HEX = /[^0-9a-f]/
/** Rule of everything that could be read but is not how it is written. */
export const NOT_CANONICAL = 'non-canonical transaction encoding'

/**
 * Writes big-endian fields as hex. Most of what the protocol writes is hex at the door already, so joining it and checking
 * the whole once is several times faster than going through bytes and back.
 */
export class HexWriter {
  #hex = ''
  readonly #code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode) {
    this.#code = code
  }

  /** Everything written, checked to be lower-case hex. */
  finish(): string {
    const offset = this.#hex.search(NOT_HEX)
    if (offset !== -1) throw protocolError(this.#code, 'a part is not lower-case hex', { offset: offset >> 1 })
    return this.#hex
  }

  #unsigned(value: number, digits: number, what: string): void {
    if (!Number.isInteger(value) || value < 0 || value >= 16 ** digits) {
      throw protocolError(this.#code, `${what} does not fit ${digits / 2} bytes`, { what })
    }
    this.#hex += value.toString(16).padStart(digits, '0')
  }

  u8(value: number, what: string): void {
    this.#unsigned(value, 2, what)
  }

  u16(value: number, what: string): void {
    if (value === 0) this.#hex += '0000'
    else this.#unsigned(value, 4, what)
  }

  u32(value: number, what: string): void {
    this.#unsigned(value, 8, what)
  }

  u64(value: bigint, what: string): void {
    if (value < 0n || value >= 2n ** 64n) throw protocolError(this.#code, `${what} does not fit 8 bytes`, { what })
    this.#hex += value.toString(16).padStart(16, '0')
  }

  /** Hex of exactly `size` bytes. */
  fixed(hex: string, size: number, what: string): void {
    if (typeof hex !== 'string' || hex.length !== size * 2) {
      throw protocolError(this.#code, `${what} is not hex of ${size} bytes`, { what })
    }
    this.#hex += hex
  }

  /** Hex of any size; the length was written before. */
  rest(hex: string, what: string): void {
    if (typeof hex !== 'string' || hex.length % 2 !== 0) {
      throw protocolError(this.#code, `${what} is not hex of whole bytes`, { what })
    }
    this.#hex += hex
  }

  /** u16 length, then the content. */
  bytes(hex: string, what: string): void {
    this.u16(hex.length >> 1, what)
    this.rest(hex, what)
  }

  text(text: WireText, what: string): void {
    this.bytes(bytesToHex(bytesOfText(text, this.#code)), what)
  }

  /** u16 length, then the big-endian bytes without leading zeros ("kernel: integer"). */
  integer(value: bigint, what: string): void {
    if (value < 0n) throw protocolError(this.#code, `${what} is negative`, { what })
    const hex = value === 0n ? '' : value.toString(16)
    this.bytes(hex.length % 2 === 0 ? hex : `0${hex}`, what)
  }
}

/**
 * Reads big-endian fields out of hex. A read past the end throws with rule `data short`, or `EOF` where nothing at all is
 * left.
 */
export class HexReader {
  readonly #hex: string
  readonly #code: ProtocolErrorCode
  /** Position in digits. */
  #at = 0

  constructor(hex: string, code: ProtocolErrorCode) {
    if (!isHex(hex)) throw protocolError(code, 'data is not lower-case hex', { rule: 'invalid hex' })
    this.#hex = hex
    this.#code = code
  }

  /** Bytes that were not read yet. */
  get left(): number {
    return (this.#hex.length - this.#at) / 2
  }

  refuse(rule: string): never {
    throw protocolError(this.#code, rule, { rule, offset: this.#at / 2 })
  }

  #take(digits: number): number {
    const at = this.#at
    if (at + digits > this.#hex.length) this.refuse(this.left === 0 ? 'EOF' : 'data short')
    this.#at = at + digits
    return at
  }

  /** At most 13 digits, which a number holds exactly. */
  #unsigned(digits: number): number {
    const hex = this.#hex
    let value = 0
    for (let at = this.#take(digits), end = at + digits; at < end; at++) {
      const code = hex.charCodeAt(at)
      // '0'..'9' are 48..57 and 'a'..'f' are 97..102; the constructor saw to it that there is nothing else.
      value = value * 16 + (code & 15) + (code >> 6) * 9
    }
    return value
  }

  /** What was read since `from`, a value of `at`. */
  since(from: number): string {
    return this.#hex.slice(from, this.#at)
  }

  get at(): number {
    return this.#at
  }

  u8(): number {
    return this.#unsigned(2)
  }

  u16(): number {
    return this.#unsigned(4)
  }

  u32(): number {
    return this.#unsigned(8)
  }

  u64(): bigint {
    return BigInt(`0x${this.hex(8)}`)
  }

  hex(size: number): string {
    const at = this.#take(size * 2)
    return this.#hex.slice(at, at + size * 2)
  }

  raw(size: number): Uint8Array {
    return parseHex(this.hex(size))
  }

  /** Content of a u16 length. */
  bytes(): string {
    return this.hex(this.u16())
  }

  text(): WireText {
    return textOfBytes(this.raw(this.u16()))
  }

  /** As `HexWriter.integer` writes it: a leading zero byte is refused, since another length would be another encoding. */
  integer(): bigint {
    const size = this.u16()
    if (size === 0) return 0n
    const from = this.#at
    // A number is several times quicker to read, and holds most amounts.
    const value = size <= 6 ? BigInt(this.#unsigned(size * 2)) : BigInt(`0x${this.hex(size)}`)
    if (this.#hex.startsWith('00', from)) this.refuse(NOT_CANONICAL)
    return value
  }
}
