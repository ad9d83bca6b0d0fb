import type { PartyView } from '#contract/ipc'
import type { Amount } from '#protocol'
import { glimpse } from '#protocol/text'
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

/** What leads where an item moves as a whole, which is what is paid there: its token only goes with it. */
export function movedItem({ act }: Pick<Intent, 'act'>): { readonly item?: string | Said; readonly released?: true } {
  if (act?.kind !== 'transfer' && act?.kind !== 'release') return {}
  return { item: actName(act), ...(act.kind === 'release' ? { released: true } : {}) }
}

/** What the button says that pays, or that burns what storing alone costs. */
export function verbOf(
  { kind, burns = false }: Pick<Payment, 'kind'> & { readonly burns?: boolean },
  what: string,
): Said {
  if (burns) return said('title.burn', { what })
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
  payment: Pick<Payment, 'kind'> & Partial<Pick<Payment, 'detail'>> & { readonly item?: string | Said },
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
  const what = payment.item ?? (act === undefined ? sum : actName(act))
  const [first] = parties
  const withdraws = act === undefined && (first?.kind === 'chain' || payment.kind === 'withdrawal')
  // Storing alone pays nobody, and nobody receives what it burns.
  if (first === undefined && intent.stored !== undefined) return said('title.burn', { what })
  if (first === undefined) return withdraws ? said('title.withdraw', { what }) : said('title.send', { what })
  const party = together(parties) ?? first
  if (party.kind === 'several') {
    const { count } = party
    if (withdraws) return said('title.withdraw-to-many', { what, count })
    return party.people ? said('title.send-to-people', { what, count }) : said('title.send-to-many', { what, count })
  }
  const whom = nameOf(party)
  return withdraws ? said('title.withdraw-to', { what, whom }) : said('title.send-to', { what, whom })
}

/** Those whom one payment pays as one party: the only one, or several, each counted once. */
export function together(parties: readonly PartyView[]): PartyView | undefined {
  // Nobody knows whether two of whom nothing is known are one.
  const apart = new Set(parties.map((party, at) => (party.kind === 'unknown' ? at : identityOf(party))))
  if (apart.size < 2) return parties[0]
  return { kind: 'several', count: apart.size, people: parties.every(({ kind }) => kind === 'user' || kind === 'self') }
}

/** Equal for equal parties, whatever is known of them. */
function identityOf(party: PartyView): string {
  switch (party.kind) {
    case 'user':
      return party.user.userId
    case 'group':
    case 'kernel':
      return party.address
    case 'chain':
      return JSON.stringify([party.destination, party.tag])
    default:
      return party.kind
  }
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
      return glimpse(party.address)
    case 'chain':
      return glimpse(party.destination)
    case 'several':
      return party.people
        ? said('title.people', { count: party.count })
        : said('title.recipients', { count: party.count })
    case 'unknown':
      return said('title.unknown-recipient')
  }
}
