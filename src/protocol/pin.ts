import { cbc } from '@noble/ciphers/aes.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import {
  bytesToHex,
  concatBytes,
  fromBase64Url,
  littleEndian,
  littleEndianBytes,
  parseHex,
  type Secret,
  secretBytes,
  toBase64Url,
  utf8Bytes,
} from './bytes.ts'
import { readKey } from './curve.ts'
import { protocolError } from './error.ts'
import { sha256 } from './hash.ts'
import { clampedSecret } from './scalar.ts'
import { signBytesWithSeed } from './signature.ts'

/** What TIP bodies begin with, by what they approve; the fields follow without separators. */
export const TIP = {
  register: 'SEQUENCER:REGISTER:',
  addressAdd: 'TIP:ADDRESS:ADD:',
  addressRemove: 'TIP:ADDRESS:REMOVE:',
  oauthApprove: 'TIP:OAUTH:APPROVE:',
  appOwnershipTransfer: 'TIP:APP:OWNERSHIP:TRANSFER:',
  userDeactivate: 'TIP:USER:DEACTIVATE:',
} as const

const BLOCK = 16
/** iv, and two blocks at least: a PIN, time and iterator. */
const SIZE_MIN = 3 * BLOCK

function refuse(reason: string): never {
  throw protocolError('protocol.pin', reason, { reason })
}

/** Montgomery form of an Ed25519 public key: what legacy keystores call the PIN token. Hex in and out. */
export function montgomeryKey(publicKey: string): string {
  return bytesToHex(ed25519.utils.toMontgomery(readKey(publicKey, 'server key')))
}

/**
 * Key shared by a session and the service: X25519 of one side's seed and the other's key in Montgomery form. Hex out.
 * Throws `protocol.key`, also for a peer's key of small order.
 */
export function sharedPinKey(seed: Secret, peerMontgomeryKey: string): string {
  return bytesToHex(sharedKey(seed, peerMontgomeryKey))
}

function sharedKey(seed: Secret, peerMontgomeryKey: string): Uint8Array {
  const peer = parseHex(peerMontgomeryKey, 32, 'peer key', 'protocol.key')
  const secret = clampedSecret(secretBytes(seed, 32, 'session seed', 'protocol.key'))
  try {
    return x25519.getSharedSecret(secret, peer)
  } catch {
    throw protocolError('protocol.key', 'peer key is of small order', { what: 'peer key' })
  } finally {
    secret.fill(0)
  }
}

export interface PinContent {
  /** Hex: a 64-byte TIP signature; public key and counter when a PIN is set; or the ASCII of six digits. */
  readonly pin: string
  /** Unix seconds. */
  readonly time: number
  /** Must grow with every use; Unix nanoseconds by custom. */
  readonly iterator: bigint
}

interface PinEncryption extends PinContent {
  readonly sessionPrivateKey: Secret
  /** Montgomery form of the service's key, hex. */
  readonly pinPublicKey: string
  /** 16 random bytes. */
  readonly iv: Uint8Array
}

/** `pin_base64` of a request. Throws `protocol.pin`, `protocol.key`. */
export function encryptPin({ pin, time, iterator, sessionPrivateKey, pinPublicKey, iv }: PinEncryption): string {
  if (iv.length !== BLOCK) refuse('iv')
  if (pin === '') refuse('empty')
  if (!Number.isSafeInteger(time) || time < 0 || iterator < 0n || iterator >= 2n ** 64n) refuse('time')
  const plain = concatBytes(
    parseHex(pin, undefined, 'PIN', 'protocol.pin'),
    littleEndianBytes(BigInt(time), 8),
    littleEndianBytes(iterator, 8),
  )
  try {
    return toBase64Url(concatBytes(iv, cbc(sharedKey(sessionPrivateKey, pinPublicKey), iv).encrypt(plain)))
  } finally {
    plain.fill(0)
  }
}

interface PinDecryption {
  readonly pinBase64: string
  readonly serverPrivateKey: Secret
  /** Ed25519 public key of the session, hex. */
  readonly sessionPublicKey: string
}

/** What a session encrypted for the service. Throws `protocol.pin`, `protocol.key`. */
export function decryptPin({ pinBase64, serverPrivateKey, sessionPublicKey }: PinDecryption): PinContent {
  const data = fromBase64Url(pinBase64, 'protocol.pin', 'PIN')
  if (data.length % BLOCK !== 0 || data.length < SIZE_MIN) refuse('length')
  const key = sharedKey(serverPrivateKey, montgomeryKey(sessionPublicKey))
  let plain: Uint8Array
  try {
    plain = cbc(key, data.subarray(0, BLOCK)).decrypt(data.subarray(BLOCK))
  } catch {
    return refuse('padding')
  }
  if (plain.length <= 16) refuse('length')
  return {
    pin: bytesToHex(plain.subarray(0, -16)),
    time: Number(littleEndian(plain.subarray(-16, -8))),
    iterator: littleEndian(plain.subarray(-8)),
  }
}

/** Digest that a TIP signature covers: SHA-256 of prefix and fields joined. Hex. */
export function tipBody(text: string): string {
  return bytesToHex(sha256(utf8Bytes(text, 'protocol.pin')))
}

/** Text that verifies a PIN, in hex; this one is signed as it is, not hashed. The time is in Unix nanoseconds. */
export function tipVerifyBody(timestamp: bigint): string {
  if (timestamp < 0n) refuse('time')
  return bytesToHex(utf8Bytes(`TIP:VERIFY:${timestamp.toString().padStart(32, '0')}`))
}

/** TIP signature over a body, as it is encrypted into `pin_base64`. Hex. */
export function signTip(tipSeed: Secret, body: string): string {
  return bytesToHex(signBytesWithSeed(tipSeed, parseHex(body, undefined, 'TIP body', 'protocol.pin')))
}

/** What is encrypted to set a TIP PIN: the TIP public key and how often it was set, from 1. Hex. */
export function tipPinUpdate(tipPublicKey: string, counter: bigint): string {
  parseHex(tipPublicKey, 32, 'TIP key', 'protocol.pin')
  return tipPublicKey + counter.toString(16).padStart(16, '0')
}
