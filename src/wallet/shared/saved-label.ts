import type { AssetId } from '#contract/domain'
import type { Intents } from '#store'

/** What a person calls an address, if it is saved with just this tag; empty otherwise. */
export function savedLabel(
  place: { readonly destination: string; readonly tag: string },
  chainId: AssetId,
  { contactAddresses }: Pick<Intents, 'contactAddresses'>,
): { readonly label?: string } {
  const saved = contactAddresses
    .alike(place.destination)
    .find((one) => one.chainId === chainId && one.destination === place.destination && one.tag === place.tag)
  return saved === undefined ? {} : { label: saved.label }
}
