import type { Hash } from '#contract/domain'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { mainOf } from '../payments/review-checks.ts'
import { subjectOfPayment } from '../shared/label-keys.ts'

/**
 * Under what the words of the payment are kept that a transaction of ours is. One that only pays a payment's fee or stores its memo is a
 * movement with words of its own: the search finds a payment's words at the request that they were written for.
 */
export function paymentSubject({ store }: ApprovalsDesk, hash: Hash | null): string | null {
  const payment = hash === null ? undefined : store.intents.payments.summaryByTransaction(hash)
  return payment === undefined || mainOf(payment)?.hash !== hash ? null : subjectOfPayment(payment)
}
