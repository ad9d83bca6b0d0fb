import type { Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import { codeIn } from '../encoding.ts'
import { jsonOf } from '../exact-json.ts'
import { sealedInsert, sealedWriter } from '../sealed.ts'
import { PAUSE_REASONS } from './pauses.ts'

/** Name of the event of a payment whose journal was away for a time: nothing says here what became of it since. */
const MISSED = 'missed'

/**
 * Notes for payments, by their ids as bytes, that this journal missed what happened to them after `since`: they came back
 * from a copy or a backup. Signed bytes of such a payment wait for their owner's word, also where they had it before.
 */
export function markMissed(db: Database, payments: readonly Uint8Array[], since: Nanos): void {
  const insert = sealedInsert(db, 'payment_events')
  const pause = sealedWriter(db, 'payment_pauses', ['payment'])
  for (const payment of payments) {
    insert([payment, since, MISSED, jsonOf({})])
    pause([payment, codeIn(PAUSE_REASONS, 'restored'), since, null])
  }
}
