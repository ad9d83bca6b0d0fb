import { bytesToHex, concatBytes, parseHex, type Secret, utf8Bytes } from './bytes.ts'
import {
  add,
  decodeKey,
  decodePoint,
  encodePoint,
  encodePoints,
  isSmallOrder,
  multiply,
  multiplyBase,
  negate,
  type Point,
} from './curve.ts'
import { protocolError } from './error.ts'
import { blake3, blake3Derived } from './hash.ts'
import { traceHashes, uuidText } from './id.ts'
import {
  modOrder,
  readKeyScalar,
  type SpendSecret,
  scalarBytes,
  spendBytes,
  spendScalar,
  uniformScalar,
} from './scalar.ts'

/** Keys of one output: one mask, and one key per member in the order of the members. */
export interface GhostKeys {
  readonly mask: string
  readonly keys: readonly string[]
}

/** Public halves of a receiver, as a kernel address states them. */
export interface KernelReceiver {
  readonly spendPublicKey: string
  readonly viewPublicKey: string
}

/** A receiver whose view key we hold, as the service holds those of its users. */
interface ViewedReceiver {
  readonly spendPublicKey: string
  readonly viewPrivateKey: Secret
}

function uvarint(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0 || value > 0xffff) {
    throw protocolError('protocol.transaction', 'output index is out of range', { rule: 'invalid output index' })
  }
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128)
  return Uint8Array.from([...bytes, rest])
}

function twice(digest: Uint8Array): bigint {
  return uniformScalar(concatBytes(digest, blake3(digest)))
}

/** The scalar of a shared point at an output index ("kernel: key hash to scalar"). */
function hashScalar(shared: Uint8Array, index: number): bigint {
  const inner = twice(blake3(concatBytes(shared, uvarint(index))))
  return twice(blake3(scalarBytes(inner)))
}

/**
 * A public key that came out of a checked address. The subgroup was looked at there, so only the encoding is read again,
 * and small orders, for which every sender would make the same key, are refused.
 */
function receiverPoint(key: string, what: string): Point {
  const point = decodePoint(parseHex(key, 32, what, 'protocol.key'), what)
  if (isSmallOrder(point)) throw protocolError('protocol.key', `${what} is of small order`, { what })
  return point
}

/** Keys of many receivers with the scalar `r`, for the price of two inversions. */
function ghostPublicKeys(r: bigint, receivers: readonly KernelReceiver[], index: number): string[] {
  const points = receivers.map(({ viewPublicKey, spendPublicKey }) => ({
    view: receiverPoint(viewPublicKey, 'view key'),
    spend: receiverPoint(spendPublicKey, 'spend key'),
  }))
  const shared = encodePoints(points.map(({ view }) => multiply(view, r)))
  const keys = points.map(({ spend }, at) =>
    add(multiplyBase(hashScalar(shared[at] ?? new Uint8Array(0), index)), spend),
  )
  return encodePoints(keys).map(bytesToHex)
}

/**
 * One-time key that only the receiver can spend: hashScalar(r·A, index)·G + B.
 * r: sender's scalar; A, B: view and spend public key of a checked address; index: position of the output.
 * Throws `protocol.scalar`, `protocol.key`.
 */
export function deriveGhostPublicKey(r: Secret, A: string, B: string, index: number): string {
  return ghostPublicKeys(readKeyScalar(r, 'r'), [{ viewPublicKey: A, spendPublicKey: B }], index)[0] ?? ''
}

/** Mask and keys of one output for kernel addresses, all made with the same `r`. */
export function deriveGhostKeys(r: Secret, receivers: readonly KernelReceiver[], index: number): GhostKeys {
  const scalar = readKeyScalar(r, 'r')
  return {
    mask: bytesToHex(encodePoint(multiplyBase(scalar))),
    keys: ghostPublicKeys(scalar, receivers, index),
  }
}

/**
 * As `deriveGhostKeys`, by whoever holds the receivers' view keys: r·A is then (r·a)·G, which is much cheaper.
 * Spend keys must pass the kernel's rule.
 */
export function deriveViewedGhostKeys(r: Secret, receivers: readonly ViewedReceiver[], index: number): GhostKeys {
  const scalar = readKeyScalar(r, 'r')
  const views = receivers.map((receiver) => readKeyScalar(receiver.viewPrivateKey, 'view key'))
  const [mask, ...shared] = encodePoints([scalar, ...views.map((view) => modOrder(scalar * view))].map(multiplyBase))
  const points = receivers.map((receiver, at) =>
    add(
      multiplyBase(hashScalar(shared[at] ?? new Uint8Array(0), index)),
      decodeKey(receiver.spendPublicKey, 'spend key', { receiver: at }),
    ),
  )
  return { mask: bytesToHex(mask ?? new Uint8Array(0)), keys: encodePoints(points).map(bytesToHex) }
}

/** `r` of the official SDKs for outputs to kernel addresses: the same payment gives the same output again. */
export function traceScalar(requestId: string, spendSeed: SpendSecret, index: number): string {
  const { trace, seed } = traceHashes(requestId, index)
  const secret = spendBytes(spendSeed)
  return bytesToHex(scalarBytes(uniformScalar(concatBytes(trace, blake3(concatBytes(seed, secret))))))
}

const HINT_LABEL = 'coffer 2026-11 hint of one-time keys'

/**
 * Hint for asking the service for the one-time keys of an own payment: a uuid from the request id, the index and the private
 * spend scalar, by BLAKE3 in its key derivation mode. Nobody else can name it, and each holder of the spend key finds the same.
 */
export function privateKeyHint(requestId: string, outputIndex: number, spendSeed: SpendSecret): string {
  const scalar = scalarBytes(spendScalar(spendSeed))
  const place = utf8Bytes(`${requestId}:${outputIndex}`)
  const bytes = blake3Derived(HINT_LABEL, concatBytes(scalar, place))
  scalar.fill(0)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes)
}

function sharedScalar(mask: string, viewPrivateKey: Secret, index: number): bigint {
  const shared = multiply(decodeKey(mask, 'mask'), readKeyScalar(viewPrivateKey, 'view key'))
  return hashScalar(encodePoint(shared), index)
}

/** What the service sends in `views`: hashScalar(a·R, index). Throws `protocol.key` for a mask that the kernel refuses. */
export function viewScalar(mask: string, viewPrivateKey: Secret, index: number): string {
  return bytesToHex(scalarBytes(sharedScalar(mask, viewPrivateKey, index)))
}

/** Private key of an output: hashScalar(a·R, index) + b, for view scalar a and spend scalar b. */
export function deriveGhostPrivateKey(
  mask: string,
  viewPrivateKey: Secret,
  spendPrivateKey: Secret,
  index: number,
): string {
  const spend = readKeyScalar(spendPrivateKey, 'spend key')
  return bytesToHex(scalarBytes(modOrder(sharedScalar(mask, viewPrivateKey, index) + spend)))
}

/** The spend key that a one-time key was made for: P - x·G, given the view scalar x. */
export function spendKeyOfGhostKey(key: string, view: Secret): string {
  const step = negate(multiplyBase(readKeyScalar(view, 'view scalar')))
  return bytesToHex(encodePoint(add(decodeKey(key), step)))
}
