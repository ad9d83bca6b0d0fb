import type { Payee } from '#contract/ipc'
import { encodeMixAddress, mixAddressOf } from '#protocol'
import { isGroup } from './names.ts'

/** People compare the ends of an address, so that is what a forger makes equal. */
const ENDS = 4

/** The first and last four characters; equal for whatever looks alike. */
export const endsOf = (text: string): string => `${text.slice(0, ENDS)} ${text.slice(-ENDS)}`.toLowerCase()

/** Hex, in which capitals are a checksum at most. */
const HEX_FORM = /^(?:0x|xdc)?[0-9a-f]{32,}$/i
const hasOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase()

/**
 * Equal for one address however it is written: in hex and in forms of one case (bech32) capitals say nothing; in all others, base58 above
 * all, they are another address, which may belong to nobody.
 */
export const addressKey = (text: string): string =>
  HEX_FORM.test(text) || hasOneCase(text) ? text.toLowerCase() : text

export const sameAddress = (one: string, other: string): boolean => addressKey(one) === addressKey(other)

/** Whether two ids or addresses are told apart only by what lies between their first and last four characters. */
export function looksAlike(one: string, other: string): boolean {
  return !sameAddress(one, other) && one.length > 2 * ENDS && endsOf(one) === endsOf(other)
}

/** The address of a receiver who is no single person. */
export function textOf(payee: Exclude<Payee, { kind: 'user' }>): string {
  if (payee.kind === 'chain') return payee.destination
  if (payee.kind === 'kernel') return payee.address
  // What others ask for may be a group that cannot be; it has no address, and is refused by name.
  if (!isGroup(payee)) return ''
  return encodeMixAddress(mixAddressOf([...payee.members].sort(), payee.threshold))
}
