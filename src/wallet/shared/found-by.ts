import type { PartyView } from '#contract/ipc'

/** What of a party is found by words. */
export function namesIn(party: PartyView): string {
  if (party.kind === 'user') return `${party.user.name} ${party.user.identityNumber} ${party.user.userId}`
  if (party.kind === 'group') return party.name ?? ''
  if (party.kind === 'chain') return party.destination
  return party.kind === 'kernel' ? party.address : ''
}
