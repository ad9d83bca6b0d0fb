import type { Hash, Log, OutputId, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { outputId as ruledId } from '#protocol'
import { type AccountStore, isOut, type Payment, type PaymentTransaction } from '#store'
import { findStanding, type StandingParts } from './standing.ts'
import { isTold } from './told.ts'

/*
 * That a payment is final is the service's word, and words change. Where it lists a coin as open that a final payment spent, and its own record does
 * not call that payment final any more, nobody knows what became of it: its bytes are out again, and its coins held. They are sent once its owner has
 * said so, who was told that it is paid and may have paid otherwise since.
 */

type Parts = StandingParts & { readonly store: AccountStore; readonly log: Log }

/** What the journal itself contradicts is looked at after a restart too, though the service may say nothing new. */
export function noteContradicted(store: AccountStore): void {
  const { cache, intents } = store
  for (const hash of intents.payments.rivals()) cache.outputs.deny(hash)
  for (const { id, state } of intents.payments.list({ live: true }))
    for (const each of isOut(state) ? (intents.payments.get(id)?.transactions ?? []) : [])
      if (each.finalAt === null) denySpenders(store, each)
}

/** What spends an output of it cannot be final while it is not. */
function denySpenders({ cache, intents }: AccountStore, { hash, outputs }: PaymentTransaction): void {
  if (hash === null) return
  for (const index of outputs.keys()) {
    const id = ruledId(hash, index) as OutputId // a formula over hash and index
    for (const spender of intents.payments.finalSpends(id)) cache.outputs.deny(spender)
  }
}

/** The payments that were called final and are not known to be. Those of which nothing is heard come again in the next round. */
export async function lookAtDenied(parts: Parts): Promise<RequestId[]> {
  const { cache, intents } = parts.store
  const found: RequestId[] = []
  for (const hash of cache.outputs.takeDenied()) {
    const payment = intents.payments.byTransaction(hash)
    const transaction = payment?.transactions.find((each) => each.hash === hash)
    if (payment === undefined || transaction === undefined || transaction.signedRaw === null) continue
    if (transaction.finalAt !== null) {
      const fate = await fateOf(parts, payment, transaction)
      if (fate === 'final' || fate === 'unheard') {
        // It stays final, and is looked at on: the ledger has one of two rivals at most, so sooner or later the service says of one that it is not.
        if (fate === 'unheard' || hasRival(intents, transaction)) cache.outputs.deny(hash)
        continue
      }
      if (fate === 'unsent') intents.pauses.set(payment.id, 'called_final')
      // While the service has it nothing waits; it is asked about should that be over, see `mustAsk`.
      else intents.pauses.remove(payment.id)
      intents.payments.takeBackFinal(payment.id, transaction.requestId)
      parts.log('warn', 'payment.final_denied', { payment: payment.id })
      found.push(payment.id)
    }
    // Only once the journal holds them.
    takeBackSpent(parts.store, transaction, hash)
    denySpenders(parts.store, transaction)
  }
  return found
}

/** Of two that were called final for one coin it stays spent by the other, which the cache has not noted beside the first. */
function takeBackSpent({ cache, intents }: AccountStore, { inputs }: PaymentTransaction, hash: Hash): void {
  const ids = inputs.map(({ outputId }) => outputId)
  cache.outputs.takeBackSpent(ids, hash)
  for (const id of ids) {
    for (const spender of intents.payments.finalSpends(id)) {
      const { transactions } = intents.payments.byTransaction(spender) ?? { transactions: [] }
      const at = transactions.find((each) => each.hash === spender)?.finalAt
      if (at != null) cache.outputs.markSpent([id], spender, at)
    }
  }
}

/** Whether another transaction of this journal is called final that spends a coin of it. */
const hasRival = ({ payments }: AccountStore['intents'], { inputs, hash }: PaymentTransaction): boolean =>
  inputs.some(({ outputId }) => payments.finalSpends(outputId).some((spender) => spender !== hash))

type Fate = 'final' | 'out' | 'unsent' | 'unheard'

async function fateOf(parts: Parts, payment: Payment, transaction: PaymentTransaction): Promise<Fate> {
  try {
    const standing = await findStanding(parts, payment, transaction)
    // Under the id of a code somebody else may have paid since: what is recorded of another transaction says nothing about this one.
    if (standing === undefined || standing.hash !== transaction.hash) return 'unsent'
    if (standing.is === 'final') return 'final'
    // What members completed beside the service leaves their request as it was there, and is in the history all the same.
    return !hasRival(parts.store.intents, transaction) && (await isTold(parts, standing.hash)) ? 'final' : 'out'
  } catch (error) {
    parts.log('info', 'payment.look_back_failed', { payment: payment.id, code: codeOf(error) })
    return 'unheard'
  }
}
