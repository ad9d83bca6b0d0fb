import type { Hash, Snapshot, UserId } from '#contract/domain'
import type { ActivityDetail, ActivityFilter, ActivityRow, PartyView } from '#contract/ipc'
import { ID_LETTERS } from '#protocol/text'
import type { PaymentSummary } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { foreignOf } from '../payments/foreign.ts'
import { shownIntent } from '../payments/intent.ts'
import { paidIn } from '../payments/paid.ts'
import { mainOf } from '../payments/review-checks.ts'
import { partiesOf } from '../payments/view.ts'

/*
 * Payments to several. The service's record names one of them at most, so whom they paid is read from the journal, or from the bytes of what it did
 * not make.
 */

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

/** Transactions that pay several of whom a person, or a word of the search, names one; their records may name nobody. */
function candidates({ opponent, words }: About, { store }: ApprovalsDesk): Set<Hash> {
  const [paid, { cache, intents }] = [paidIn(store), store]
  const { transactionFacts, users } = cache
  const people =
    opponent === null ? words.flatMap((word) => users.search(word).map(({ user_id: id }) => id)) : [opponent]
  const ids = opponent === null ? words.filter((word) => word.length >= ID_LETTERS) : []
  const own = [...people.flatMap(paid.together), ...ids.flatMap(paid.togetherWith)].flatMap((id) => {
    const payment = intents.payments.summary(id)
    return (payment === undefined ? null : mainOf(payment)?.hash) ?? []
  })
  const payees = new Set<UserId>([...people, ...ids.flatMap(transactionFacts.payeesWith)])
  return new Set([...own, ...[...payees].flatMap(transactionFacts.paying)])
}

/** Whoever a line of the history pays besides the first. */
function othersOf(snapshot: Snapshot, runtime: ApprovalsDesk): readonly PartyView[] {
  const payment = runtime.store.intents.payments.summaryByTransaction(snapshot.transaction_hash)
  if (payment !== undefined) return othersIn(payment, runtime)
  const rows = foreignOf(runtime, snapshot)?.rows ?? []
  return rows.length < 2 ? [] : rows.map(({ party }) => party)
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
  const lines = runtime.store.cache.snapshots.byTransaction
  const isWanted = (snapshot: Snapshot): boolean => read.passes(read.row(snapshot), othersOf(snapshot, runtime))
  return [...candidates(about, runtime)].filter((hash) => lines(hash).some(isWanted))
}

/** Whether one of those named is a person, for a list that is about that person. */
export const isAmong = (parties: readonly PartyView[], userId: ActivityFilter['opponent']): boolean =>
  parties.some((party) => party.kind === 'user' && party.user.userId === userId)
