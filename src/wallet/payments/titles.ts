import type { PartyView } from '#contract/ipc'
import type { Amount } from '#protocol'
import type { Payment } from '#store'
import { type Said, said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import { actName, type InscriptionAct, type Intent, readIntent } from './intent.ts'

/* Payments as facts that are worded in one line. */

/** What is done to an item, by the word on a button too. */
export function actTitle(act: InscriptionAct): Said {
  const item = actName(act)
  switch (act.kind) {
    case 'transfer':
      return said('title.send', { what: item })
    case 'release':
      return said('title.release', { item })
    case 'occupy':
      return said('title.occupy', { item })
    case 'inscribe':
      return said('title.inscribe', { collection: item })
    case 'deploy':
      return said('title.deploy', { collection: item })
  }
}

/** What the button says that pays. */
export function verbOf({ kind }: Pick<Payment, 'kind'>, what: string): Said {
  switch (kind) {
    case 'withdrawal':
      return said('title.withdraw', { what })
    case 'consolidation':
      return said('title.combine', { what })
    default:
      return said('title.send', { what })
  }
}

/** The act in one line: who, how much. */
export function titleOf(
  payment: Pick<Payment, 'kind'> & Partial<Pick<Payment, 'detail'>>,
  parties: readonly PartyView[],
  total: Amount,
  symbol: string,
): Said {
  const sum = spoken(total, symbol)
  if (payment.kind === 'consolidation') return said('title.combine-into-one', { sum })
  const intent: Partial<Intent> = payment.detail === undefined ? {} : (readIntent(payment.detail) ?? {})
  const { voids, voidsTitle = said('title.a-payment'), feeOf, act } = intent
  if (voids !== undefined) return said('title.void', { title: voidsTitle })
  if (feeOf !== undefined) return said('title.pay-fee', { sum })
  if (act !== undefined && act.kind !== 'transfer') return actTitle(act)
  const what = act === undefined ? sum : actName(act)
  const [first, ...others] = parties
  const withdraws = act === undefined && (first?.kind === 'chain' || payment.kind === 'withdrawal')
  if (first === undefined) return withdraws ? said('title.withdraw', { what }) : said('title.send', { what })
  if (others.length > 0) {
    const count = parties.length
    return withdraws ? said('title.withdraw-to-many', { what, count }) : said('title.send-to-many', { what, count })
  }
  const whom = nameOf(first)
  return withdraws ? said('title.withdraw-to', { what, whom }) : said('title.send-to', { what, whom })
}

export function nameOf(party: PartyView): string | Said {
  switch (party.kind) {
    case 'self':
      return said('title.yourself')
    case 'user':
      return party.user.name !== ''
        ? party.user.name
        : party.user.identityNumber !== ''
          ? party.user.identityNumber
          : `${party.user.userId.slice(0, 8)}…`
    case 'group':
      return party.name ?? said('title.a-group', { threshold: party.threshold, members: party.members.length })
    case 'kernel':
      return `${party.address.slice(0, 8)}…${party.address.slice(-6)}`
    case 'chain':
      return `${party.destination.slice(0, 8)}…${party.destination.slice(-6)}`
    case 'unknown':
      return said('title.unknown-recipient')
  }
}
