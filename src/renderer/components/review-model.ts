import { plural } from '../lib/digits.ts'
import type { Check, Group, Party, Proof, Review } from '../state/types.ts'
import { partyName } from './party.tsx'

/* What a review says, in the order and the words in which a person reads it. */

export interface SortedChecks {
  readonly stop: readonly Check[]
  readonly attention: readonly Check[]
  /** Worth a look, without a tick. */
  readonly warning: readonly Check[]
  /** What no client can check: neither in the way nor passed. */
  readonly note: readonly Check[]
  readonly ok: readonly Check[]
}

export function sortChecks(checks: readonly Check[]): SortedChecks {
  const of = (result: Check['result']) => checks.filter((check) => check.result === result)
  return { stop: of('stop'), attention: of('attention'), warning: of('warning'), note: of('note'), ok: of('ok') }
}

export interface Verdict {
  readonly tone: 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

/** The sentence on top. The verdict of the wallet is never made milder by what the window counts. */
export function verdictOf(review: Pick<Review, 'verdict' | 'checks'>): Verdict {
  const { stop, attention, warning, ok } = sortChecks(review.checks)
  if (review.verdict === 'stop' || stop.length > 0) {
    return {
      tone: 'stop',
      title: 'Do not sign this',
      text: 'Something is not as it should be. Coffer does not let you sign it, and nothing was signed.',
    }
  }
  if (review.verdict === 'attention' || attention.length + warning.length > 0) {
    const ticks = attention.length > 0 || warning.length === 0
    return {
      tone: 'warn',
      title: `Please look at ${plural(Math.max(1, attention.length + warning.length), 'thing')}`,
      text: ticks ? 'Tick what you have looked at. Everything else was checked.' : 'Everything else was checked.',
    }
  }
  return {
    tone: 'ok',
    title: `All ${plural(ok.length, 'check')} passed`,
    text: 'What you see here was read back from the bytes that will be signed.',
  }
}

/** What still keeps the payment from being approved, or null. */
export function approvalObstacle(review: Review, accepted: ReadonlySet<string>, passphrase: string): string | null {
  const { stop, attention } = sortChecks(review.checks)
  if (review.verdict === 'stop' || stop.length > 0) return 'A check failed. This payment cannot be signed.'
  const open = attention.filter((check) => !accepted.has(check.id)).length
  if (open > 0) return `Tick ${open === 1 ? 'the sentence' : `the ${open} sentences`} above first.`
  if (review.approval === 'passphrase' && passphrase === '') return 'Enter your passphrase.'
  return null
}

/** A group's payment is a question to its other signers: `Ask 2 of 3 signers to send 1 BTC to Bo`. */
export function askTitle(title: string, group: Pick<Group, 'threshold' | 'members'> | null): string {
  if (group === null || group.threshold === 1) return title
  return `Ask ${group.threshold} of ${group.members.length} signers to ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** How it is known who owns an output. */
export const PROOF_WORDS: Readonly<Record<Proof, { readonly word: string; readonly text: string }>> = {
  proved: { word: 'Proved', text: 'Coffer recomputed the receiving key from the address itself.' },
  claimed: {
    word: 'Vouched for',
    text: 'The service vouches for the receiving key. For a person no wallet can recompute it.',
  },
  unknown: { word: 'Not known', text: 'Nobody vouches for these keys.' },
}

const WITHDRAWN = 'The address stands in the bytes that are signed; the money leaves to it and to no other.'

/** What the mark means for one receiver: an address on another chain has no key of this network that could be recomputed. */
export const proofText = (proof: Proof, party?: Party): string =>
  proof === 'proved' && party?.kind === 'chain' ? WITHDRAWN : PROOF_WORDS[proof].text

const ROLES: Readonly<Record<Review['transactions'][number]['outputs'][number]['role'], string>> = {
  payment: 'Payment',
  change: 'Change',
  fee: 'Fee',
  withdrawal: 'Withdrawal',
  storage: 'Storage',
  unknown: 'Unknown',
}

export const roleName = (role: keyof typeof ROLES): string => ROLES[role]

const PURPOSES = { payment: 'Payment', fee: 'Fee', storage: 'Storage' } as const

export const purposeName = (purpose: keyof typeof PURPOSES): string => PURPOSES[purpose]

/** An output's owner; chain parties carry their network only in the summary of the payment. */
export function outputName(party: Party, chainName: string): string {
  return party.kind === 'chain' && party.chainName === '' ? `${chainName} address` : partyName(party)
}
