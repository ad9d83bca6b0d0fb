import { failure } from '#contract/errors'
import type { SpendSecret } from '#protocol'

export type SpendForm = 'seed' | 'scalar'

/** What the vault keeps of one account. Seeds are buffers, so that they can be overwritten. */
export interface KeyRecord {
  readonly sessionId: string
  /** Signs tokens and encrypts PINs. */
  readonly sessionSeed: Uint8Array
  /** The service's key in Montgomery form, to which PINs are encrypted. */
  readonly pinKey: Uint8Array
  /** Signs transactions; null until the account has one. 32 bytes of the form that is named beside it. */
  readonly spendSeed: Uint8Array | null
  /** A scalar is what some programs kept of a seed; it signs alike, and no words spell it. */
  readonly spendForm: SpendForm
  /**
   * Whether the key is known to be the account's: compared with the registered one, made here, or proved by a coin. One that is not
   * signs nothing, and its form is not known yet.
   */
  readonly isProved: boolean
  /** A new spend seed whose phrase was shown but not yet confirmed. */
  readonly pendingSeed: Uint8Array | null
  /** How often the rules of the account were written; 0 for one that never had any. An older copy of them has a smaller number. */
  readonly rules: number
  /** SHA-256 (hex) of the way out that was agreed to; null where none ever was. One that was taken away or put back has another. */
  readonly way: string | null
  /** SHA-256 (hex) of when it was agreed that money leaves without the passphrase; null where it never leaves without. */
  readonly asking: string | null
}

/** What a token is made with: the session of an account, or what its owner permitted somebody. */
export type Session =
  | ({ readonly kind: 'session' } & Pick<KeyRecord, 'sessionId' | 'sessionSeed' | 'pinKey'>)
  | SealedPermission

/** A permission to look. Its secrets are buffers, so that they can be overwritten. */
export type SealedPermission =
  | {
      readonly kind: 'authorization'
      readonly appId: string
      readonly authorizationId: string
      readonly scope: string
      readonly sessionSeed: Uint8Array
      /** Under which the service signs its answers; null where it gave none. */
      readonly serverKey: string | null
    }
  | {
      readonly kind: 'token'
      /** ASCII of the bearer. */
      readonly token: Uint8Array
      /** What it says of itself, as far as it does. */
      readonly scope: string | null
      readonly appId: string | null
      readonly expiresAt: number | null
    }

const VERSION = 1
const SIZE = 146
/** The same with four bytes more: how often rules were written. Whoever never had rules keeps a record that older versions read. */
const RULES_VERSION = 4
const RULES_SIZE = SIZE + 4
/** The same with 32 bytes more: which way out was agreed to. Whoever never set one keeps a record that older versions read. */
const WAY_VERSION = 5
const WAY_SIZE = RULES_SIZE + 32
/** The same with 32 bytes more: when the passphrase is asked for. The way out is empty where none was agreed to. */
const ASKING_VERSION = 6
const ASKING_SIZE = WAY_SIZE + 32
/** Of all forms of a record, permissions among them. */
const NEWEST = 6
const HAS_SPEND = 1
const HAS_PENDING = 2
const IS_SCALAR = 4
const IS_UNPROVED = 8

/*
 * Version, session id, session seed, PIN key, flags, spend seed, pending seed. Binary and of one length: text cannot be
 * overwritten, and a length that changes would tell which accounts have a key.
 */

export function encodeRecord(record: KeyRecord): Uint8Array {
  const [version, size] = formOf(record)
  const bytes = new Uint8Array(size)
  bytes[0] = version
  bytes.set(Uint8Array.from(Buffer.from(record.sessionId.replaceAll('-', ''), 'hex')), 1)
  bytes.set(record.sessionSeed, 17)
  bytes.set(record.pinKey, 49)
  bytes[81] =
    (record.spendSeed === null ? 0 : HAS_SPEND) |
    (record.pendingSeed === null ? 0 : HAS_PENDING) |
    (record.spendForm === 'scalar' ? IS_SCALAR : 0) |
    (record.isProved ? 0 : IS_UNPROVED)
  if (record.spendSeed !== null) bytes.set(record.spendSeed, 82)
  if (record.pendingSeed !== null) bytes.set(record.pendingSeed, 114)
  if (version !== VERSION) new DataView(bytes.buffer).setUint32(SIZE, record.rules)
  if (record.way !== null) bytes.set(Uint8Array.from(Buffer.from(record.way, 'hex')), RULES_SIZE)
  if (record.asking !== null) bytes.set(Uint8Array.from(Buffer.from(record.asking, 'hex')), WAY_SIZE)
  return bytes
}

function formOf({ rules, way, asking }: KeyRecord): readonly [version: number, size: number] {
  if (asking !== null) return [ASKING_VERSION, ASKING_SIZE]
  if (way !== null) return [WAY_VERSION, WAY_SIZE]
  return rules === 0 ? [VERSION, SIZE] : [RULES_VERSION, RULES_SIZE]
}

const SIZES: Readonly<Record<number, number>> = {
  [VERSION]: SIZE,
  [RULES_VERSION]: RULES_SIZE,
  [WAY_VERSION]: WAY_SIZE,
  [ASKING_VERSION]: ASKING_SIZE,
}

/*
 * Permissions come after their own version byte: the secret's length in two bytes, the secret, and JSON of the rest.
 */
const PERMISSION_VERSIONS = { authorization: 2, token: 3 } as const

export function encodePermission(permission: SealedPermission): Uint8Array {
  const secret = permission.kind === 'authorization' ? permission.sessionSeed : permission.token
  const { kind, ...rest } = permission
  const open = Buffer.from(JSON.stringify({ ...rest, sessionSeed: undefined, token: undefined }))
  const bytes = new Uint8Array(3 + secret.length + open.length)
  bytes[0] = PERMISSION_VERSIONS[kind]
  bytes[1] = secret.length >> 8
  bytes[2] = secret.length & 0xff
  bytes.set(secret, 3)
  bytes.set(open, 3 + secret.length)
  return bytes
}

function decodePermission(bytes: Uint8Array): SealedPermission {
  const end = 3 + ((bytes[1] ?? 0) << 8) + (bytes[2] ?? 0)
  const secret = bytes.slice(3, end)
  const rest: unknown = JSON.parse(Buffer.from(bytes.subarray(end)).toString())
  // Sealed by `encodePermission`, so the members are those that it was given.
  return bytes[0] === PERMISSION_VERSIONS.authorization
    ? {
        // Those sealed before the service's key was kept have none.
        serverKey: null,
        ...(rest as { appId: string; authorizationId: string; scope: string; serverKey?: string | null }),
        kind: 'authorization',
        sessionSeed: secret,
      }
    : {
        ...(rest as Pick<Extract<SealedPermission, { kind: 'token' }>, 'scope' | 'appId' | 'expiresAt'>),
        kind: 'token',
        token: secret,
      }
}

export const isPermission = (bytes: Uint8Array): boolean =>
  bytes[0] === PERMISSION_VERSIONS.authorization || bytes[0] === PERMISSION_VERSIONS.token

/** What signs tokens, of a record of any kind. Copies, so that the source can be overwritten. Throws `vault.damaged`. */
export function decodeSession(bytes: Uint8Array): Session {
  if (isPermission(bytes)) return decodePermission(bytes)
  const record = decodeRecord(bytes)
  for (const part of [record.spendSeed, record.pendingSeed]) part?.fill(0)
  return { kind: 'session', sessionId: record.sessionId, sessionSeed: record.sessionSeed, pinKey: record.pinKey }
}

export function wipeSession(session: Session): void {
  const secret = session.kind === 'token' ? session.token : session.sessionSeed
  secret.fill(0)
}

/** Copies, so that the source can be overwritten. Throws `vault.damaged`, `store.newer`, and `wallet.watch_only` for a permission. */
export function decodeRecord(bytes: Uint8Array): KeyRecord {
  if (isPermission(bytes)) throw failure('wallet.watch_only', 'the account has no key here')
  // It was sealed, so nothing changed that byte.
  if ((bytes[0] ?? 0) > NEWEST) {
    throw failure('store.newer', 'a key record is of a newer Coffer', { details: { kind: 'vault' } })
  }
  const flags = bytes[81] ?? 0xff
  const version = bytes[0] ?? 0
  if (bytes.length !== SIZES[version] || flags > 15) {
    throw failure('vault.damaged', 'a key record has another form')
  }
  const hex = Buffer.from(bytes.subarray(1, 17)).toString('hex')
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    sessionSeed: bytes.slice(17, 49),
    pinKey: bytes.slice(49, 81),
    spendSeed: (flags & HAS_SPEND) === 0 ? null : bytes.slice(82, 114),
    spendForm: (flags & IS_SCALAR) === 0 ? 'seed' : 'scalar',
    isProved: (flags & IS_UNPROVED) === 0,
    pendingSeed: (flags & HAS_PENDING) === 0 ? null : bytes.slice(114, 146),
    rules: version === VERSION ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(SIZE),
    way: digestIn(bytes.subarray(RULES_SIZE, WAY_SIZE)),
    asking: digestIn(bytes.subarray(WAY_SIZE, ASKING_SIZE)),
  }
}

/** Where a record is too short to have one, or has none, it is null: no SHA-256 is all zeros. */
const digestIn = (bytes: Uint8Array): string | null =>
  bytes.some((byte) => byte !== 0) ? Buffer.from(bytes).toString('hex') : null

/** The spend key as the protocol takes it; the caller overwrites the bytes. */
export const spendSecretOf = (bytes: Uint8Array, form: SpendForm): SpendSecret =>
  form === 'seed' ? bytes : { scalar: bytes }

export function wipeRecord(record: KeyRecord): void {
  for (const part of [record.sessionSeed, record.spendSeed, record.pendingSeed]) part?.fill(0)
}
