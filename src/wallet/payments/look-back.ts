import type { Hash, Log, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { AccountStore, Payment, PaymentTransaction } from '#store'
import type { Desk } from '../shared/desk.ts'
import { PUT_AWAY } from './outstanding.ts'
import type { Pauses } from './pauses.ts'
import { type ProofParts, proveDead } from './proof.ts'
import { findStanding, type StandingParts } from './standing.ts'
import { isInHistory, isTold } from './told.ts'

/*
 * A signature cannot be taken back. So what failed after it was signed is looked at again: others of a group may have completed
 * it, and a service may have called dead what was not. That ends with proof by bytes; what the cache shows is looked at always.
 */

interface Settled {
  readonly payment: Payment
  readonly transaction: PaymentTransaction
}

type Parts = ProofParts &
  StandingParts &
  Pick<Desk, 'holder'> & {
    readonly sync: Pick<Desk['sync'], 'confirm'>
    readonly store: AccountStore
    readonly log: Log
    /** Of payments that nothing new was learnt about. */
    readonly pauses: Pauses<RequestId>
    /** Of transactions that what is known here tells of, and the service does not. */
    readonly telling: Pauses<RequestId>
    /** The last that was looked at, if older ones wait for the next round. */
    lookedBackTo: RequestId | undefined
  }

/** So many in a round; where there are more, the older ones come in the rounds after it. */
const LOOKED_AT = 50

/** Payments that ended as failed although they were signed, and the transactions of them that are final after all. */
export async function lookBack(parts: Parts): Promise<Settled[]> {
  const { payments } = parts.store.intents
  const found: Settled[] = []
  const before = parts.lookedBackTo === undefined ? {} : { before: parts.lookedBackTo }
  const some = payments.failedAfterSigning({ ...before, limit: LOOKED_AT })
  parts.lookedBackTo = some.length < LOOKED_AT ? undefined : some.at(-1)?.id
  for (const { id } of some) {
    const payment = payments.get(id)
    if (payment === undefined) continue
    for (const transaction of payment.transactions) {
      if (transaction.finalAt !== null || transaction.hash === null || transaction.signedRaw === null) continue
      const settled = await hasSettled(parts, payment, transaction, transaction.hash)
      if (settled) found.push({ payment, transaction })
    }
  }
  return found
}

/** The cache shows its coins as spent by its very bytes. */
function spentByIt({ cache }: AccountStore, { inputs }: PaymentTransaction, hash: Hash): boolean {
  const coins = cache.outputs.getMany(inputs.map(({ outputId }) => outputId))
  return coins.some(({ state, signed_by }) => state === 'spent' && signed_by === hash)
}

/** Whether the service lists a coin as spent by other bytes, also when it is asked again. Throws what asking throws. */
export async function isTakenElsewhere(
  { store, sync, holder }: Pick<Parts, 'store' | 'sync' | 'holder'>,
  payment: Payment,
  { inputs, hash }: PaymentTransaction,
): Promise<boolean> {
  const ids = inputs.map(({ outputId }) => outputId)
  const isTaken = () =>
    store.cache.outputs
      .getMany(ids)
      .some(({ state, signed_by }) => state === 'spent' && signed_by !== null && signed_by !== hash)
  if (!isTaken()) return false
  await sync.confirm(holder(payment.holder), ids)
  return isTaken()
}

/** Final by what the cache shows or the service says, unless that lists a coin of it as spent by another too. */
async function hasSettled(
  parts: Parts,
  payment: Payment,
  transaction: PaymentTransaction,
  hash: Hash,
): Promise<boolean> {
  const isShown = spentByIt(parts.store, transaction, hash)
  const isKnown = isInHistory(parts.store, hash)
  const { requestId } = transaction
  if (!isShown && !isKnown) parts.telling.end(requestId)
  // What is new is asked about in the round that brings it.
  const isTelling = (isShown || isKnown) && parts.telling.due(requestId)
  const isDue = transaction.conflict?.raw === undefined && parts.pauses.due(payment.id)
  if (!isTelling && !isDue) return false
  if (isTelling) parts.telling.begin(requestId)
  parts.pauses.begin(payment.id)
  try {
    const isSo =
      isShown || (isKnown && (await isTold(parts, hash))) || (isDue && (await isFinal(parts, payment, transaction)))
    if (isSo) return !(await isTakenElsewhere(parts, payment, transaction))
  } catch (error) {
    parts.log('info', 'payment.look_back_failed', { payment: payment.id, code: codeOf(error) })
  }
  return false
}

/** Asked of the service, whatever it says of the coins, until the bytes of what spent them prove that it cannot be. */
async function isFinal(parts: Parts, payment: Payment, transaction: PaymentTransaction): Promise<boolean> {
  const standing = await findStanding(parts, payment, transaction)
  if (standing?.is === 'final') return standing.hash === transaction.hash
  const conflicts = await proveDead(parts, payment)
  // That its owner put it away, of which nothing was proved, is not true of what is proved dead.
  const isAway = payment.problem?.code === PUT_AWAY && conflicts.length > 0
  const dead = { code: 'wallet.conflict', details: { spentBy: conflicts[0]?.spentBy ?? '' } } as const
  parts.store.intents.payments.noteProof(payment.id, conflicts, isAway ? dead : null)
  return false
}
