import { base64urlnopad } from '@scure/base'
import { z } from 'zod'
import type { Random } from '#contract/domain'
import { failure } from '#contract/errors'
import { passphraseKey, SCRYPT, seal, unseal } from './seal.ts'

/*
 * The master key seals every account's record. Without a passphrase it lies in the keychain as it is; with one it is
 * sealed, and opening it takes the passphrase and, where there is a keychain, the half that only the keychain holds.
 * A new passphrase seals the same master key anew: one entry changes, so there is no moment with two halves of a change.
 */

const bytes32 = z.codec(
  z.string().length(43),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === 32),
  { decode: (text) => base64urlnopad.decode(text), encode: (bytes) => base64urlnopad.encode(bytes) },
)

const header = z.discriminatedUnion('kind', [
  z.object({ version: z.literal(1), kind: z.literal('open'), key: bytes32 }),
  z.object({
    version: z.literal(1),
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
  }),
])
export type Header = z.output<typeof header>

const PURPOSE = 'coffer:master:1:'

/** Throws `vault.damaged`. */
export function readHeader(text: string): Header {
  try {
    return header.parse(JSON.parse(text))
  } catch (error) {
    throw failure('vault.damaged', 'the master key cannot be read', { cause: error })
  }
}

export function openHeader(key: Uint8Array): string {
  return JSON.stringify({ version: 1, kind: 'open', key: base64urlnopad.encode(key) })
}

/** Text of a header under a passphrase, proven to give that very key again: what it replaces is the only other way to it. */
export async function sealHeader(
  key: Uint8Array,
  passphrase: string,
  { profileId, store, random }: { profileId: string; store: 'keychain' | 'file'; random: Random },
): Promise<string> {
  const salt = random(32)
  const half = store === 'keychain' ? random(32) : new Uint8Array(0)
  const wrapping = await passphraseKey(passphrase, salt, half)
  const sealed = seal(wrapping, key, PURPOSE + profileId, random)
  wrapping.fill(0)
  const text = JSON.stringify({
    version: 1,
    kind: 'passphrase',
    kdf: { name: 'scrypt', ...SCRYPT, salt: base64urlnopad.encode(salt) },
    half: base64urlnopad.encode(half),
    sealed,
  })
  const found = readHeader(text)
  const again = found.kind === 'passphrase' ? await unsealHeader(found, passphrase, profileId) : null
  const isSame = again?.every((byte, at) => byte === key[at]) === true
  again?.fill(0)
  if (!isSame) throw failure('internal', 'the master key did not come back out of its seal')
  return text
}

/** The master key, or null for a wrong passphrase (or a changed header, which looks the same). */
export async function unsealHeader(
  found: Extract<Header, { kind: 'passphrase' }>,
  passphrase: string,
  profileId: string,
): Promise<Uint8Array | null> {
  const wrapping = await passphraseKey(passphrase, found.kdf.salt, found.half)
  const key = unseal(wrapping, found.sealed, PURPOSE + profileId)
  wrapping.fill(0)
  return key?.length === 32 ? key : null
}
