import { createPublicKey, verify } from 'node:crypto'
import type { VerifyEd25519 } from '#protocol'

/** Verification by OpenSSL, after the checks of `#protocol`. A key given as JWK is read ten times faster than as DER. */
export const nodeVerify: VerifyEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}
