import { base64urlnopad } from '@scure/base'
import { z } from 'zod'
import type { Random } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { checkValue, mixedKey, SCRYPT, seal, stretch, sumOf, unseal } from './seal.ts'

/*
 * The master key seals every account's record. Without a passphrase it lies in the keychain as it is; with one it is
 * sealed, and opening it takes the passphrase and, where there is a keychain, the half that only the keychain holds.
 * A new passphrase seals the same master key anew: one entry changes, so there is no moment with two halves of a change.
 * Its text has a checksum, and the passphrase a check value of its own: a damaged text, a wrong passphrase and a seal that is
 * bound to another profile are three different things, and people are told which.
 */

const bytesOf = (length: number, letters: number) =>
  z.codec(
    z.string().length(letters),
    z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === length),
    { decode: (text) => base64urlnopad.decode(text), encode: (bytes) => base64urlnopad.encode(bytes) },
  )
const bytes32 = bytesOf(32, 43)

const wrapped = {
  kind: z.literal('passphrase'),
  kdf: z.object({
    name: z.literal('scrypt'),
    N: z.literal(SCRYPT.N),
    r: z.literal(SCRYPT.r),
    p: z.literal(SCRYPT.p),
    salt: bytes32,
  }),
  /** Half of the wrapping key; empty where the header lies in a file anyway. */
  half: z.union([bytes32, z.literal('').transform(() => new Uint8Array(0))]),
  sealed: z.string(),
}
const open = { kind: z.literal('open'), key: bytes32 }

const header = z.union([
  z.object({ version: z.literal(2), ...open }),
  z.object({ version: z.literal(2), ...wrapped, check: bytesOf(16, 22) }),
  // Of a Coffer that could not tell a wrong passphrase from a damaged text; written anew when it is opened.
  z.object({ version: z.literal(1), ...open }),
  z.object({ version: z.literal(1), ...wrapped }).transform((value) => ({ ...value, check: null })),
])
export type Header = z.output<typeof header>
type WrappedHeader = Extract<Header, { kind: 'passphrase' }>

/** Of the form that is written. */
const VERSION = 2
const PURPOSE = 'coffer:master:1:'

const withSum = (value: object): string => JSON.stringify({ ...value, sum: sumOf(value) })

/** Throws `vault.damaged`, and `store.newer` for one whose checksum holds and whose version nobody knows here. */
export function readHeader(text: string): Header {
  try {
    const { sum, ...rest } = JSON.parse(text) as Record<string, unknown> // looked at below
    if (Number(rest['version']) > VERSION && sum === sumOf(rest)) {
      throw failure('store.newer', 'the master key is of a newer Coffer', { details: { kind: 'vault' } })
    }
    const read = header.parse(rest)
    if (read.version === 2 && sum !== sumOf(rest)) throw new Error('another checksum')
    return read
  } catch (error) {
    if (codeOf(error) === 'store.newer') throw error
    throw failure('vault.damaged', 'the master key cannot be read', { details: { what: 'master' }, cause: error })
  }
}

export function openHeader(key: Uint8Array): string {
  return withSum({ version: 2, kind: 'open', key: base64urlnopad.encode(key) })
}

/** Text of a header under a passphrase, proven to give that very key again: what it replaces is the only other way to it. */
export async function sealHeader(
  key: Uint8Array,
  passphrase: string,
  { profileId, store, random }: { profileId: string; store: 'keychain' | 'file'; random: Random },
): Promise<string> {
  const salt = random(32)
  const half = store === 'keychain' ? random(32) : new Uint8Array(0)
  const { wrapping, check } = await wrappingFor(passphrase, salt, half)
  let sealed: string
  try {
    sealed = seal(wrapping, key, PURPOSE + profileId, random)
  } finally {
    wrapping.fill(0)
  }
  const text = wrappedText({ salt, half, sealed, check })
  const found = readHeader(text)
  const again = found.kind === 'passphrase' ? await unsealHeader(found, passphrase, [profileId]) : null
  const isSame = again?.outcome === 'opened' && again.key.every((byte, at) => byte === key[at])
  if (again?.outcome === 'opened') again.key.fill(0)
  if (!isSame) throw failure('internal', 'the master key did not come back out of its seal')
  return text
}

async function wrappingFor(passphrase: string, salt: Uint8Array, half: Uint8Array) {
  const stretched = await stretch(passphrase, salt)
  try {
    return { wrapping: mixedKey(stretched, salt, half), check: checkValue(stretched, salt) }
  } finally {
    stretched.fill(0)
  }
}

function wrappedText(given: { salt: Uint8Array; half: Uint8Array; sealed: string; check: Uint8Array }): string {
  return withSum({
    version: 2,
    kind: 'passphrase',
    kdf: { name: 'scrypt', ...SCRYPT, salt: base64urlnopad.encode(given.salt) },
    half: base64urlnopad.encode(given.half),
    sealed: given.sealed,
    check: base64urlnopad.encode(given.check),
  })
}

export type Unsealed =
  /** `text` is the header as it is written today, where the one that was opened is of an older form. */
  | { readonly outcome: 'opened'; readonly key: Uint8Array; readonly profileId: string; readonly text: string | null }
  | { readonly outcome: 'wrong' }
  /** The passphrase is right, and the seal is bound to none of these profiles. */
  | { readonly outcome: 'foreign' }

/** Opens a header for a passphrase, as the first of these profiles that it was sealed for. The passphrase is stretched once. */
export async function unsealHeader(
  found: WrappedHeader,
  passphrase: string,
  profileIds: readonly string[],
): Promise<Unsealed> {
  const { salt } = found.kdf
  const { wrapping, check } = await wrappingFor(passphrase, salt, found.half)
  try {
    if (found.check !== null && !found.check.every((byte, at) => byte === check[at])) return { outcome: 'wrong' }
    for (const profileId of profileIds) {
      const key = unseal(wrapping, found.sealed, PURPOSE + profileId)
      if (key?.length !== 32) continue
      const text = found.check === null ? wrappedText({ ...found, salt, check }) : null
      return { outcome: 'opened', key, profileId, text }
    }
    return { outcome: found.check === null ? 'wrong' : 'foreign' }
  } finally {
    wrapping.fill(0)
  }
}
