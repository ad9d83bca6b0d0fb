import { base58, hex } from '@scure/base'
import { REFUSED, Refusal } from '../refusal.ts'
import {
  aptosForm,
  eosForm,
  evmForm,
  filecoinForm,
  mobilecoinForm,
  moneroForm,
  nearForm,
  polkadotForm,
  rippleForm,
  stellarForm,
  tonForm,
} from './account-like.ts'
import { base58Form, bech32Form, cashForm, lightningForm, segwitForm, solanaForm } from './bitcoin-like.ts'
import { type AddressForm, eitherForm } from './form.ts'

const CHAIN = {
  lightning: '59c09123-95cc-3ffd-a659-0f9169074cee',
  bitcoin: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa',
  bitcoinCash: 'fd11b6e3-0b87-41f1-a41f-f0e9b49e5bf0',
  litecoin: '76c802a2-7c88-447f-a93e-c29c9e5dd9c8',
  ethereum: '43d61dcd-e413-450d-80b8-101d5e903357',
  ripple: '23dfb5a5-5d7b-48b6-905f-3970e3176e27',
  eos: '6cfe566e-4aad-470b-8c9a-2fd35b49c68d',
  dogecoin: '6770a1e5-6086-44d5-b60f-545f9d9e8ffd',
  dash: '6472e7e3-75fd-48b6-b1dc-28d294ee1476',
  zcash: 'c996abc9-d94e-4494-b1cf-2a3fd3ac5714',
  tron: '25dabac5-056a-48ff-b9f9-f67395dc407c',
  stellar: '56e63c06-b506-4ec5-885a-4a5ac17b83c1',
  cosmos: '7397e9f1-4e42-4dc8-8a3b-171daaadd436',
  monero: '05c5ac01-31f9-4a69-aa8a-ab796de1d041',
  solana: '64692c23-8971-4cf4-84a7-4dd1271dd887',
  near: 'd6ac94f7-c932-4e11-97dd-617867f0669e',
  filecoin: '08285081-e1d8-4be6-9edc-e203afa932da',
  mobilecoin: 'eea900a8-b327-488c-8d8d-1428702fe240',
  polkadot: '54c61a72-b982-4034-a556-0d99e3c21e39',
  avalancheX: 'cbc77539-0a20-4666-8c8a-4ded62b36f0a',
  aptos: 'd2c1c7e1-a1a9-4f88-b282-d93b0a08b42b',
  ton: 'ef660437-d915-4e27-ad3f-632bfb6ba0ee',
} as const

const FORMS: Readonly<Record<string, AddressForm>> = {
  [CHAIN.lightning]: lightningForm,
  [CHAIN.bitcoin]: eitherForm(segwitForm('bc'), base58Form([0x00], [0x05])),
  [CHAIN.bitcoinCash]: eitherForm(cashForm, base58Form([0x00], [0x05])),
  [CHAIN.litecoin]: eitherForm(segwitForm('ltc'), base58Form([0x30], [0x32], [0x05])),
  [CHAIN.ripple]: rippleForm,
  [CHAIN.eos]: eosForm,
  [CHAIN.dogecoin]: base58Form([0x1e], [0x16]),
  [CHAIN.dash]: base58Form([0x4c], [0x10]),
  [CHAIN.zcash]: base58Form([0x1c, 0xb8], [0x1c, 0xbd]),
  [CHAIN.tron]: base58Form([0x41]),
  [CHAIN.stellar]: stellarForm,
  [CHAIN.cosmos]: bech32Form('cosmos', [20, 32]),
  [CHAIN.monero]: moneroForm,
  [CHAIN.solana]: solanaForm,
  [CHAIN.near]: nearForm,
  [CHAIN.filecoin]: filecoinForm,
  [CHAIN.mobilecoin]: mobilecoinForm,
  [CHAIN.polkadot]: polkadotForm,
  [CHAIN.avalancheX]: bech32Form('avax', [20], 'X-'),
  [CHAIN.aptos]: aptosForm,
  [CHAIN.ton]: tonForm,
}

/** Chains that are not listed above write addresses as Ethereum does. */
const formOf = (chainId: string): AddressForm => FORMS[chainId] ?? evmForm

/** Longest tag in bytes of UTF-8, where it is not a number. */
const TAG_BYTES: Readonly<Record<string, number>> = {
  [CHAIN.stellar]: 28,
  [CHAIN.eos]: 256,
  [CHAIN.cosmos]: 256,
  [CHAIN.ton]: 127,
}

export type TagRule = 'none' | 'possible' | 'needed'

/** The canonical spelling of an address, or null. */
export function parseChainAddress(chainId: string, text: string): string | null {
  try {
    return formOf(chainId).parse(text)
  } catch {
    return null
  }
}

export function makeChainAddress(chainId: string, material: Uint8Array): string {
  return formOf(chainId).make(material)
}

function checkTag(chainId: string, tag: string, rule: TagRule): void {
  const wrong = (why: string) =>
    new Refusal(REFUSED.withdrawalMemo, `Invalid withdrawal memo: ${why}.`, { field: 'tag' })
  if (tag === '') {
    if (rule === 'needed') throw wrong('this chain needs one')
    return
  }
  if (rule === 'none') throw wrong('this chain has none')
  if (chainId === CHAIN.ripple) {
    if (!/^\d{1,10}$/.test(tag) || Number(tag) > 0xffff_ffff) throw wrong('a tag is a number below 2^32')
  } else if (Buffer.byteLength(tag) > (TAG_BYTES[chainId] ?? 0)) throw wrong('too long')
}

/** The canonical form of a place on a chain. Throws refusal 30102 for the address and 20131 for the tag. */
export function checkDestination(
  chainId: string,
  destination: string,
  tag: string,
  rule: TagRule,
): { readonly destination: string; readonly tag: string } {
  const canonical = parseChainAddress(chainId, destination)
  if (canonical === null) {
    throw new Refusal(REFUSED.addressMalformed, 'Invalid address format.', { field: 'destination' })
  }
  checkTag(chainId, tag, rule)
  return { destination: canonical, tag }
}

/** Id of a transaction in the spelling of its chain. */
export function makeChainHash(chainId: string, material: Uint8Array): string {
  if (chainId === CHAIN.solana) return base58.encode(material)
  const digits = hex.encode(material.subarray(0, 32))
  return FORMS[chainId] === undefined || chainId === CHAIN.aptos ? `0x${digits}` : digits
}
