import { equalBytes, isSecret, littleEndianBytes, type Secret, withBytes, withSecret } from './bytes.ts'
import { curve } from './curve.ts'
import { type ErrorDetails, protocolError } from './error.ts'

/** Order of the prime subgroup of Ed25519. */
const ORDER = littleEndianBytes(0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn, 32)

/** Whether 32 little-endian bytes are below the group order ("kernel: canonical scalar"). Zero is. For what is public. */
export function isCanonical(scalar: Uint8Array): boolean {
  const highest = scalar.findLastIndex((byte, at) => byte !== ORDER[at])
  return scalar.length === 32 && (scalar[highest] ?? 0) < (ORDER[highest] ?? 0)
}

const ZERO = new Uint8Array(32)

/** A copy of 32 little-endian bytes below the group order ("kernel: canonical scalar"). Zero is canonical. */
export function readScalar(secret: unknown, what = 'scalar', details: ErrorDetails = {}): Uint8Array {
  const refuse = (fault: string) => protocolError('protocol.scalar', `${what} is not ${fault}`, { ...details, what })
  if (!isSecret(secret, 32)) throw refuse('32 bytes')
  return withSecret(secret, 32, what, 'protocol.scalar', (bytes) => {
    const scalar = reduce(bytes)
    if (!equalBytes(scalar, bytes)) throw refuse('below the group order')
    return scalar
  })
}

/** As `readScalar`, and not zero: what may be used as a key. */
export function readKeyScalar(secret: unknown, what = 'scalar', details: ErrorDetails = {}): Uint8Array {
  const scalar = readScalar(secret, what, details)
  if (isZero(scalar)) throw protocolError('protocol.scalar', `${what} is zero`, { ...details, what })
  return scalar
}

export const isZero = (scalar: Uint8Array): boolean => equalBytes(scalar, ZERO)

/** 32 bytes modulo the group order. */
function reduce(bytes: Uint8Array): Uint8Array {
  return withBytes(new Uint8Array(64), (wide) => {
    wide.set(bytes)
    return curve().reduceScalar(wide)
  })
}

/** 64 bytes as a little-endian integer modulo the group order ("kernel: uniform bytes"). */
export function uniformScalar(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 64) throw protocolError('protocol.scalar', 'uniform bytes are not 64 bytes', { what: 'seed' })
  return curve().reduceScalar(bytes)
}

/** First half of SHA-512 of a seed with the bits that Ed25519 and X25519 fix set. */
export function clampedSecret(seed: Uint8Array): Uint8Array {
  const head = withBytes(curve().sha512(seed), (digest) => digest.slice(0, 32))
  head[0] = (head[0] ?? 0) & 248
  head[31] = ((head[31] ?? 0) & 127) | 64
  return head
}

/** A private spend key in either form in use: an ordinary Ed25519 seed, or the reduced scalar that others kept of one. */
export type SpendSecret = Secret | { readonly scalar: Secret }

const isScalar = (spend: SpendSecret): spend is { readonly scalar: Secret } =>
  typeof spend === 'object' && 'scalar' in spend

/** The private scalar of a spend key. Throws `protocol.key` for no seed, `protocol.scalar` for no scalar. */
export function spendScalar(spend: SpendSecret): Uint8Array {
  return isScalar(spend) ? readKeyScalar(spend.scalar, 'spend key') : seedScalar(spend, 'spend seed')
}

/** Lends the 32 bytes of a spend key as they are kept. */
export const withSpendBytes = <Value>(spend: SpendSecret, use: (bytes: Uint8Array) => Value): Value =>
  withSecret(isScalar(spend) ? spend.scalar : spend, 32, 'spend key', 'protocol.key', use)

/** The private scalar of an ordinary Ed25519 seed, reduced as the kernel keeps it. */
export function seedScalar(seed: Secret, what = 'seed'): Uint8Array {
  return withBytes(withSecret(seed, 32, what, 'protocol.key', clampedSecret), reduce)
}
