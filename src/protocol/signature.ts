import { hashes, sign, verify as verifyOrdinary } from '@noble/ed25519'
import { sha512 as noble_sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, equalBytes, littleEndian, parseHex, type Secret, secretBytes } from './bytes.ts'
import { add, decodeKey, encodePoints, encodesTo, multiply, multiplyBase, negate } from './curve.ts'
import { protocolError } from './error.ts'
import { sha512 } from './hash.ts'
import { modOrder, ORDER, readKeyScalar, type SpendSecret, scalarBytes, uniformScalar } from './scalar.ts'

/**
 * Ed25519 verification that a host has and JavaScript does ten times slower. It must compare S·G - h·A with R byte for
 * byte, without cofactor, as OpenSSL, BoringSSL and libsodium do. It is called only after our own checks of key and
 * signature, so it need not be strict.
 */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

export interface VerifyOptions {
  readonly verify?: VerifyEd25519 | undefined
}

// The library brings no hash function of its own; without one it signs only asynchronously.
hashes.sha512 = noble_sha512

const IDENTITY = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0))

function challenge(R: Uint8Array, A: Uint8Array, message: Uint8Array): bigint {
  return uniformScalar(sha512(concatBytes(R, A, message)))
}

function verifyPure(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const R = signature.subarray(0, 32)
  const h = challenge(R, publicKey, message)
  const s = littleEndian(signature.subarray(32))
  return encodesTo(add(multiplyBase(s), multiply(negate(decodeKey(publicKey)), h)), R)
}

/**
 * The kernel's rule for one signature: canonical S, a public key and an R that pass the point check, equation without
 * cofactor. R needs no subgroup check of its own: with a key of prime order the equation leaves it no torsion, so only
 * the identity is left to refuse.
 */
export function verifyBytes(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  verify: VerifyEd25519 = verifyPure,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  if (littleEndian(signature.subarray(32)) >= ORDER) return false
  if (equalBytes(signature.subarray(0, 32), IDENTITY)) return false
  try {
    decodeKey(publicKey)
  } catch {
    return false
  }
  return verify(publicKey, message, signature)
}

/** Whether the kernel accepts this signature. Hex in; anything that is not hex of the right length is simply false. */
export function verifySignature(
  publicKey: string,
  message: string,
  signature: string,
  options: VerifyOptions = {},
): boolean {
  try {
    return verifyBytes(parseHex(publicKey, 32), parseHex(message), parseHex(signature, 64), options.verify)
  } catch {
    return false
  }
}

/**
 * The check before a signature leaves: by the host's verification, or else by noble's, which shares no arithmetic with
 * the code that signed.
 */
function checkBeforeRelease(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  verify: VerifyEd25519 | undefined,
): void {
  const good =
    verify === undefined
      ? verifyOrdinary(signature, message, publicKey, { zip215: false })
      : verify(publicKey, message, signature)
  if (good !== true) throw protocolError('protocol.signature', 'a signature did not verify and was not released')
}

/** Public keys of private scalars: one base multiplication each, one inversion for all. */
export function publicKeys(scalars: readonly bigint[]): Uint8Array[] {
  return encodePoints(scalars.map(multiplyBase))
}

/** A private scalar ready to sign one message. Public key and nonce are computed from it here, never handed in. */
interface SigningKey {
  readonly scalar: bigint
  readonly publicKey: Uint8Array
  readonly nonce: bigint
  /** nonce · G */
  readonly R: Uint8Array
}

/**
 * All that signing needs of the curve, for the price of one inversion: two base multiplications per key. The nonce comes from
 * the scalar instead of a seed ("kernel: private key sign"), all else is ordinary Ed25519.
 */
export function signingKeys(scalars: readonly bigint[], message: Uint8Array): SigningKey[] {
  const nonces = scalars.map((scalar) => {
    const prefix = sha512(scalarBytes(scalar)).subarray(32)
    const nonce = uniformScalar(sha512(concatBytes(prefix, message)))
    if (nonce === 0n) throw protocolError('protocol.signature', 'the nonce is zero')
    return nonce
  })
  const points = publicKeys([...scalars, ...nonces])
  const pointAt = (at: number) => points[at] ?? new Uint8Array(0)
  return scalars.map((scalar, at) => ({
    scalar,
    publicKey: pointAt(at),
    nonce: nonces[at] ?? 0n,
    R: pointAt(scalars.length + at),
  }))
}

/** Signatures over the message that the keys were made ready for; each is verified before any is handed out. */
export function signAll(
  keys: readonly SigningKey[],
  message: Uint8Array,
  verify: VerifyEd25519 | undefined,
): Uint8Array[] {
  const signatures = keys.map(({ scalar, publicKey, nonce, R }) =>
    concatBytes(R, scalarBytes(modOrder(challenge(R, publicKey, message) * scalar + nonce))),
  )
  keys.forEach(({ publicKey }, at) => {
    checkBeforeRelease(publicKey, message, signatures[at] ?? new Uint8Array(0), verify)
  })
  return signatures
}

/**
 * Signs a 32-byte message (a payload hash) with a private scalar. Hex out. Throws `protocol.scalar`, `protocol.bytes`, and
 * `protocol.signature` if the result does not verify.
 */
export function signWithScalar(scalar: Secret, message: string, options: VerifyOptions = {}): string {
  const bytes = parseHex(message, 32, 'message')
  const [signature] = signAll(signingKeys([readKeyScalar(scalar, 'private key')], bytes), bytes, options.verify)
  return bytesToHex(signature ?? new Uint8Array(0))
}

/** Ordinary Ed25519 with a seed, for session, TIP and server keys. Hex in and out. Throws `protocol.key`. */
export function signWithSeed(seed: Secret, message: string): string {
  return bytesToHex(signBytesWithSeed(seed, parseHex(message)))
}

/** Ordinary Ed25519 with a spend key in either form. Hex in and out. Throws `protocol.key`, `protocol.scalar`. */
export function signBySpend(spend: SpendSecret, message: string): string {
  if (typeof spend === 'string' || !('scalar' in spend)) return signWithSeed(spend, message)
  const bytes = parseHex(message)
  const [signature] = signAll(signingKeys([readKeyScalar(spend.scalar, 'spend key')], bytes), bytes, undefined)
  return bytesToHex(signature ?? new Uint8Array(0))
}

export function signBytesWithSeed(seed: Secret, message: Uint8Array): Uint8Array {
  return sign(message, secretBytes(seed, 32, 'seed', 'protocol.key'))
}
