import { crc32 } from 'node:zlib'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base32nopad, base58, base58xmr, base58xrp, base64urlnopad, hex } from '@scure/base'
import { sameTail } from './bitcoin-like.ts'
import { type AddressForm, concat, equal, startsWith } from './form.ts'

/** EIP-55: letters are upper case where the digit of the hash of the lower-case text is above 7. */
function mixedCase(lower: string): string {
  const digest = hex.encode(keccak_256(new TextEncoder().encode(lower)))
  return [...lower]
    .map((letter, at) => (Number.parseInt(digest[at] ?? '0', 16) > 7 ? letter.toUpperCase() : letter))
    .join('')
}

/** Ethereum and all that copied its addresses. Mixed case is a checksum and must be right. */
export const evmForm: AddressForm = {
  parse(text) {
    const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
    if (digits === undefined) return null
    const canonical = mixedCase(digits.toLowerCase())
    const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
    return oneCase || digits === canonical ? `0x${canonical}` : null
  },
  make: (material) => `0x${mixedCase(hex.encode(material.subarray(0, 20)))}`,
}

const sha256Twice = (bytes: Uint8Array) => sha256(sha256(bytes))

/** XRP Ledger: Base58Check in an alphabet of its own, account id of 20 bytes behind a zero. */
export const rippleForm: AddressForm = {
  parse(text) {
    const bytes = base58xrp.decode(text)
    return bytes.length === 25 && bytes[0] === 0 && sameTail(bytes, sha256Twice, 4) ? text : null
  },
  make(material) {
    const body = concat([0], material.subarray(0, 20))
    return base58xrp.encode(concat(body, sha256Twice(body).subarray(0, 4)))
  },
}

/** CRC-16/XMODEM, as Stellar and TON close their addresses. */
function crc16(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & 0x8000) === 0 ? (sum << 1) & 0xffff : ((sum << 1) ^ 0x1021) & 0xffff
  }
  return sum
}

const crcLittle = (bytes: Uint8Array) => Uint8Array.of(crc16(bytes) & 0xff, crc16(bytes) >> 8)
const crcBig = (bytes: Uint8Array) => Uint8Array.of(crc16(bytes) >> 8, crc16(bytes) & 0xff)
const STELLAR_ACCOUNT = 6 << 3

/** Stellar: "G" addresses of 32 bytes in base32. */
export const stellarForm: AddressForm = {
  parse(text) {
    const bytes = base32nopad.decode(text)
    return bytes.length === 35 && bytes[0] === STELLAR_ACCOUNT && sameTail(bytes, crcLittle, 2) ? text : null
  },
  make(material) {
    const body = concat([STELLAR_ACCOUNT], material.subarray(0, 32))
    return base32nopad.encode(concat(body, crcLittle(body)))
  },
}

/** EOS account names: up to 12 of a-z, 1-5 and dots. */
export const eosForm: AddressForm = {
  parse: (text) => (/^[a-z1-5.]{1,11}[a-z1-5]$/.test(text) || /^[a-z1-5]$/.test(text) ? text : null),
  make: (material) =>
    [...material.subarray(0, 12)].map((byte) => 'abcdefghijklmnopqrstuvwxyz12345'[byte % 31] ?? 'a').join(''),
}

/** Monero: standard, integrated and sub-addresses of the main network. */
export const moneroForm: AddressForm = {
  parse(text) {
    const bytes = base58xmr.decode(text)
    const standard = bytes.length === 69 && (bytes[0] === 18 || bytes[0] === 42)
    const integrated = bytes.length === 77 && bytes[0] === 19
    return (standard || integrated) && sameTail(bytes, keccak_256, 4) ? text : null
  },
  make(material) {
    const body = concat([18], material.subarray(0, 64))
    return base58xmr.encode(concat(body, keccak_256(body).subarray(0, 4)))
  },
}

/** NEAR: implicit accounts of 32 bytes in hex, or account names. */
export const nearForm: AddressForm = {
  parse(text) {
    if (/^[0-9a-f]{64}$/.test(text)) return text
    const named =
      text.length >= 2 && text.length <= 64 && /^(?:[a-z\d]+[-_])*[a-z\d]+(?:\.(?:[a-z\d]+[-_])*[a-z\d]+)*$/.test(text)
    return named ? text : null
  },
  make: (material) => hex.encode(material.subarray(0, 32)),
}

const FILECOIN_SIZES: Readonly<Record<string, number>> = { '1': 20, '2': 20, '3': 48, '4': 0 }
const filecoinCheck = (body: Uint8Array) => blake2b(body, { dkLen: 4 })

/** Filecoin: protocol digit, then payload and checksum in lower-case base32; protocol 0 is a plain number. */
export const filecoinForm: AddressForm = {
  parse(text) {
    if (/^f0\d{1,20}$/.test(text)) return text
    const [, protocol = '', body = ''] = /^f([123])([a-z2-7]+)$/.exec(text) ?? []
    const size = FILECOIN_SIZES[protocol]
    if (size === undefined) return null
    const bytes = base32nopad.decode(body.toUpperCase())
    const whole = concat([Number(protocol)], bytes)
    return bytes.length === size + 4 && sameTail(whole, filecoinCheck, 4) ? text : null
  },
  make(material) {
    const payload = material.subarray(0, 20)
    return `f1${base32nopad.encode(concat(payload, filecoinCheck(concat([1], payload)))).toLowerCase()}`
  },
}

function crcLead(body: Uint8Array): Uint8Array {
  const sum = crc32(body)
  return Uint8Array.of(sum & 0xff, (sum >>> 8) & 0xff, (sum >>> 16) & 0xff, sum >>> 24)
}

/** MobileCoin: a protobuf wrapper behind its CRC-32, in base58. What the wrapper holds is not looked at. */
export const mobilecoinForm: AddressForm = {
  parse(text) {
    const bytes = base58.decode(text)
    return bytes.length >= 40 && equal(bytes.subarray(0, 4), crcLead(bytes.subarray(4))) ? text : null
  },
  make(material) {
    const point = (at: number) => concat([0x0a, 0x20], material.subarray(at, at + 32))
    const address = concat([0x0a, 0x22], point(0), [0x12, 0x22], point(32))
    const wrapper = concat([0x0a, address.length], address)
    return base58.encode(concat(crcLead(wrapper), wrapper))
  },
}

const polkadotCheck = (body: Uint8Array) => blake2b(concat(new TextEncoder().encode('SS58PRE'), body))

/** Polkadot: SS58 with network 0 and an account of 32 bytes. */
export const polkadotForm: AddressForm = {
  parse(text) {
    const bytes = base58.decode(text)
    return bytes.length === 35 && bytes[0] === 0 && sameTail(bytes, polkadotCheck, 2) ? text : null
  },
  make(material) {
    const body = concat([0], material.subarray(0, 32))
    return base58.encode(concat(body, polkadotCheck(body).subarray(0, 2)))
  },
}

/** Aptos: 32 bytes of hex; leading zeros may be left out and are put back. */
export const aptosForm: AddressForm = {
  parse(text) {
    const digits = /^0x([0-9a-fA-F]{1,64})$/.exec(text)?.[1]
    return digits === undefined ? null : `0x${digits.toLowerCase().padStart(64, '0')}`
  },
  make: (material) => `0x${hex.encode(material.subarray(0, 32))}`,
}

const TON_BOUNCEABLE = 0x11
const TON_NOT_BOUNCEABLE = 0x51

/** TON: the user-friendly form of the main network, workchain 0 or -1. */
export const tonForm: AddressForm = {
  parse(text) {
    const bytes = base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_'))
    const known = startsWith(bytes, [TON_BOUNCEABLE]) || startsWith(bytes, [TON_NOT_BOUNCEABLE])
    const chain = bytes[1] === 0 || bytes[1] === 0xff
    return bytes.length === 36 && known && chain && sameTail(bytes, crcBig, 2) ? base64urlnopad.encode(bytes) : null
  },
  make(material) {
    const body = concat([TON_NOT_BOUNCEABLE, 0], material.subarray(0, 32))
    return base64urlnopad.encode(concat(body, crcBig(body)))
  },
}
