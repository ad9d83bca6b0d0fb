import type { AssetId, Holder } from '#contract/domain'
import type { AssetView } from '#contract/ipc'
import { isUuid } from '#protocol'
import { foldedText } from '#protocol/text'
import { isSaid } from '#words/facts'
import type { PaymentsDesk } from '../payments/desk.ts'

/* Which asset a cell of a list names: an id, a symbol, or a symbol with its network, since one symbol lives on several. */

const plain = (text: string): string => foldedText(text).replace(/[^\p{L}\p{N}]+/gu, '')

function namesOf({ symbol, chainName, chainSymbol }: AssetView): string[] {
  const chains = [chainSymbol, ...(isSaid(chainName) ? [] : [chainName])]
  return [symbol, ...chains.flatMap((chain) => [`${symbol} ${chain}`, `${chain} ${symbol}`])].map(plain)
}

const only = (assets: readonly AssetView[]): AssetView | undefined => (assets.length === 1 ? assets[0] : undefined)

/** Finds assets by what is written: among those that are there first, then among those that Coffer knows; never one of several. */
export function assetFinder({ store, directory }: PaymentsDesk, holder: Holder): (written: string) => AssetId | null {
  const balances = store.cache.outputs.balances(holder.id)
  const held = balances.flatMap(({ kernelAssetId }) => directory.assetOfKernel(kernelAssetId) ?? [])
  const known = [
    ...held,
    ...directory.listedAssets().filter(({ assetId }) => held.every((one) => one.assetId !== assetId)),
  ]
  return (written) => {
    const id = written.trim().toLowerCase()
    if (isUuid(id)) return known.find(({ assetId }) => assetId === id)?.assetId ?? null
    const name = plain(written)
    const called = (assets: readonly AssetView[]) => assets.filter((one) => namesOf(one).includes(name))
    return (only(called(held)) ?? (called(held).length > 1 ? undefined : only(called(known))))?.assetId ?? null
  }
}
