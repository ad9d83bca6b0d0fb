import { ed25519 } from '@noble/curves/ed25519.js'
import { hashes, sign, verify } from '@noble/ed25519'
import { sha512 as noble_sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, equalBytes, littleEndian, littleEndianBytes } from './bytes.ts'
import { protocolError } from './error.ts'
import { sha512 } from './hash.ts'

/** Verification of an Ed25519 signature. Whether it must be strict about keys and cofactor stands where one is taken. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/**
 * Arithmetic of edwards25519, which a host hands in: nothing here computes with secrets itself. Scalars are 32 little-endian
 * bytes below the group order, points 32 compressed bytes that passed `isKey`. Answers are new bytes, the caller's alone.
 */
export interface Curve {
  /** `javascript` cannot promise that its time tells nothing about a secret. */
  readonly kind: 'native' | 'webassembly' | 'javascript'
  /** scalar · G. Throws for zero. */
  multiplyBase(scalar: Uint8Array): Uint8Array
  /** scalar · point. Throws for zero, and for a point that is no key. */
  multiply(point: Uint8Array, scalar: Uint8Array): Uint8Array
  /** The identity may come out. */
  add(p: Uint8Array, q: Uint8Array): Uint8Array
  subtract(p: Uint8Array, q: Uint8Array): Uint8Array
  /** The kernel's point rule ("kernel: CheckKey"): canonical, on the curve, in the subgroup of prime order, not the identity. */
  isKey(point: Uint8Array): boolean
  addScalars(a: Uint8Array, b: Uint8Array): Uint8Array
  multiplyScalars(a: Uint8Array, b: Uint8Array): Uint8Array
  /** 64 little-endian bytes modulo the group order. */
  reduceScalar(wide: Uint8Array): Uint8Array
  /** SHA-512, of secrets too. */
  sha512(bytes: Uint8Array): Uint8Array
  /** Ordinary Ed25519 with a seed of 32 bytes (RFC 8032). */
  sign(seed: Uint8Array, message: Uint8Array): Uint8Array
  /**
   * The kernel's equation: R is S·G - h·A byte for byte, without cofactor, and A passes `isKey`. S is below the order and R is not the
   * identity: that was looked at before.
   */
  readonly verify: VerifyEd25519
  /** The same for a key that has passed `isKey`. */
  readonly verifyMet: VerifyEd25519
  /** Ordinary verification of what was signed here, where R is of prime order and the cofactor makes no difference. */
  readonly verifyOwn: VerifyEd25519
}

// The library brings no hash function of its own; without one it works only asynchronously.
hashes.sha512 = noble_sha512

const { BASE, Fn } = ed25519.Point
type NoblePoint = typeof BASE

const scalarBytes = (value: bigint): Uint8Array => littleEndianBytes(Fn.create(value), 32)

const pointOf = (bytes: Uint8Array): NoblePoint => {
  try {
    return ed25519.Point.fromBytes(bytes, false)
  } catch {
    throw protocolError('protocol.key', 'not a canonical curve point')
  }
}

/** What keeps 32 bytes from being a key; empty if nothing does. */
export function pointFault(bytes: Uint8Array): string {
  let point: NoblePoint
  try {
    point = pointOf(bytes)
  } catch {
    return 'is not a canonical curve point'
  }
  if (point.is0()) return 'is the identity'
  return point.isTorsionFree() ? '' : 'is outside the prime-order subgroup'
}

function keyOf(bytes: Uint8Array): NoblePoint {
  const fault = pointFault(bytes)
  if (fault !== '') throw protocolError('protocol.key', `the point ${fault}`)
  return pointOf(bytes)
}

function verifyEquation(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const R = signature.subarray(0, 32)
  const h = Fn.create(littleEndian(sha512(concatBytes(R, publicKey, message))))
  const S = littleEndian(signature.subarray(32))
  const right = pointOf(publicKey).negate().multiplyUnsafe(h).add(BASE.multiplyUnsafe(S))
  return equalBytes(right.toBytes(), R)
}

function product(point: NoblePoint, scalar: Uint8Array): Uint8Array {
  const factor = littleEndian(scalar)
  if (factor === 0n || factor >= Fn.ORDER) throw protocolError('protocol.scalar', 'not a scalar of a key')
  return point.multiply(factor).toBytes()
}

/** What computes where no host has handed in a better one, and the judge of those in tests. */
export const nobleCurve: Curve = {
  kind: 'javascript',
  multiplyBase: (scalar) => product(BASE, scalar),
  multiply: (point, scalar) => product(keyOf(point), scalar),
  add: (p, q) => pointOf(p).add(pointOf(q)).toBytes(),
  subtract: (p, q) => pointOf(p).subtract(pointOf(q)).toBytes(),
  isKey: (point) => pointFault(point) === '',
  addScalars: (a, b) => scalarBytes(littleEndian(a) + littleEndian(b)),
  multiplyScalars: (a, b) => scalarBytes(littleEndian(a) * littleEndian(b)),
  reduceScalar: (wide) => scalarBytes(littleEndian(wide)),
  sha512,
  sign: (seed, message) => sign(message, seed),
  verify: (publicKey, ...signed) => pointFault(publicKey) === '' && verifyEquation(publicKey, ...signed),
  verifyMet: verifyEquation,
  // By the other library: not by what signed.
  verifyOwn: (publicKey, message, signature) => verify(signature, message, publicKey, { zip215: false }),
}
