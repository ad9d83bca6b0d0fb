import type { OutputId, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { isOut, type Payment } from '#store'
import { noneIfUnknown } from '../shared/none.ts'
import type { PaymentsDesk } from './desk.ts'
import { findStanding } from './standing.ts'
import { mayVoid } from './void.ts'

/*
 * A service that was put back to another state may have given coins that are in no ledger. What spends only such coins can neither be sent nor made
 * impossible, and nobody can prove that it is dead. Its owner may put it away: it holds nothing any more, is looked at as all that failed after it was
 * signed, and its coin is spent first should it be there after all.
 */

type Parts = Pick<PaymentsDesk, 'store' | 'sync'>

/** Neither listed as it was nor in another way, which nobody knows of one that was not read yet. */
function isMissing({ store: { cache }, sync }: Parts, id: OutputId): boolean {
  if (cache.outputs.isAside(id)) return cache.outputs.isDenied(id)
  return cache.outputs.get(id) === undefined && sync.status().caughtUp
}

/** Of each transaction a coin that is not there; none where there is one without. */
function missingOf(parts: Parts, { transactions }: Payment): OutputId[] {
  const found = transactions.map(({ inputs }) => inputs.find(({ outputId }) => isMissing(parts, outputId))?.outputId)
  return found.every((each) => each !== undefined) ? found : []
}

/** What may be put away: nobody has taken any of it, and there is nothing left that its owner could do about it. */
function awaiting(parts: Parts, id: RequestId): Payment | undefined {
  const payment = parts.store.intents.payments.get(id)
  if (payment === undefined || !isOut(payment.state) || mayVoid(parts.store, id)) return undefined
  const isTaken = payment.transactions.some(({ acceptedAt, finalAt }) => acceptedAt !== null || finalAt !== null)
  return isTaken || missingOf(parts, payment).length === 0 ? undefined : payment
}

export const mayPutAway = (parts: Parts, id: RequestId): boolean => awaiting(parts, id) !== undefined

const otherwise = (state: string) =>
  failure('wallet.payment_state', 'only what nobody has taken and spends a coin that is not there', {
    details: { state },
  })

function needAwaiting(parts: Parts, id: RequestId): Payment {
  const payment = awaiting(parts, id)
  if (payment === undefined) throw otherwise(parts.store.intents.payments.summary(id)?.state ?? 'unknown')
  return payment
}

const LINE = { tries: 2 }
/** What is heard of a request is kept by those who look after it. */
const requests = { heard: () => undefined }

/**
 * Throws `wallet.payment_state`, also where the service has taken it by now, `wallet.coin_doubted` where it has the coin, and what asking it does.
 */
export async function needMissing(
  desk: Parts & Pick<PaymentsDesk, 'account' | 'remote'>,
  id: RequestId,
): Promise<void> {
  const payment = needAwaiting(desk, id)
  for (const transaction of payment.transactions) {
    const standing = await findStanding({ ...desk, requests, line: LINE }, payment, transaction)
    if (standing?.hash === transaction.hash) throw otherwise(standing?.is === 'final' ? 'final' : 'accepted')
  }
  for (const coin of missingOf(desk, payment)) {
    const there = await desk.remote.call('outputs.read', { params: { id: coin } }, LINE).catch(noneIfUnknown)
    if (there !== null) throw failure('wallet.coin_doubted', 'the service has the coin')
  }
  needAwaiting(desk, id)
}
