import { say } from '#words'
import { isolated } from './isolated.ts'

interface Named {
  readonly assetId: string
  readonly chainId: string
  readonly name: string
  readonly chainName: string
}

/** What stands beside a symbol: the name, and the network where the asset is not that network's own coin. */
export function assetDetail(asset: Named): string {
  return asset.assetId === asset.chainId
    ? asset.name
    : say('lib.on', { asset: isolated(asset.name), chainName: isolated(asset.chainName) })
}
