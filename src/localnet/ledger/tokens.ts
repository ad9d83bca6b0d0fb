import type { AssetId, Nanos } from '#contract/domain'
import type { CollectionToken } from '../chain/catalog.ts'
import type { Database } from './database.ts'

/** Tokens of collections: all of them, or the one with this asset uuid or kernel asset id. */
export function findTokens(db: Database, id?: string): CollectionToken[] {
  return db
    .all<{
      readonly asset_id: AssetId
      readonly kernel_asset_id: string
      readonly collection_hash: string
      readonly name: string
      readonly symbol: string
      readonly icon_url: string
      readonly created_at: Nanos
    }>(
      'SELECT * FROM collection WHERE ? IS NULL OR asset_id = ? OR kernel_asset_id = ? ORDER BY created_at',
      id ?? null,
      id ?? null,
      id ?? null,
    )
    .map((row) => ({
      assetId: row.asset_id,
      kernelAssetId: row.kernel_asset_id,
      collectionHash: row.collection_hash,
      name: row.name,
      symbol: row.symbol,
      iconUrl: row.icon_url,
      since: row.created_at,
    }))
}
