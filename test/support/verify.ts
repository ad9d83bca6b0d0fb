import { createPublicKey, verify } from 'node:crypto'
import type { VerifyEd25519 } from '#protocol'

/** Verification by the host. A key is imported as JWK, which OpenSSL takes ten times faster than DER. */
export const nodeVerify: VerifyEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, signature)
}
