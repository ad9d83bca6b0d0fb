import type { AssetId, HolderId } from '#contract/domain'
import type { Desk } from '../shared/desk.ts'
import type { Flow, Holding } from './series.ts'

/** What came and went of each asset, of several holders together. */
export function flowsOf(desk: Desk, holders: readonly HolderId[]): Map<AssetId, Flow[]> {
  const found = new Map<AssetId, Flow[]>()
  for (const holder of holders) {
    for (const { kernelAssetId, hour, amount } of desk.store.cache.flows.of(holder)) {
      const asset = desk.directory.assetOfKernel(kernelAssetId)
      if (asset === undefined) continue
      const flows = found.get(asset.assetId)
      if (flows === undefined) found.set(asset.assetId, [{ hour, amount }])
      else flows.push({ hour, amount })
    }
  }
  // Those of one holder come in order.
  if (holders.length > 1) for (const flows of found.values()) flows.sort((a, b) => Number(a.hour - b.hour))
  return found
}

/** The same with the prices from an hour on, and those of now. */
export const holdingsOf = (
  { store, directory }: Desk,
  flows: readonly (readonly [AssetId, readonly Flow[]])[],
  since: bigint,
): Holding[] =>
  flows.map(([id, list]) => ({
    flows: list,
    prices: store.cache.prices.of(id, since),
    price: directory.asset(id).priceUsd,
  }))
