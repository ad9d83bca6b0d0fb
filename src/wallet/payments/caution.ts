import { type Clock, DAY, type Hash, MINUTE } from '#contract/domain'
import type { AccountStore, PauseReason, Payment } from '#store'

/*
 * What was signed long ago, or before this computer missed what happened since, is not sent without asking: its owner may have
 * paid again elsewhere.
 */

/** Clocks are put right by so much without anybody noticing. */
const SLOW: bigint = 10n * MINUTE
/** Newest payments of the history that are looked through. */
const LOOKED_AT = 500

/**
 * Why a signed payment must not be handed over before its owner was asked; null when it may be. What its owner allowed may go
 * out for a day. `fresh` is what was signed since the program started: nothing was missed.
 */
export function mustAsk(
  { intents, cache }: AccountStore,
  clock: Clock,
  payment: Payment,
  fresh: boolean,
): PauseReason | null {
  const pause = intents.pauses.get(payment.id)
  if (pause !== undefined && pause.allowedAt === null) return pause.reason
  if (pause === undefined && wasCalledFinal(intents, payment)) return 'called_final'
  const since = pause?.allowedAt ?? payment.signedAt ?? payment.createdAt
  const age = clock.now() - since
  // A clock that was put right since tells no age, nor what happened after.
  if (age > DAY || age < -SLOW) return 'old'
  if (fresh || payment.kind === 'multisig') return null
  const { snapshots } = cache.snapshots.list({ filter: { direction: 'out', from: since }, limit: LOOKED_AT })
  const isUnknown = (hash: Hash) => intents.payments.summaryByTransaction(hash) === undefined
  return snapshots.some(({ transaction_hash }) => isUnknown(transaction_hash)) ? 'spent_elsewhere' : null
}

/** Its owner was told that it is paid. */
const wasCalledFinal = ({ payments }: AccountStore['intents'], { id }: Payment): boolean =>
  payments.events(id).some(({ what }) => what === 'final_denied')
