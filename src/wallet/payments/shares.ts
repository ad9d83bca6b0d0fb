import type { AssetId, Hash, UserId } from '#contract/domain'
import { type Amount, sumOf } from '#protocol/text'
import { assetOfRecord } from '../shared/names.ts'
import { foreignOf, type Known } from './foreign.ts'
import { shownIntent } from './intent.ts'
import { paidIn } from './paid.ts'
import { mainOf } from './review-checks.ts'

/** What of a payment to several went to one of them. */
interface Share {
  readonly assetId: AssetId
  readonly amount: Amount
}

/**
 * Of every payment to several of which one is this person, by its transaction: records of the service know only the whole. What this journal did not
 * make is shared as its bytes say.
 */
export function sharesOf(userId: UserId, desk: Known): ReadonlyMap<Hash, Share> {
  const { cache, intents } = desk.store
  const shares = new Map<Hash, Share>()
  for (const id of paidIn(desk.store).together(userId)) {
    const payment = intents.payments.summary(id)
    const hash = payment === undefined ? null : (mainOf(payment)?.hash ?? null)
    if (payment === undefined || hash === null) continue
    const theirs = shownIntent(payment).rows.filter(({ payee }) => payee.kind === 'user' && payee.userId === userId)
    shares.set(hash, { assetId: payment.assetId, amount: sumOf(theirs) })
  }
  for (const hash of cache.transactionFacts.paying(userId)) {
    const line = cache.snapshots.byTransaction(hash).find(({ amount }) => amount < 0n)
    const rows = line === undefined ? [] : (foreignOf(desk, line)?.rows ?? [])
    if (line === undefined || rows.length < 2) continue
    const theirs = rows.filter(({ party }) => party.kind === 'user' && party.user.userId === userId)
    shares.set(hash, { assetId: assetOfRecord(desk.directory, line).assetId, amount: sumOf(theirs) })
  }
  return shares
}
