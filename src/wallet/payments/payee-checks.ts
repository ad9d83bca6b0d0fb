import type { AssetId, Nanos } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import { cleanLines, cleanText } from '#protocol/text'
import { type Intents, memoText } from '#store'
import { type Said, said } from '#words/facts'
import { type WrongForm, wrongForm } from '../shared/address-form.ts'
import type { Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { formerText } from '../shared/placed-by.ts'
import { idOfSentence } from '../shared/sentence-id.ts'
import { kernelMembers } from './target.ts'

type Check = PaymentReview['checks'][number]

interface PayeeParts {
  readonly directory: Directory
  readonly intents: Pick<Intents, 'contactPins' | 'contactAddresses'>
  readonly paidBefore: (payee: Payee) => { readonly times: number; readonly last: Nanos } | null
  /** What is suspicious about a receiver next to those that are known. */
  readonly alike: (payee: Payee) => readonly Said[]
  /** Who has not paid a receiver before: this wallet, or the group whose request it is. */
  readonly who: 'wallet' | 'group'
}

/**
 * What a person should know of those who are to be paid, the same for whoever asks and for whoever is asked to sign. A row of which
 * nobody knows whom it pays keeps its place.
 */
export function payeeChecks(payees: readonly (Payee | undefined)[], assetId: AssetId, parts: PayeeParts): Check[] {
  const checks: Check[] = []
  const seen = new Set<string>()
  for (const [row, payee] of payees.entries()) {
    if (payee === undefined) continue
    // Whoever stands in several rows is looked at once, on the first.
    const who = payeeKey(payee)
    if (seen.has(who)) continue
    seen.add(who)
    const add = (id: string, result: Check['result'], text: Said) => checks.push({ id, result, text, row })
    if (payee.kind === 'user') addPersonChecks(row, payee.userId, parts, add)
    for (const text of parts.alike(payee)) add(idOfSentence(`alike:${row}`, text), 'attention', text)
    if (isUnspendable(payee)) add(`threshold:${row}`, 'stop', said('check.payments.group-unspendable'))
    const asset = parts.directory.asset(assetId)
    const former = payee.kind === 'chain' ? formerText(parts.intents, { ...payee, chainId: asset.chainId }) : undefined
    if (former !== undefined) add(idOfSentence(`former:${row}`, former), 'attention', former)
    if (payee.kind === 'chain' && (hasUnseen(payee.destination) || hasUnseen(payee.tag)))
      add(`unseen:${row}`, 'attention', said('check.payments.unseen'))
    else if (payee.kind === 'chain') {
      const wrong = wrongForm(parts.directory, asset.chainId, payee.destination)
      // What a group asks for may be any text, which its members have to accept.
      if (wrong !== null) add(`form:${row}`, parts.who === 'group' ? 'attention' : 'stop', formWords(wrong))
    }
    if (payee.kind === 'chain' && asset.tag === 'needed' && cleanText(payee.tag) === '') {
      add(`tag:${row}`, 'attention', said('check.payments.needs-tag', { chain: asset.chainName }))
    }
    if (parts.paidBefore(payee) === null) {
      add(
        `first:${row}`,
        'attention',
        payee.kind === 'chain'
          ? said('check.payments.first-withdrawal', { who: parts.who })
          : said('check.payments.first-payment', { who: parts.who }),
      )
    }
  }
  return checks
}

const formWords = ({ chain, like }: WrongForm): Said =>
  like === undefined ? said('check.payments.form', { chain }) : said('check.payments.form-like', { chain, like })

/** Signs of which one is a picture: what joins them or says how one is drawn is seen by that. */
const PICTURES =
  /[0-9#*]\ufe0f\u20e3|\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?/gu

/** Breaks and gaps that keyboards write: what is read in their place is what was meant. */
const GAPS = /\r(?=\n)|[\t\u3000]/g

/** What is to be known of a memo, whoever wrote it: a service that reads it for whose money comes reads what nobody sees as well. */
export function memoChecks(memoHex: string): Check[] {
  const text = memoHex === '' ? null : memoText(memoHex)
  if (text === null || !hasUnseen(text.replace(PICTURES, '').replace(GAPS, ''))) return []
  return [{ id: 'memo-unseen', result: 'attention', text: said('check.payments.memo-unseen') }]
}

/** Whether it is not what is read of it: what pays another one is shown like the one that is meant. */
const hasUnseen = (text: string): boolean => cleanLines(text) !== text

/** Whether more signatures are asked for than there are members. */
function isUnspendable(payee: Payee): boolean {
  if (payee.kind !== 'group' && payee.kind !== 'kernel') return false
  const { members, threshold } = payee.kind === 'group' ? payee : kernelMembers(payee.address)
  return threshold > members.length
}

function addPersonChecks(
  row: number,
  userId: Extract<Payee, { kind: 'user' }>['userId'],
  { directory, intents }: PayeeParts,
  add: (id: string, result: Check['result'], text: Said) => void,
): void {
  const user = directory.user(userId)
  const name = user.name === '' ? said('check.payments.this-person') : user.name
  const pin = intents.contactPins.get(userId)
  if (user.scam) add(`scam:${row}`, 'attention', said('check.payments.scam', { name }))
  if (user.deactivated) add(`gone:${row}`, 'stop', said('check.payments.closed', { name }))
  if (user.relationship === 'blocked')
    add(
      `blocked:${row}`,
      'attention',
      user.name === '' ? said('check.payments.blocked-person') : said('check.payments.blocked', { name: user.name }),
    )
  if (pin !== undefined && user.identityNumber !== '' && pin.identityNumber !== user.identityNumber) {
    const text = said('check.payments.other-number', { name, before: pin.identityNumber, now: user.identityNumber })
    add(idOfSentence(`number:${row}`, text), 'attention', text)
  }
}
