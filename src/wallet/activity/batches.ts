import type { Hash, RequestId, Snapshot } from '#contract/domain'
import type { ActivityDetail, ActivityFilter, ActivityRow, PartyView } from '#contract/ipc'
import type { PaymentSummary } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { paidIn } from '../payments/paid.ts'
import { mainOf } from '../payments/review-checks.ts'
import { partiesOf } from '../payments/view.ts'

/*
 * Payments to several. The service's record names one of them at most, so whom they paid is read from the journal.
 */

/** As many letters of an id or address as tell it from others. */
const ID_MIN = 6

/** Whoever a payment pays besides the first; nobody for one to a single receiver. */
export const othersIn = (payment: PaymentSummary | undefined, runtime: ApprovalsDesk): readonly PartyView[] =>
  payment === undefined || shownIntent(payment).rows.length < 2 ? [] : partiesOf(payment, runtime)

/** Their rows, with how often each was paid before. */
export function rowsOf(payment: PaymentSummary | undefined, runtime: ApprovalsDesk): ActivityDetail['rows'] {
  const parties = othersIn(payment, runtime)
  if (payment === undefined || parties.length === 0) return []
  return shownIntent(payment).rows.flatMap(({ payee, amount }, at) => {
    const party = parties[at]
    return party === undefined
      ? []
      : [{ party, amount, paidBefore: runtime.paymentSteps.paidBefore(payee, payment.assetId) }]
  })
}

/** Whom a question is about: one person, or whoever its words may name. */
interface About {
  readonly opponent: ActivityFilter['opponent']
  readonly words: readonly string[]
}

/** Payments to several of which a person, or a word of the search, names one; their records may name nobody. */
function candidates({ opponent, words }: About, { store }: ApprovalsDesk): Set<RequestId> {
  const paid = paidIn(store)
  if (opponent !== null) return new Set(paid.together(opponent))
  return new Set(
    words.flatMap((word) => [
      ...store.cache.users.search(word).flatMap(({ user_id }) => paid.together(user_id)),
      ...(word.length < ID_MIN ? [] : paid.togetherWith(word)),
    ]),
  )
}

/** Transactions that pay several and pass a filter which is about one of them. */
export function batchesWanted(
  about: About,
  runtime: ApprovalsDesk,
  read: {
    row: (snapshot: Snapshot) => ActivityRow
    passes: (row: ActivityRow, others: readonly PartyView[]) => boolean
  },
): Hash[] {
  const { cache, intents } = runtime.store
  return [...candidates(about, runtime)].flatMap((id) => {
    const payment = intents.payments.summary(id)
    const hash = payment === undefined ? null : (mainOf(payment)?.hash ?? null)
    if (hash === null) return []
    const others = othersIn(payment, runtime)
    const found = cache.snapshots.byTransaction(hash).some((snapshot) => read.passes(read.row(snapshot), others))
    return found ? [hash] : []
  })
}

/** Whether one of those named is a person, for a list that is about that person. */
export const isAmong = (parties: readonly PartyView[], userId: ActivityFilter['opponent']): boolean =>
  parties.some((party) => party.kind === 'user' && party.user.userId === userId)
