import type { AssetId, Hash } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'
import type { Desk } from '../shared/desk.ts'
import type { Purse } from '../shared/whose.ts'
import type { Flow, Holding } from './series.ts'

/** What came and went of an asset, and the first account that had it: its prices are taken, as Home takes them. */
interface Course {
  readonly desk: Desk
  readonly flows: Flow[]
}

/** What came and went of each asset, of several holders together. */
export function flowsOf(purses: readonly Purse[]): Map<AssetId, Course> {
  const found = new Map<AssetId, Course>()
  for (const { desk, holder } of purses) {
    // They come by asset, so each is looked up once.
    let [kernel, flows]: [Hash | null, Flow[]] = [null, []]
    for (const flow of desk.store.cache.flows.of(holder.id)) {
      if (flow.kernelAssetId !== kernel) {
        kernel = flow.kernelAssetId
        const asset = desk.directory.assetOfKernel(kernel)
        const course = asset === undefined ? undefined : found.get(asset.assetId)
        flows = course?.flows ?? []
        if (asset !== undefined && course === undefined) found.set(asset.assetId, { desk, flows })
      }
      flows.push(flow)
    }
  }
  // Those of one holder come in order.
  if (purses.length > 1) for (const { flows } of found.values()) flows.sort((a, b) => Number(a.hour - b.hour))
  return found
}

/** The same with the prices from an hour on, and those of now; `totals` is what there is now, where that is known apart. */
export const holdingsOf = (
  courses: readonly (readonly [AssetId, Course])[],
  since: bigint,
  totals: ReadonlyMap<AssetId, Amount> | null = null,
): Holding[] =>
  courses.map(([id, { desk, flows }]) => ({
    flows,
    ...(totals === null ? {} : { now: totals.get(id) ?? toAmount(0n) }),
    prices: desk.store.cache.prices.of(id, since),
    price: desk.directory.asset(id).priceUsd,
  }))
