import { isSaid, type Said, say, wording } from '#words'
import type { Check, CheckRow, Party, Payment, Proof, Report, Review } from '../state/types.ts'
import { partyId, partyName } from './party.tsx'
import { isLong } from './pays-model.ts'

/* What a review says, in the order and the words in which a person reads it. */

export interface SortedChecks {
  readonly stop: readonly Check[]
  readonly attention: readonly Check[]
  /** Worth a look, without a tick. */
  readonly warning: readonly Check[]
  /** What no client can check: neither in the way nor passed. */
  readonly note: readonly Check[]
  readonly ok: readonly Check[]
  /** What the owner's own rules say where they let it pass; they stand in a line of their own. */
  readonly rules: readonly Check[]
}

/** What a rule of the owner's says. */
const isRule = ({ id }: Pick<Check, 'id'>): boolean => id.startsWith('rule:')

export function sortChecks(checks: readonly Check[]): SortedChecks {
  const of = (result: Check['result']) => checks.filter((check) => check.result === result)
  return {
    stop: of('stop'),
    attention: of('attention'),
    warning: of('warning'),
    note: of('note'),
    ok: of('ok').filter((check) => !isRule(check)),
    rules: of('ok').filter(isRule),
  }
}

export interface SaidOnce {
  readonly check: Check
  /** Of whom it speaks, where several are paid. */
  readonly names: readonly string[]
}

/** One line for what is said of several recipients in the same words, which else stands there twice and of nobody. */
export function saidOnce(checks: readonly Check[], payees: readonly { readonly party: Party }[]): SaidOnce[] {
  const lines = new Map<string, { check: Check; names: Map<string, string> }>()
  for (const check of checks) {
    const key = JSON.stringify([check.text, check.until, check.row === undefined ? check.id : ''])
    const line = lines.get(key) ?? { check, names: new Map() }
    const payee = payees.length > 1 ? payees[check.row ?? -1] : undefined
    // Two who are called the same are two.
    if (payee !== undefined) line.names.set(partyId(payee.party) ?? partyName(payee.party), partyName(payee.party))
    lines.set(key, line)
  }
  return [...lines.values()].map(({ check, names }) => ({ check, names: [...names.values()] }))
}

export interface Verdict {
  readonly tone: 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

/** The sentence on top. The verdict of the wallet is never made milder by what the window counts. */
export function verdictOf(review: Pick<Review, 'verdict' | 'checks'>): Verdict {
  const { stop, attention, warning, ok } = sortChecks(review.checks)
  if (areRulesAlone(stop)) {
    return { tone: 'stop', title: rulesStop(freeFrom(review.checks)), text: say('shared.nothing-is-wrong-with-it') }
  }
  if (review.verdict === 'stop' || stop.length > 0) {
    return {
      tone: 'stop',
      title: say('shared.do-not-sign-this'),
      text: say('shared.something-is-not-as-it-should'),
    }
  }
  if (review.verdict === 'attention' || attention.length + warning.length > 0) {
    const ticks = attention.length > 0 || warning.length === 0
    return {
      tone: 'warn',
      title: say('shared.check-before-you-sign'),
      text: ticks ? say('shared.tick-what-you-have-looked-at') : say('shared.everything-else-was-checked'),
    }
  }
  return {
    tone: 'ok',
    title: say('shared.all-check-passed', { ok: ok.length }),
    text: say('shared.what-you-see-here-was-read'),
  }
}

/** Whether nothing but the owner's own rules is in the way. */
export const areRulesAlone = (stop: readonly Check[]): boolean => stop.length > 0 && stop.every(isRule)

/** Whether rules stop what waits to be signed, at a time: they may have let go since that was told. */
export const isHeld = (held: Payment['held'], now: number): held is NonNullable<Payment['held']> =>
  held !== undefined && (held.until === null || Date.parse(held.until) > now)

/** When the last rule that is in the way will not be any more; null where one never will, or another check stands there too. */
export function freeFrom(checks: readonly Check[]): string | null {
  const { stop } = sortChecks(checks)
  const times = stop.map(({ until }) => until)
  if (!areRulesAlone(stop)) return null
  return times.reduce<string | null>(
    (last, time) => (time === undefined || last === null ? null : Date.parse(time) > Date.parse(last) ? time : last),
    times[0] ?? null,
  )
}

/** That rules are in the way, until a time or as long as they stand. */
export const rulesStop = (until: string | null): string =>
  say('shared.your-rules-stop-this', { passes: until !== null })

/** What still keeps the payment from being approved, or null. */
export function approvalObstacle(
  review: Pick<Review, 'checks' | 'verdict' | 'payees' | 'approval'>,
  accepted: ReadonlySet<string>,
  passphrase: string,
): string | null {
  const { stop, attention } = sortChecks(review.checks)
  if (areRulesAlone(stop)) return rulesStop(freeFrom(review.checks))
  if (review.verdict === 'stop' || stop.length > 0) return say('shared.a-check-failed-this-payment-cannot')
  const left = attention.filter((check) => !accepted.has(check.id))
  const inRow = review.payees.length > 1 ? review.payees[left[0]?.row ?? -1] : undefined
  if (inRow !== undefined) return say('shared.tick-the-row-of', { name: partyName(inRow.party) })
  return signingLacks(left.length, review, passphrase)
}

/** What a person has still to give: ticks of so many sentences, and the passphrase where that is asked for. */
export function signingLacks(
  open: number,
  { approval }: { readonly approval: string },
  passphrase: string,
): string | null {
  if (open > 0)
    return open === 1
      ? say('shared.tick-the-sentence-above-first')
      : say('shared.tick-the-sentences-above-first', { open })
  return approval === 'passphrase' && passphrase === '' ? say('shared.enter-your-passphrase') : null
}

type Titled = Pick<Review, 'payees' | 'amount' | 'title' | 'verb' | 'group'>

/** Whether it is what others ask for: its verb says which signature it is. */
const isRequest = ({ verb }: Titled): boolean => isSaid(verb) && verb.code === 'title.sign-as'

/** A group's payment is a question to its other signers: `Ask 2 of 3 signers: Send 1 BTC to Bo`. */
function asked(title: string, review: Titled): string {
  const { group } = review
  if (group === undefined || group.threshold === 1 || isRequest(review)) return title
  return say('shared.ask-of-signers-to', { ...group, title })
}

/** What agreeing to it does, in full. */
export const fullTitle = (review: Titled): string => asked(wording(review.title), review)

/** The same as its button says it: what would not fit there stands in full above it. */
export function approveTitle(review: Titled): string {
  const { payees, amount, title, verb } = review
  const [only] = payees
  const isShort = payees.length === 1 && (only?.party.kind === 'chain' || isLong(amount, only?.party))
  const text = wording(isShort ? verb : title)
  if (!isRequest(review)) return asked(text, review)
  return isShort ? text : say('shared.sign-as-to', { verb: wording(verb), title: text })
}

/** How it is known who owns an output. */
export const PROOF_WORDS: Readonly<Record<Proof, { readonly word: string; readonly text: string }>> = {
  proved: { word: say('shared.address-verified'), text: say('shared.coffer-recomputed-the-receiving-key-from') },
  claimed: {
    word: say('shared.vouched-for'),
    text: say('shared.the-service-vouches-for-the-receiving'),
  },
  unknown: { word: say('shared.not-known'), text: say('shared.nobody-vouches-for-these-keys') },
}

const WITHDRAWN = say('shared.the-address-stands-in-the-bytes')

/** What the mark means for one receiver: an address on another chain has no key of this network that could be recomputed. */
export const proofText = (proof: Proof, party?: Party): string =>
  proof === 'proved' && party?.kind === 'chain' ? WITHDRAWN : PROOF_WORDS[proof].text

const ROLES: Readonly<Record<Review['transactions'][number]['outputs'][number]['role'], string>> = {
  payment: say('shared.payment-2'),
  change: say('shared.change'),
  fee: say('shared.fee'),
  withdrawal: say('shared.withdrawal'),
  storage: say('shared.storage'),
  unknown: say('shared.unknown'),
}

export const roleName = (role: keyof typeof ROLES): string => ROLES[role]

const PURPOSES = { payment: say('shared.payment-2'), fee: say('shared.fee'), storage: say('shared.storage') } as const

export const purposeName = (purpose: keyof typeof PURPOSES): string => PURPOSES[purpose]

/** An output's owner; chain parties carry their network only in the summary of the payment. */
export function outputName(party: Party, chainName: string | Said): string {
  return party.kind === 'chain' && party.chainName === '' ? say('shared.address-2', { chainName }) : partyName(party)
}

export interface Compared {
  readonly differing: readonly CheckRow[]
  readonly equal: readonly CheckRow[]
  /** Of these nobody said anything: there was nothing to compare the bytes with. */
  readonly alone: readonly CheckRow[]
}

/** Rows that differ stand open; the others are folded behind their number. */
export function compareRows(rows: readonly CheckRow[]): Compared {
  const isSaid = ({ asked, record }: CheckRow) => asked !== null || record !== null
  return {
    differing: rows.filter((row) => !row.agrees),
    equal: rows.filter((row) => row.agrees && isSaid(row)),
    alone: rows.filter((row) => row.agrees && !isSaid(row)),
  }
}

/** The lines of a comparison that an error carries, each as a sentence. */
export function linesIn(details: Report['details'][string] | undefined): CheckRow[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((line: unknown) => {
    if (!isSaid(line) || line.code !== 'check.row.line') return []
    const { field, asked, record, actual, agrees } = line.values
    if (!isSaid(field)) return []
    const told = (value: unknown) =>
      typeof value === 'string' || (isSaid(value) && value.code !== NOT_SAID) ? value : null
    return [{ field, asked: told(asked), record: told(record), actual: told(actual) ?? '', agrees: agrees === true }]
  })
}

const NOT_SAID = 'check.row.not-said'
