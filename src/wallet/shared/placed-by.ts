import type { AssetView, PartyView } from '#contract/ipc'
import type { Intents } from '#store'

/** Whoever is paid in an asset: an address with the asset's chain, and what it is called here if it is saved with just this tag. */
export function placedBy(
  party: PartyView,
  { chainId, chainName }: Pick<AssetView, 'chainId' | 'chainName'>,
  { contactAddresses }: Pick<Intents, 'contactAddresses'>,
): PartyView {
  if (party.kind !== 'chain') return party
  const { destination, tag } = party
  const saved = contactAddresses
    .alike(destination)
    .find((one) => one.chainId === chainId && one.destination === destination && one.tag === tag)
  return { ...party, chainId, chainName, ...(saved === undefined ? {} : { label: saved.label }) }
}
