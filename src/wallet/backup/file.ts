import type { Nanos, Random, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { derivedKey, sealBytes, unsealBytes } from '#vault'

/*
 * The form of a backup file, version 1; described in the README beside this file.
 */

const MAGIC = 'coffer-backup 1\n'
const MAGIC_OF_ANY = /^coffer-backup (\d+)\n/
const HEADER_MAX = 256 * 1024
const LABEL = 'coffer:backup:1:'

/** What lies open in a file: enough to tell its age, and to get at its key. */
interface BackupHeader {
  readonly createdAt: Nanos
  /** Name of the network, as folders are named. */
  readonly network: string
  /** The file's key, wrapped by the passphrase; null where none was set. */
  readonly byPassphrase: string | null
  /** The same, wrapped by the spend key of each account, without saying which. */
  readonly bySpendKey: readonly string[]
  /** 32 bytes of hex, of this file alone. */
  readonly salt: string
}

export interface BackupPart {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What the first, sealed part says of all others. */
export interface BackupIndex {
  /** Which network exactly; the same for every wallet of it. */
  readonly network: string
  readonly accounts: readonly { readonly id: UserId; readonly name: string; readonly words: readonly string[] | null }[]
  readonly parts: readonly { readonly name: string; readonly bytes: number }[]
}

interface Written {
  readonly createdAt: string
  readonly network: string
  readonly byPassphrase: string | null
  readonly bySpendKey: readonly string[]
  readonly salt: string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const damaged = (part: string) =>
  failure('backup.damaged', `${part} of the backup cannot be read`, { details: { part } })

/** Each part is bound to the header, its place and its name, so that parts of two files cannot be mixed. */
const purposeOf = (head: string, at: number, name: string): string => `${LABEL}${at}:${name}:${head}`

/** The bytes of a whole file. `key` is the 32-byte key that the header's wraps give. */
export function writeBackup(
  key: Uint8Array,
  header: Omit<BackupHeader, 'salt'>,
  contents: { readonly index: Omit<BackupIndex, 'parts'>; readonly parts: readonly BackupPart[] },
  random: Random,
): Uint8Array {
  const salt = random(32)
  const written: Written = { ...header, createdAt: header.createdAt.toString(), salt: hexOf(salt) }
  const head = `${MAGIC}${JSON.stringify(written)}\n`
  const fileKey = derivedKey(key, salt, LABEL)
  const index: BackupIndex = {
    ...contents.index,
    parts: contents.parts.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
  }
  const all = [{ name: 'index', bytes: encoder.encode(JSON.stringify(index)) }, ...contents.parts]
  const chunks: Uint8Array[] = [encoder.encode(head)]
  try {
    all.forEach(({ name, bytes }, at) => {
      const sealed = sealBytes(fileKey, bytes, purposeOf(head, at, name), random)
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, sealed.length)
      chunks.push(length, sealed)
    })
  } finally {
    fileKey.fill(0)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

interface Opened {
  readonly head: string
  readonly header: BackupHeader
}

/** What lies open. Throws `backup.none` for another kind of file, `backup.newer`, `backup.damaged`. */
export function readBackupHeader(bytes: Uint8Array): BackupHeader {
  return readHead(bytes).header
}

function readHead(bytes: Uint8Array): Opened {
  const start = Buffer.from(bytes.subarray(0, HEADER_MAX)).toString('latin1')
  const version = MAGIC_OF_ANY.exec(start)?.[1]
  if (version === undefined) throw failure('backup.none', 'not a backup file')
  if (version !== '1') throw failure('backup.newer', 'backup file of another version', { details: { version } })
  const end = start.indexOf('\n', MAGIC.length)
  if (end === -1) throw damaged('header')
  try {
    const head = decoder.decode(bytes.subarray(0, end + 1))
    const read: unknown = JSON.parse(head.slice(MAGIC.length))
    if (!isWritten(read)) throw damaged('header')
    return { head, header: { ...read, createdAt: BigInt(read.createdAt) as Nanos } } // digits, checked
  } catch (error) {
    throw failure('backup.damaged', 'header of the backup cannot be read', {
      details: { part: 'header' },
      cause: error,
    })
  }
}

function isWritten(value: unknown): value is Written {
  if (typeof value !== 'object' || value === null) return false
  const { createdAt, network, byPassphrase, bySpendKey, salt } = value as Partial<Written> // each member is looked at below
  return (
    typeof createdAt === 'string' &&
    /^\d{1,20}$/.test(createdAt) &&
    typeof network === 'string' &&
    (byPassphrase === null || typeof byPassphrase === 'string') &&
    Array.isArray(bySpendKey) &&
    bySpendKey.every((wrap) => typeof wrap === 'string') &&
    typeof salt === 'string' &&
    /^[0-9a-f]{64}$/.test(salt)
  )
}

/** The parts of a file one after the other, as its key opens them; the first is the index. */
function partsIn(key: Uint8Array, bytes: Uint8Array) {
  const { head, header } = readHead(bytes)
  const fileKey = derivedKey(key, Buffer.from(header.salt, 'hex'), LABEL)
  let offset = encoder.encode(head).length
  let at = 0
  const next = (name: string): Uint8Array => {
    if (offset + 4 > bytes.length) throw damaged(name)
    const length = new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0)
    const sealed = bytes.subarray(offset + 4, offset + 4 + length)
    const plain = sealed.length === length ? unsealBytes(fileKey, sealed, purposeOf(head, at, name)) : null
    if (plain === null) throw damaged(name)
    offset += 4 + length
    at += 1
    return plain
  }
  return {
    header,
    next,
    index: (): BackupIndex => JSON.parse(decoder.decode(next('index'))) as BackupIndex, // sealed by us, so of that form
    isAtEnd: () => offset === bytes.length,
    forget: () => void fileKey.fill(0),
  }
}

interface Contents {
  readonly header: BackupHeader
  readonly index: BackupIndex
}

/** Everything in a file. Throws `backup.damaged` naming the first part that is not as it was written. */
export function openBackup(key: Uint8Array, bytes: Uint8Array): Contents & { readonly parts: readonly BackupPart[] } {
  const { header, next, index: readIndex, isAtEnd, forget } = partsIn(key, bytes)
  try {
    const index = readIndex()
    const parts = index.parts.map(({ name }) => ({ name, bytes: next(name) }))
    if (!isAtEnd()) throw damaged('end')
    return { header, index, parts }
  } finally {
    forget()
  }
}

/** What a file says that it has, without a look at that. Throws as `openBackup` does, for a file of another key too. */
export function readBackupIndex(key: Uint8Array, bytes: Uint8Array): Contents {
  const { header, index, forget } = partsIn(key, bytes)
  try {
    return { header, index: index() }
  } finally {
    forget()
  }
}
