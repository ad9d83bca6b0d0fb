import type { Nanos } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Amount, toAmount } from '#protocol/text'

/*
 * How values lie in columns: hex and uuids as bytes, amounts as integer units, enums by position, times as nanoseconds.
 * Text of a brand is checked where it enters Coffer; here it only changes its form.
 */

export const NO_BYTES = Buffer.alloc(0)

export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

export function hexOf<Text extends string = string>(bytes: Uint8Array): Text {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex') as Text // the brand it was stored with
}

const NO_DIGIT = 16
/** For each code of a character what it is worth as a hex digit. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code))
  return digit === -1 ? NO_DIGIT : digit
})
const UUID_LENGTH = 36

/** Read digit by digit, which takes half of what putting its parts together does: each row has some. `bytes` are those to write to. */
export function uuidBytes(uuid: string, bytes: Buffer = Buffer.allocUnsafe(16)): Buffer {
  if (uuid.length !== UUID_LENGTH) return partsOf(uuid)
  let all = 0
  for (let at = 0, place = 0; at < UUID_LENGTH; at += 2, place += 1) {
    if (at === 8 || at === 13 || at === 18 || at === 23) at += 1
    const high = DIGITS[uuid.charCodeAt(at)] ?? NO_DIGIT
    const low = DIGITS[uuid.charCodeAt(at + 1)] ?? NO_DIGIT
    all |= high | low
    bytes[place] = (high << 4) | low
  }
  return all < NO_DIGIT ? bytes : partsOf(uuid)
}

/** Of what is no such text only the digits up to the first that is none, which no column takes. */
const partsOf = (uuid: string): Buffer =>
  bytesOf(uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24))

const HASH_BYTES = 32
/** Values of each width that are used again: those of a page have a few thousand. */
const LENT = 4096

export type Loan = ReturnType<typeof openLoan>

/**
 * The same for rows that come by the page: making room takes as long as filling it, and is cleared away again later, so that of the last page is
 * used again. Whatever was lent is somebody else's after `again`.
 */
export function openLoan() {
  const [uuids, hashes] = [lending(16), lending(HASH_BYTES)]
  return {
    again(): void {
      uuids.again()
      hashes.again()
    },
    uuid: (uuid: string): Buffer => uuidBytes(uuid, uuids.next()),
    hash(hex: string): Buffer {
      const bytes = hashes.next()
      const isHash = hex.length === HASH_BYTES * 2 && bytes.write(hex, 0, HASH_BYTES, 'hex') === HASH_BYTES
      return isHash ? bytes : bytesOf(hex)
    },
  }
}

function lending(width: number) {
  const all: Buffer[] = []
  let lent = 0
  return {
    again(): void {
      lent = 0
    },
    next(): Buffer {
      const next = all[lent] ?? Buffer.allocUnsafeSlow(width)
      if (lent < LENT) all[lent] = next
      lent += 1
      return next
    },
  }
}

/** The least and the greatest id that begins with the same four digits, as bytes. */
export function beginningOf(uuid: string): readonly [Buffer, Buffer] {
  const bytes = uuidBytes(uuid)
  return [Buffer.alloc(16).fill(bytes.subarray(0, 2), 0, 2), Buffer.alloc(16, 0xff).fill(bytes.subarray(0, 2), 0, 2)]
}

export function uuidOf<Id extends string = string>(bytes: Uint8Array): Id {
  return hyphenated<Id>(hexOf(bytes))
}

/** A uuid of its 32 hex digits. */
export function hyphenated<Id extends string = string>(hex: string): Id {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id // see hexOf
}

/** Values of one width, one after the other: keys, members, references. */
function joined(parts: readonly string[], toBytes: (text: string) => Buffer): Buffer {
  return parts.length === 0
    ? NO_BYTES
    : parts.length === 1
      ? toBytes(parts[0] ?? '')
      : Buffer.concat(parts.map((part) => toBytes(part)))
}

function split<Text extends string>(bytes: Uint8Array, width: number, toText: (bytes: Uint8Array) => string): Text[] {
  const parts: Text[] = []
  for (let at = 0; at < bytes.length; at += width) parts.push(toText(bytes.subarray(at, at + width)) as Text) // see hexOf
  return parts
}

export const joinedHex = (parts: readonly string[], toBytes = bytesOf): Buffer => joined(parts, toBytes)
export const splitHex = <Text extends string = string>(bytes: Uint8Array): Text[] => split<Text>(bytes, 32, hexOf)
export const joinedUuids = (parts: readonly string[]): Buffer => joined(parts, uuidBytes)
export const splitUuids = <Text extends string = string>(bytes: Uint8Array): Text[] => split<Text>(bytes, 16, uuidOf)

/** Position of a member in its table, as the small integer that is stored. */
export function codeIn<Member extends string>(table: readonly Member[], member: Member): bigint {
  const at = table.indexOf(member)
  if (at === -1) throw failure('internal', 'value is not one of its table')
  return BigInt(at)
}

export function memberOf<Member extends string>(table: readonly Member[], code: bigint): Member {
  const member = table[Number(code)]
  if (member === undefined) throw failure('store.damaged', 'stored code is not one of its table')
  return member
}

export const orNull = <From, To>(value: From | null, convert: (value: From) => To): To | null =>
  value === null ? null : convert(value)

/** What a row says; undefined where there is none. */
export const orUndefined = <Row, Value>(row: Row | undefined, decode: (row: Row) => Value): Value | undefined =>
  row === undefined ? undefined : decode(row)

/** Whether a column holds a time: a service may say any. */
export const isKeepable = (time: Nanos): boolean => BigInt.asIntN(64, time) === time

/** A time as a column holds it. Throws `remote.malformed` for one that none does: only a service can have said it. */
export function timeColumn(time: Nanos): bigint {
  if (isKeepable(time)) return time
  throw failure('remote.malformed', 'a time is farther away than any that is kept')
}

export const nanos = (value: bigint): Nanos => value as Nanos // times are bound from Nanos only

// Amounts

const INTEGER_MAX = 2n ** 63n - 1n
const LARGE_WIDTH = 48
const LARGE_LIMIT = 1n << BigInt(LARGE_WIDTH * 8)

export interface AmountColumns {
  /** Signed units, or the largest (smallest) integer when the units do not fit 63 bits. */
  readonly units: bigint
  /** Empty, or the exact magnitude as 48 big-endian bytes. An empty blob sorts before any other, so pairs sort as amounts. */
  readonly large: Buffer
}

/** Ordering by `(units, large)` is ordering by amount for all amounts that are not negative. */
export function amountColumns(amount: Amount): AmountColumns {
  if (amount <= INTEGER_MAX && amount >= -INTEGER_MAX) return { units: amount, large: NO_BYTES }
  const magnitude = amount < 0n ? -amount : amount
  if (magnitude >= LARGE_LIMIT) throw failure('internal', 'amount is wider than any the service can write')
  const large = Buffer.from(magnitude.toString(16).padStart(LARGE_WIDTH * 2, '0'), 'hex')
  return { units: amount < 0n ? -INTEGER_MAX : INTEGER_MAX, large }
}

export function amountOf(units: bigint, large: Uint8Array): Amount {
  if (large.length === 0) return toAmount(units)
  const magnitude = BigInt(`0x${hexOf(large)}`)
  return toAmount(units < 0n ? -magnitude : magnitude)
}

/** Sorts after every amount; where a walk from the largest begins. */
export const ABOVE_ALL: AmountColumns = { units: INTEGER_MAX, large: Buffer.alloc(LARGE_WIDTH + 1, 0xff) }
