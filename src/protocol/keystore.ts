import { bytesToHex, concatBytes, equalBytes, fromAnyBase64, isHex, parseHex, toBase64Url } from './bytes.ts'
import { decodePoint } from './curve.ts'
import { protocolError } from './error.ts'
import { isUuid } from './id.ts'
import { publicKeyFromSeed } from './key.ts'
import { montgomeryKey, parsePinToken } from './pin.ts'

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
  /** 32-byte seed that signs transactions, if the file carries it. */
  readonly spendPrivateKey: string | null
}

/** Permission that a user gave to an app. It can read, never spend. */
export interface OAuthKeystore {
  readonly kind: 'oauth'
  readonly appId: string
  readonly authorizationId: string
  readonly scope: string
  readonly sessionPrivateKey: string
  /** The key under which the service signs its answers to this authorization; null where the form does not carry it. */
  readonly serverPublicKey: string | null
}

export type Keystore = SessionKeystore | OAuthKeystore

type Members = Readonly<Record<string, unknown>>

function refuse(what: string): never {
  throw protocolError('protocol.keystore', `${what} is missing or not valid`, { what })
}

/** Sessions from before Ed25519 sign with RSA, which no service takes from a new program. */
function refuseRsa(what: string): never {
  throw protocolError('protocol.keystore', `${what} is of the old RSA form`, { what, form: 'rsa' })
}

function uuid(members: Members, name: string): string {
  const value = members[name]
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  return typeof lower === 'string' && isUuid(lower) ? lower : refuse(name)
}

function key(members: Members, name: string): string {
  const value = members[name]
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  return typeof lower === 'string' && isHex(lower, 32) ? lower : refuse(name)
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

const optionalKey = (members: Members, name: string): string | null =>
  isAbsent(members[name]) ? null : key(members, name)

function checkedPoint(value: string, name: string): string {
  try {
    decodePoint(parseHex(value), 'server key')
  } catch {
    refuse(name)
  }
  return value
}

const serverKey = (members: Members): string => checkedPoint(key(members, 'server_public_key'), 'server_public_key')

/** The service hands its key out as `ed25519`, in base64; some programs keep it as it came. */
function answerKey(members: Members): string | null {
  if (!isAbsent(members['server_public_key'])) return serverKey(members)
  if (isAbsent(members['ed25519'])) return null
  const bytes = fromAnyBase64(members['ed25519'], 'protocol.keystore', 'ed25519')
  return bytes.length === 32 ? checkedPoint(bytesToHex(bytes), 'ed25519') : refuse('ed25519')
}

/** Legacy private keys are the seed and its public key, base64; older ones, RSA in PEM, sign another kind of token. */
function legacySeed(members: Members): string {
  if (/^\s*-----BEGIN/.test(String(members['private_key']))) refuseRsa('private_key')
  const bytes = fromAnyBase64(members['private_key'], 'protocol.keystore', 'private_key')
  if (bytes.length !== 64) refuse('private_key')
  const seed = bytesToHex(bytes.subarray(0, 32))
  if (!equalBytes(bytes.subarray(32), parseHex(publicKeyFromSeed(seed)))) refuse('private_key')
  return seed
}

/** An X25519 key; of an RSA session it is the key encrypted to the session, as long as the modulus. */
function legacyPinKey(token: unknown): string {
  if (typeof token === 'string' && token.length >= 128) refuseRsa('pin_token')
  return parsePinToken(token)
}

function fromObject(members: Members): Keystore {
  if (members['authorization_id'] !== undefined) {
    const scope = members['scope']
    return {
      kind: 'oauth',
      appId: uuid(members, members['app_id'] === undefined ? 'client_id' : 'app_id'),
      authorizationId: uuid(members, 'authorization_id'),
      scope: typeof scope === 'string' && scope !== '' ? scope : refuse('scope'),
      sessionPrivateKey: isAbsent(members['session_private_key'])
        ? legacySeed(members)
        : key(members, 'session_private_key'),
      serverPublicKey: answerKey(members),
    }
  }
  if (members['client_id'] !== undefined) {
    return {
      kind: 'session',
      userId: uuid(members, 'client_id'),
      sessionId: uuid(members, 'session_id'),
      sessionPrivateKey: legacySeed(members),
      pinPublicKey: legacyPinKey(members['pin_token']),
      serverPublicKey: null,
      spendPrivateKey: optionalKey(members, 'spend_private_key'),
    }
  }
  const common = {
    kind: 'session',
    userId: uuid(members, 'app_id'),
    sessionId: uuid(members, 'session_id'),
    sessionPrivateKey: key(members, 'session_private_key'),
    spendPrivateKey: optionalKey(members, 'spend_private_key'),
  } as const
  if (members['server_public_key'] === undefined && members['pin_token_base64'] !== undefined) {
    return { ...common, pinPublicKey: parsePinToken(members['pin_token_base64']), serverPublicKey: null }
  }
  const serverPublicKey = serverKey(members)
  return { ...common, pinPublicKey: montgomeryKey(serverPublicKey), serverPublicKey }
}

/**
 * Reads a keystore: of an app as the developer dashboard gives it, the same in its older form, of a network user, or of an
 * OAuth authorization. Takes the file's text or the parsed object. Throws `protocol.keystore` naming the member.
 */
export function parseKeystore(source: unknown): Keystore {
  let value = source
  if (typeof source === 'string') {
    try {
      value = JSON.parse(source)
    } catch {
      return refuse('keystore')
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('keystore')
  return fromObject({ ...value })
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
