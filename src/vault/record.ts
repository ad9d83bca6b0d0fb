import { failure } from '#contract/errors'

/** What the vault keeps of one account. Seeds are buffers, so that they can be overwritten. */
export interface KeyRecord {
  readonly sessionId: string
  /** Signs tokens and encrypts PINs. */
  readonly sessionSeed: Uint8Array
  /** The service's key in Montgomery form, to which PINs are encrypted. */
  readonly pinKey: Uint8Array
  /** Signs transactions; null until the account has one. */
  readonly spendSeed: Uint8Array | null
  /** A new spend seed whose phrase was shown but not yet confirmed. */
  readonly pendingSeed: Uint8Array | null
}

const VERSION = 1
const SIZE = 146
const HAS_SPEND = 1
const HAS_PENDING = 2

/*
 * Version, session id, session seed, PIN key, flags, spend seed, pending seed. Binary and of one length: text cannot be
 * overwritten, and a length that changes would tell which accounts have a key.
 */

export function encodeRecord(record: KeyRecord): Uint8Array {
  const bytes = new Uint8Array(SIZE)
  bytes[0] = VERSION
  bytes.set(Uint8Array.from(Buffer.from(record.sessionId.replaceAll('-', ''), 'hex')), 1)
  bytes.set(record.sessionSeed, 17)
  bytes.set(record.pinKey, 49)
  bytes[81] = (record.spendSeed === null ? 0 : HAS_SPEND) | (record.pendingSeed === null ? 0 : HAS_PENDING)
  if (record.spendSeed !== null) bytes.set(record.spendSeed, 82)
  if (record.pendingSeed !== null) bytes.set(record.pendingSeed, 114)
  return bytes
}

/** Copies, so that the source can be overwritten. Throws `vault.damaged`. */
export function decodeRecord(bytes: Uint8Array): KeyRecord {
  const flags = bytes[81] ?? 0xff
  if (bytes.length !== SIZE || bytes[0] !== VERSION || flags > 3) {
    throw failure('vault.damaged', 'a key record has another form')
  }
  const hex = Buffer.from(bytes.subarray(1, 17)).toString('hex')
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    sessionSeed: bytes.slice(17, 49),
    pinKey: bytes.slice(49, 81),
    spendSeed: (flags & HAS_SPEND) === 0 ? null : bytes.slice(82, 114),
    pendingSeed: (flags & HAS_PENDING) === 0 ? null : bytes.slice(114, 146),
  }
}

export function wipeRecord(record: KeyRecord): void {
  for (const part of [record.sessionSeed, record.spendSeed, record.pendingSeed]) part?.fill(0)
}
