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
import { type Intent, intentOf, isWithdrawal, readIntent } from './intent.ts'
import { hasPaid } from './review-checks.ts'

/*
 * What a plan or a list pays was written down long before. Whoever was away at its time may have paid it by hand, and finds it prepared once they are
 * back.
 */

/** Who knows that they will be away pays sooner. */
const SOONER = DAY

/** From when on something else may have been paid instead; undefined for what its owner has just asked for. */
export const writtenAt = ({ plan, run }: Pick<Intent, 'plan' | 'run'>): Nanos | undefined => plan?.at ?? run?.since

interface Parts {
  readonly store: Pick<AccountStore, 'intents'>
  readonly directory: Directory
  readonly clock: Clock
}

/** What its review says where the same was paid by another payment since. */
export function meanwhileChecks({ store, directory, clock }: Parts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  const since = writtenAt(intent)
  if (since === undefined) return []
  // Written while the clock stood ahead, it counts from now.
  const from = earlier(since, clock.now()) - SOONER
  const { holder, assetId } = payment
  const { payments } = store.intents
  const others = [
    ...payments.paidSince({ holder, assetId, since: from, otherThan: intent.run?.id }),
    ...(intent.run !== undefined && isWithdrawal(intent) ? payments.ofRun(intent.run.id) : []),
  ]
    .filter((one) => one.id !== payment.id && one.holder === holder)
    .flatMap((one) => {
      const other = readIntent(one.detail)
      const isBeside = other?.assetId === intent.assetId && isPaidSince(one, sinceOf(intent, other, from))
      return isBeside ? other : []
    })
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

/** What was just agreed to is being signed, in another window. Of one that failed the money may have left. */
function isPaidSince(other: PaymentSummary, from: bigint | undefined): boolean {
  const { state, approvedAt, signedAt } = other
  const at = state === 'approved' ? approvedAt : signedAt
  return from !== undefined && at !== null && at >= from && (state !== 'failed' || hasPaid(other))
}

/**
 * From when on another payment counts; undefined for one of the same plan or list, where each is meant. A withdrawal is compared with others of its
 * list all the same, whenever they were: an address that was paid may stand there again with the tag that was missing.
 */
function sinceOf(intent: Intent, other: Intent, from: bigint): bigint | undefined {
  if (intent.plan !== undefined && other.plan?.id === intent.plan.id) return undefined
  if (intent.run === undefined || other.run?.id !== intent.run.id) return from
  return isWithdrawal(intent) ? 0n : undefined
}

const keyOf = ({ payee, amount }: Intent['rows'][number]): string => `${foldedPayeeKey(payee)} ${amount}`
