import type { PartyView } from '#contract/ipc'
import type { Amount } from '#protocol'
import type { Payment } from '#store'
import { spoken } from '../shared/fiat.ts'
import { type InscriptionAct, type Intent, readIntent } from './intent.ts'

/* Payments in words. */

export function verbOf({ kind }: Pick<Payment, 'kind'>): string {
  return kind === 'withdrawal' ? 'Withdraw' : kind === 'consolidation' ? 'Combine' : 'Send'
}

export function actTitle(act: InscriptionAct, whom: string): string {
  switch (act.kind) {
    case 'transfer':
      return `Send ${act.name}${whom}`
    case 'release':
      return `Release ${act.name}`
    case 'occupy':
      return `Occupy ${act.name}`
    case 'inscribe':
      return `Inscribe into ${act.name}`
    case 'deploy':
      return `Deploy ${act.name}`
  }
}

/** The act in words: who, how much. */
export function titleOf(
  payment: Pick<Payment, 'kind'> & Partial<Pick<Payment, 'detail'>>,
  parties: readonly PartyView[],
  total: Amount,
  symbol: string,
): string {
  if (payment.kind === 'consolidation') return `Combine coins into one of ${spoken(total, symbol)}`
  const intent: Partial<Intent> = payment.detail === undefined ? {} : (readIntent(payment.detail) ?? {})
  const { voids, voidsTitle = 'a payment', feeOf, act } = intent
  if (voids !== undefined) return `Make impossible: ${voidsTitle}`
  if (feeOf !== undefined) return `Pay the fee of a withdrawal, ${spoken(total, symbol)}`
  const first = parties[0]
  const verb = first?.kind === 'chain' ? 'Withdraw' : verbOf(payment)
  const whom =
    first === undefined ? '' : parties.length > 1 ? ` to ${parties.length} receivers` : ` to ${nameOf(first)}`
  return act === undefined ? `${verb} ${spoken(total, symbol)}${whom}` : actTitle(act, whom)
}

export function nameOf(party: PartyView): string {
  switch (party.kind) {
    case 'self':
      return 'yourself'
    case 'user':
      return party.user.name !== ''
        ? party.user.name
        : party.user.identityNumber !== ''
          ? party.user.identityNumber
          : `${party.user.userId.slice(0, 8)}…`
    case 'group':
      return party.name ?? `a group, ${party.threshold} of ${party.members.length}`
    case 'kernel':
      return `${party.address.slice(0, 8)}…${party.address.slice(-6)}`
    case 'chain':
      return `${party.destination.slice(0, 8)}…${party.destination.slice(-6)}`
    case 'unknown':
      return 'an unknown receiver'
  }
}
