import type { Collection, Hash, InscriptionItem } from '#contract/domain'
import { cleanText } from '#protocol/text'
import type { AccountStore } from '#store'
import { isSaid, type Said, said } from '#words/facts'

/* What an item and a collection are called, as far as their records say. */

/** Words of strangers on one line: no control or direction characters, and not too long. */
export function plain(text: string, most: number): string {
  const clean = cleanText(text)
  return clean.length > most ? `${clean.slice(0, most - 1)}…` : clean
}

/** Empty while nothing is known of it. */
export const collectionName = (collection: Collection | undefined): string | Said =>
  collection === undefined
    ? ''
    : plain(collection.name, 80) || plain(collection.symbol, 20) || said('shared.nameless-collection')

/** A collection with the number of the item, or the beginning of its hash while that is all there is. */
export function itemName(
  hash: Hash,
  item: InscriptionItem | undefined,
  collection: Collection | undefined,
): string | Said {
  if (item === undefined || collection === undefined) return said('shared.item-by-hash', { hash: hash.slice(0, 8) })
  const name = collectionName(collection)
  const number = String(item.sequence)
  return isSaid(name) ? said('shared.item-of', { collection: name, number }) : `${name} #${number}`
}

/** What an item is called that a movement carries, for its row; nothing where it carries none. */
export function carriedItem(
  { inscriptions }: Pick<AccountStore['cache'], 'inscriptions'>,
  hash: Hash | null,
): { readonly item?: string | Said } {
  if (hash === null) return {}
  const item = inscriptions.item(hash)
  const collection = item === undefined ? undefined : inscriptions.collection(item.collection_hash)
  return { item: itemName(hash, item, collection) }
}
