import { MONEY_WORDS } from '../../components/money-state.tsx'
import { partyId, partyName } from '../../components/party.tsx'
import { plural } from '../../lib/digits.ts'
import { isolated } from '../../lib/isolated.ts'
import type { MoneyState, Payment } from '../../state/types.ts'

/** Still to be approved: nothing was signed, so it can be changed or given up. */
export function isUnsigned(payment: Pick<Payment, 'state'>): boolean {
  return ['draft', 'reserved', 'keyed', 'built', 'verified', 'approved'].includes(payment.state)
}

export interface Step {
  readonly name: string
  readonly at: string | null
  readonly state: 'done' | 'now' | 'ahead' | 'stopped'
}

/** The way of a payment, with the time of every step that was taken. */
export function stepsOf(payment: Payment): Step[] {
  const asking = isAskingOthers(payment)
  const taken: [string, string | null][] =
    payment.cosigning === null
      ? [
          ['Prepared', payment.createdAt],
          ['Signed', payment.signedAt],
          ['Sent', payment.sentAt],
          ['Accepted', payment.acceptedAt],
          ['Final', payment.finalAt],
        ]
      : [
          ['Prepared', payment.createdAt],
          ['Signed by you', payment.signedAt],
          // The others are asked from the moment that the service has taken this signature.
          ['Asked', payment.acceptedAt],
          ['Enough signed', asking ? null : payment.acceptedAt],
          ['Final', payment.finalAt],
        ]
  const ended = payment.money === 'cancelled' || payment.money === 'cannot_complete'
  // A later step proves the earlier ones, also where their time is not known.
  const last = taken.findLastIndex(([, at]) => at !== null)
  const steps = taken.map(
    ([name, at], index): Step => ({
      name,
      at,
      state: index <= last ? 'done' : index === last + 1 && !ended ? 'now' : 'ahead',
    }),
  )
  if (!ended) return steps
  return [...steps.slice(0, last + 1), { name: MONEY_WORDS[payment.money], at: null, state: 'stopped' }]
}

export interface Meaning {
  readonly tone: 'plain' | 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

const MEANINGS: Readonly<Record<MoneyState, Omit<Meaning, 'tone'>>> = {
  draft: { title: 'Draft', text: 'Nothing was signed.' },
  checking: { title: 'Being checked', text: 'Nothing was signed.' },
  ready: { title: 'Ready to sign', text: 'Nothing was signed. Its coins are held.' },
  signing: { title: 'Being signed', text: 'It is not sent yet.' },
  submitted: {
    title: 'Signed, on its way to the network',
    text: 'Coffer hands it over and waits for the answer. It usually takes a few seconds.',
  },
  accepted: { title: 'Accepted', text: 'The network accepted it. It becomes final by itself in a few seconds.' },
  final: { title: 'Final', text: 'The money has arrived. Nobody can take it back.' },
  cancelled: { title: 'Cancelled', text: 'Nothing was signed and nothing was sent. Its coins are free again.' },
  cannot_complete: {
    title: 'Cannot complete',
    text: 'This payment will not happen. Those of its coins that nothing else has spent are free again.',
  },
  unknown_checking: {
    title: 'We do not know yet whether it was accepted',
    text: 'Coffer is checking. Do not send it again: the stored payment is offered to the network until it answers, and it can happen only once.',
  },
  arriving: { title: 'Arriving', text: 'It waits for confirmations.' },
}

/**
 * What the last trouble of a signed payment means. Errors speak of what they kept from happening, which is true before a signature
 * is released and dangerously false after it: somebody who reads that nothing moved pays again.
 */
export function problemWords({ state }: Pick<Payment, 'state'>): { instead?: { money: string; todo: string } } {
  if (state !== 'signed' && state !== 'sent' && state !== 'accepted') return {}
  return {
    instead: {
      money: 'What was signed can still be paid, once and never twice.',
      todo: 'Do not send it again. Coffer goes on asking, and offers nothing but the same bytes.',
    },
  }
}

/** Nothing more is to come of it. */
export const hasEnded = ({ money }: Pick<Payment, 'money'>): boolean =>
  money === 'final' || money === 'cancelled' || money === 'cannot_complete'

/** A group's payment that others have still to sign. */
export function isAskingOthers(payment: Pick<Payment, 'money' | 'cosigning'>): boolean {
  return payment.cosigning !== null && !hasEnded(payment) && payment.cosigning.signers.length < payment.cosigning.needed
}

const WAITS: Readonly<Record<NonNullable<Payment['waitsFor']>, string>> = {
  old: 'It was signed more than a day ago and was never confirmed. You may have paid it again since.',
  spent_elsewhere: 'Since it was signed, this account paid from another computer. You may have paid it again there.',
  restored: 'It was signed before these files were restored. It may have been paid since, or paid again.',
}

const AFTER_ALL = {
  title: 'Final after all',
  text: 'Coffer had called this payment impossible, because the service showed its coin as spent by another one. It was paid all the same. If you paid it again in another way, ask for that money back.',
}

/** Of a payment that is to make another one impossible. */
const VOIDS: Partial<Record<MoneyState, Omit<Meaning, 'tone'>>> = {
  final: { title: 'Final', text: 'The other payment can never be paid now. The coin is yours again, as a new one.' },
  cannot_complete: {
    title: 'The other payment was taken first',
    text: 'Its coin was spent by another payment, so this one never happens. Nothing more was lost.',
  },
}

/** Of a group's withdrawal, which leaves only after a member has paid its fee. */
const ON_ITS_WAY = { title: 'Final here', text: 'What becomes of it on the other chain is said below.' }
const LEFT: Readonly<Record<NonNullable<Payment['withdrawal']>['fee'], Omit<Meaning, 'tone'>>> = {
  later: ON_ITS_WAY,
  waits: {
    title: 'Final here, waits for its fee',
    text: 'It leaves this network once a member has paid the network fee.',
  },
  paying: ON_ITS_WAY,
  paid: ON_ITS_WAY,
}

/** What the state means for the money, in a sentence. */
export function meaningOf(
  payment: Pick<
    Payment,
    'money' | 'kind' | 'withdrawalHash' | 'cosigning' | 'waitsFor' | 'voids' | 'afterAll' | 'withdrawal' | 'paysFeeOf'
  >,
): Meaning {
  const { money, cosigning, waitsFor } = payment
  if (waitsFor !== undefined)
    return { tone: 'warn', title: 'Signed, and not sent without your word', text: WAITS[waitsFor] }
  if (money === 'final' && payment.afterAll === true) return { tone: 'warn', ...AFTER_ALL }
  const voided = payment.voids === undefined ? undefined : VOIDS[money]
  if (voided !== undefined) return { tone: money === 'final' ? 'ok' : 'plain', ...voided }
  if (cosigning !== null && isAskingOthers(payment)) {
    const missing = cosigning.needed - cosigning.signers.length
    if (!cosigning.asked) {
      return {
        tone: money === 'unknown_checking' ? 'warn' : 'plain',
        title: 'Your group was not asked yet',
        text: 'You have signed. Coffer goes on handing the request to the service, and the others see it once the service has taken it.',
      }
    }
    return {
      tone: 'plain',
      title: `Waiting for ${missing === 1 ? '1 more signature' : `${missing} more signatures`}`,
      text: 'Your group was asked. The money moves once enough members have signed; its coins are held until then.',
    }
  }
  const tone =
    money === 'final' ? 'ok' : money === 'unknown_checking' ? 'warn' : money === 'cannot_complete' ? 'stop' : 'plain'
  if (money === 'final' && payment.withdrawal !== undefined) return { tone, ...LEFT[payment.withdrawal.fee] }
  if (money === 'final' && payment.paysFeeOf !== undefined) {
    return { tone, title: 'Final', text: 'The fee is paid. The service sends the withdrawal to the other chain next.' }
  }
  if (money === 'final' && payment.kind === 'withdrawal') {
    return payment.withdrawalHash === null
      ? { tone, title: 'Final here, on its way to the other chain', text: 'The service sends it there next.' }
      : { tone, title: 'Final, and sent on the other chain', text: 'Follow it there by the hash below.' }
  }
  if (money === 'final' && payment.kind === 'storage') {
    return { tone, title: 'Final', text: 'The network keeps the content for ever. Nobody can take it back.' }
  }
  return { tone, ...MEANINGS[money] }
}

/**
 * Written in the form of Send, so that the form can write it once more. What was done to coins, items and collections was
 * not: the form would pay for it without doing it.
 */
export const isFromForm = ({
  kind,
  act,
  voids,
  paysFeeOf,
}: Pick<Payment, 'kind' | 'act' | 'voids' | 'paysFeeOf'>): boolean =>
  act !== true &&
  voids === undefined &&
  paysFeeOf === undefined &&
  (kind === 'transfer' || kind === 'withdrawal' || kind === 'multisig')

/** Never while it is under way: who sees no answer yet would pay twice. */
export const mayRepeat = (payment: Pick<Payment, 'kind' | 'act' | 'money' | 'voids' | 'paysFeeOf'>): boolean =>
  hasEnded(payment) && isFromForm(payment)

/** A receipt as plain text, complete enough to be checked by somebody else. */
export function receiptText(payment: Payment): string {
  const id = partyId(payment.party)
  return [
    payment.title,
    `State: ${MONEY_WORDS[payment.money]}`,
    `Amount: ${payment.amount} ${isolated(payment.asset.symbol)} (${isolated(payment.asset.name)} on ${isolated(payment.asset.chainName)})`,
    ...(payment.parties === 1 ? [`To: ${partyName(payment.party)}${id === null ? '' : `, ${id}`}`] : []),
    ...(payment.fee === null ? [] : [`Fee: ${payment.fee.amount} ${isolated(payment.fee.asset.symbol)}`]),
    ...(payment.storedBytes === undefined ? [] : [`Stored content: ${plural(payment.storedBytes, 'byte')}`]),
    ...(payment.memoText === null
      ? payment.memoHex === ''
        ? []
        : [`Memo (hex): ${payment.memoHex}`]
      : [`Memo: ${payment.memoText}`]),
    ...payment.hashes.map((hash) => `Transaction: ${hash}`),
    ...payment.requestIds.map((request) => `Request: ${request}`),
    ...(payment.withdrawalHash === null ? [] : [`On the other chain: ${payment.withdrawalHash}`]),
    ...(payment.finalAt === null ? [] : [`Final: ${payment.finalAt}`]),
  ].join('\n')
}

const HOST_SHOWN = 40

/** A name that fits on a button. Its end says whose it is, so the beginning is what is left out. */
export function shortHost(host: string): string {
  return host.length <= HOST_SHOWN ? host : `…${host.slice(1 - HOST_SHOWN)}`
}
