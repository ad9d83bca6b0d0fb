import type { Log, RequestId } from '#contract/domain'
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
    found.push(...(await lookAt(parts, payment)))
  }
  return found
}

/** Its turn is that of all its transactions, or the same one would have it each time. */
async function lookAt(parts: Parts, payment: Payment): Promise<Settled[]> {
  const open = payment.transactions.filter(({ finalAt, signedRaw }) => finalAt === null && signedRaw !== null)
  const unproved = open.filter(({ conflict }) => conflict?.raw === undefined)
  const isDue = unproved.length > 0 && parts.pauses.due(payment.id)
  if (isDue) parts.pauses.begin(payment.id)
  const found: Settled[] = []
  let isHeard = true
  const unheard = (error: unknown): void =>
    parts.log('info', 'payment.look_back_failed', { payment: payment.id, code: codeOf(error) })
  for (const transaction of open) {
    try {
      const asks = isDue && unproved.includes(transaction)
      if (await hasSettled(parts, payment, transaction, asks)) found.push({ payment, transaction })
    } catch (error) {
      isHeard = false
      unheard(error)
    }
  }
  if (isDue && isHeard && found.length === 0) await noteProofs(parts, payment).catch(unheard)
  return found
}

/** The cache shows its coins as spent by its very bytes. */
export function isShownSpent({ cache }: AccountStore, { inputs, hash }: PaymentTransaction): boolean {
  const coins = cache.outputs.getMany(inputs.map(({ outputId }) => outputId))
  return hash !== null && coins.some(({ state, signed_by }) => state === 'spent' && signed_by === hash)
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

/** Final by what the cache shows or, if it `asks`, the service says, unless that lists a coin of it as spent by another too. Throws what asking throws. */
async function hasSettled(
  parts: Parts,
  payment: Payment,
  transaction: PaymentTransaction,
  asks: boolean,
): Promise<boolean> {
  const { hash, requestId } = transaction
  if (hash === null) return false
  const isShown = isShownSpent(parts.store, transaction)
  const isKnown = isInHistory(parts.store, hash)
  if (!isShown && !isKnown) parts.telling.end(requestId)
  // What is new is asked about in the round that brings it.
  const isTelling = (isShown || isKnown) && parts.telling.due(requestId)
  if (isTelling) parts.telling.begin(requestId)
  if (!isTelling && !asks) return false
  const isSo =
    isShown || (isKnown && (await isTold(parts, hash))) || (asks && (await isCalledFinal(parts, payment, transaction)))
  return isSo && !(await isTakenElsewhere(parts, payment, transaction))
}

async function isCalledFinal(parts: Parts, payment: Payment, transaction: PaymentTransaction): Promise<boolean> {
  const standing = await findStanding(parts, payment, transaction)
  return standing?.is === 'final' && standing.hash === transaction.hash
}

/** Looked for, whatever is said of the coins, until the bytes of what spent them prove that it cannot be. */
async function noteProofs(parts: Parts, payment: Payment): Promise<void> {
  const conflicts = await proveDead(parts, payment)
  // That its owner put it away, of which nothing was proved, is not true of what is proved dead.
  const isAway = payment.problem?.code === PUT_AWAY && conflicts.length > 0
  const dead = { code: 'wallet.conflict', details: { spentBy: conflicts[0]?.spentBy ?? '' } } as const
  parts.store.intents.payments.noteProof(payment.id, conflicts, isAway ? dead : null)
}
