import { bytesToHex, fromAnyBase64, parseHex } from '../bytes.ts'
import { protocolError } from '../error.ts'

/** Names of members as they are met, each written the one way in which errors speak of them. The first of several that mean the same leads. */
export const NAMES = {
  id: ['app_id', 'client_id', 'user_id'],
  sessionId: ['session_id'],
  sessionKey: ['session_private_key', 'private_key'],
  serverKey: ['server_public_key'],
  pinToken: ['pin_token_base64', 'pin_token'],
  spendKey: ['spend_private_key', 'spend_key'],
  tipKey: ['tip_private_key'],
  pin: ['pin'],
  authorization: ['authorization_id'],
  scope: ['scope'],
  answerKey: ['server_public_key', 'ed25519'],
} as const

export type MemberName = (typeof NAMES)[keyof typeof NAMES][number]

const KNOWN: readonly MemberName[] = [...new Set(Object.values(NAMES).flat())].sort((a, b) => b.length - a.length)

export const isMember = (name: string): name is MemberName => KNOWN.some((known) => known === name)

export type RefusedForm = 'rsa' | 'json' | 'member' | 'key' | 'words' | 'large' | 'unknown'

/** A refusal names a member by our own name for it, never by what stood in the text. */
export function refuse(what: MemberName | 'keystore', form: RefusedForm = 'member'): never {
  throw form === 'rsa'
    ? protocolError('protocol.keystore', `${what} is of the old RSA form`, { what, form })
    : protocolError('protocol.keystore', `${what} is missing or not valid`, { what })
}

/** `sessionPrivateKey`, `session-private-key` and `SESSION_PRIVATE_KEY` are one name. */
export function plainName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-. ]+/g, '_')
}

interface SplitName {
  readonly prefix: string
  readonly name: MemberName
}

/** Settings of a program have its name in front: `MIXIN_BOT_SESSION_ID`. */
function splitName(name: string): SplitName | null {
  const plain = plainName(name)
  const known = KNOWN.find((one) => plain === one || plain.endsWith(`_${one}`))
  return known === undefined ? null : { prefix: plain.slice(0, plain.length - known.length), name: known }
}

export const isMemberName = (name: string): boolean => splitName(name) !== null

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Members that belong together. An empty member is an absent one. */
export interface Members {
  readonly prefix: string
  has(name: MemberName): boolean
  /** Whether the member was written down, be it empty. */
  mentions(name: MemberName): boolean
  /** Text of a member that is there. Throws for a value that is no text. */
  text(name: MemberName): string
  /** Members that were not asked for. */
  unused(): string[]
}

const SHOWN_NAME = /^[a-z][a-z0-9_]{0,39}$/
const SHOWN_MAX = 20

function membersOf(prefix: string, values: ReadonlyMap<MemberName, unknown>, strangers: () => string[]): Members {
  const used = new Set<string>()
  const has = (name: MemberName): boolean => !isBlank(values.get(name))
  return {
    prefix,
    has,
    mentions: (name) => values.has(name),
    text: (name) => {
      used.add(name)
      const value = values.get(name)
      if (typeof value === 'string') return value.trim()
      // A PIN of six digits is a number where nobody put it in quotes.
      return typeof value === 'number' && name === 'pin' ? String(value) : refuse(name)
    },
    unused: () => {
      const known = [...values.keys()].filter((name) => has(name) && !used.has(name))
      return [...known, ...strangers()].filter((name) => SHOWN_NAME.test(name)).slice(0, SHOWN_MAX)
    },
  }
}

/** The members of one object, by what stands in front of their names. */
export function groupMembers(entries: readonly (readonly [string, unknown])[]): Members[] {
  const groups = new Map<string, Map<MemberName, unknown>>()
  const strange = new Set<string>()
  for (const [name, value] of entries) {
    const split = splitName(name)
    if (split === null) {
      if (!isBlank(value) && typeof value !== 'object') strange.add(plainName(name))
      continue
    }
    const group = groups.get(split.prefix) ?? new Map<MemberName, unknown>()
    groups.set(split.prefix, group)
    const before = group.get(split.name)
    if (isBlank(before)) group.set(split.name, value)
    // Two spellings of one name that say different things: an object is no text, so the member is refused.
    else if (!isBlank(value) && before !== value) group.set(split.name, {})
  }
  return [...groups].map(([prefix, values]) =>
    membersOf(prefix, values, () => [...strange].filter((name) => name.startsWith(prefix))),
  )
}

/** What several names say that mean the same; null if none of them is there. They must agree. */
export function agreed<Name extends MemberName, Value>(
  members: Members,
  names: readonly Name[],
  read: (text: string, name: Name) => Value,
): { readonly name: Name; readonly value: Value } | null {
  const given = names
    .filter((name) => members.has(name))
    .map((name) => ({ name, value: read(members.text(name), name) }))
  const [first] = given
  const other = given.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value))
  return other === undefined ? (first ?? null) : refuse(other.name)
}

export interface KeyText {
  readonly spelling: 'hex' | 'base64'
  /** Lower-case hex of 32 bytes. */
  readonly key: string
  /** The 32 bytes after it, where there are 64. */
  readonly second: string | null
}

const HEX_KEY = /^(?:0x)?([0-9a-f]{64}|[0-9a-f]{128})$/i
const BASE64_MIN = 43
const BASE64_MAX = 90

/** A key of 32 or 64 bytes in hex, with or without 0x, or in any base64, with blanks and line ends anywhere; null if it is none. */
export function readKeyText(text: string): KeyText | null {
  const whole = text.replace(/\s+/g, '')
  const hex = HEX_KEY.exec(whole)?.[1]?.toLowerCase()
  const bytes = hex === undefined ? base64Bytes(whole) : parseHex(hex)
  if (bytes === null || (bytes.length !== 32 && bytes.length !== 64)) return null
  return {
    spelling: hex === undefined ? 'base64' : 'hex',
    key: bytesToHex(bytes.subarray(0, 32)),
    second: bytes.length === 64 ? bytesToHex(bytes.subarray(32)) : null,
  }
}

function base64Bytes(text: string): Uint8Array | null {
  if (text.length < BASE64_MIN || text.length > BASE64_MAX) return null
  try {
    return fromAnyBase64(text, 'protocol.keystore', 'key')
  } catch {
    return null
  }
}

/** Sessions from before Ed25519 sign with RSA, which no service takes from a new program. */
export const isRsaKey = (text: string): boolean => /^\s*(?:-----BEGIN|MII[A-Za-z0-9+/\s]{100})/.test(text)
