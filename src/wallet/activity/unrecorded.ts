import type { Hash, HolderId, RequestId } from '#contract/domain'
import type { AccountStore, PaymentSummary } from '#store'
import { mainOf } from '../payments/review-checks.ts'

const ENDED_STATES = ['final', 'failed'] as const
/** The newest of them; older ones are found by searching the history. */
const MOST = 200

type Store = Pick<AccountStore, 'cache' | 'intents'>

/**
 * Payments that ended and that the service keeps no record of, or not yet. Read once for each holder and followed along the
 * journal's events, so that showing them costs the same however much was paid.
 */
export function unrecordedIn(store: Store): Unrecorded {
  const known = indexes.get(store.intents)
  if (known !== undefined) return known
  const made = createUnrecorded(store)
  indexes.set(store.intents, made)
  return made
}

type Unrecorded = ReturnType<typeof createUnrecorded>

/** One for each open journal. */
const indexes = new WeakMap<Store['intents'], Unrecorded>()

function createUnrecorded({ intents, cache }: Store) {
  const { payments, finished } = intents
  /** Oldest first; what is final stays as it was read. */
  const waiting = new Map<HolderId, Map<RequestId, PaymentSummary | null>>()
  /** What was found, while no payment and no snapshot has changed since. */
  const kept = new Map<HolderId, { readonly version: string; readonly found: PaymentSummary[] }>()
  let seen = finished.last()

  function follow(): void {
    for (const { event, id, holder } of finished.endedAfter(seen)) {
      seen = event
      waiting.get(holder)?.set(id, null)
    }
  }

  function endedOf(holder: HolderId): Map<RequestId, PaymentSummary | null> {
    const known = waiting.get(holder)
    if (known !== undefined) return known
    const newest = payments.list({ holder, states: ENDED_STATES, limit: MOST })
    const made = new Map(newest.reverse().map(({ id }) => [id, null]))
    waiting.set(holder, made)
    return made
  }

  return {
    of(holder: HolderId): readonly PaymentSummary[] {
      const version = `${payments.version()} ${cache.snapshots.version()}`
      const known = kept.get(holder)
      if (known?.version === version) return known.found
      follow()
      const all = endedOf(holder)
      const found: PaymentSummary[] = []
      for (const [id, before] of all) {
        const payment = before ?? payments.summary(id)
        const ended = payment !== undefined && ENDED_STATES.some((state) => state === payment.state)
        if (ended && !isRecorded(payment, cache)) {
          found.push(payment)
          if (payment.state === 'final') all.set(id, payment)
        } else all.delete(id)
      }
      for (const { id } of found.slice(0, -MOST)) all.delete(id)
      kept.set(holder, { version, found: found.slice(-MOST) })
      return found.slice(-MOST)
    },
  }
}

/** Whether the history that was read has it. */
export function isRecorded(payment: PaymentSummary, cache: Store['cache']): boolean {
  const hash: Hash | null = mainOf(payment)?.hash ?? null
  return hash !== null && cache.snapshots.byTransaction(hash).length > 0
}
