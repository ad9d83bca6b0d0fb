import type { OutputId } from '#contract/domain'
import type { Intents, Payment } from '#store'
import { type Said, said } from '#words/facts'
import { NODES_DIFFER } from '../nodes/nodes.ts'

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

export const COIN_DOUBTED = said('check.payments.coin-doubted')

/** How the store has it, in the words of the first version, that the audit froze a coin. */
export const NOT_PROVED = 'It was not proved to be yours'

/** Why a coin is frozen: what its owner wrote, or ours. */
export function frozenReason(reason: string): string | Said {
  if (reason === NOT_PROVED) return said('check.coins.not-proved')
  return reason === NODES_DIFFER ? said('check.coins.nodes-differ') : reason
}
