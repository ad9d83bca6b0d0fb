import { say } from '#words'
import { MONEY_WORDS } from '../../components/money-state.tsx'
import { hasFailed } from '../../components/movement.ts'
import { isUnspendable } from '../../components/party.tsx'
import type { PaidRow } from '../../components/pays-model.ts'
import type { MoneyState, Payment } from '../../state/types.ts'

/** Whom it pays; nobody where it only burns for what is kept. Once it is final it counts among what was paid, and how often is no more a word about what came before it. */
export function rowsOf(payment: Pick<Payment, 'state' | 'rows' | 'party' | 'amount'>): PaidRow[] {
  if (payment.rows.length === 0 && isUnspendable(payment.party)) return []
  if (payment.rows.length === 0) return [{ party: payment.party, amount: payment.amount }]
  if (payment.state !== 'final') return [...payment.rows]
  return payment.rows.map(({ party, amount }) => ({ party, amount }))
}

/** Still to be approved: nothing was signed, so it can be changed or given up. */
export function isUnsigned(payment: Pick<Payment, 'state'>): boolean {
  return ['draft', 'reserved', 'keyed', 'built', 'verified', 'approved'].includes(payment.state)
}

export interface Step {
  readonly name: string
  readonly at: string | null
  readonly state: 'done' | 'now' | 'ahead' | 'stopped'
}

/** Where that step of a group's payment stands. */
const ENOUGH_SIGNED = 3

/** The way of a payment, with the time of every step that was taken. */
export function stepsOf(payment: Payment): Step[] {
  const taken: [string, string | null][] =
    payment.cosigning === null
      ? [
          [say('send.prepared'), payment.createdAt],
          [say('send.signed'), payment.signedAt],
          [say('send.sent'), payment.sentAt],
          [say('send.accepted'), payment.acceptedAt],
          [say('send.final'), payment.finalAt],
        ]
      : [
          [say('send.prepared'), payment.createdAt],
          [say('send.signed-by-you'), payment.signedAt],
          // The others are asked from the moment that the service has taken this signature.
          [say('send.asked'), payment.acceptedAt],
          // When the last of them signed is not known here.
          [say('send.enough-signed'), payment.cosigning.needed === 1 ? payment.acceptedAt : null],
          [say('send.final'), payment.finalAt],
        ]
  const failed = hasFailed(payment)
  // A later step proves the earlier ones, also where their time is not known.
  const known = taken.findLastIndex(([, at]) => at !== null)
  const last = hasEnoughSigners(payment) && payment.acceptedAt !== null ? Math.max(known, ENOUGH_SIGNED) : known
  const steps = taken.map(
    ([name, at], index): Step => ({
      name,
      at,
      state: index <= last ? 'done' : index === last + 1 && !failed ? 'now' : 'ahead',
    }),
  )
  if (!failed) return steps
  return [...steps.slice(0, last + 1), { name: MONEY_WORDS[payment.money], at: null, state: 'stopped' }]
}

export interface Meaning {
  readonly tone: 'plain' | 'ok' | 'warn' | 'stop'
  readonly title: string
  readonly text: string
}

const MEANINGS: Readonly<Record<MoneyState, Omit<Meaning, 'tone'>>> = {
  draft: { title: say('send.draft'), text: say('send.nothing-was-signed') },
  checking: { title: say('send.being-checked'), text: say('send.nothing-was-signed') },
  ready: { title: say('send.ready-to-sign'), text: say('send.nothing-was-signed-its-coins-are') },
  signing: { title: say('send.being-signed'), text: say('send.it-is-not-sent-yet') },
  submitted: {
    title: say('send.signed-on-its-way-to-the'),
    text: say('send.coffer-hands-it-over-and-waits'),
  },
  accepted: { title: say('send.accepted'), text: say('send.the-network-accepted-it-it-becomes') },
  final: { title: say('send.paid-nobody-can-take-it-back'), text: '' },
  cancelled: { title: say('send.cancelled'), text: say('send.nothing-was-signed-and-nothing-was') },
  cannot_complete: {
    title: say('send.cannot-complete'),
    text: say('send.this-payment-will-not-happen-those'),
  },
  unknown_checking: {
    title: say('send.we-do-not-know-yet-whether'),
    text: say('send.coffer-is-checking-do-not-send'),
  },
  arriving: { title: say('send.arriving'), text: say('send.it-waits-for-confirmations') },
}

/**
 * What the last trouble of a signed payment means. Errors speak of what they kept from happening, which is true before a signature
 * is released and dangerously false after it: somebody who reads that nothing moved pays again.
 */
export function problemWords({ state, money }: Pick<Payment, 'state' | 'money'>): {
  instead?: { money: string; todo: string }
} {
  const isOut = state === 'signed' || state === 'sent' || state === 'accepted'
  if (!isOut && money !== 'unknown_checking') return {}
  return {
    instead: {
      money: say('send.what-was-signed-can-still-be'),
      todo: say('send.do-not-send-it-again-coffer'),
    },
  }
}

/** Nothing more is to come of it. */
export const hasEnded = (payment: Pick<Payment, 'money'>): boolean => payment.money === 'final' || hasFailed(payment)

/** A group's payment that as many as are needed have signed. */
const hasEnoughSigners = ({ cosigning }: Pick<Payment, 'cosigning'>): boolean =>
  cosigning !== null && cosigning.signers.length >= cosigning.needed

/** A group's payment that others have still to sign. */
export function isAskingOthers(payment: Pick<Payment, 'money' | 'cosigning'>): boolean {
  return payment.cosigning !== null && !hasEnded(payment) && !hasEnoughSigners(payment)
}

const WAITS: Readonly<Record<NonNullable<Payment['waitsFor']>, string>> = {
  old: say('send.it-was-signed-more-than-a'),
  spent_elsewhere: say('send.since-it-was-signed-this-account'),
  restored: say('send.it-was-signed-before-these-files'),
  called_final: say('send.the-service-had-called-it-final'),
  history: say('send.the-service-does-not-give-the-history'),
}

const AFTER_ALL = {
  title: say('send.final-after-all'),
  text: say('send.coffer-had-called-this-payment-impossible'),
}

/** Of what its owner put away: it is taken for not paid, and nothing proves it. */
const isPutAway = ({ money, problem }: Pick<Payment, 'money' | 'problem'>): boolean =>
  money === 'cannot_complete' && problem?.code === 'wallet.put_away'

/** A coin of it is proved to be spent, which says all that its error would. */
export const isProvedDead = ({ money, problem }: Pick<Payment, 'money' | 'problem'>): boolean =>
  money === 'cannot_complete' && problem?.code === 'wallet.conflict' && problem.details['by'] !== 'service'

/** Of a group's request that nobody here signed, and of which only the service says that it is dead. */
const isSaidDead = ({ money, problem }: Pick<Payment, 'money' | 'problem'>): boolean =>
  money === 'cannot_complete' && problem?.code === 'wallet.conflict' && problem.details['by'] === 'service'
const SAID_DEAD = { title: say('send.its-coin-is-said-to-be'), text: say('send.nothing-signed-nobody-proved') }
const PUT_AWAY = { title: say('send.put-away-by-you'), text: say('send.taken-for-not-paid') }

/** Of a payment that is to make another one impossible. */
const VOIDS: Partial<Record<MoneyState, Omit<Meaning, 'tone'>>> = {
  final: { title: say('send.final'), text: say('send.the-other-payment-can-never-be') },
  cannot_complete: {
    title: say('send.the-other-payment-was-taken-first'),
    text: say('send.its-coin-was-spent-by-another'),
  },
}

/** Of a group's withdrawal, which leaves only after a member has paid its fee. */
const ON_ITS_WAY = { title: say('send.final-here'), text: say('send.what-becomes-of-it-on-the') }
const LEFT: Readonly<Record<NonNullable<Payment['withdrawal']>['fee'], Omit<Meaning, 'tone'>>> = {
  later: ON_ITS_WAY,
  waits: {
    title: say('send.final-here-waits-for-its-fee'),
    text: say('send.it-leaves-this-network-once-a'),
  },
  paying: ON_ITS_WAY,
  paid: ON_ITS_WAY,
}

/** What the state means for the money, in a sentence. */
export function meaningOf(
  payment: Pick<
    Payment,
    | 'money'
    | 'kind'
    | 'withdrawalHash'
    | 'cosigning'
    | 'problem'
    | 'waitsFor'
    | 'voids'
    | 'afterAll'
    | 'withdrawal'
    | 'paysFeeOf'
    | 'party'
    | 'released'
    | 'item'
  >,
): Meaning {
  const { money, cosigning, waitsFor } = payment
  if (waitsFor !== undefined) {
    const title =
      waitsFor === 'history'
        ? say('send.signed-and-waits-for-the-history')
        : say('send.signed-and-not-sent-without-your')
    return { tone: 'warn', title, text: WAITS[waitsFor] }
  }
  if (money === 'final' && payment.afterAll === true) return { tone: 'warn', ...AFTER_ALL }
  if (isPutAway(payment)) return { tone: 'warn', ...PUT_AWAY }
  if (isSaidDead(payment)) return { tone: 'warn', ...SAID_DEAD }
  const voided = payment.voids === undefined ? undefined : VOIDS[money]
  if (voided !== undefined) return { tone: money === 'final' ? 'ok' : 'plain', ...voided }
  if (cosigning !== null && isAskingOthers(payment)) {
    const missing = cosigning.needed - cosigning.signers.length
    if (!cosigning.asked) {
      return {
        tone: money === 'unknown_checking' ? 'warn' : 'plain',
        title: say('send.your-group-was-not-asked-yet'),
        text:
          payment.problem?.code === 'remote.output_locked'
            ? say('send.another-request-holds-a-coin')
            : say('send.you-have-signed-coffer-goes-on'),
      }
    }
    return {
      tone: 'plain',
      title:
        missing === 1 ? say('send.waiting-for-1-more-signature') : say('send.waiting-for-more-signatures', { missing }),
      text:
        payment.item === undefined
          ? say('send.your-group-was-asked-the-money')
          : say('send.your-group-was-asked-the-item', { what: payment.released === true ? 'released' : 'given' }),
    }
  }
  const tone =
    money === 'final' ? 'ok' : money === 'unknown_checking' ? 'warn' : money === 'cannot_complete' ? 'stop' : 'plain'
  if (money === 'final' && payment.withdrawal !== undefined) return { tone, ...LEFT[payment.withdrawal.fee] }
  if (money === 'final' && payment.paysFeeOf !== undefined) {
    return { tone, title: say('send.final'), text: say('send.the-fee-is-paid-the-service') }
  }
  if (money === 'final' && payment.kind === 'withdrawal') {
    return payment.withdrawalHash === null
      ? { tone, title: say('send.final-here-on-its-way-to'), text: say('send.the-service-sends-it-there-next') }
      : { tone, title: say('send.final-and-sent-on-the-other'), text: say('send.follow-it-there-by-the-hash') }
  }
  if (money === 'final' && payment.kind === 'consolidation')
    return { tone, title: say('activity.coins-combined'), text: '' }
  if (money === 'final' && payment.released === true) {
    return { tone, title: say('send.released-nobody-can-take-it-back'), text: say('send.its-money-is-yours') }
  }
  if (money === 'final' && payment.kind === 'storage') {
    return { tone, title: say('send.final'), text: say('send.the-network-keeps-the-content-for') }
  }
  if (money === 'final' && payment.party.kind === 'several') {
    return { tone, title: say('send.all-are-paid', { count: payment.party.count }), text: '' }
  }
  if (isProvedDead(payment)) return { tone, title: say('send.cannot-complete'), text: say('send.coin-went-first') }
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
  run,
  plan,
}: Pick<Payment, 'kind' | 'act' | 'voids' | 'paysFeeOf' | 'run' | 'plan'>): boolean =>
  act !== true &&
  // Paid again by the form, its run or plan would not know.
  run === undefined &&
  plan === undefined &&
  voids === undefined &&
  paysFeeOf === undefined &&
  (kind === 'transfer' || kind === 'withdrawal' || kind === 'multisig')

/** Never while it is under way: who sees no answer yet would pay twice. */
export const mayRepeat = (
  payment: Pick<Payment, 'kind' | 'act' | 'money' | 'voids' | 'paysFeeOf' | 'run' | 'plan'>,
): boolean => hasEnded(payment) && isFromForm(payment)

/** What stands for the fee of a payment that carries none: that of a group's withdrawal is a payment of its own. */
export const noFeeHere = ({ withdrawal }: Pick<Payment, 'withdrawal'>): string =>
  withdrawal === undefined ? say('send.none') : say('send.fee-by-one-member')

/** Seconds from beginning to end, while that is a time one waits for. */
export function secondsTaken({ createdAt, finalAt }: Pick<Payment, 'createdAt' | 'finalAt'>): number | null {
  if (finalAt === null) return null
  const seconds = Math.round((new Date(finalAt).getTime() - new Date(createdAt).getTime()) / 1000)
  return seconds > 0 && seconds <= WAITED_MAX ? seconds : null
}
const WAITED_MAX = 600

const HOST_SHOWN = 40

/** A name that fits on a button. Its end says whose it is, so the beginning is what is left out. */
export function shortHost(host: string): string {
  return host.length <= HOST_SHOWN ? host : `…${host.slice(1 - HOST_SHOWN)}`
}

type Keepable =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'chain'; readonly chainId: string; readonly destination: string; readonly tag: string }

/** Whoever was paid, alone and for good, and is neither a contact nor among the saved addresses; nobody whom the service warns of. */
export function payeeToKeep(payment: Payment): Keepable | null {
  const { money, party, asset } = payment
  const isWritten = isFromForm(payment) || (payment.run !== undefined && party.kind === 'chain')
  if (money !== 'final' || !isWritten) return null
  if (party.kind === 'chain') {
    const { chainId, destination, tag, label } = party
    return label === undefined ? { kind: 'chain', chainId: chainId ?? asset.chainId, destination, tag } : null
  }
  if (party.kind !== 'user') return null
  const { userId, relationship, scam, deactivated } = party.user
  return relationship === 'stranger' && !scam && !deactivated ? { kind: 'user', userId } : null
}

/** In the past once it is past: nothing is called sent that was only prepared. */
export function verbOf(payment: Payment): string {
  const [signed, isFinal, whose] = [payment.signedAt !== null, payment.money === 'final', whoseOf(payment)]
  if (payment.money === 'cancelled' && !signed) return say('send.not-paid')
  if (payment.kind === 'consolidation') return say('send.you-combine')
  if (payment.kind === 'storage' || payment.rows.length === 0)
    return isFinal ? say('send.you-burnt', whose) : signed ? say('send.you-signed') : say('send.you-burn', whose)
  if (payment.item !== undefined) return itemVerbOf(payment)
  if (isFinal) return payment.kind === 'withdrawal' ? say('send.you-withdrew') : say('send.you-sent', whose)
  if (signed) return say('send.you-signed')
  return payment.kind === 'withdrawal' ? say('send.you-withdraw', whose) : say('send.you-send', whose)
}

const whoseOf = ({ kind }: Pick<Payment, 'kind'>) => ({ group: kind === 'multisig' })

/** A thing is no amount, which some languages have in the word. */
function itemVerbOf(payment: Payment): string {
  const [{ money, signedAt, released }, whose] = [payment, whoseOf(payment)]
  if (released === true) return money === 'final' ? say('send.you-released', whose) : say('send.you-release', whose)
  if (money === 'final') return say('send.you-sent-item', whose)
  return signedAt === null ? say('send.you-send-item', whose) : say('send.you-signed-item')
}
