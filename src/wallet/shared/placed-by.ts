import { defined } from '#contract/defined'
import type { AssetId } from '#contract/domain'
import type { AssetView, PartyView } from '#contract/ipc'
import type { ContactAddress, Intents } from '#store'
import { type Said, said } from '#words/facts'
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

/**
 * What is said of an address that was saved once, where another one stands under its name by now or none: a plan, a list or a draft that was made with
 * it pays it still. Nothing of one that is saved.
 */
export function formerText(
  intents: Saved,
  address: { readonly chainId: AssetId; readonly destination: string; readonly tag: string },
): Said | undefined {
  if (savedAddress(intents, address) !== undefined) return undefined
  const was = intents.contactAddresses
    .former()
    .findLast(
      ({ chainId, destination, tag }) =>
        chainId === address.chainId && sameAddress(destination, address.destination) && tag === address.tag,
    )
  if (was === undefined) return undefined
  const now = intents.contactAddresses.get(was.id)
  if (now === undefined) return said('check.payments.address-removed', { name: was.label })
  const { label: name, destination, tag } = now
  return tag === ''
    ? said('check.payments.address-changed', { name, address: destination })
    : said('check.payments.address-changed-tag', { name, address: destination, tag })
}

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
