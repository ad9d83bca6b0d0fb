import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, equalBytes, littleEndianBytes, parseHex } from './bytes.ts'
import { type ErrorDetails, protocolError } from './error.ts'
import { ORDER } from './scalar.ts'

/**
 * Points of edwards25519 for the two things that libraries do too slowly for 256 inputs: multiplying the base point and
 * multiplying a given one. Decoding is noble's strict RFC 8032 rule. Every multiplication runs the same sequence of
 * additions and doublings for every scalar; what leaks is what JavaScript integers leak anyway.
 * Formulas: Hisil, Wong, Carter, Dawson 2008 for a = -1, complete because d is no square.
 */
export interface Point {
  readonly X: bigint
  readonly Y: bigint
  readonly Z: bigint
  /** X·Y/Z */
  readonly T: bigint
}

/** A point prepared for being added: Y+X, Y-X, 2dT, all divided by Z, and so without it. */
interface AffineAddend {
  readonly sum: bigint
  readonly difference: bigint
  readonly t2d: bigint
}

/** As above, not divided by Z, and 2Z. */
interface Addend extends AffineAddend {
  readonly z2: bigint
}

const P = 2n ** 255n - 19n
const LOW = 2n ** 255n - 1n
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n
const D2 = (2n * D) % P
/** Multiples of P that keep differences above zero; which one is enough follows from the bounds at `fold`. */
const P2 = 2n * P
const P32 = 32n * P
const P64 = 64n * P
const P128 = 128n * P

const IDENTITY: Point = { X: 0n, Y: 1n, Z: 1n, T: 0n }
const ADD_NOTHING: Addend = { sum: 1n, difference: 1n, t2d: 0n, z2: 2n }

/**
 * Reduction is lazy, since 2^255 = 19. Coordinates stay below 2^255 + 2^24 =: M. One fold takes a product of values below
 * 2M and M under 2^262; two folds (`settle`) take a product below 2^526 under M again. `normal` gives the one
 * representative below P, where values are compared or written.
 */
function fold(value: bigint): bigint {
  return (value >> 255n) * 19n + (value & LOW)
}

function settle(value: bigint): bigint {
  const once = (value >> 255n) * 19n + (value & LOW)
  return (once >> 255n) * 19n + (once & LOW)
}

function normal(value: bigint): bigint {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

/** Below this both numbers of `inverse` are small, and above it their leading digits tell the quotients of many steps. */
const LEADING_BITS = 48
const SMALL = 2n ** BigInt(LEADING_BITS)
const FACTOR_MAX = 2 ** 24

/**
 * Euclid's algorithm as Lehmer runs it: the quotients of a dozen steps are read off the leading 48 bits, where they are
 * certain, and applied at once. Half the time of one division after the other.
 */
function inverse(value: bigint): bigint {
  let [a, b, x, u] = [P, normal(value), 0n, 1n]
  while (b > SMALL) {
    const [A, B, C, D] = leadingSteps(a, b)
    ;[a, b, x, u] = [A * a + B * b, C * a + D * b, A * x + B * u, C * x + D * u]
  }
  while (b !== 0n) {
    const quotient = a / b
    ;[a, b, x, u] = [b, a - b * quotient, u, x - u * quotient]
  }
  return normal(x)
}

/** Factors of steps on a >= b that are certain from the leading bits (Knuth, 4.5.2, algorithm L), or of a single division. */
function leadingSteps(a: bigint, b: bigint): [A: bigint, B: bigint, C: bigint, D: bigint] {
  const shift = BigInt(a.toString(16).length * 4 - LEADING_BITS)
  let [p, q] = [Number(a >> shift), Number(b >> shift)]
  let [A, B, C, D] = [1, 0, 0, 1]
  while (q + C !== 0 && q + D !== 0) {
    const quotient = Math.floor((p + A) / (q + C))
    if (quotient !== Math.floor((p + B) / (q + D))) break
    const [nextC, nextD] = [A - quotient * C, B - quotient * D]
    if (Math.abs(nextC) > FACTOR_MAX || Math.abs(nextD) > FACTOR_MAX) break
    ;[A, B, C, D] = [C, D, nextC, nextD]
    ;[p, q] = [q, p - quotient * q]
  }
  return B === 0 ? [0n, 1n, 1n, -(a / b)] : [BigInt(A), BigInt(B), BigInt(C), BigInt(D)]
}

/** All four coordinates come out negated, which is the same point and saves two subtractions. */
function double(p: Point, withT: boolean): Point {
  const A = fold(p.X * p.X)
  const B = fold(p.Y * p.Y)
  const XY = fold(p.X * p.Y)
  const ZZ = fold(p.Z * p.Z)
  const E = XY + XY
  const G = B - A + P32
  const F = ZZ + ZZ - G + P64
  const H = A + B
  return { X: settle(E * F), Y: settle(G * H), Z: settle(F * G), T: withT ? settle(E * H) : 0n }
}

function addPrepared(p: Point, q: Addend, withT: boolean): Point {
  const A = fold((p.Y - p.X + P2) * q.difference)
  const B = fold((p.Y + p.X) * q.sum)
  const C = fold(p.T * q.t2d)
  return joined(A, B, C, fold(p.Z * q.z2), withT)
}

/** One multiplication less; what every addition from a table of affine points is. */
function addAffine(p: Point, q: AffineAddend): Point {
  const A = fold((p.Y - p.X + P2) * q.difference)
  const B = fold((p.Y + p.X) * q.sum)
  return joined(A, B, fold(p.T * q.t2d), p.Z + p.Z, true)
}

/** The second half of an addition. */
function joined(A: bigint, B: bigint, C: bigint, D: bigint, withT: boolean): Point {
  const E = B - A + P128
  const F = D - C + P64
  const G = D + C
  const H = B + A
  return { X: settle(E * F), Y: settle(G * H), Z: settle(F * G), T: withT ? settle(E * H) : 0n }
}

function prepare(p: Point): Addend {
  return { sum: fold(p.Y + p.X), difference: fold(p.Y - p.X + P2), t2d: settle(p.T * D2), z2: fold(p.Z + p.Z) }
}

export function add(p: Point, q: Point): Point {
  return addPrepared(p, prepare(q), true)
}

export function negate(p: Point): Point {
  return { X: P2 - p.X, Y: p.Y, Z: p.Z, T: P2 - p.T }
}

const SCALAR_LIMIT = 2n ** 253n

/**
 * Signed digits of fixed number, least significant first: n = sum of digit · 2^(width·i), |digit| <= 2^(width-1). Read from
 * two bytes each, so a width is at most 9.
 */
function signedDigits(n: bigint, width: number, count: number): number[] {
  if (n >= SCALAR_LIMIT) throw protocolError('protocol.scalar', 'scalar is too large')
  const bytes = littleEndianBytes(n, 34)
  const size = 2 ** width
  const digits: number[] = []
  let carry = 0
  for (let at = 0; at < count; at++) {
    const bit = at * width
    const pair = (bytes[bit >> 3] ?? 0) | ((bytes[(bit >> 3) + 1] ?? 0) << 8)
    const value = ((pair >> (bit & 7)) & (size - 1)) + carry
    carry = Number(value > size / 2)
    digits.push(value - carry * size)
  }
  return digits
}

/** The entry for a digit of a table that holds multiples 1, 2, 3 and so on from `offset`. */
function pick(table: readonly Addend[], offset: number, digit: number): Addend {
  const entry = digit === 0 ? ADD_NOTHING : table[offset + Math.abs(digit) - 1]
  if (entry === undefined) throw protocolError('protocol.scalar', 'digit outside the table')
  return digit < 0 ? { sum: entry.difference, difference: entry.sum, t2d: P2 - entry.t2d, z2: entry.z2 } : entry
}

/** Scalars are below 2^253; one bit more, and the last digit can take no carry on. */
const windowsOf = (width: number): number => Math.ceil(254 / width)

const BASE_WIDTH = 9
const BASE_WINDOWS = windowsOf(BASE_WIDTH)
let baseTable: readonly Addend[] | null = null

/** Multiples 1..256 of 2^(9w)·G for every window w, affine. 1.2 MB, built in about 50 ms at the first use. */
function buildBaseTable(): readonly Addend[] {
  const points: Point[] = []
  let base: Point = fromNoble(ed25519.Point.BASE)
  for (let window = 0; window < BASE_WINDOWS; window++) {
    const step = prepare(base)
    let multiple = base
    for (let at = 0; at < 2 ** (BASE_WIDTH - 1); at++) {
      points.push(multiple)
      if (at === 2 ** (BASE_WIDTH - 1) - 1) base = double(multiple, true)
      multiple = addPrepared(multiple, step, true)
    }
  }
  return toAffine(points).map(({ x, y }) => prepare({ X: x, Y: y, Z: 1n, T: settle(x * y) }))
}

/** n·G for 0 <= n < 2^253. */
export function multiplyBase(n: bigint): Point {
  baseTable ??= buildBaseTable()
  const digits = signedDigits(n, BASE_WIDTH, BASE_WINDOWS)
  let result = IDENTITY
  for (let window = 0; window < BASE_WINDOWS; window++) {
    result = addAffine(result, pick(baseTable, window * 2 ** (BASE_WIDTH - 1), digits[window] ?? 0))
  }
  return result
}

const WIDTH = 5
const WINDOWS = windowsOf(WIDTH)

function smallMultiples(point: Point): readonly Addend[] {
  const step = prepare(point)
  const table = [step]
  let multiple = point
  for (let at = 1; at < 2 ** (WIDTH - 1); at++) {
    multiple = addPrepared(multiple, step, true)
    table.push(prepare(multiple))
  }
  return table
}

function doubleWindow(point: Point): Point {
  let result = point
  for (let bit = WIDTH - 1; bit >= 0; bit--) result = double(result, bit === 0)
  return result
}

/** n·P for 0 <= n < 2^253. */
export function multiply(point: Point, n: bigint): Point {
  const table = smallMultiples(point)
  const digits = signedDigits(n, WIDTH, WINDOWS)
  let result = addPrepared(IDENTITY, pick(table, 0, digits[WINDOWS - 1] ?? 0), false)
  for (let window = WINDOWS - 2; window >= 0; window--) {
    result = addPrepared(doubleWindow(result), pick(table, 0, digits[window] ?? 0), window === 0)
  }
  return result
}

export function isIdentity(p: Point): boolean {
  return normal(p.X) === 0n && normal(p.Y) === normal(p.Z)
}

/** Of order 1, 2, 4 or 8. */
export function isSmallOrder(p: Point): boolean {
  return isIdentity(double(double(double(p, false), false), false))
}

const ORDER_DIGITS = signedDigits(ORDER, WIDTH, WINDOWS)

/** In the subgroup of prime order, the identity included. No secret is looked at, so the order's many zeros are skipped. */
function isTorsionFree(p: Point): boolean {
  const table = smallMultiples(p)
  let result = IDENTITY
  for (let window = WINDOWS - 1; window >= 0; window--) {
    const digit = ORDER_DIGITS[window] ?? 0
    if (window < WINDOWS - 1) result = doubleWindow(result)
    if (digit !== 0) result = addPrepared(result, pick(table, 0, digit), false)
  }
  return isIdentity(result)
}

function isOnCurve(p: Point): boolean {
  const zz = p.Z * p.Z
  const tt = settle(p.T * p.T)
  return (
    normal(p.Y * p.Y - p.X * p.X - zz - D * tt) === 0n && normal(p.X * p.Y - p.Z * p.T) === 0n && normal(p.Z) !== 0n
  )
}

/** Affine coordinates of many points for the price of one inversion. */
function toAffine(points: readonly Point[]): { x: bigint; y: bigint }[] {
  const before: bigint[] = []
  let product = 1n
  for (const point of points) {
    before.push(product)
    product = settle(product * point.Z)
  }
  let inverted = inverse(product)
  const result: { x: bigint; y: bigint }[] = []
  for (let at = points.length - 1; at >= 0; at--) {
    const point = points[at] ?? IDENTITY
    const z = settle(inverted * (before[at] ?? 1n))
    inverted = settle(inverted * point.Z)
    result.push({ x: normal(point.X * z), y: normal(point.Y * z) })
  }
  return result.reverse()
}

/** Compressed forms of many points for the price of one inversion. A result off the curve is refused, never written. */
export function encodePoints(points: readonly Point[]): Uint8Array[] {
  if (!points.every(isOnCurve)) throw protocolError('protocol.key', 'arithmetic gave a point off the curve')
  return toAffine(points).map(({ x, y }) => {
    const bytes = littleEndianBytes(y, 32)
    if ((x & 1n) === 1n) bytes[31] = (bytes[31] ?? 0) | 128
    return bytes
  })
}

export function encodePoint(point: Point): Uint8Array {
  return encodePoints([point])[0] ?? new Uint8Array(0)
}

function fromNoble(point: { X: bigint; Y: bigint; Z: bigint; T: bigint }): Point {
  return { X: point.X, Y: point.Y, Z: point.Z, T: point.T }
}

/** Strict RFC 8032 decoding: canonical, on the curve. Neither subgroup nor identity is looked at. */
export function decodePoint(bytes: Uint8Array, what = 'key', details: ErrorDetails = {}): Point {
  try {
    return fromNoble(ed25519.Point.fromBytes(bytes, false))
  } catch {
    throw protocolError('protocol.key', `${what} is not a canonical curve point`, { ...details, what })
  }
}

/** Decoded keys that passed, oldest first, as the kernel keeps them too: an output's keys are met again when it is spent. */
const passed = new Map<string, Point>()
const PASSED_MAX = 4096

/**
 * The kernel's point rule ("kernel: CheckKey"): 32 bytes, canonical, on the curve, in the subgroup of prime order, not
 * the identity. Throws `protocol.key`.
 */
export function decodeKey(key: unknown, what = 'key', details: ErrorDetails = {}): Point {
  const hex = key instanceof Uint8Array ? bytesToHex(key) : key
  const known = typeof hex === 'string' ? passed.get(hex) : undefined
  if (known !== undefined) return known
  const point = decodePoint(parseHex(hex, 32, what, 'protocol.key', details), what, details)
  if (isIdentity(point)) throw protocolError('protocol.key', `${what} is the identity`, { ...details, what })
  if (!isTorsionFree(point)) {
    throw protocolError('protocol.key', `${what} is outside the prime-order subgroup`, { ...details, what })
  }
  const oldest = passed.keys().next()
  if (passed.size >= PASSED_MAX && oldest.done === false) passed.delete(oldest.value)
  passed.set(String(hex), point)
  return point
}

/** Compressed form equal to the given bytes. */
export function encodesTo(point: Point, bytes: Uint8Array): boolean {
  return equalBytes(encodePoint(point), bytes)
}
