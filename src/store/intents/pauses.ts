import type { Nanos, RequestId } from '#contract/domain'
import type { Database } from '../database.ts'
import { codeIn, memberOf, nanos, orNull, uuidBytes } from '../encoding.ts'
import { sealedWriter } from '../sealed.ts'

/** Why a signed payment is not sent before its owner was asked. */
export const PAUSE_REASONS = ['old', 'spent_elsewhere', 'restored', 'called_final'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export interface Pause {
  readonly reason: PauseReason
  readonly at: Nanos
  /** When its owner said that it may be sent. */
  readonly allowedAt: Nanos | null
}

interface PauseRow {
  readonly reason: bigint
  readonly at: bigint
  readonly allowed_at: bigint | null
}

/** Signed payments that wait for their owner's word, because this computer may have missed what happened to them. */
export function openPauses(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'payment_pauses', ['payment'])
  const remove = db.prepare('DELETE FROM payment_pauses WHERE payment = ?')
  const find = db.prepare<PauseRow>('SELECT reason, at, allowed_at FROM payment_pauses WHERE payment = ?')
  const get = (payment: RequestId): Pause | undefined => {
    const row = find.get(uuidBytes(payment))
    return row === undefined
      ? undefined
      : { reason: memberOf(PAUSE_REASONS, row.reason), at: nanos(row.at), allowedAt: orNull(row.allowed_at, nanos) }
  }
  return {
    get,
    /** Waits from now on, also where it was allowed before. */
    set: (payment: RequestId, reason: PauseReason): void =>
      void write([uuidBytes(payment), codeIn(PAUSE_REASONS, reason), clock.now(), null]),
    /** What its owner has said holds no more, and nothing waits for a new word yet. */
    remove: (payment: RequestId): void => void remove.run(uuidBytes(payment)),
    /** Its owner has said that it may be sent, when it was this late for whoever tells what happens since. */
    allow(payment: RequestId, allowedAt = clock.now()): void {
      const { reason, at } = get(payment) ?? { reason: 'old', at: clock.now() }
      write([uuidBytes(payment), codeIn(PAUSE_REASONS, reason), at, allowedAt])
    },
  }
}
