import type { AssetId, Collection, Hash, Holder, InscriptionItem } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { PaymentsDesk } from '../payments/desk.ts'
import { findInscribed, type InscribedOutput } from '../payments/inscribed.ts'
import { itemName } from '../shared/item-name.ts'
import { knownTo } from './known.ts'

/* What is read of an item or a collection before it is shown or anything is done with it. */

/** An item as the service describes it now; as it was known, when the service cannot be asked. */
export async function itemOf(runtime: PaymentsDesk, hash: Hash) {
  const known = knownTo(runtime)
  const item = await known.readItem(hash).catch((error: unknown) => {
    if (codeOf(error) === 'remote.not_found' || known.item(hash) === undefined) throw error
    return known.item(hash)
  })
  if (item === undefined) throw failure('remote.malformed', 'an item has another hash than was asked for')
  const collection =
    known.collection(item.collection_hash) ?? (await known.readCollection(item.collection_hash).catch(() => undefined))
  return { item, collection }
}

/** The address of whoever holds an item, under either of the names that services have for it; empty where nobody is named. */
export const holderOfItem = ({ occupied_by: by, owner }: InscriptionItem): string => (by === '' ? owner : by)

/** Whether anybody holds it. Not every record says since when, and not every holder has a name. */
export const isOccupied = (item: InscriptionItem): boolean => holderOfItem(item) !== '' || item.occupied_at !== null

export async function collectionOf(runtime: PaymentsDesk, hash: Hash): Promise<Collection> {
  const known = knownTo(runtime)
  const found = known.collection(hash) ?? (await known.readCollection(hash))
  if (found === undefined) throw failure('remote.malformed', 'a collection has another hash than was asked for')
  return found
}

/** The asset of a collection's token, read if nobody has named it yet. */
export async function tokenOf(runtime: PaymentsDesk, kernel: Hash | null): Promise<AssetId> {
  const found = kernel === null ? undefined : runtime.directory.assetOfKernel(kernel)
  if (found !== undefined) return found.assetId
  if (kernel === null) throw failure('remote.malformed', 'a collection has no token')
  const asset = await runtime.remote.call('assets.read', { params: { id: kernel } })
  if (asset.kernel_asset_id !== kernel) throw failure('remote.malformed', 'another asset was answered')
  runtime.store.cache.assets.put([asset])
  return asset.asset_id
}

/** The output that carries an item. Throws `wallet.collectible_gone`. */
export function inscribedOf(runtime: PaymentsDesk, holder: Holder, inscription: Hash): InscribedOutput {
  const found = findInscribed(runtime.store.cache.outputs, holder, inscription)
  if (found === undefined) throw failure('wallet.collectible_gone', 'nothing that carries the item can be spent')
  return found
}

/** The asset behind an item in hand, and what the item is called. */
export async function factsOf(runtime: PaymentsDesk, { held, inscription }: InscribedOutput) {
  const assetId = await tokenOf(runtime, held.kernel_asset_id ?? held.asset)
  const { item, collection } = await itemOf(runtime, inscription)
  return { assetId, name: itemName(inscription, item, collection) }
}
