import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { type AddressForm, concat, equal, startsWith } from './form.ts'

const base58check = createBase58check(sha256)

/** Base58Check with one of these version prefixes and a payload of 20 bytes; the first is what is made. */
export function base58Form(...prefixes: readonly (readonly number[])[]): AddressForm {
  const [first = [0]] = prefixes
  return {
    parse(text) {
      const bytes = base58check.decode(text)
      return prefixes.some((prefix) => bytes.length === prefix.length + 20 && startsWith(bytes, prefix)) ? text : null
    },
    make: (material) => base58check.encode(concat(first, material.subarray(0, 20))),
  }
}

/** Segregated witness addresses (BIP 173, BIP 350) of one network; version 0 with 20 bytes is made. */
export function segwitForm(prefix: string): AddressForm {
  return {
    parse(text) {
      const lower = text.toLowerCase()
      if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return null
      // The version decides the checksum, so it is read before the checksum is.
      const version = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(lower[prefix.length + 1] ?? '')
      const coder = version === 0 ? bech32 : bech32m
      const { words } = coder.decode(lower as `${string}1${string}`, 90)
      const program = coder.fromWords(words.slice(1))
      const sizes = version === 0 ? [20, 32] : Array.from({ length: 39 }, (_, at) => at + 2)
      return version <= 16 && sizes.includes(program.length) ? lower : null
    },
    make: (material) => bech32.encode(prefix, [0, ...bech32.toWords(material.subarray(0, 20))]),
  }
}

/** Plain bech32 with a fixed human part and 20 or 32 bytes (Cosmos, Avalanche X). */
export function bech32Form(prefix: string, sizes: readonly number[], lead = ''): AddressForm {
  return {
    parse(text) {
      if (!text.startsWith(`${lead}${prefix}1`)) return null
      const { words } = bech32.decode(text.slice(lead.length) as `${string}1${string}`, 90)
      return sizes.includes(bech32.fromWords(words).length) ? text : null
    },
    make: (material) => lead + bech32.encode(prefix, bech32.toWords(material.subarray(0, 20))),
  }
}

const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CASH_PREFIX = 'bitcoincash'
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const

/** Checksum of a CashAddr, over 5-bit words ("Bitcoin Cash: cashaddr specification"). */
function cashChecksum(words: readonly number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [bit, generator] of CASH_GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator
  }
  return sum ^ 1n
}

const cashLead = (): number[] => [...[...CASH_PREFIX].map((letter) => letter.charCodeAt(0) & 31), 0]

/** CashAddr, with or without its prefix; key hash and script hash of 20 bytes. */
export const cashForm: AddressForm = {
  parse(text) {
    const body = text.toLowerCase().replace(`${CASH_PREFIX}:`, '')
    if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
    const words = [...body].map((letter) => CASH_ALPHABET.indexOf(letter))
    if (words.length !== 42 || words.includes(-1) || cashChecksum([...cashLead(), ...words]) !== 0n) return null
    const bytes = bech32.fromWords(words.slice(0, -8))
    return bytes[0] === 0 || bytes[0] === 8 ? `${CASH_PREFIX}:${body}` : null
  },
  make(material) {
    const words = bech32.toWords(concat([0], material.subarray(0, 20)))
    const sum = cashChecksum([...cashLead(), ...words, 0, 0, 0, 0, 0, 0, 0, 0])
    const check = Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(5 * (7 - at))) & 31n))
    return `${CASH_PREFIX}:${[...words, ...check].map((word) => CASH_ALPHABET[word] ?? '').join('')}`
  },
}

/** 32 bytes in base58: a Solana account, which is any Ed25519 public key or derived address. */
export const solanaForm: AddressForm = {
  parse: (text) => (base58.decode(text).length === 32 ? text : null),
  make: (material) => base58.encode(material.subarray(0, 32)),
}

/** Lightning: an invoice or LNURL of valid bech32, or a name at a domain. */
export const lightningForm: AddressForm = {
  parse(text) {
    if (/^[a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text)) return text
    const lower = text.toLowerCase()
    if (!/^(?:lnbc|lnurl)/.test(lower)) return null
    bech32.decode(lower as `${string}1${string}`, false)
    return lower
  },
  make(material) {
    const url = `https://localnet.invalid/lnurl/${Buffer.from(material.subarray(0, 16)).toString('hex')}`
    return bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), false)
  },
}

/** Whether the last bytes are the first bytes of a checksum over all before them. */
export function sameTail(bytes: Uint8Array, check: (body: Uint8Array) => Uint8Array, size: number): boolean {
  return equal(check(bytes.subarray(0, -size)).subarray(0, size), bytes.subarray(-size))
}
