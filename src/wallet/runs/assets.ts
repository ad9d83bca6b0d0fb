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

/**
 * Finds assets by what is written: among those that are there first, then among those that Coffer knows; never one of several. Anybody can make one,
 * call it like another and send some of it: what Coffer does not know goes by the id alone where its name is one of a known one.
 */
export function assetFinder({ store, directory }: PaymentsDesk, holder: Holder): (written: string) => AssetId | null {
  const balances = store.cache.outputs.balances(holder.id)
  const held = balances.flatMap(({ kernelAssetId }) => directory.assetOfKernel(kernelAssetId) ?? [])
  const known = [
    ...held,
    ...directory.listedAssets().filter(({ assetId }) => held.every((one) => one.assetId !== assetId)),
  ]
  const taken = new Set(directory.listedAssets().flatMap(namesOf))
  const bears = (one: AssetView, name: string): boolean =>
    (one.trust === 'listed' || !taken.has(name)) && namesOf(one).includes(name)
  return (written) => {
    const id = written.trim().toLowerCase()
    if (isUuid(id)) return known.find(({ assetId }) => assetId === id)?.assetId ?? null
    const name = plain(written)
    const called = (assets: readonly AssetView[]) => assets.filter((one) => bears(one, name))
    return (only(called(held)) ?? (called(held).length > 1 ? undefined : only(called(known))))?.assetId ?? null
  }
}
