import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  base32nopad,
  base58,
  base58xmr,
  base58xrp,
  base64urlnopad,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base'
import { bytesToHex, concatBytes, utf8Bytes } from './bytes.ts'

/*
 * How addresses of chains are written, as far as is certain: a text is called foreign to a chain only where every way in which the
 * chain writes addresses rules it out. Chains that are not named here, Lightning among them, rule out nothing. The closing sums of
 * CashAddr, Stellar, TON and MobileCoin are not checked, since no library here has them; their length and first letters are.
 */

/** One way of writing. */
interface Form {
  /** What closes with a sum is not met by chance; names and plain bytes are. */
  readonly summed: boolean
  /** Any exception means no. */
  readonly fits: (text: string) => boolean
}

const summed = (fits: Form['fits']): Form => ({ summed: true, fits })
const loose = (fits: Form['fits']): Form => ({ summed: false, fits })
const pattern = (like: RegExp): Form => loose((text) => like.test(text))

const startsWith = (bytes: Uint8Array, lead: readonly number[]): boolean => lead.every((byte, at) => bytes[at] === byte)
const endsWith = (bytes: Uint8Array, sum: Uint8Array): boolean =>
  sum.every((byte, at) => bytes[bytes.length - sum.length + at] === byte)

const base58check = createBase58check(sha256)
const HASH = 20

/** Base58Check of a hash of 20 bytes behind one of these leads. */
const checked = (...leads: readonly (readonly number[])[]): Form =>
  summed((text) => {
    const bytes = base58check.decode(text)
    return leads.some((lead) => bytes.length === lead.length + HASH && startsWith(bytes, lead))
  })

/** BIP 173 and 350. */
const segwit = (prefix: string): Form =>
  summed((text) => {
    const lower = text.toLowerCase() as `${string}1${string}` // decode says whether it is
    if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return false
    // The version decides the sum, so it is read before the sum is.
    const coder = lower[prefix.length + 1] === 'q' ? bech32 : bech32m
    const [version = 0, ...program] = coder.decode(lower, 90).words
    const { length } = coder.fromWords(program)
    return version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40
  })

const plainBech32 = (lead: RegExp, prefix: string, sizes: readonly number[]): Form =>
  summed((text) => {
    const rest = text.replace(lead, '') as `${string}1${string}` // as above
    if (!rest.startsWith(`${prefix}1`)) return false
    return sizes.includes(bech32.fromWords(bech32.decode(rest, 90).words).length)
  })

/** EIP-55: capitals are a sum where both cases are there. In one case it is told by its length and lead. */
const evm = summed((text) => {
  const digits = /^0x([\da-f]{40})$/i.exec(text)?.[1]
  if (digits === undefined) return false
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const sum = bytesToHex(keccak_256(utf8Bytes(lower)))
  return [...lower].every((letter, at) => digits[at] === ((sum[at] ?? '0') > '7' ? letter.toUpperCase() : letter))
})

const SUM = 4
const sha256Twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes)).subarray(0, SUM)

/** Classic addresses, and those of 35 bytes that hold the tag as well. */
const ripple = summed((text) => {
  const bytes = base58xrp.decode(text)
  const classic = bytes.length === 25 && bytes[0] === 0
  const tagged = bytes.length === 35 && startsWith(bytes, [0x05, 0x44])
  return (classic || tagged) && endsWith(bytes, sha256Twice(bytes.subarray(0, -SUM)))
})

/** Standard, integrated and sub-addresses. */
const monero = summed((text) => {
  const bytes = base58xmr.decode(text)
  const plain = bytes.length === 69 && (bytes[0] === 18 || bytes[0] === 42)
  const integrated = bytes.length === 77 && bytes[0] === 19
  return (plain || integrated) && endsWith(bytes, keccak_256(bytes.subarray(0, -SUM)).subarray(0, SUM))
})

const FILECOIN_SIZES: Readonly<Record<string, number>> = { '1': 20, '2': 20, '3': 48 }

const filecoin = summed((text) => {
  const [, protocol = '', body = ''] = /^f([123])([a-z2-7]+)$/.exec(text) ?? []
  const bytes = base32nopad.decode(body.toUpperCase())
  const payload = bytes.subarray(0, -SUM)
  const sum = blake2b(concatBytes(Uint8Array.of(Number(protocol)), payload), { dkLen: SUM })
  return payload.length === FILECOIN_SIZES[protocol] && endsWith(bytes, sum)
})

/** SS58 of the relay chain, or of no chain in particular. */
const polkadot = summed((text) => {
  const bytes = base58.decode(text)
  const sum = blake2b(concatBytes(utf8Bytes('SS58PRE'), bytes.subarray(0, -2))).subarray(0, 2)
  return bytes.length === 35 && (bytes[0] === 0 || bytes[0] === 42) && endsWith(bytes, sum)
})

/** The friendly form of the main network, in either alphabet. */
const ton = loose((text) => {
  const bytes = base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_'))
  return bytes.length === 36 && (bytes[0] === 0x11 || bytes[0] === 0x51) && (bytes[1] === 0 || bytes[1] === 0xff)
})

const legacy = checked([0x00], [0x05])

/** The chains that write alike, and how they do. Of those whose form is another's as well the more usual one stands first. */
const WRITTEN: readonly (readonly [chains: readonly string[], forms: readonly Form[]])[] = [
  [['c6d0c728-2624-429b-8e0d-d9d19b6592fa'], [segwit('bc'), legacy]], // Bitcoin
  [
    [
      '43d61dcd-e413-450d-80b8-101d5e903357', // Ethereum
      '2204c1ee-0ea2-4add-bb9a-b3719cfff93a', // Ethereum Classic
      '1949e683-6a08-49e2-b087-d6b72398588f', // BNB Smart Chain
      'b7938396-3f94-4e0a-9179-d3440718156f', // Polygon
      '3fb612c5-6844-3979-ae4a-5a84e79da870', // Base
      '60360611-370c-3b69-9826-b13db93f6aba', // Optimism
      '8c590110-1abc-3697-84f2-05214e6516aa', // Arbitrum
      'a0ffd769-5850-4b48-9651-d2ae44a3e64d', // MVM
      '1f67ac58-87ba-3571-9781-e9413c046f34', // Avalanche C
      '36d23d9e-bf4e-3ede-a12d-26f1f1f9fd2f', // HyperEVM
    ],
    [evm],
  ],
  // Litecoin, of which 3… is older than M…
  [
    ['76c802a2-7c88-447f-a93e-c29c9e5dd9c8'],
    [segwit('ltc'), checked([0x30], [0x32], [0x05]), pattern(/^ltcmweb1[02-9ac-hj-np-z]+$/)],
  ],
  [
    ['fd11b6e3-0b87-41f1-a41f-f0e9b49e5bf0'], // Bitcoin Cash
    [legacy, pattern(/^(?:bitcoincash:)?[qprz](?:[02-9ac-hj-np-z]{41}|[02-9ac-hj-np-z]{60})$/i)],
  ],
  [['6770a1e5-6086-44d5-b60f-545f9d9e8ffd'], [checked([0x1e], [0x16])]], // Dogecoin
  [['6472e7e3-75fd-48b6-b1dc-28d294ee1476'], [checked([0x4c], [0x10])]], // Dash
  [
    ['c996abc9-d94e-4494-b1cf-2a3fd3ac5714'], // Zcash
    [checked([0x1c, 0xb8], [0x1c, 0xbd]), pattern(/^(?:zs|u|tex)1[02-9ac-hj-np-z]{30,}$/)],
  ],
  [['25dabac5-056a-48ff-b9f9-f67395dc407c'], [checked([0x41])]], // TRON
  [['23dfb5a5-5d7b-48b6-905f-3970e3176e27'], [ripple]], // XRP Ledger
  [['6cfe566e-4aad-470b-8c9a-2fd35b49c68d'], [pattern(/^[a-z1-5.]{1,14}$/)]], // EOS
  [['56e63c06-b506-4ec5-885a-4a5ac17b83c1'], [pattern(/^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/)]], // Stellar
  [['7397e9f1-4e42-4dc8-8a3b-171daaadd436'], [plainBech32(/^/, 'cosmos', [20, 32])]], // Cosmos
  [['05c5ac01-31f9-4a69-aa8a-ab796de1d041'], [monero]], // Monero
  [['64692c23-8971-4cf4-84a7-4dd1271dd887'], [loose((text) => base58.decode(text).length === 32)]], // Solana
  [
    ['d6ac94f7-c932-4e11-97dd-617867f0669e'], // NEAR, where keys of Ethereum have accounts too
    [pattern(/^(?=.{2,64}$)(?:[a-z\d]+[-_])*[a-z\d]+(?:\.(?:[a-z\d]+[-_])*[a-z\d]+)*$/), evm],
  ],
  [['08285081-e1d8-4be6-9edc-e203afa932da'], [filecoin, pattern(/^f(?:0\d{1,20}|4\d+f[a-z2-7]+)$/), evm]], // Filecoin
  [['eea900a8-b327-488c-8d8d-1428702fe240'], [pattern(/^[1-9A-HJ-NP-Za-km-z]{80,600}$/)]], // MobileCoin
  [['54c61a72-b982-4034-a556-0d99e3c21e39'], [polkadot]], // Polkadot
  [['cbc77539-0a20-4666-8c8a-4ded62b36f0a'], [plainBech32(/^X-/, 'avax', [20])]], // Avalanche X
  // Aptos: leading zeros may be left out, of which by chance there are few.
  [['d2c1c7e1-a1a9-4f88-b282-d93b0a08b42b'], [pattern(/^0x[\da-f]{56,64}$/i)]],
  [['ef660437-d915-4e27-ad3f-632bfb6ba0ee'], [ton, pattern(/^(?:0|-1):[\da-f]{64}$/i)]], // TON
]

function fits({ fits }: Form, text: string): boolean {
  try {
    return fits(text)
  } catch {
    return false
  }
}

/** The chain, or the most usual of several, in whose form a text closes with the right sum; undefined for all others. */
export function chainOfAddress(text: string): string | undefined {
  return WRITTEN.find(([, forms]) => forms.some((form) => form.summed && fits(form, text)))?.[0][0]
}

/** Whether a text is certainly no address of a chain. False says nothing: chains share forms, and not every form is known. */
export function isForeignAddress(chainId: string, text: string): boolean {
  const [, own] = WRITTEN.find(([chains]) => chains.includes(chainId)) ?? []
  if (own === undefined) return false
  const met = own.filter((form) => fits(form, text))
  if (met.some((form) => form.summed)) return false
  return met.length === 0 || chainOfAddress(text) !== undefined
}
