import type { VerifyEd25519 } from './arithmetic.ts'
import { bytesToHex, concatBytes, equalBytes, parseHex, type Secret, withBytes, withSecret } from './bytes.ts'
import { curve, readKey, verifyByCurve } from './curve.ts'
import { protocolError } from './error.ts'
import { isCanonical, isZero, readKeyScalar, type SpendSecret, uniformScalar } from './scalar.ts'

export interface VerifyOptions {
  readonly verify?: VerifyEd25519 | undefined
}

const IDENTITY = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0))

const challenge = (R: Uint8Array, A: Uint8Array, message: Uint8Array): Uint8Array =>
  uniformScalar(curve().sha512(concatBytes(R, A, message)))

/**
 * The kernel's rule for one signature: canonical S, a public key and an R that pass the point check, equation without
 * cofactor. R needs no subgroup check of its own: with a key of prime order the equation leaves it no torsion, so only
 * the identity is left to refuse.
 */
export function verifyBytes(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  verify?: VerifyEd25519,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  if (!isCanonical(signature.subarray(32))) return false
  if (equalBytes(signature.subarray(0, 32), IDENTITY)) return false
  if (verify === undefined) return verifyByCurve(publicKey, message, signature)
  try {
    readKey(publicKey)
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

/** Public keys of private scalars. */
export const publicKeys = (scalars: readonly Uint8Array[]): Uint8Array[] => scalars.map(curve().multiplyBase)

/** A private scalar ready to sign one message. Public key and nonce are computed from it here, never handed in. */
interface SigningKey {
  readonly scalar: Uint8Array
  readonly publicKey: Uint8Array
  readonly nonce: Uint8Array
  /** nonce · G */
  readonly R: Uint8Array
}

/** Overwrites what signs, once all is signed or nothing will be. */
export function forgetKeys(keys: readonly SigningKey[]): void {
  for (const { scalar, nonce } of keys) {
    scalar.fill(0)
    nonce.fill(0)
  }
}

/**
 * Two base multiplications per key. The nonce comes from the scalar instead of a seed ("kernel: private key sign"), all else is
 * ordinary Ed25519.
 */
export function signingKeys(scalars: readonly Uint8Array[], message: Uint8Array): SigningKey[] {
  const { multiplyBase } = curve()
  return scalars.map((scalar) => {
    const nonce = nonceOf(scalar, message)
    if (isZero(nonce)) throw protocolError('protocol.signature', 'the nonce is zero')
    return { scalar, publicKey: multiplyBase(scalar), nonce, R: multiplyBase(nonce) }
  })
}

function nonceOf(scalar: Uint8Array, message: Uint8Array): Uint8Array {
  const { sha512 } = curve()
  const seed = withBytes(sha512(scalar), (digest) => concatBytes(digest.subarray(32), message))
  return withBytes(withBytes(seed, sha512), uniformScalar)
}

/** Signatures over the message that the keys were made ready for; each is verified before any is handed out. */
export function signAll(
  keys: readonly SigningKey[],
  message: Uint8Array,
  verify: VerifyEd25519 | undefined,
): Uint8Array[] {
  const { addScalars, multiplyScalars } = curve()
  const signatures = keys.map(({ scalar, publicKey, nonce, R }) =>
    withBytes(multiplyScalars(challenge(R, publicKey, message), scalar), (product) =>
      concatBytes(R, addScalars(product, nonce)),
    ),
  )
  const isGood = verify ?? curve().verifyOwn
  keys.forEach(({ publicKey }, at) => {
    if (isGood(publicKey, message, signatures[at] ?? new Uint8Array(0)) !== true) {
      throw protocolError('protocol.signature', 'a signature did not verify and was not released')
    }
  })
  return signatures
}

function signOnce(scalar: Uint8Array, message: Uint8Array, verify: VerifyEd25519 | undefined): string {
  const keys = signingKeys([scalar], message)
  try {
    const [signature] = signAll(keys, message, verify)
    return bytesToHex(signature ?? new Uint8Array(0))
  } finally {
    forgetKeys(keys)
  }
}

/**
 * Signs a 32-byte message (a payload hash) with a private scalar. Hex out. Throws `protocol.scalar`, `protocol.bytes`, and
 * `protocol.signature` if the result does not verify.
 */
export function signWithScalar(scalar: Secret, message: string, options: VerifyOptions = {}): string {
  return signOnce(readKeyScalar(scalar, 'private key'), parseHex(message, 32, 'message'), options.verify)
}

/** Ordinary Ed25519 with a seed, for session, TIP and server keys. Hex in and out. Throws `protocol.key`. */
export function signWithSeed(seed: Secret, message: string): string {
  return bytesToHex(signBytesWithSeed(seed, parseHex(message)))
}

/** Ordinary Ed25519 with a spend key in either form. Hex in and out. Throws `protocol.key`, `protocol.scalar`. */
export function signBySpend(spend: SpendSecret, message: string): string {
  if (typeof spend === 'string' || !('scalar' in spend)) return signWithSeed(spend, message)
  return signOnce(readKeyScalar(spend.scalar, 'spend key'), parseHex(message), undefined)
}

export function signBytesWithSeed(seed: Secret, message: Uint8Array): Uint8Array {
  return withSecret(seed, 32, 'seed', 'protocol.key', (bytes) => curve().sign(bytes, message))
}
