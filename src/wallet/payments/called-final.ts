import { DAY, type Hash, type HolderId, type RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Payment, PaymentTransaction } from '#store'
import type { Desk } from '../shared/desk.ts'
import { changeOf } from './change.ts'
import type { Pauses } from './pauses.ts'
import { findStanding, type StandingParts } from './standing.ts'
import { isTold } from './told.ts'

/*
 * What was called final and brought change back is seen to be so by its change, which is looked after once it is listed. What brought none, or none
 * yet, is asked about again for a day, more and more rarely: a service that was put back may know nothing of it any more, and nothing else would tell.
 */

type Parts = StandingParts &
  Pick<Desk, 'store' | 'clock' | 'log'> & { readonly settled: Pauses<RequestId>; readonly finals: Finals }

/** Payments that ended within the day, however many: those that were asked about longest ago come first. */
interface Finals {
  ids: Set<RequestId>
  /** The last event of the journal that was looked at; undefined before the first. */
  seen: bigint | undefined
}
export const createFinals = (): Finals => ({ ids: new Set(), seen: undefined })

/** In a round, with a call each and without. */
const [ASKED_MOST, LOOKED_AT] = [25, 200]
/** So long after they were called final nobody waits for minutes. */
export const LONGEST_FINAL_ROUNDS = LOOKED_AT / ASKED_MOST

/** Those that ended since it was looked at last; at first all of the day. */
function follow({ store, clock, finals }: Parts): void {
  const { finished } = store.intents
  const last = finished.last()
  if (finals.seen === last) return
  const fresh =
    finals.seen === undefined ? [...finished.endedSince(clock.now() - DAY)].reverse() : finished.endedAfter(finals.seen)
  for (const { id } of fresh) finals.ids.add(id)
  finals.seen = last
}

/** Notes those that the service does not know any more; whether they are final is asked as for all that are noted. */
export async function noteForgotten(parts: Parts): Promise<void> {
  const { store, clock, log, settled, finals } = parts
  const { payments } = store.intents
  follow(parts)
  let [asked, looked] = [0, 0]
  const makers = makersAside(store)
  for (const id of [...finals.ids]) {
    // A service that has just said so is given a moment.
    if (!settled.has(id)) {
      settled.begin(id)
      continue
    }
    if (!settled.due(id) || asked === ASKED_MOST || looked === LOOKED_AT) continue
    looked += 1
    finals.ids.delete(id)
    const payment = payments.get(id)
    if (payment?.state !== 'final' || clock.now() - (payment.finalAt ?? payment.createdAt) > DAY) {
      settled.end(id)
      continue
    }
    finals.ids.add(id)
    settled.begin(id)
    const silent = payment.transactions.filter((each) => !hasBroughtChange(store, payment, each, makers))
    if (silent.length === 0) continue
    asked += 1
    try {
      for (const { hash, requestId } of silent) {
        if (hash === null) continue
        if (await isForgotten(parts, payment, requestId, hash)) store.cache.outputs.deny(hash)
      }
    } catch (error) {
      log('info', 'payment.look_back_failed', { payment: id, code: codeOf(error) })
    }
  }
}

/**
 * Counted here, and not only promised by its bytes: what was never listed is missed by nobody, and what was set aside was missed once. What was spent
 * is missed by nobody either, so it proves as much as what spent it.
 */
function hasBroughtChange(
  { cache, intents }: Parts['store'],
  payment: Payment,
  transaction: PaymentTransaction,
  makers: Makers,
): boolean {
  return changeOf(payment, transaction).some(({ hash, index }) => {
    const change = cache.outputs.byTransaction(hash, index)
    if (change?.state !== 'spent' || change.signed_by === null) return change !== undefined
    const spender = change.signed_by
    const own = intents.payments.byTransaction(spender)?.transactions.find((each) => each.hash === spender)
    return own === undefined ? !makers(payment.holder).has(spender) : own.finalAt !== null
  })
}

type Makers = (holder: HolderId) => ReadonlySet<Hash>

/** Transactions that made what is in doubt, such as an output that nobody knows any more. */
function makersAside({ cache }: Parts['store']): Makers {
  const found = new Map<HolderId, ReadonlySet<Hash>>()
  return (holder) => {
    const makers =
      found.get(holder) ?? new Set(cache.outputs.aside(holder).map(({ record }) => record.transaction_hash))
    found.set(holder, makers)
    return makers
  }
}

/** Neither under its id or its name nor in the history, which a group has none of. Throws what asking throws. */
async function isForgotten(parts: Parts, payment: Payment, requestId: RequestId, hash: Hash): Promise<boolean> {
  const standing = await findStanding(parts, payment, { requestId, hash })
  if (standing?.hash === hash) return false
  return payment.kind === 'multisig' || !(await isTold(parts, hash))
}
