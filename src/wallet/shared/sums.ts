import type { AssetId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'

/** What of each asset amounts come to, in the order in which the assets come. */
export function sumsByAsset(
  parts: Iterable<{ readonly assetId: AssetId; readonly amount: bigint }>,
): Map<AssetId, Amount> {
  const sums = new Map<AssetId, Amount>()
  for (const { assetId, amount } of parts) sums.set(assetId, toAmount((sums.get(assetId) ?? 0n) + amount))
  return sums
}
