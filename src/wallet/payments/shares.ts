import type { AssetId, Hash, UserId } from '#contract/domain'
import { type Amount, sumOf } from '#protocol/text'
import type { AccountStore } from '#store'
import { shownIntent } from './intent.ts'
import { paidIn } from './paid.ts'
import { mainOf } from './review-checks.ts'

/** What of a payment to several went to one of them. */
interface Share {
  readonly assetId: AssetId
  readonly amount: Amount
}

/** Of every payment to several of which one is this person, by its transaction: records of the service know only the whole. */
export function sharesOf(userId: UserId, store: Pick<AccountStore, 'intents'>): ReadonlyMap<Hash, Share> {
  const shares = new Map<Hash, Share>()
  for (const id of paidIn(store).together(userId)) {
    const payment = store.intents.payments.summary(id)
    const hash = payment === undefined ? null : (mainOf(payment)?.hash ?? null)
    if (payment === undefined || hash === null) continue
    const theirs = shownIntent(payment).rows.filter(({ payee }) => payee.kind === 'user' && payee.userId === userId)
    shares.set(hash, { assetId: payment.assetId, amount: sumOf(theirs) })
  }
  return shares
}
