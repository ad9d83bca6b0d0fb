import type { AssetId, Hash, HolderId } from '#contract/domain'
import type { Desk } from '../shared/desk.ts'
import type { Flow, Holding } from './series.ts'

/** What came and went of each asset, of several holders together. */
export function flowsOf(desk: Desk, holders: readonly HolderId[]): Map<AssetId, Flow[]> {
  const found = new Map<AssetId, Flow[]>()
  for (const holder of holders) {
    // They come by asset, so each is looked up once.
    let [kernel, list]: [Hash | null, Flow[]] = [null, []]
    for (const flow of desk.store.cache.flows.of(holder)) {
      if (flow.kernelAssetId !== kernel) {
        kernel = flow.kernelAssetId
        const asset = desk.directory.assetOfKernel(kernel)
        list = (asset === undefined ? undefined : found.get(asset.assetId)) ?? []
        if (asset !== undefined) found.set(asset.assetId, list)
      }
      list.push(flow)
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
