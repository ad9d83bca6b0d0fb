import { bytesToHex, concatBytes, type Secret, utf8Bytes, withBytes } from './bytes.ts'
import { curve, readKey } from './curve.ts'
import { protocolError } from './error.ts'
import { blake3, blake3Derived } from './hash.ts'
import { traceHashes, uuidText } from './id.ts'
import { readKeyScalar, type SpendSecret, spendScalar, uniformScalar, withSpendBytes } from './scalar.ts'

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

function twice(digest: Uint8Array): Uint8Array {
  return uniformScalar(concatBytes(digest, blake3(digest)))
}

/** The scalar of a shared point at an output index ("kernel: key hash to scalar"). */
function hashScalar(shared: Uint8Array, index: number): Uint8Array {
  const inner = twice(blake3(concatBytes(shared, uvarint(index))))
  return twice(blake3(inner))
}

/** Key of one output for a receiver, given what both sides can compute: hashScalar(shared, index)·G + B. */
function oneTimeKey(shared: Uint8Array, spendKey: Uint8Array, index: number): string {
  const { multiplyBase, add } = curve()
  return bytesToHex(add(multiplyBase(hashScalar(shared, index)), spendKey))
}

function ghostPublicKey(r: Uint8Array, { viewPublicKey, spendPublicKey }: KernelReceiver, index: number): string {
  const [view, spend] = [readKey(viewPublicKey, 'view key'), readKey(spendPublicKey, 'spend key')]
  return oneTimeKey(curve().multiply(view, r), spend, index)
}

/**
 * One-time key that only the receiver can spend: hashScalar(r·A, index)·G + B.
 * r: sender's scalar; A, B: view and spend public key of an address; index: position of the output.
 * Throws `protocol.scalar`, `protocol.key`.
 */
export function deriveGhostPublicKey(r: Secret, A: string, B: string, index: number): string {
  const receiver = { viewPublicKey: A, spendPublicKey: B }
  return withBytes(readKeyScalar(r, 'r'), (scalar) => ghostPublicKey(scalar, receiver, index))
}

/** Mask and keys of one output for kernel addresses, all made with the same `r`. */
export function deriveGhostKeys(r: Secret, receivers: readonly KernelReceiver[], index: number): GhostKeys {
  return withBytes(readKeyScalar(r, 'r'), (scalar) => ({
    mask: bytesToHex(curve().multiplyBase(scalar)),
    keys: receivers.map((receiver) => ghostPublicKey(scalar, receiver, index)),
  }))
}

/**
 * As `deriveGhostKeys`, by whoever holds the receivers' view keys: r·A is then (r·a)·G, which is much cheaper.
 * Spend keys must pass the kernel's rule.
 */
export function deriveViewedGhostKeys(r: Secret, receivers: readonly ViewedReceiver[], index: number): GhostKeys {
  const scalar = readKeyScalar(r, 'r')
  const { multiplyBase, multiplyScalars } = curve()
  const keys = receivers.map(({ viewPrivateKey, spendPublicKey }, receiver) => {
    const shared = multiplyBase(multiplyScalars(scalar, readKeyScalar(viewPrivateKey, 'view key')))
    return oneTimeKey(shared, readKey(spendPublicKey, 'spend key', { receiver }), index)
  })
  return { mask: bytesToHex(multiplyBase(scalar)), keys }
}

/** `r` of the official SDKs for outputs to kernel addresses: the same payment gives the same output again. */
export function traceScalar(requestId: string, spendSeed: SpendSecret, index: number): string {
  const { trace, seed } = traceHashes(requestId, index)
  const own = withSpendBytes(spendSeed, (secret) => withBytes(concatBytes(seed, secret), blake3))
  const wide = withBytes(own, (digest) => concatBytes(trace, digest))
  return withBytes(withBytes(wide, uniformScalar), bytesToHex)
}

const HINT_LABEL = 'coffer 2026-11 hint of one-time keys'

/**
 * Hint for asking the service for the one-time keys of an own payment: a uuid from the request id, the index and the private
 * spend scalar, by BLAKE3 in its key derivation mode. Nobody else can name it, and each holder of the spend key finds the same.
 */
export function privateKeyHint(requestId: string, outputIndex: number, spendSeed: SpendSecret): string {
  const place = utf8Bytes(`${requestId}:${outputIndex}`)
  const named = withBytes(spendScalar(spendSeed), (scalar) => concatBytes(scalar, place))
  const bytes = withBytes(named, (own) => blake3Derived(HINT_LABEL, own))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes)
}

function sharedScalar(mask: string, viewPrivateKey: Secret, index: number): Uint8Array {
  return hashScalar(curve().multiply(readKey(mask, 'mask'), readKeyScalar(viewPrivateKey, 'view key')), index)
}

/** What the service sends in `views`: hashScalar(a·R, index). Throws `protocol.key` for a mask that the kernel refuses. */
export function viewScalar(mask: string, viewPrivateKey: Secret, index: number): string {
  return bytesToHex(sharedScalar(mask, viewPrivateKey, index))
}

/** Private key of an output: hashScalar(a·R, index) + b, for view scalar a and spend scalar b. */
export function deriveGhostPrivateKey(
  mask: string,
  viewPrivateKey: Secret,
  spendPrivateKey: Secret,
  index: number,
): string {
  const spend = readKeyScalar(spendPrivateKey, 'spend key')
  return bytesToHex(curve().addScalars(sharedScalar(mask, viewPrivateKey, index), spend))
}

/** The spend key that a one-time key was made for: P - x·G, given the view scalar x. */
export function spendKeyOfGhostKey(key: string, view: Secret): string {
  const step = curve().multiplyBase(readKeyScalar(view, 'view scalar'))
  return bytesToHex(curve().subtract(readKey(key), step))
}
