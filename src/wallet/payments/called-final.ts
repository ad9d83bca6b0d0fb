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

type Parts = StandingParts & Pick<Desk, 'store' | 'clock' | 'log'> & { readonly settled: Pauses<RequestId> }

/** Events of the journal that are looked through, the newest of them. */
const LOOKED_AT = 200n
/** In a round. So all of those have their turn again within the longest pause, which keeps nobody waiting for minutes. */
const ASKED_MOST = 25
export const LONGEST_FINAL_ROUNDS = Number(LOOKED_AT) / ASKED_MOST

/** Notes those that the service does not know any more; whether they are final is asked as for all that are noted. */
export async function noteForgotten(parts: Parts): Promise<void> {
  const { store, clock, log, settled } = parts
  const { finished, payments } = store.intents
  const last = finished.last()
  const newest = finished.endedAfter(last > LOOKED_AT ? last - LOOKED_AT : 0n)
  let asked = 0
  const makers = makersAside(store)
  for (const id of new Set(newest.map((each) => each.id))) {
    const known = payments.summary(id)
    if (known?.state !== 'final') continue
    if (clock.now() - (known.finalAt ?? known.createdAt) > DAY) continue
    // A service that has just said so is given a moment.
    const isNew = !settled.has(id)
    if (!isNew && (!settled.due(id) || asked === ASKED_MOST)) continue
    settled.begin(id)
    const payment = isNew ? undefined : payments.get(id)
    const silent = payment?.transactions.filter((each) => !hasBroughtChange(store, payment, each, makers)) ?? []
    if (payment === undefined || silent.length === 0) continue
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
