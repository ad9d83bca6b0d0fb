import type { UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import { approving, type OpenWallet } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/** Something is to be ticked that was not there when it was reviewed. */
const isNews = (error: unknown): boolean =>
  error instanceof CofferError && (error.details['warning'] === 'new' || error.code === 'wallet.change_at_risk')

/** Reviews and agrees as a person does, who looks again where something new is to be ticked: the others do something meanwhile. */
export async function lookingAgain<Answer>(agree: () => Promise<Answer>, times = 5): Promise<Answer> {
  try {
    return await agree()
  } catch (error) {
    if (times === 1 || !isNews(error)) throw error
    return lookingAgain(agree, times - 1)
  }
}

/** The same for what was reviewed when it was prepared. */
export async function agreeing({ calls }: OpenWallet, account: UserId, prepared: PaymentReview): Promise<void> {
  const { paymentId } = prepared
  let review: PaymentReview | undefined = prepared
  await lookingAgain(async () => {
    const seen: PaymentReview = review ?? (await calls['payments.review']({ account, paymentId }))
    review = undefined
    await calls['payments.approve'](approving(account, seen))
  })
}
