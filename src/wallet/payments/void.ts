import type { RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { type AccountStore, isOut, type Payment, type PaymentInput } from '#store'

/*
 * An undecided payment is made impossible by a payment to oneself over one of its coins: the ledger takes one of the two only.
 */

/**
 * The coin to do it with: the smallest of the first transaction, which later ones refer to; where that was tried and refused,
 * the next one. One that is not there makes nothing impossible. Throws `wallet.payment_state` for a payment that is not out, `wallet.nothing_to_void` when all were tried.
 */
export function coinToVoid({ cache, intents }: AccountStore, id: RequestId): PaymentInput {
  const payment = intents.payments.get(id)
  if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
  if (!isOut(payment.state)) {
    throw failure('wallet.payment_state', 'only what is undecided', { details: { state: payment.state } })
  }
  const tried = new Set(
    intents.payments
      .voidedBy(id)
      .flatMap((other) => intents.payments.get(other) ?? [])
      .filter(({ signedAt }) => signedAt !== null)
      .flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))),
  )
  const coin = coinsOf(payment).find(
    ({ outputId }) => !tried.has(outputId) && cache.outputs.get(outputId) !== undefined,
  )
  if (coin === undefined) throw failure('wallet.nothing_to_void', 'each coin was tried')
  return coin
}

export function mayVoid(store: AccountStore, id: RequestId): boolean {
  try {
    return coinToVoid(store, id).amount > 0n
  } catch (error) {
    if (codeOf(error) === 'wallet.nothing_to_void' || codeOf(error) === 'wallet.payment_state') return false
    throw error
  }
}

/** Smallest first. */
function coinsOf({ transactions }: Payment): PaymentInput[] {
  const first = transactions.find(({ finalAt }) => finalAt === null)
  return [...(first?.inputs ?? [])].sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0))
}
