import { MINUTE, type Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { type Said, said } from '#words/facts'
import { readIntent } from '../payments/intent.ts'
import type { Desk } from '../shared/desk.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { idOfSentence } from '../shared/sentence-id.ts'
import { earlier } from '../shared/time-behind.ts'
import { findPlan, type KnownPlan, lastTerm, type Pays } from './records.ts'

/*
 * What a time of a plan pays is what the plan said at that time. Whoever changes a plan, as its payee has another address, may think that this goes for
 * what is prepared as well.
 */

type Paying = Pick<Pays, 'assetId' | 'memoHex' | 'rows'>
type Difference = 'amount' | 'payees' | 'memo'

const textOf = <Row>(rows: readonly Row[], of: (row: Row) => string): string => rows.map(of).sort().join()

const payeesOf = ({ rows }: Paying): string => textOf(rows, ({ payee }) => payeeKey(payee))
const sharesOf = ({ rows }: Paying): string => textOf(rows, ({ payee, amount }) => `${payeeKey(payee)} ${amount}`)

/** What is different between two payments, the whole sum and to whom it goes. */
export function differencesOf(one: Paying, other: Paying): Difference[] {
  const differs: Difference[] = []
  if (sumOf(one.rows) !== sumOf(other.rows) || one.assetId !== other.assetId) differs.push('amount')
  if (payeesOf(one) !== payeesOf(other)) differs.push('payees')
  if (one.memoHex !== other.memoHex) differs.push('memo')
  return differs
}

/** What the review of a payment says where its plan was changed since its time. */
export function changedChecks(desk: Known, payment: Payment): PaymentReview['checks'] {
  const { store } = desk
  const intent = readIntent(payment.detail)
  const plan = intent?.plan === undefined ? undefined : findPlan(store, intent.plan.id)
  if (intent === undefined || plan === undefined) return []
  const { pays } = lastTerm(plan)
  const gone = leftPayees(desk, plan, intent).map((text): PaymentReview['checks'][number] => ({
    ...{ id: idOfSentence('plan-left', text), result: 'attention', text },
  }))
  const differs = differencesOf(intent, pays)
  if (differs.length === 0 && sharesOf(intent) !== sharesOf(pays)) differs.push('amount')
  const [what] = ORDER.filter((each) => differs.includes(each))
  if (what === undefined) return gone
  const text = said('check.payments.plan-changed', { what })
  return [{ id: idOfSentence('plan-changed', text), result: 'attention', text }, ...gone]
}

type Known = Pick<Desk, 'directory'> & { readonly store: Pick<AccountStore, 'intents' | 'cache'> }

/** People whom a plan was to pay already when they were taken off the contacts, and who are none by now. That somebody is blocked is said of them anyway. */
export function leftPayees(
  { store, directory }: Known,
  { terms, madeAt }: Pick<KnownPlan, 'terms' | 'madeAt'>,
  { rows }: Pick<Pays, 'rows'>,
): Said[] {
  return rows.flatMap(({ payee }) => {
    if (payee.kind !== 'user') return []
    const key = payeeKey(payee)
    const others = terms.findLastIndex(({ pays }) => !pays.rows.some((row) => payeeKey(row.payee) === key))
    const from = terms[others + 1]?.from
    // The first term begins a while before it was written down.
    const since = from === undefined || others >= 0 ? from : earlier(madeAt, (from + 6n * MINUTE) as Nanos)
    const leftAt = store.intents.contactPins.leftAt(payee.userId)
    const { name, relationship } = directory.user(payee.userId)
    const isGone = leftAt !== null && since !== undefined && leftAt >= since
    if (!isGone || relationship === 'blocked' || store.cache.relations.isOn('friends', payee.userId)) return []
    return [said('check.payments.contact-removed', { name: name === '' ? said('check.payments.this-person') : name })]
  })
}

/** What is said of several is what weighs most. */
const ORDER: readonly Difference[] = ['payees', 'amount', 'memo']
