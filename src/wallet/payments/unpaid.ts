import type { RequestId, TransactionRecord } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { AccountStore, Payment } from '#store'
import { readIntent } from './intent.ts'

/*
 * What a list or a plan pays may be paid under the id of another try, by another copy of these files. That is asked before it is signed, and again
 * before it is sent some time later.
 */

/** What another copy of the files showed to the service under other ids of the same, and what was never sent. */
type Shown = readonly TransactionRecord[]

/** Throws where the same is known to be paid under another id, and what asking the service does. Answers what was only shown. */
export type Ask = (payment: Payment) => Promise<Shown>

export interface Unpaid {
  /** Adds what only a higher room can tell. */
  ask(how: Ask): void
  /** Throws `wallet.already_sent`, `wallet.completed_by_others` and what asking the service does. */
  need: Ask
}

export function createUnpaid(): Unpaid {
  const asks: Ask[] = []
  return {
    ask: (how) => void asks.push(how),
    async need(payment) {
      // Of what list or plan it is cannot be read: nothing unsigned is signed then, and what is signed goes on all the same.
      if (readIntent(payment.detail) === undefined) return []
      const shown: TransactionRecord[] = []
      for (const how of asks) shown.push(...(await how(payment)))
      return shown
    },
  }
}

const PAID: ReadonlySet<string> = new Set(['wallet.already_sent', 'wallet.completed_by_others'])

interface Parts {
  readonly store: AccountStore
  readonly unpaid: Pick<Unpaid, 'need'>
}

/** Whether signed bytes may go out; where the same is paid, they wait for a word of their owner. Throws what asking the service does. */
export async function isUnpaid({ store, unpaid }: Parts, payment: Payment): Promise<boolean> {
  try {
    await unpaid.need(payment)
    return true
  } catch (error) {
    if (!PAID.has(codeOf(error))) throw error
    waitForWord(store, payment.id)
    return false
  }
}

/** Until its owner says so, nothing of it goes out. */
export function waitForWord({ intents: { pauses, payments } }: AccountStore, id: RequestId): void {
  const reason = 'spent_elsewhere'
  pauses.set(id, reason)
  payments.setProblem(id, { code: 'wallet.ask_before_sending', details: { reason } })
}
