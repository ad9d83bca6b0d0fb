import type { Hash, RequestId } from '#contract/domain'
import { PAYMENT_STATES } from '#contract/wire'
import { decodeTransaction, transactionHash } from '#protocol'
import { hexOf, memberOf, uuidOf } from '../../encoding.ts'
import { jsonOf } from '../../exact-json.ts'
import { KINDS, OUT, type Payment, type Problem, type Proof, UNSIGNED } from '../payment.ts'
import { type Journal, LIVE, wrongState } from './journal.ts'
import type { PaymentRow } from './rows.ts'
import type { TransactionRow } from './transaction-rows.ts'

/** Ways in which a payment ends that is not final. */
export function ending({ rows, advance }: Journal) {
  /** Bytes that spend an input of the transaction; whether they were signed by whom that input belongs to is the caller's to check. */
  function isProof(proof: Proof, transaction: TransactionRow, all: readonly TransactionRow[]): boolean {
    const dead =
      proof.through === undefined ? transaction : all.find((each) => uuidOf(each.request_id) === proof.through)
    if (dead === undefined || dead.hash === null || dead.final_at !== null) return false
    if (dead !== transaction && !refersTo(transaction, dead.hash)) return false
    const input = rows.inputs(dead).find(({ outputId }) => outputId === proof.outputId)
    if (input === undefined || transactionHash(proof.raw) !== proof.spentBy) return false
    return decodeTransaction(proof.raw).inputs.some(({ hash, index }) => hash === input.hash && index === input.index)
  }

  function end(row: PaymentRow, transactions: readonly TransactionRow[], problem: Problem | null): void {
    const unsigned = transactions.every((transaction) => transaction.signed === null)
    if (unsigned) for (const transaction of transactions) transaction.dead = 1n
    if (problem !== null) row.problem = jsonOf(problem)
    rows.release(row.row)
  }

  return {
    /** Given up by the person; only before anything is signed. Its inputs and request ids are free again. */
    cancel(id: RequestId): Payment {
      return advance(id, UNSIGNED, (row, transactions) => {
        end(row, transactions, null)
        return 'cancelled'
      })
    },

    /**
     * Cannot be completed. Before signing a reason is enough. Afterwards every transaction that is not final needs proof: the
     * signed bytes of a transaction that is not of this payment and spends one of its own inputs, or the reference of its own
     * bytes to a transaction of this payment that is proved dead. Else nothing happens and `wallet.payment_state` is thrown:
     * a time-out, a refusal or what the service says of a coin is not proof.
     */
    fail(id: RequestId, problem: Problem, conflicts: readonly Proof[] = []): Payment {
      return advance(id, LIVE, (row, transactions) => {
        const ours = transactions.flatMap((transaction) =>
          transaction.hash === null ? [] : hexOf<Hash>(transaction.hash),
        )
        for (const transaction of transactions) {
          if (transaction.signed === null || transaction.final_at !== null) continue
          const proof = conflicts.find((conflict) => conflict.requestId === uuidOf(transaction.request_id))
          if (proof === undefined || ours.includes(proof.spentBy) || !isProof(proof, transaction, transactions)) {
            throw wrongState(memberOf(PAYMENT_STATES, row.state))
          }
          transaction.conflict = jsonOf(proof)
        }
        end(row, transactions, problem)
        return 'failed'
      })
    },

    /**
     * Put away by its owner, who was told that nothing is proved: it spends an output that the service does not know. What was signed stays written
     * down and is looked at as what failed.
     */
    putAway(id: RequestId, problem: Problem): Payment {
      return advance(id, OUT, (row, transactions) => {
        end(row, transactions, problem)
        return 'failed'
      })
    },

    /** Proof that was found after a payment had failed, where it failed without. `proved` is what is wrong with it once there is proof for all of it. */
    noteProof(id: RequestId, conflicts: readonly Proof[], proved: Problem | null = null): Payment {
      return advance(id, ['failed'], (row, transactions) => {
        for (const transaction of transactions) {
          const proof = conflicts.find((conflict) => conflict.requestId === uuidOf(transaction.request_id))
          if (proof !== undefined && isProof(proof, transaction, transactions)) transaction.conflict = jsonOf(proof)
        }
        const isOpen = ({ signed, final_at, conflict }: TransactionRow) =>
          signed !== null && final_at === null && conflict === null
        if (proved !== null && !transactions.some(isOpen)) row.problem = jsonOf(proved)
        return 'failed'
      })
    },

    /**
     * A group gave its request up before enough had signed. The service signs nothing of it any more, so its coins are free;
     * what was signed stays written down, since a released signature cannot be taken back.
     */
    revoke(id: RequestId, problem: Problem): Payment {
      return advance(id, LIVE, (row, transactions) => {
        if (memberOf(KINDS, row.kind) !== 'multisig') throw wrongState(memberOf(PAYMENT_STATES, row.state))
        end(row, transactions, problem)
        return 'failed'
      })
    },
  }
}

/** The ledger takes no transaction that refers to one which is not final. */
function refersTo({ raw }: TransactionRow, hash: Buffer): boolean {
  return raw !== null && decodeTransaction(hexOf(raw)).references.includes(hexOf(hash))
}
