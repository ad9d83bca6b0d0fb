import { createPublicKey, verify } from 'node:crypto'
import type { VerifySignature } from '#contract/domain'

/** DER of a SubjectPublicKeyInfo that holds an Ed25519 key (RFC 8410), up to the 32 bytes of the key itself. */
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * RFC 8032 verification by the platform. It does not refuse points of small order or of another encoding: callers check
 * points and scalars first. Wrong lengths are false, never an exception.
 */
export const verifySignature: VerifySignature = (publicKey, message, signature) => {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}
