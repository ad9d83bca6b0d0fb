import { bytesToHex, concatBytes, parseHex, type Secret, secretBytes, withBytes, withSecret } from './bytes.ts'
import { curve, readKey } from './curve.ts'
import { sha3 } from './hash.ts'
import { readKeyScalar, readScalar, type SpendSecret, seedScalar, spendScalar, uniformScalar } from './scalar.ts'

/** Of a scalar that is a copy, which is overwritten. */
function publicKeyHex(scalar: Uint8Array): string {
  return bytesToHex(withBytes(scalar, curve().multiplyBase))
}

/** Public key of an ordinary Ed25519 seed: spend, session, TIP and server keys. Throws `protocol.key`. */
export function publicKeyFromSeed(seed: Secret): string {
  return publicKeyHex(seedScalar(seed))
}

/** Private scalar of a 32-byte seed, reduced, as the kernel keeps private keys. Throws `protocol.key`. */
export function scalarFromSeed(seed: Secret): string {
  return withBytes(seedScalar(seed), bytesToHex)
}

/** Public key of a spend key in either form. */
export function publicKeyOfSpend(spend: SpendSecret): string {
  return publicKeyHex(spendScalar(spend))
}

/** Private scalar of 64 uniform bytes. Throws `protocol.key`. */
export function scalarFromUniform(seed: Secret): string {
  const scalar = withSecret(seed, 64, 'uniform seed', 'protocol.key', uniformScalar)
  return withBytes(scalar, bytesToHex)
}

/** Public key of a private scalar, and mask of a sender's `r`. Throws `protocol.scalar` for zero and for no scalar at all. */
export function publicKeyFromScalar(scalar: Secret): string {
  return publicKeyHex(readKeyScalar(scalar))
}

interface KeyReadings {
  /** Public key if the 32 bytes are an ordinary Ed25519 seed. */
  readonly seed: string
  /** Public key if they are a reduced scalar, as the kernel and the community's tools keep keys; null if they can be none. */
  readonly scalar: string | null
}

/** The two public keys that 32 bytes of private key can have; nothing in the bytes says which is meant. Throws `protocol.key`. */
export function readingsOfKey(key: Secret): KeyReadings {
  const bytes = secretBytes(key, 32, 'private key', 'protocol.key')
  let scalar: string | null = null
  try {
    scalar = publicKeyFromScalar(bytes)
  } catch {
    // Zero and what is not below the group order is no scalar.
  }
  return { seed: publicKeyFromSeed(bytes), scalar }
}

/** As what a private key has this public key; null if as neither. Throws `protocol.key` for a key that is not 32 bytes. */
export function whichKey(key: Secret, publicKey: string): 'seed' | 'scalar' | null {
  const { seed, scalar } = readingsOfKey(key)
  if (publicKey === seed) return 'seed'
  return publicKey === scalar ? 'scalar' : null
}

/** Answers a canonical scalar (zero included), or throws `protocol.scalar`. */
export function checkScalar(scalar: string): string {
  readScalar(scalar)
  return scalar
}

/** Answers a public key that the kernel accepts, or throws `protocol.key` ("kernel: CheckKey"). */
export function checkKey(key: string): string {
  readKey(key)
  return key
}

export function isKey(key: string): boolean {
  try {
    readKey(key)
    return true
  } catch {
    return false
  }
}

/** Sum of two private scalars, as the private key of an output is the sum of view scalar and spend key. */
export function addScalars(a: Secret, b: Secret): string {
  return bytesToHex(curve().addScalars(readScalar(a), readScalar(b)))
}

/** scalar · point, compressed. The point must pass the kernel's rule. */
export function multiplyKey(key: string, scalar: Secret): string {
  return bytesToHex(curve().multiply(readKey(key), readKeyScalar(scalar)))
}

interface ViewKeyPair {
  readonly viewPrivateKey: string
  readonly viewPublicKey: string
}

/** The view key that follows from a public spend key, and so is no secret ("kernel: deterministic hash derive"). */
export function publicViewKey(spendPublicKey: string): ViewKeyPair {
  const digest = sha3(parseHex(spendPublicKey, 32, 'spend key', 'protocol.key'))
  const scalar = uniformScalar(concatBytes(digest, digest))
  return {
    viewPrivateKey: bytesToHex(scalar),
    viewPublicKey: publicKeyHex(scalar),
  }
}

interface KernelKeys extends ViewKeyPair {
  readonly spendPrivateKey: string
  readonly spendPublicKey: string
}

/** Keys of a kernel account from its 64-byte seed ("kernel: address from seed"). Throws `protocol.key`. */
export function kernelKeysFromSeed(seed: Secret): KernelKeys {
  const bytes = secretBytes(seed, 64, 'account seed', 'protocol.key')
  const first = sha3(bytes)
  const spend = uniformScalar(bytes)
  const view = uniformScalar(concatBytes(first, sha3(first)))
  return {
    spendPrivateKey: bytesToHex(spend),
    viewPrivateKey: bytesToHex(view),
    spendPublicKey: publicKeyHex(spend),
    viewPublicKey: publicKeyHex(view),
  }
}
