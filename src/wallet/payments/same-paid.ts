import { DAY, type Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { type Amount, sumOf } from '#protocol/text'
import { isOut, type Payment, type PaymentSummary } from '#store'
import { said } from '#words/facts'
import type { Desk } from '../shared/desk.ts'
import { spoken } from '../shared/fiat.ts'
import { foldedPayeeKey } from '../shared/payee-key.ts'
import { firstTries } from './again.ts'
import { type Intent, intentOf, paysOneself, readIntent } from './intent.ts'
import { hasPaid, mainOf } from './review-checks.ts'
import { staysWith } from './target.ts'

/*
 * Whoever sees a payment undecided, or forgets one, writes it a second time. Each of the two is good by itself, and both would be paid. What a plan or
 * a list pays is compared with other payments in `meanwhile.ts`, and what a group is asked for among its requests.
 */

type Parts = Pick<Desk, 'account' | 'store' | 'directory' | 'clock' | 'holder'>

/** A sum that is paid again later is most often meant to be. */
export const LATELY: bigint = DAY

type Check = PaymentReview['checks'][number]

/** What the review of an account's own payment says where the same recipient is, or was lately, paid the same by another one. */
export function samePaidChecks(parts: Parts, payment: Payment): Check[] {
  const intent = intentOf(payment)
  const { act, feeOf, plan, run } = intent
  if (paysOneself(intent)) return []
  if (intent.rows.length === 0) return sameStoredChecks(parts, payment)
  const isBare = act === undefined && feeOf === undefined && plan === undefined && run === undefined
  if (payment.kind === 'multisig' || !isBare) return []
  const others = othersOf(parts, payment)
  if (others.length === 0) return []
  const owner = parts.holder(payment.holder)
  const seen = new Set<string>()
  return intent.rows.flatMap(({ payee }, row): Check[] => {
    const key = foldedPayeeKey(payee)
    if (seen.has(key) || staysWith(payee, owner, parts.account)) return []
    seen.add(key)
    const sums = sumsFor(intent, key)
    const same = others.find((other) => sumsFor(other.intent, key).some((sum) => sums.includes(sum)))
    const sum = same && sumsFor(same.intent, key).find((each) => sums.includes(each))
    if (same === undefined || sum === undefined) return []
    const what = spoken(sum, parts.directory.asset(intent.assetId).symbol)
    const text = same.isOpen
      ? said('check.payments.same-undecided', { what })
      : said('check.payments.same-lately', { what })
    // It may become final while this is read: that it is the same was ticked.
    return [{ id: `${SAME}${row}:${same.id}`, result: 'attention', text, row }]
  })
}

const SAME = 'same-paid:'

/** Of what stores bytes and pays nobody, as a new collection or an item does: what is burnt for the very same a second time is lost. */
function sameStoredChecks(parts: Parts, payment: Payment): Check[] {
  const content = mainOf(payment)?.extra
  const same = othersOf(parts, payment).find(({ id, intent }) => {
    const other = intent.rows.length === 0 ? parts.store.intents.payments.get(id) : undefined
    return other !== undefined && mainOf(other)?.extra === content
  })
  if (same === undefined) return []
  const text = same.isOpen ? said('check.payments.same-stored-undecided') : said('check.payments.same-stored-lately')
  return [{ id: `same-stored:${same.id}`, result: 'attention', text }]
}

interface Other {
  readonly id: PaymentSummary['id']
  readonly intent: Intent
  readonly isOpen: boolean
}

/** Payments that happen besides this one, the newest first. */
function othersOf({ store, clock }: Parts, payment: Payment): Other[] {
  const { payments } = store.intents
  const { holder, assetId } = payment
  const tied = new Set(firstTries(store, intentOf(payment)).map(({ id }) => id))
  const now = clock.now()
  // Of a withdrawal whose fee can never be paid the money has left all the same.
  const halfPaid = payments.failedAfterSigning({ holder }).filter((one) => one.assetId === assetId && hasPaid(one))
  const known = new Map(
    [
      ...payments.paidSince({ holder, assetId, since: now - LATELY }),
      ...payments.list({ holder, live: true }),
      ...halfPaid,
    ].map((one) => [one.id, one]),
  )
  return [...known.values()].flatMap((other): Other[] => {
    const isGoing = isOut(other.state) || other.state === 'approved'
    const isOpen = isGoing || halfPaid.some(({ id }) => id === other.id)
    if (other.id === payment.id || tied.has(other.id) || !(isOpen || isPaidLately(other, now))) return []
    const intent = readIntent(other.detail)
    if (intent === undefined || intent.assetId !== payment.assetId || paysOneself(intent)) return []
    return isGoing && sharesCoin(store, payment, other) ? [] : [{ id: other.id, intent, isOpen }]
  })
}

/** A clock that was set back meanwhile tells no age. */
const isPaidLately = ({ state, finalAt, signedAt }: PaymentSummary, now: Nanos): boolean =>
  state === 'final' && now - (signedAt ?? finalAt ?? now) <= LATELY

/** The ledger takes one of the two only. */
function sharesCoin({ intents }: Parts['store'], payment: Payment, { id }: PaymentSummary): boolean {
  const coins = new Set(coinsOf(payment))
  return coinsOf(intents.payments.get(id)).some((coin) => coins.has(coin))
}

const coinsOf = (payment: Payment | undefined) =>
  (payment?.transactions ?? []).flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))

/** What one recipient gets by each row, and by all of them. */
function sumsFor({ rows }: Intent, key: string): Amount[] {
  const own = rows.filter(({ payee }) => foldedPayeeKey(payee) === key)
  return own.length === 0 ? [] : [...own.map(({ amount }) => amount), sumOf(own)]
}
