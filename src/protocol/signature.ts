import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, equalBytes, littleEndian, parseHex, type Secret, secretBytes } from './bytes.ts'
import { add, decodeKey, encodePoints, encodesTo, multiply, multiplyBase, negate } from './curve.ts'
import { protocolError } from './error.ts'
import { sha512 } from './hash.ts'
import { modOrder, ORDER, readKeyScalar, scalarBytes, uniformScalar } from './scalar.ts'

/**
 * Ed25519 verification that a host has and JavaScript does ten times slower. It must compare S·G - h·A with R byte for
 * byte, without cofactor, as OpenSSL, BoringSSL and libsodium do. It is called only after our own checks of key and
 * signature, so it need not be strict.
 */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

export interface VerifyOptions {
  readonly verify?: VerifyEd25519 | undefined
}

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
      ? ed25519.verify(signature, message, publicKey, { zip215: false })
      : verify(publicKey, message, signature)
  if (good !== true) throw protocolError('protocol.signature', 'a signature did not verify and was not released')
}

/** Private scalar with the public key that was computed from it here, never handed in. */
export interface SigningKey {
  readonly scalar: bigint
  readonly publicKey: Uint8Array
}

/** One base multiplication per key, one inversion for all. */
export function signingKeys(scalars: readonly bigint[]): SigningKey[] {
  const encoded = encodePoints(scalars.map(multiplyBase))
  return scalars.map((scalar, at) => ({ scalar, publicKey: encoded[at] ?? new Uint8Array(0) }))
}

/**
 * Signatures with raw scalars over one message ("kernel: private key sign"): the nonce comes from the scalar instead of a
 * seed, all else is ordinary Ed25519. One base multiplication each, one inversion for all; each is verified before any
 * is handed out.
 */
export function signAll(
  keys: readonly SigningKey[],
  message: Uint8Array,
  verify: VerifyEd25519 | undefined,
): Uint8Array[] {
  const nonces = keys.map(({ scalar }) => {
    const prefix = sha512(scalarBytes(scalar)).subarray(32)
    const nonce = uniformScalar(sha512(concatBytes(prefix, message)))
    if (nonce === 0n) throw protocolError('protocol.signature', 'the nonce is zero')
    return nonce
  })
  const points = encodePoints(nonces.map(multiplyBase))
  const signatures = keys.map(({ scalar, publicKey }, at) => {
    const R = points[at] ?? new Uint8Array(0)
    const S = modOrder(challenge(R, publicKey, message) * scalar + (nonces[at] ?? 0n))
    return concatBytes(R, scalarBytes(S))
  })
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
  const keys = signingKeys([readKeyScalar(scalar, 'private key')])
  const [signature] = signAll(keys, parseHex(message, 32, 'message'), options.verify)
  return bytesToHex(signature ?? new Uint8Array(0))
}

/** Ordinary Ed25519 with a seed, for session, TIP and server keys. Hex in and out. Throws `protocol.key`. */
export function signWithSeed(seed: Secret, message: string): string {
  return bytesToHex(signBytesWithSeed(seed, parseHex(message)))
}

export function signBytesWithSeed(seed: Secret, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, secretBytes(seed, 32, 'seed', 'protocol.key'))
}
