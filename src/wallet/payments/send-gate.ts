import { type Hash, type Moment, momentOf, msOf, passedMs, type RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Payment } from '#store'
import type { Desk } from '../shared/desk.ts'
import { HISTORY_UNREAD, mustAsk, paidElsewhere } from './caution.ts'

type GateDeps = Pick<Desk, 'store' | 'sync' | 'clock' | 'log'>

/** What was read by then is recent enough to send by. */
const LATELY_MS = 60_000

interface Gate extends GateDeps {
  /** Of each that was signed here since the program started: when, and what was known by then to have been paid elsewhere. */
  readonly fresh: Map<RequestId, { readonly at: Moment; readonly elsewhere: ReadonlySet<Hash> }>
  /** When each was last handed over, by the monotonic clock. */
  readonly handedOver: Map<RequestId, number>
  /** Since when each waits for the history to be read. */
  readonly unread: Map<RequestId, Moment>
}

/**
 * Whether signed bytes may be handed over now. Their owner may have paid the same elsewhere since: what was not just signed waits until all that the
 * service knows was read, and for a word of its owner where that tells of such a payment.
 */
export interface SendGate {
  justSigned(id: RequestId): void
  /** Just signed here, and never handed over. */
  isFresh(payment: Payment): boolean
  /** Notes on the payment what it waits for, where it waits. */
  opens(payment: Payment): boolean
  passed(id: RequestId): void
  forget(id: RequestId): void
}

export function createSendGate({ store, sync, clock, log }: GateDeps): SendGate {
  const gate: Gate = {
    ...{ store, sync, clock, log },
    ...{ fresh: new Map(), handedOver: new Map(), unread: new Map() },
  }
  return {
    justSigned: (id) => void gate.fresh.set(id, { at: momentOf(clock), elsewhere: knownElsewhere(gate, id) }),
    isFresh: (payment) => isFresh(gate, payment),
    opens: (payment) => opens(gate, payment),
    passed: (id) => void gate.handedOver.set(id, clock.monotonicMs()),
    forget(id) {
      for (const each of [gate.fresh, gate.handedOver, gate.unread]) each.delete(id)
    },
  }
}

function opens(gate: Gate, payment: Payment): boolean {
  const { payments, pauses } = gate.store.intents
  const fresh = isFresh(gate, payment)
  // Only what was read since the program started tells what it missed.
  if (!fresh && !gate.sync.status().caughtUp) return false
  const before = gate.fresh.get(payment.id)?.elsewhere ?? new Set()
  const reason = mustAsk(gate.store, gate.clock, payment, { fresh, before })
  if (reason !== null) {
    const known = pauses.get(payment.id)
    if (known === undefined || known.allowedAt !== null) pauses.set(payment.id, reason)
    if (payment.problem?.code !== 'wallet.ask_before_sending')
      payments.setProblem(payment.id, { code: 'wallet.ask_before_sending', details: { reason } })
    return false
  }
  // What was read before the line was gone gives reason enough to ask, and none to send.
  if (!fresh && !isHistoryRead(gate, payment)) {
    waitForHistory(gate, payment)
    return false
  }
  gate.unread.delete(payment.id)
  if (payment.problem?.code === HISTORY_UNREAD) payments.setProblem(payment.id, null)
  return true
}

/** A service that gives all but the history would have it wait for a day: its owner is told, who may know that nothing was paid elsewhere. */
function waitForHistory({ store, sync, clock, unread }: Gate, { id, problem }: Payment): void {
  sync.soon('look')
  const since = unread.get(id) ?? momentOf(clock)
  unread.set(id, since)
  if (passedMs(since, momentOf(clock)) > LATELY_MS && problem?.code !== HISTORY_UNREAD)
    store.intents.payments.setProblem(id, { code: HISTORY_UNREAD, details: {} })
}

/** It is signed by now, whatever cannot be read: then more is asked than need be. */
function knownElsewhere({ store, log }: Gate, id: RequestId): ReadonlySet<Hash> {
  try {
    const payment = store.intents.payments.get(id)
    return new Set(payment === undefined ? [] : paidElsewhere(store, payment))
  } catch (error) {
    log('warn', 'payment.trouble', { payment: id, code: codeOf(error) })
    return new Set()
  }
}

/** Just signed, and never handed over: its owner had no time to pay elsewhere. */
function isFresh({ fresh, clock }: Gate, { id, attempts }: Payment): boolean {
  const signed = fresh.get(id)
  return attempts === 0 && signed !== undefined && passedMs(signed.at, momentOf(clock)) <= LATELY_MS
}

/**
 * Whether the history was read lately, and since a payment was last handed over. None tells of what a group has paid, and what its owner has just said
 * is to be sent needs none.
 */
function isHistoryRead({ store, sync, clock, handedOver }: Gate, { id, kind }: Payment): boolean {
  if (kind === 'multisig') return true
  const allowedAt = store.intents.pauses.get(id)?.allowedAt ?? null
  const age = allowedAt === null ? null : msOf(clock.now() - allowedAt)
  if (age !== null && age >= 0 && age <= LATELY_MS) return true
  const { history } = sync.status()
  if (history === null || passedMs(history.ended, momentOf(clock)) > LATELY_MS) return false
  return history.begun.monotonicMs >= (handedOver.get(id) ?? Number.NEGATIVE_INFINITY)
}
