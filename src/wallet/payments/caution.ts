import { type Clock, DAY, type Hash, MINUTE, type Nanos } from '#contract/domain'
import type { AccountStore, PauseReason, Payment } from '#store'
import { movements } from '../shared/movements.ts'

/*
 * What was signed long ago, or before this computer missed what happened since, is not sent without asking: its owner may have
 * paid again elsewhere.
 */

/** The trouble of what is not sent because the service does not give the history, which may tell of the same. */
export const HISTORY_UNREAD = 'wallet.history_unread'

/** Clocks are put right by so much without anybody noticing. */
const SLOW: bigint = 10n * MINUTE
type Stores = Pick<AccountStore, 'intents' | 'cache'>

/**
 * Why a signed payment must not be handed over before its owner was asked; null when it may be. What its owner allowed may go
 * out for a day. Of what is `fresh` nothing was missed; `before` was known to be paid elsewhere when it was signed.
 */
export function mustAsk(
  store: Stores,
  clock: Clock,
  payment: Payment,
  { fresh, before }: { readonly fresh: boolean; readonly before: ReadonlySet<Hash> },
): PauseReason | null {
  const { intents } = store
  const pause = intents.pauses.get(payment.id)
  if (pause !== undefined && pause.allowedAt === null) return pause.reason
  if (pause === undefined && wasCalledFinal(intents, payment)) return 'called_final'
  const since = pause?.allowedAt ?? payment.signedAt ?? payment.createdAt
  const age = clock.now() - since
  // A clock that was put right since tells no age, nor what happened after.
  if (age > DAY || age < -SLOW) return 'old'
  if (fresh || payment.kind === 'multisig') return null
  for (const hash of paidElsewhere(store, payment)) if (!before.has(hash)) return 'spent_elsewhere'
  return null
}

/** The journal is asked about so many at a time. */
const ASKED = 200

/**
 * What the history tells of and this journal does not know, since a payment was signed or its sending allowed. The service's clock may be behind the
 * one here by which it was signed; what its owner allowed, they allowed knowing of what was listed. Newest first, and read only as far as it is wanted.
 */
export function* paidElsewhere({ intents, cache }: Stores, payment: Payment): Generator<Hash> {
  const allowedAt = intents.pauses.get(payment.id)?.allowedAt ?? null
  const from = allowedAt ?? (((payment.signedAt ?? payment.createdAt) - SLOW) as Nanos) // a span before a time
  function* unknown(hashes: readonly Hash[]): Generator<Hash> {
    const own = new Set(intents.payments.knownAmong(hashes))
    for (const hash of hashes) if (!own.has(hash)) yield hash
  }
  let some: Hash[] = []
  for (const { transaction_hash: hash } of movements(cache.snapshots, { direction: 'out', from })) {
    some.push(hash)
    if (some.length < ASKED) continue
    yield* unknown(some)
    some = []
  }
  yield* unknown(some)
}

/** Its owner was told that it is paid. */
const wasCalledFinal = ({ payments }: AccountStore['intents'], { id }: Payment): boolean =>
  payments.events(id).some(({ what }) => what === 'final_denied')
