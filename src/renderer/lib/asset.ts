import { type Said, say, wording } from '#words'

interface Named {
  readonly assetId: string
  readonly symbol: string
  readonly chainId: string
  readonly name: string | Said
  readonly chainName: string | Said
}

/** What stands beside a symbol: the name, and the network where the asset is not that network's own coin. */
export function assetDetail(asset: Named): string {
  return asset.assetId === asset.chainId
    ? // XRP is the symbol and the name; its network has one of its own.
      wording(wording(asset.name) === asset.symbol ? asset.chainName : asset.name)
    : say('lib.on', { asset: asset.name, chainName: asset.chainName })
}
