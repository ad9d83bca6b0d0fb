import type { PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { readIntent } from '../payments/intent.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { idOfSentence } from '../shared/sentence-id.ts'
import { findPlan, lastTerm, type Pays } from './records.ts'

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
export function changedChecks(store: Pick<AccountStore, 'intents'>, payment: Payment): PaymentReview['checks'] {
  const intent = readIntent(payment.detail)
  const plan = intent?.plan === undefined ? undefined : findPlan(store, intent.plan.id)
  if (intent === undefined || plan === undefined) return []
  const { pays } = lastTerm(plan)
  const differs = differencesOf(intent, pays)
  if (differs.length === 0 && sharesOf(intent) !== sharesOf(pays)) differs.push('amount')
  const [what] = ORDER.filter((each) => differs.includes(each))
  if (what === undefined) return []
  const text = said('check.payments.plan-changed', { what })
  return [{ id: idOfSentence('plan-changed', text), result: 'attention', text }]
}

/** What is said of several is what weighs most. */
const ORDER: readonly Difference[] = ['payees', 'amount', 'memo']
