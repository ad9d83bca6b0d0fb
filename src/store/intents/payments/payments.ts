import type { Nanos } from '#contract/domain'
import type { Database } from '../../database.ts'
import { drafting } from './drafting.ts'
import { ending } from './ending.ts'
import { openJournal } from './journal.ts'
import { reading } from './reading.ts'
import { reserving } from './reserving.ts'
import { type OnSpent, sending } from './sending.ts'
import { signing } from './signing.ts'
import { takingOver } from './taking-over.ts'

/**
 * The payment journal. Each method is one transaction, guarded by the state the payment must be in; an impossible step
 * throws `wallet.payment_state` and an unknown payment `wallet.payment_unknown`, both without effect. What a method
 * returns is committed to disk, so the next network step may be taken.
 */
export function openPayments(db: Database, clock: { now(): Nanos }, onSpent: OnSpent) {
  const journal = openJournal(db, clock)
  return {
    /** Steps that only count together: all of them are committed, or none. The work must not wait for anything. */
    together: journal.transaction,
    ...drafting(journal),
    ...reserving(journal),
    ...signing(journal),
    ...takingOver(journal),
    ...sending(journal, onSpent),
    ...ending(journal),
    ...reading(db, journal),
  }
}
