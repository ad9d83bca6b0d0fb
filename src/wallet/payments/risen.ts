import type { RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { PaymentReview } from '#contract/ipc'
import type { PaymentSteps } from './payment-steps.ts'

/** The review of what is prepared already; null where more is asked for by now than its fee, which gives that one up. */
export async function reviewUnlessRisen(
  { paymentSteps }: { readonly paymentSteps: Pick<PaymentSteps, 'review' | 'cancel'> },
  id: RequestId,
): Promise<PaymentReview | null> {
  try {
    return await paymentSteps.review(id)
  } catch (error) {
    if (codeOf(error) !== 'remote.fee_too_small') throw error
    paymentSteps.cancel(id)
    return null
  }
}
