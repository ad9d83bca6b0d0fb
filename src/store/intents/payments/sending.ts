import type { Hash, Nanos, OutputId, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { PAYMENT_STATES } from '#contract/wire'
import { hexOf, isKeepable, memberOf, uuidOf } from '../../encoding.ts'
import { jsonOf } from '../../exact-json.ts'
import { OUT, type Payment, type Problem } from '../payment.ts'
import { type Journal, LIVE, wrongState } from './journal.ts'
import type { TransactionRow } from './transaction-rows.ts'

/** What the aggregate tells its owner once a transaction is final: those inputs are gone. */
export type OnSpent = (outputs: readonly OutputId[], transaction: Hash, at: Nanos) => void

/** From signed bytes to the ledger. */
export function sending({ rows, record, advance, voids }: Journal, onSpent: OnSpent) {
  return {
    /** Before each time that the stored bytes are handed to the network. */
    countAttempt(id: RequestId): Payment {
      return advance(id, OUT, (row, _transactions, at) => {
        row.attempts += 1n
        row.sent_at ??= at
        record(row.id, at, 'attempt', Number(row.attempts))
        return row.accepted_at === null ? 'sent' : 'accepted'
      })
    },

    /** The service has taken these transactions (all of them when none is named). Accepted once all are. */
    markAccepted(id: RequestId, requestIds?: readonly RequestId[]): Payment {
      return advance(id, OUT, (row, transactions, at) => {
        for (const transaction of chosen(transactions, requestIds)) {
          if (transaction.accepted_at !== null) continue
          transaction.accepted_at = at
          record(row.id, at, 'transaction_accepted', { requestId: uuidOf(transaction.request_id) })
        }
        const all = transactions.every((transaction) => transaction.accepted_at !== null)
        if (all) row.accepted_at ??= at
        row.problem = null
        row.sent_at ??= at
        return all ? 'accepted' : 'sent'
      })
    },

    /**
     * These transactions (all when none is named) are final on the ledger, seen under the hash that Coffer computed. Their
     * inputs are spent for good; the payment is final once all are. Also for what has failed after it was signed: others of a
     * group can complete what it gave up, and a service may have called dead what was not. `spentAt` is when the ledger took the inputs, which may be
     * long before this is heard of; one farther away than any that is kept says nothing.
     */
    markFinal(id: RequestId, requestIds?: readonly RequestId[], spentAt?: Nanos): Payment {
      const takenAt = spentAt !== undefined && isKeepable(spentAt) ? spentAt : undefined
      const spent: { outputs: OutputId[]; hash: Hash; at: Nanos }[] = []
      const payment = advance(id, [...OUT, 'failed'], (row, transactions, at) => {
        const hadFailed = memberOf(PAYMENT_STATES, row.state) === 'failed'
        if (hadFailed && row.signed_at === null) throw wrongState('failed')
        for (const transaction of chosen(transactions, requestIds)) {
          if (transaction.final_at !== null) continue
          if (transaction.hash === null) throw failure('internal', 'a final transaction has a hash')
          transaction.accepted_at ??= at
          transaction.final_at = at
          const ids = rows.inputIds(transaction)
          for (const outputId of ids) rows.releaseOne(outputId, row.row)
          const hash = hexOf<Hash>(transaction.hash)
          spent.push({ outputs: ids.map((outputId) => uuidOf<OutputId>(outputId)), hash, at: takenAt ?? at })
          record(row.id, at, 'transaction_final', { requestId: uuidOf(transaction.request_id) })
        }
        row.problem = null
        row.sent_at ??= at
        if (transactions.every((transaction) => transaction.accepted_at !== null)) row.accepted_at ??= at
        const left = transactions.filter((transaction) => transaction.final_at === null)
        if (left.length > 0) {
          // The bytes of the rest are out again with it, so their coins are for nothing else.
          if (hadFailed) for (const transaction of left) rows.holdFreeInputs(transaction, voids.depthOf(row.id))
          return row.accepted_at === null ? 'sent' : 'accepted'
        }
        row.final_at = at
        return 'final'
      })
      for (const { outputs, hash, at } of spent) onSpent(outputs, hash, at)
      return payment
    },

    /**
     * A transaction that was called final is not, as far as anybody knows: its bytes are out again and its coins are for nothing else, also where
     * the rest of its payment was proved dead. What the cache knows of them is the caller's to take back.
     */
    takeBackFinal(id: RequestId, requestId: RequestId): Payment {
      return advance(id, [...OUT, 'final', 'failed'], (row, transactions, at) => {
        for (const transaction of chosen(transactions, [requestId])) {
          if (transaction.final_at === null || transaction.signed === null) throw wrongState('sent')
          transaction.final_at = transaction.accepted_at = null
          rows.holdFreeInputs(transaction, voids.depthOf(row.id))
          record(row.id, at, 'final_denied', { requestId })
        }
        row.final_at = row.accepted_at = row.problem = null
        return 'sent'
      })
    },

    /** Something to show while the payment goes on; null takes it back. Changes no state. */
    setProblem(id: RequestId, problem: Problem | null): Payment {
      return advance(id, LIVE, (row, _transactions, at) => {
        row.problem = problem === null ? null : jsonOf(problem)
        if (problem !== null) record(row.id, at, 'problem', { code: problem.code })
        return memberOf(PAYMENT_STATES, row.state)
      })
    },
  }
}

function chosen(transactions: readonly TransactionRow[], ids?: readonly RequestId[]): readonly TransactionRow[] {
  return ids === undefined
    ? transactions
    : transactions.filter((each) => ids.includes(uuidOf<RequestId>(each.request_id)))
}
