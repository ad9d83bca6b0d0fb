import { defined } from '#contract/defined'
import type { AssetId } from '#contract/domain'
import type { AssetView, PartyView } from '#contract/ipc'
import type { ContactAddress, Intents } from '#store'
import { sameAddress } from './ends.ts'

type Saved = Pick<Intents, 'contactAddresses'>

/** The saved address with that destination, however it is written, and that tag on a chain. */
export const savedAddress = (
  { contactAddresses }: Saved,
  { chainId, destination, tag }: { readonly chainId: AssetId; readonly destination: string; readonly tag: string },
): ContactAddress | undefined =>
  contactAddresses
    .alike(destination)
    .find((one) => one.chainId === chainId && sameAddress(one.destination, destination) && one.tag === tag)

/** Whoever is paid in an asset: an address with the asset's chain, and what it is called here if it is saved with just this tag. */
export function placedBy<Party extends PartyView>(
  party: Party,
  { chainId, chainName }: Pick<AssetView, 'chainId' | 'chainName'>,
  intents: Saved,
): Party {
  if (party.kind !== 'chain') return party
  const saved = savedAddress(intents, { ...party, chainId })
  return { ...party, chainId, chainName, ...defined({ label: saved?.label }) }
}
