import { bytesToHex, compareText, concatBytes, minimalBytes, utf8Bytes } from './bytes.ts'
import { protocolError } from './error.ts'
import { blake3, md5, sha3 } from './hash.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i

/** Lower-case uuid text of 36 characters, the only spelling that links and hashes accept. */
export function isUuid(text: unknown): boolean {
  return typeof text === 'string' && UUID.test(text)
}

/** Answers the uuid in lower case, or throws `protocol.id`. */
export function parseUuid(text: unknown, what = 'id'): string {
  const lower = typeof text === 'string' ? text.toLowerCase() : text
  if (typeof lower === 'string' && UUID.test(lower)) return lower
  throw protocolError('protocol.id', `${what} is not a uuid`, { what })
}

export function uuidBytes(uuid: string, what = 'id'): Uint8Array {
  const hex = parseUuid(uuid, what).replaceAll('-', '')
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
}

export function uuidText(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes)
  if (hex.length !== 32) throw protocolError('protocol.id', 'a uuid has 16 bytes')
  return hyphenated(hex)
}

const hyphenated = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** What a hex digit becomes whose upper bits say how a uuid is laid out. */
const LAID_OUT = '89ab'

/** Uuid made of an MD5 without namespace: the arguments are simply joined, so ("a", "b") equals ("ab"). */
export function uniqueObjectId(...parts: readonly string[]): string {
  const hex = md5(parts.join(''))
  const layout = LAID_OUT[Number.parseInt(hex.charAt(16), 16) & 3] ?? ''
  return hyphenated(`${hex.slice(0, 12)}3${hex.slice(13, 16)}${layout}${hex.slice(17)}`)
}

function smallerFirst(a: string, b: string): string {
  return compareText(a, b) <= 0 ? uniqueObjectId(a, b) : uniqueObjectId(b, a)
}

/** Conversation of two people; the order of the two does not matter. */
export function conversationId(userId: string, recipientId: string): string {
  return smallerFirst(userId, recipientId)
}

/** Conversation of a group: the rule for two, folded over name, random id and every participant in ascending order. */
export function groupConversationId(
  ownerId: string,
  name: string,
  participants: readonly string[],
  randomId: string,
): string {
  const start = smallerFirst(smallerFirst(ownerId, name), randomId)
  return participants.toSorted(compareText).reduce(smallerFirst, start)
}

/**
 * Hash of a group of members: SHA3-256 of the ids, sorted and joined. Duplicates are kept. An empty list hashes to the
 * hash of nothing; whoever takes lists from outside refuses it first.
 */
export function hashMembers(members: readonly string[]): string {
  return bytesToHex(sha3(utf8Bytes(members.toSorted(compareText).join(''))))
}

/** Every row of a list asks for the same few assets. */
const kernelIds = new Map<string, string>()
const KERNEL_IDS_MAX = 4096

/** The kernel's id of an asset: SHA3-256 of its lower-case uuid text. Throws `protocol.id`. */
export function kernelAssetId(assetId: string): string {
  const known = kernelIds.get(assetId)
  if (known !== undefined) return known
  const id = bytesToHex(sha3(utf8Bytes(parseUuid(assetId, 'asset id'))))
  if (kernelIds.size >= KERNEL_IDS_MAX) kernelIds.clear()
  kernelIds.set(assetId, id)
  return id
}

/**
 * Asset uuid of a token from its chain and its key there. EVM contract addresses count in lower case, all other keys as
 * they are. A chain's own coin, whose key is empty or the chain id, has the chain's id.
 */
export function assetIdFromContract(chainId: string, assetKey: string): string {
  const chain = parseUuid(chainId, 'chain id')
  if (assetKey === '' || assetKey.toLowerCase() === chain) return chain
  return uniqueObjectId(chain, normalAssetKey(assetKey))
}

/** Asset key as ids are made of it: EVM contract addresses in lower case, all others unchanged. */
function normalAssetKey(assetKey: string): string {
  return EVM_ADDRESS.test(assetKey) ? assetKey.toLowerCase() : assetKey
}

/** The service's id of an output. */
export function outputId(transactionHash: string, index: number): string {
  return uniqueObjectId(`${transactionHash}:${index}`)
}

/** Request id of the second transaction of a withdrawal whose fee is paid in another asset. */
export function feeRequestId(requestId: string): string {
  return uniqueObjectId(requestId, 'FEE')
}

/**
 * Hint for asking the service for one-time keys, so that a repeated payment asks for the same ones. The mobile apps' rule,
 * which Coffer uses.
 */
export function ghostKeyHint(requestId: string, outputIndex: number): string {
  return uniqueObjectId(requestId, 'OUTPUT', String(outputIndex))
}

/** Hashes that the official SDKs derive hints and one-time keys from. */
export function traceHashes(requestId: string, outputIndex: number): { trace: Uint8Array; seed: Uint8Array } {
  const trace = blake3(utf8Bytes(requestId))
  return { trace, seed: blake3(concatBytes(trace, minimalBytes(BigInt(outputIndex)))) }
}

interface GhostKeyHints {
  readonly traceHash: string
  readonly seedHash: string
  readonly goSdk: string
  readonly nodeSdk: string
  readonly mobile: string
  readonly communitySdk: string
  readonly vault: string
}

/** The hint of every known family of clients for one output. To the service each is an opaque uuid. */
export function ghostKeyHints(requestId: string, outputIndex: number): GhostKeyHints {
  const { trace, seed } = traceHashes(requestId, outputIndex)
  const traceHash = bytesToHex(trace)
  const seedHash = bytesToHex(seed)
  return {
    traceHash,
    seedHash,
    goSdk: uniqueObjectId(traceHash, seedHash),
    nodeSdk: smallerFirst(traceHash, seedHash),
    mobile: ghostKeyHint(requestId, outputIndex),
    communitySdk: uniqueObjectId('hint:', requestId, ';index:', String(outputIndex)),
    vault: smallerFirst(requestId, `index:${outputIndex}`),
  }
}
