import { bytesToHex, minimalBytes, parseHex, utf8Bytes, utf8Text, writeHex } from './bytes.ts'
import { type ProtocolErrorCode, protocolError } from './error.ts'

/** Writes big-endian fields into one growing buffer. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0
  readonly #code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, size = 512) {
    this.#code = code
    this.#bytes = new Uint8Array(size)
  }

  get length(): number {
    return this.#length
  }

  /** What was written so far, as a view that later writing may leave behind. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Makes room and answers where it begins. It may replace the buffer, so call it before touching that. */
  #room(size: number): number {
    const at = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length))
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    return at
  }

  #unsigned(value: number, size: number, what: string): void {
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** size) {
      throw protocolError(this.#code, `${what} does not fit ${size} bytes`, { what })
    }
    const at = this.#room(size)
    for (let rest = value, place = size - 1; place >= 0; place--) {
      this.#bytes[at + place] = rest % 256
      rest = Math.floor(rest / 256)
    }
  }

  u8(value: number, what: string): void {
    this.#unsigned(value, 1, what)
  }

  u16(value: number, what: string): void {
    this.#unsigned(value, 2, what)
  }

  u32(value: number, what: string): void {
    this.#unsigned(value, 4, what)
  }

  u64(value: bigint, what: string): void {
    if (value < 0n || value >= 2n ** 64n) throw protocolError(this.#code, `${what} does not fit 8 bytes`, { what })
    const bytes = minimalBytes(value)
    const at = this.#room(8)
    this.#bytes.set(bytes, at + 8 - bytes.length)
  }

  raw(bytes: Uint8Array): void {
    const at = this.#room(bytes.length)
    this.#bytes.set(bytes, at)
  }

  /** Lower-case hex, of exactly `size` bytes if given. */
  hex(text: string, size: number | undefined, what: string): void {
    const fits = typeof text === 'string' && (size === undefined || text.length === size * 2)
    const at = fits ? this.#room(text.length >> 1) : 0
    if (fits && writeHex(text, this.#bytes, at) !== -1) return
    throw protocolError(this.#code, `${what} is not lower-case hex of the right length`, { what })
  }

  /** u16 length, then the content. */
  bytes(content: Uint8Array, what: string): void {
    this.u16(content.length, what)
    this.raw(content)
  }

  text(text: string, what: string): void {
    this.bytes(utf8Bytes(text, this.#code), what)
  }

  /** u16 length, then the big-endian bytes without leading zeros ("kernel: integer"). */
  integer(value: bigint, what: string): void {
    if (value < 0n) throw protocolError(this.#code, `${what} is negative`, { what })
    this.bytes(minimalBytes(value), what)
  }
}

/**
 * Reads big-endian fields; every read past the end throws with rule `data short`, or `EOF` where nothing at all is left.
 * It keeps the hex text beside the bytes, so that hashes and keys are cut out of it instead of being written again.
 */
export class ByteReader {
  readonly #hex: string
  readonly #bytes: Uint8Array
  readonly #code: ProtocolErrorCode
  #at = 0

  constructor(hex: string, code: ProtocolErrorCode) {
    this.#hex = hex
    this.#bytes = parseHex(hex, undefined, 'data', code)
    this.#code = code
  }

  static of(bytes: Uint8Array, code: ProtocolErrorCode): ByteReader {
    return new ByteReader(bytesToHex(bytes), code)
  }

  get all(): Uint8Array {
    return this.#bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  refuse(rule: string): never {
    throw protocolError(this.#code, rule, { rule, offset: this.#at })
  }

  #take(size: number): number {
    if (size > this.left) this.refuse(this.left === 0 ? 'EOF' : 'data short')
    const at = this.#at
    this.#at += size
    return at
  }

  #unsigned(size: number): number {
    let value = 0
    for (let at = this.#take(size), end = at + size; at < end; at++) value = value * 256 + (this.#bytes[at] ?? 0)
    return value
  }

  u8(): number {
    return this.#unsigned(1)
  }

  u16(): number {
    return this.#unsigned(2)
  }

  u32(): number {
    return this.#unsigned(4)
  }

  u64(): bigint {
    return BigInt(`0x${this.hex(8)}`)
  }

  raw(size: number): Uint8Array {
    const at = this.#take(size)
    return this.#bytes.subarray(at, at + size)
  }

  hex(size: number): string {
    const at = this.#take(size)
    return this.#hex.slice(at * 2, (at + size) * 2)
  }

  /** Content of a u16 length, in hex. */
  bytes(): string {
    return this.hex(this.u16())
  }

  text(): string {
    return utf8Text(this.raw(this.u16()), this.#code, { rule: 'invalid text', offset: this.#at })
  }

  integer(): bigint {
    const size = this.u16()
    return size === 0 ? 0n : BigInt(`0x${this.hex(size)}`)
  }
}
