import type { OutputId } from '#contract/domain'
import type { Intents, Payment } from '#store'

/**
 * How many of the coins that a payment spends were frozen since they were chosen. Freezing wins over choosing: a payment that
 * chose the coin before stops in its review, and again before it is signed.
 */
export function frozenAmong(payment: Payment, { freezes }: Pick<Intents, 'freezes'>): number {
  const inputs = payment.transactions.flatMap((transaction) => transaction.inputs)
  return inputs.filter(({ outputId }) => freezes.get(outputId) !== undefined).length
}

/** How many of its coins were set aside since they were chosen: their facts came back different. */
export function asideAmong(payment: Payment, isAside: (id: OutputId) => boolean): number {
  return payment.transactions.flatMap(({ inputs }) => inputs).filter(({ outputId }) => isAside(outputId)).length
}

export const frozenCoins = (count: number): string => (count === 1 ? 'One coin was' : `${count} coins were`)

export const COIN_DOUBTED =
  'The service now describes a coin that this spends differently than before, so nobody can say what is spent. Look in Coins.'
