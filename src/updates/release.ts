import { z } from 'zod'
import { type Nanos, parseTime } from '#contract/domain'
import { failure } from '#contract/errors'
import { sha3Hash, verifySignature } from '#protocol'
import { isHex } from '#protocol/text'

/*
 * What a release says of itself, and who may say so. The offline key signs which key is in use; that one signs manifests. Both are one
 * text with a signature beside it, and a text is taken only as our own writing of what it says: one meaning has one set of bytes.
 */

/** Before each text, so that one kind never passes for the other, and neither for anything else that an Ed25519 key signs. */
const DOMAINS = { key: 'COFFER:RELEASE-KEY:1:', manifest: 'COFFER:RELEASE:1:' } as const

const hexOf = (bytes: number) => z.string().refine((text) => isHex(text, bytes), 'not hex of that length')
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  .refine(isTime, 'no such time')
function isTime(text: string): boolean {
  try {
    parseTime(text)
    return true
  } catch {
    return false
  }
}

const whole = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const BYTES_MAX = 1024 * 1024 * 1024
const NOTES_MAX = 4000

const envelope = z.strictObject({ signed: z.string(), signature: hexOf(64) })

const keyDocument = z.strictObject({
  kind: z.literal('coffer release key'),
  /** Rises with each key that is named; a smaller one is an old document. */
  serial: whole,
  key: hexOf(32),
  until: time,
})

const PLATFORMS = ['linux', 'darwin', 'win32'] as const
const ARCHITECTURES = ['x64', 'arm64'] as const
const FORMS = ['deb', 'appimage', 'dmg', 'nsis'] as const

const releaseFile = z.strictObject({
  platform: z.enum(PLATFORMS),
  arch: z.enum(ARCHITECTURES),
  form: z.enum(FORMS),
  /** Of the file at the service and of ours: a plain one, which leads nowhere. */
  name: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9_+-]|\.(?!\.)){0,99}$/),
  size: z.number().int().min(1).max(BYTES_MAX),
  sha512: hexOf(64),
})

const note = z.string().max(NOTES_MAX)
const notes = z.strictObject({ en: note, 'zh-CN': note.optional(), ja: note.optional() })

const manifest = z.strictObject({
  kind: z.literal('coffer release'),
  /** Rises with each manifest under one key document. */
  counter: whole,
  version: z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/),
  made: time,
  expires: time,
  /** Of a hundred computers so many are offered it. */
  share: z.number().int().min(0).max(100),
  notes,
  files: z.array(releaseFile).max(40).refine(areApart, 'two files for one place'),
})

export type ReleaseFile = z.output<typeof releaseFile>
export type Manifest = z.output<typeof manifest>
/** Which of the files fits: system, machine, and how this copy was installed. */
export type Target = Pick<ReleaseFile, 'platform' | 'arch' | 'form'>

function areApart(files: readonly ReleaseFile[]): boolean {
  const places = files.map(({ platform, arch, form }) => `${platform} ${arch} ${form}`)
  return new Set(places).size === files.length && new Set(files.map(({ name }) => name)).size === files.length
}

/** The two texts of a release as they came. */
export interface ReleaseTexts {
  readonly key: string
  readonly manifest: string
}

/** The last release that was believed: what comes after may not be older. */
export interface Mark {
  /** The offline key under which that was so: numbers under another one say nothing about it. */
  readonly root: string
  readonly serial: number
  readonly counter: number
  /** Of what both texts say, so that one number never has two meanings. */
  readonly keySum: string
  readonly manifestSum: string
}

export interface Release {
  readonly manifest: Manifest
  /** From then on nobody vouches for it any more. */
  readonly until: Nanos
  readonly mark: Mark
}

function signedText<Schema extends z.ZodType>(
  text: string,
  publicKey: string,
  domain: keyof typeof DOMAINS,
  schema: Schema,
): { readonly says: z.output<Schema>; readonly sum: string } {
  const { signed, signature } = written(text.replace(/\n$/, ''), envelope)
  const message = Buffer.from(DOMAINS[domain] + signed).toString('hex')
  if (!verifySignature(publicKey, message, signature)) {
    throw failure('update.untrusted', 'not signed by who may', { details: { what: domain } })
  }
  return { says: written(signed, schema), sum: sha3Hash(message) }
}

/** A text that is exactly what we would write for what it says: no name twice, no blanks, no other order, nothing unknown. */
function written<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw failure('update.malformed', 'not JSON')
  }
  const read = schema.safeParse(value)
  if (!read.success) {
    throw failure('update.malformed', 'not of the form', {
      details: { field: read.error.issues[0]?.path.join('.') ?? '' },
    })
  }
  if (JSON.stringify(read.data) !== text) throw failure('update.malformed', 'written otherwise than it says')
  return read.data
}

/**
 * Reads a release under the offline key. Throws `update.untrusted`, `update.malformed`, and `update.replayed` for one that is older than
 * `last`, or another under the same numbers. One that is out of time is answered: whoever shows it says so.
 */
export function readRelease(texts: ReleaseTexts, rootKey: string, last: Mark | null): Release {
  const named = signedText(texts.key, rootKey, 'key', keyDocument)
  const { serial, key, until: keyUntil } = named.says
  const found = signedText(texts.manifest, key, 'manifest', manifest)
  const { counter } = found.says
  const mark: Mark = { root: rootKey, serial, counter, keySum: named.sum, manifestSum: found.sum }
  if (last?.root === rootKey && isOlder(mark, last)) throw failure('update.replayed', 'older than what was seen')
  const [expires, until] = [parseTime(found.says.expires), parseTime(keyUntil)]
  return { manifest: found.says, until: expires < until ? expires : until, mark }
}

/** A new key begins to count anew, so that whoever stole the last one cannot have used the numbers up. */
function isOlder(mark: Mark, last: Mark): boolean {
  if (mark.serial !== last.serial) return mark.serial < last.serial
  if (mark.keySum !== last.keySum) return true
  if (mark.counter !== last.counter) return mark.counter < last.counter
  return mark.manifestSum !== last.manifestSum
}

/** Whether the first version comes after the second. A version that is none of ours comes after nothing. */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => /^(\d+)\.(\d+)\.(\d+)$/.exec(each)?.slice(1).map(Number) ?? null)
  if (a == null || b == null) return false
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Whether it is this computer's turn. The lot was drawn here, is never told, and falls anew for each version. */
export function isOurTurn({ share, version }: Pick<Manifest, 'share' | 'version'>, lot: string): boolean {
  const drawn = Number.parseInt(sha3Hash(Buffer.from(`${lot} ${version}`).toString('hex')).slice(0, 8), 16) / 2 ** 32
  return drawn * 100 < share
}

export const fileFor = ({ files }: Manifest, target: Target | null): ReleaseFile | null =>
  files.find((file) => file.platform === target?.platform && file.arch === target.arch && file.form === target.form) ??
  null
