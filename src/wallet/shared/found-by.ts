import type { PartyView } from '#contract/ipc'

/** What of parties is found by any letters of it, and what by so many as tell ids from each other. */
interface FoundBy {
  readonly words: string
  readonly ids: string
}

export function foundBy(parties: readonly PartyView[]): FoundBy {
  return { words: parties.map(wordsOf).join(' '), ids: parties.map(idOf).join(' ') }
}

function wordsOf(party: PartyView): string {
  if (party.kind === 'user') return `${party.user.name} ${party.user.identityNumber}`
  return party.kind === 'group' ? (party.name ?? '') : ''
}

function idOf(party: PartyView): string {
  if (party.kind === 'user') return party.user.userId
  if (party.kind === 'chain') return party.destination
  return party.kind === 'kernel' ? party.address : ''
}
