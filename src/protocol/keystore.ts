import { concatBytes, parseHex, toBase64Url } from './bytes.ts'
import type { OAuthKeystore } from './credential/forms.ts'
import { isMember, refuse } from './credential/member.ts'
import { readKeystores } from './credential/read.ts'
import { publicKeyFromSeed } from './key.ts'

/** Credentials of a user or bot, read from any of the forms in use. Keys are hex. */
export interface SessionKeystore {
  readonly kind: 'session'
  readonly userId: string
  readonly sessionId: string
  /** 32-byte seed that signs tokens and encrypts PINs. */
  readonly sessionPrivateKey: string
  /** The service's key in Montgomery form, for PINs. */
  readonly pinPublicKey: string
  /** The service's Ed25519 key; old forms do not carry it. */
  readonly serverPublicKey: string | null
  /** Signs transactions, if the file carries it: a 32-byte seed or, from the community's tools, a reduced scalar. */
  readonly spendPrivateKey: string | null
}

type Keystore = SessionKeystore | OAuthKeystore

/**
 * Reads one keystore, in any form that `readCredentials` knows: the file's text or the parsed object. Legacy private keys must be whole
 * pairs here. Throws `protocol.keystore` naming the member, also for a text that holds anything beside the keystore.
 */
export function parseKeystore(source: unknown): Keystore {
  const [only, ...more] = readKeystores(source)
  if (only === undefined || more.length > 0) return refuse('keystore')
  switch (only.kind) {
    case 'session': {
      const { kind, userId, sessionId, sessionPrivateKey, pinPublicKey, serverPublicKey, spendKey } = only
      const session = { kind, userId, sessionId, sessionPrivateKey, pinPublicKey, serverPublicKey }
      return { ...session, spendPrivateKey: spendKey }
    }
    case 'permission':
      return only.keystore
    case 'refused':
      return refuse(isMember(only.what) ? only.what : 'keystore', only.form)
    default:
      return refuse('keystore')
  }
}

/** A session's keystore in the older form, for programs that know no other. Contains the session's private key. */
export function legacyKeystore({ userId, sessionId, sessionPrivateKey, pinPublicKey }: SessionKeystore): {
  readonly client_id: string
  readonly session_id: string
  readonly private_key: string
  readonly pin_token: string
} {
  const seed = parseHex(sessionPrivateKey, 32, 'session_private_key', 'protocol.keystore')
  return {
    client_id: userId,
    session_id: sessionId,
    private_key: toBase64Url(concatBytes(seed, parseHex(publicKeyFromSeed(seed)))),
    pin_token: toBase64Url(parseHex(pinPublicKey, 32, 'pin_token', 'protocol.keystore')),
  }
}
