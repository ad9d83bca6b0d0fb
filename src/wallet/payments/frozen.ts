import type { Hash, OutputId } from '#contract/domain'
import { type AccountStore, calledFirst, type Intents, type Payment } from '#store'
import { type Said, said } from '#words/facts'
import { NODES_DIFFER } from '../nodes/nodes.ts'
import { intentOf } from './intent.ts'

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

/**
 * How many of its coins are not called what they were when they were chosen: money that is an item now, or the one item that moves another one or none.
 * What makes another payment impossible takes the coins of that, whatever they are called.
 */
export function turnedAmong(payment: Payment, outputs: Pick<AccountStore['cache']['outputs'], 'get'>): number {
  const { act, voids } = intentOf(payment)
  if (voids !== undefined) return 0
  const { spends = null, item = null } = act !== undefined && 'spends' in act ? act : {}
  return payment.transactions
    .flatMap(({ inputs }) => inputs)
    .filter(({ outputId }) => {
      const coin = outputs.get(outputId)
      return coin !== undefined && coin.inscription_hash !== (String(outputId) === spends ? item : null)
    }).length
}

/** How many of its coins the service tells of as spent, which nothing of an unsigned payment can have done. */
export function spentAmong(payment: Payment, outputs: Pick<AccountStore['cache']['outputs'], 'get'>): number {
  const inputs = payment.transactions.flatMap((transaction) => transaction.inputs)
  return inputs.filter(({ outputId }) => outputs.get(outputId)?.state === 'spent').length
}

export const COIN_DOUBTED = said('check.payments.coin-doubted')

/** How the store has it, in the words of the first version, that the audit froze a coin. */
export const NOT_PROVED = 'It was not proved to be yours'

/** Why a coin is frozen that carries this item now, or none: what its owner wrote, or ours. */
export function frozenReason(reason: string, item: Hash | null): string | Said {
  if (calledFirst(reason) !== null) return said(item === null ? 'check.coins.item-unnamed' : 'check.coins.item-renamed')
  if (reason === NOT_PROVED) return said('check.coins.not-proved')
  return reason === NODES_DIFFER ? said('check.coins.nodes-differ') : reason
}
