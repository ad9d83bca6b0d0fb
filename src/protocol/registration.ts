import { bytesToHex, fromBase64Url, isHex, parseHex, type Secret, toBase64Url, utf8Bytes } from './bytes.ts'
import { protocolError } from './error.ts'
import { sha3 } from './hash.ts'
import { parseUuid } from './id.ts'
import { publicKeyFromSeed } from './key.ts'
import { signTip, TIP, tipBody } from './pin.ts'
import { signBytesWithSeed, type VerifyOptions, verifyBytes } from './signature.ts'

/** Which of the two forms a registration has: the interface document's, or the one that the real service takes. */
type RegistrationDialect = 'interface' | 'upstream'

interface Registration {
  readonly publicKey: string
  readonly signature: string
  /** TIP signature, hex; to be encrypted into `pin_base64`. */
  readonly tipSignature: string
}

/** Digest of the registration structure and nothing else: prefix, user id, public key. */
export function registrationBody(userId: string, publicKey: string): string {
  return tipBody(TIP.register + parseUuid(userId, 'user id') + bytesToHex(parseHex(publicKey, 32, 'spend key')))
}

function userIdDigest(userId: string): Uint8Array {
  return sha3(utf8Bytes(parseUuid(userId, 'user id')))
}

/**
 * What registers a spend key for a user. The public key is computed from the seed here. Interface form: the spend key
 * signs the registration body, hex. Upstream form: it signs SHA3-256 of the user id, URL-safe base64. In both the TIP key
 * signs the registration body. Throws `protocol.key`, `protocol.id`.
 */
export function registrationRequest(request: {
  readonly dialect: RegistrationDialect
  readonly userId: string
  readonly spendSeed: Secret
  readonly tipSeed: Secret
}): Registration {
  const publicKey = publicKeyFromSeed(request.spendSeed)
  const body = registrationBody(request.userId, publicKey)
  const signature =
    request.dialect === 'interface'
      ? bytesToHex(signBytesWithSeed(request.spendSeed, parseHex(body)))
      : toBase64Url(signBytesWithSeed(request.spendSeed, userIdDigest(request.userId)))
  return { publicKey, signature, tipSignature: signTip(request.tipSeed, body) }
}

/** What registers a spend key for an app by the app's own call, without a PIN: the signature of the upstream form, by the key alone. */
export function appRegistration(request: { readonly appId: string; readonly spendSeed: Secret }): {
  readonly publicKey: string
  /** URL-safe base64. */
  readonly signature: string
} {
  return {
    publicKey: publicKeyFromSeed(request.spendSeed),
    signature: toBase64Url(signBytesWithSeed(request.spendSeed, userIdDigest(request.appId))),
  }
}

/**
 * Which form a registration's signature has, by a server that takes both. Throws `protocol.signature` if it is good in
 * neither.
 */
export function verifyRegistration(
  { userId, publicKey, signature }: { readonly userId: string; readonly publicKey: string; readonly signature: string },
  { verify }: VerifyOptions = {},
): RegistrationDialect {
  const dialect: RegistrationDialect = isHex(signature, 64) ? 'interface' : 'upstream'
  const [message, bytes] =
    dialect === 'interface'
      ? [parseHex(registrationBody(userId, publicKey)), parseHex(signature)]
      : [userIdDigest(userId), fromBase64Url(signature, 'protocol.signature', 'signature')]
  if (verifyBytes(parseHex(publicKey, 32, 'spend key', 'protocol.key'), message, bytes, verify)) return dialect
  throw protocolError('protocol.signature', 'the registration is not signed by this key for this user')
}
