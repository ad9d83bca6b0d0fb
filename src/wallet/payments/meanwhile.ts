import { type Clock, DAY, type Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol/text'
import type { AccountStore, Payment, PaymentSummary } from '#store'
import { said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { foldedPayeeKey } from '../shared/payee-key.ts'
import { idOfSentence } from '../shared/sentence-id.ts'
import { earlier } from '../shared/time-behind.ts'
import { type Intent, intentOf, readIntent } from './intent.ts'

/*
 * What a plan or a list pays was written down long before. Whoever was away at its time may have paid it by hand, and finds it prepared once they are
 * back.
 */

/** The newest payments of the journal that are looked through. */
const LOOKED_AT = 500
/** Who knows that they will be away pays sooner. */
const SOONER = DAY

/** From when on something else may have been paid instead; undefined for what its owner has just asked for. */
export const writtenAt = ({ plan, run }: Pick<Intent, 'plan' | 'run'>): Nanos | undefined => plan?.at ?? run?.since

interface Parts {
  readonly store: Pick<AccountStore, 'intents'>
  readonly directory: Directory
  readonly clock: Clock
}

/** What its review says where the same was paid by another payment since, which is neither of its plan nor of its list. */
export function meanwhileChecks({ store, directory, clock }: Parts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  const since = writtenAt(intent)
  if (since === undefined) return []
  // Written while the clock stood ahead, it counts from now.
  const from = earlier(since, clock.now()) - SOONER
  const others = store.intents.payments
    .list({ holder: payment.holder, limit: LOOKED_AT })
    .filter((one) => one.id !== payment.id && isPaidSince(one, from))
    .flatMap(({ detail }) => readIntent(detail) ?? [])
    .filter((other) => other.assetId === intent.assetId && !isOfTheSame(intent, other))
  const paid = Map.groupBy(
    others.flatMap(({ rows }) => rows),
    keyOf,
  )
  const again = intent.rows.filter((row) => paid.get(keyOf(row))?.pop() !== undefined)
  if (again.length === 0) return []
  const what = spoken(sumOf(again), directory.asset(intent.assetId).symbol)
  const text = said('check.payments.paid-meanwhile', { count: again.length, what })
  return [{ id: idOfSentence('meanwhile', text), result: 'attention', text }]
}

/** What was just agreed to is being signed, in another window. */
function isPaidSince({ state, approvedAt, signedAt }: PaymentSummary, from: bigint): boolean {
  const at = state === 'approved' ? approvedAt : signedAt
  return at !== null && at >= from && state !== 'failed'
}

const isOfTheSame = (intent: Intent, other: Intent): boolean =>
  (intent.plan !== undefined && other.plan?.id === intent.plan.id) ||
  (intent.run !== undefined && other.run?.id === intent.run.id)

const keyOf = ({ payee, amount }: Intent['rows'][number]): string => `${foldedPayeeKey(payee)} ${amount}`
