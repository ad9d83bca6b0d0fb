import { hash } from 'node:crypto'
import { type Curve, installCurve, installMd5, isKey, type VerifyEd25519 } from '#protocol'
import { verifyByHost } from './verify.ts'

/*
 * Arithmetic on keys by libsodium, whose time and memory accesses do not follow a secret: compiled for the machine where that loads, else
 * as WebAssembly, else noble's JavaScript. libsodium's own verification multiplies the equation by the cofactor, which the kernel does not,
 * so it serves for own signatures only, and for others where key and R are of prime order: there is nothing then that the cofactor could hide.
 */

type Scalars = Pick<Curve, 'multiplyScalars'>

async function loadWebAssembly(): Promise<Curve> {
  const { default: sodium } = await import('libsodium-wrappers-sumo')
  await sodium.ready
  return {
    kind: 'webassembly',
    multiplyBase: (scalar) => sodium.crypto_scalarmult_ed25519_base_noclamp(scalar),
    multiply: (point, scalar) => sodium.crypto_scalarmult_ed25519_noclamp(scalar, point),
    add: (p, q) => sodium.crypto_core_ed25519_add(p, q),
    subtract: (p, q) => sodium.crypto_core_ed25519_sub(p, q),
    isKey: (point) => sodium.crypto_core_ed25519_is_valid_point(point),
    addScalars: (a, b) => sodium.crypto_core_ed25519_scalar_add(a, b),
    multiplyScalars: (a, b) => sodium.crypto_core_ed25519_scalar_mul(a, b),
    reduceScalar: (wide) => sodium.crypto_core_ed25519_scalar_reduce(wide),
    sha512: (bytes) => sodium.crypto_hash_sha512(bytes),
    sign(seed, message) {
      const { privateKey } = sodium.crypto_sign_seed_keypair(seed)
      try {
        return sodium.crypto_sign_detached(message, privateKey)
      } finally {
        privateKey.fill(0)
      }
    },
    verify: (publicKey, message, signature) =>
      isKey(Buffer.from(publicKey).toString('hex')) && verifyByHost(publicKey, message, signature),
    verifyMet: verifyByHost,
    verifyOwn: (publicKey, message, signature) => sodium.crypto_sign_verify_detached(signature, message, publicKey),
  }
}

/** The same bytes in the class that the binding takes. */
const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The binding has no product of scalars. Answers live in memory of JavaScript: Electron forbids buffers from outside it. */
async function loadNative({ multiplyScalars }: Scalars): Promise<Curve> {
  const { default: sodium } = await import('sodium-native')
  const written = (write: (into: Buffer) => void): Uint8Array => {
    const bytes = new Uint8Array(32)
    write(view(bytes))
    return bytes
  }
  const sha512 = (bytes: Uint8Array): Uint8Array => {
    const digest = new Uint8Array(64)
    sodium.crypto_hash_sha512(view(digest), view(bytes))
    return digest
  }
  const curve: Omit<Curve, 'verify' | 'verifyMet'> = {
    kind: 'native',
    multiplyBase: (scalar) => written((into) => sodium.crypto_scalarmult_ed25519_base_noclamp(into, view(scalar))),
    multiply: (point, scalar) =>
      written((into) => sodium.crypto_scalarmult_ed25519_noclamp(into, view(scalar), view(point))),
    add: (p, q) => written((into) => sodium.crypto_core_ed25519_add(into, view(p), view(q))),
    subtract: (p, q) => written((into) => sodium.crypto_core_ed25519_sub(into, view(p), view(q))),
    isKey: (point) => sodium.crypto_core_ed25519_is_valid_point(view(point)),
    addScalars: (a, b) => written((into) => sodium.crypto_core_ed25519_scalar_add(into, view(a), view(b))),
    multiplyScalars,
    reduceScalar: (wide) => written((into) => sodium.crypto_core_ed25519_scalar_reduce(into, view(wide))),
    sha512,
    sign(seed, message) {
      const [publicKey, pair, signature] = [new Uint8Array(32), new Uint8Array(64), new Uint8Array(64)]
      try {
        sodium.crypto_sign_seed_keypair(view(publicKey), view(pair), view(seed))
        sodium.crypto_sign_detached(view(signature), view(message), view(pair))
        return signature
      } finally {
        pair.fill(0)
      }
    },
    verifyOwn: (publicKey, message, signature) =>
      sodium.crypto_sign_verify_detached(view(signature), view(message), view(publicKey)),
  }
  // Of what all may see: one set of buffers serves every verification.
  const [digest, h, hA, sG, difference] = [64, 32, 32, 32, 32].map((size) => Buffer.alloc(size)) as [
    ...[Buffer, Buffer, Buffer, Buffer, Buffer], // one for each size
  ]
  /** S·G - h·A, compared with R. The multiplication refuses what is no key. */
  function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
    const [A, R, S] = [view(publicKey), view(signature.subarray(0, 32)), view(signature.subarray(32))]
    sodium.crypto_hash_sha512(digest, Buffer.concat([R, A, message]))
    sodium.crypto_core_ed25519_scalar_reduce(h, digest)
    try {
      sodium.crypto_scalarmult_ed25519_noclamp(hA, h, A)
      sodium.crypto_scalarmult_ed25519_base_noclamp(sG, S)
      sodium.crypto_core_ed25519_sub(difference, sG, hA)
    } catch {
      return false
    }
    return difference.equals(R)
  }
  // What the equation gives for a key of prime order is of prime order, so an R that is not is refused either way.
  const verifyMet: VerifyEd25519 = (publicKey, message, signature) =>
    curve.verifyOwn(publicKey, message, signature) && curve.isKey(signature.subarray(0, 32))
  return { ...curve, verify, verifyMet }
}

/** Each arithmetic that loads on this machine, the best first. */
export async function loadCurves(): Promise<readonly Curve[]> {
  let portable: Curve
  try {
    portable = await loadWebAssembly()
  } catch {
    return []
  }
  try {
    return [await loadNative(portable), portable]
  } catch {
    return [portable]
  }
}

/** Has the protocol compute by the best arithmetic that loads and computes rightly here, and hash texts for ids by the host; without it stays with noble's. */
export async function installHostCurve(): Promise<void> {
  try {
    installMd5((text) => hash('md5', text, 'hex'))
  } catch {
    // A host may be forbidden to know so old a hash.
  }
  for (const curve of await loadCurves()) {
    try {
      installCurve(curve)
      return
    } catch {
      // One that loads and computes wrongly is as good as none.
    }
  }
}
