import { base58Decode, base58Encode } from './base58.ts'
import { bytesToHex, concatBytes, equalBytes, parseHex, type Secret, utf8Bytes } from './bytes.ts'
import { readKey } from './curve.ts'
import { protocolError } from './error.ts'
import type { KernelReceiver } from './ghost.ts'
import { sha3 } from './hash.ts'
import { parseUuid, uuidBytes, uuidText } from './id.ts'
import { kernelKeysFromSeed } from './key.ts'

/** Most members that a group address names. */
export const MIX_MEMBERS_MAX = 64

const CHECKSUM_SIZE = 4
const MIX_VERSION = 2
const MIX_SIZE_MIN = 3 + 16 + CHECKSUM_SIZE
const MIX_SIZE_MAX = 3 + 64 * MIX_MEMBERS_MAX + CHECKSUM_SIZE
const XIN_SIZE = 64 + CHECKSUM_SIZE

function refuse(reason: string): never {
  throw protocolError('protocol.address', reason, { reason })
}

/** First four bytes of SHA3-256 over prefix and payload: of addresses, group addresses and invoices. */
export function checksum(prefix: string, payload: Uint8Array): Uint8Array {
  return sha3(concatBytes(utf8Bytes(prefix), payload)).subarray(0, CHECKSUM_SIZE)
}

function encodeChecked(prefix: string, payload: Uint8Array): string {
  return prefix + base58Encode(concatBytes(payload, checksum(prefix, payload)))
}

function decodeChecked(prefix: string, text: string, sizeMin: number, sizeMax: number): Uint8Array {
  if (typeof text !== 'string' || !text.startsWith(prefix)) refuse('prefix')
  // 58^1.37 > 256, so a longer text cannot be one of these; it is refused before it costs anything.
  if (text.length > prefix.length + Math.ceil(sizeMax * 1.37)) refuse('length')
  const data = base58Decode(text.slice(prefix.length))
  if (data === null) refuse('base58')
  if (data.length < sizeMin || data.length > sizeMax) refuse('length')
  const payload = data.subarray(0, -CHECKSUM_SIZE)
  if (!equalBytes(checksum(prefix, payload), data.subarray(-CHECKSUM_SIZE))) refuse('checksum')
  return payload
}

function checkedReceiver(payload: Uint8Array): KernelReceiver {
  const spendPublicKey = bytesToHex(payload.subarray(0, 32))
  const viewPublicKey = bytesToHex(payload.subarray(32, 64))
  try {
    readKey(spendPublicKey, 'spend key')
    readKey(viewPublicKey, 'view key')
  } catch {
    refuse('key')
  }
  return { spendPublicKey, viewPublicKey }
}

function receiverBytes({ spendPublicKey, viewPublicKey }: KernelReceiver): Uint8Array {
  return concatBytes(
    parseHex(spendPublicKey, 32, 'spend key', 'protocol.address'),
    parseHex(viewPublicKey, 32, 'view key', 'protocol.address'),
  )
}

/** Kernel main address ("XIN..."). Throws `protocol.address` for keys that the kernel refuses. */
export function encodeMainnetAddress(receiver: KernelReceiver): string {
  const payload = receiverBytes(receiver)
  checkedReceiver(payload)
  return encodeChecked('XIN', payload)
}

/** Keys of a kernel main address, both checked. Throws `protocol.address`. */
export function decodeMainnetAddress(address: string): KernelReceiver {
  return checkedReceiver(decodeChecked('XIN', address, XIN_SIZE, XIN_SIZE))
}

/** Main address of a 64-byte account seed. Throws `protocol.key`. */
export function mainnetAddressFromSeed(seed: Secret): string {
  return encodeMainnetAddress(kernelKeysFromSeed(seed))
}

/** Hash by which the kernel names an address: SHA3-256 of both keys. */
export function mainnetAddressHash(receiver: KernelReceiver): string {
  return bytesToHex(sha3(receiverBytes(receiver)))
}

/**
 * Recipients of a payment: users by uuid, or kernel addresses, and how many of them must sign to spend it. The order of
 * members is that of the address; for keys they are sorted.
 */
export interface MixAddress {
  readonly threshold: number
  readonly kind: 'uuid' | 'xin'
  readonly members: readonly string[]
}

function checkMix({ threshold, kind, members }: MixAddress): void {
  if (members.length === 0 || members.length > MIX_MEMBERS_MAX) refuse('members')
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > 255) refuse('threshold')
  // A kernel address group may ask for more signatures than it has members: that is how storage fees are burnt.
  if (kind === 'uuid' && threshold > members.length) refuse('threshold')
}

/** Payload of a group address, without checksum, as invoices embed it. Throws `protocol.address`. */
export function encodeMixPayload(mix: MixAddress): Uint8Array {
  checkMix(mix)
  const members = mix.members.map((member) => {
    if (mix.kind === 'xin') return receiverBytes(decodeMainnetAddress(member))
    try {
      return uuidBytes(member, 'member')
    } catch {
      return refuse('member')
    }
  })
  return concatBytes(Uint8Array.of(MIX_VERSION, mix.threshold, members.length), ...members)
}

/** Throws `protocol.address`. */
export function decodeMixPayload(payload: Uint8Array): MixAddress {
  const [version, threshold = 0, count = 0] = payload
  if (version !== MIX_VERSION) refuse('version')
  const body = payload.subarray(3)
  const size = count === 0 ? 0 : body.length / count
  if (size !== 16 && size !== 64) refuse('members')
  const slices = Array.from({ length: count }, (_, at) => body.subarray(at * size, (at + 1) * size))
  const mix: MixAddress =
    size === 16
      ? { threshold, kind: 'uuid', members: slices.map(uuidText) }
      : { threshold, kind: 'xin', members: slices.map((slice) => encodeMainnetAddress(checkedReceiver(slice))) }
  checkMix(mix)
  return mix
}

/** Group address ("MIX..."). Throws `protocol.address`. */
export function encodeMixAddress(mix: MixAddress): string {
  return encodeChecked('MIX', encodeMixPayload(mix))
}

/** Throws `protocol.address`. */
export function decodeMixAddress(address: string): MixAddress {
  return decodeMixPayload(decodeChecked('MIX', address, MIX_SIZE_MIN, MIX_SIZE_MAX))
}

/** The group address of plain recipients: uuids, or kernel addresses. Throws `protocol.address` for a mixture. */
export function mixAddressOf(members: readonly string[], threshold: number): MixAddress {
  const kind = members.every((member) => member.startsWith('XIN')) ? 'xin' : 'uuid'
  const mix: MixAddress = {
    threshold,
    kind,
    members: kind === 'xin' ? members : members.map((member) => parseUuid(member, 'member')),
  }
  encodeMixPayload(mix)
  return mix
}
