import type { CatalogAsset } from '../chain/catalog.ts'
import { notFound } from '../refusal.ts'
import type { World } from './world.ts'

/** An asset that is on the ledger, so that the catalog must have it. */
export function assetOf(world: World, id: string): CatalogAsset {
  const asset = world.catalog.asset(id)
  if (asset === undefined) throw new Error('the ledger holds an asset that the catalog does not name')
  return asset
}

/** An asset that somebody asks for, by uuid or kernel asset id. Throws 404. */
export function askedAsset(world: World, id: string): CatalogAsset {
  const asset = world.catalog.asset(id)
  if (asset === undefined) throw notFound('The asset')
  return asset
}
