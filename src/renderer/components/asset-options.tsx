import { isolated, wording } from '#words'
import { heard } from '../lib/heard.tsx'
import type { Asset } from '../state/types.ts'
import type { SelectOption } from '../ui/Select.tsx'
import { AssetIcon } from './AssetIcon.tsx'
import { AssetTrust } from './AssetTrust.tsx'

/** Assets as choices: symbol first, and always the network, since one name lives on several. */
export function assetOptions(assets: readonly Asset[], aside?: (asset: Asset) => React.ReactNode): SelectOption[] {
  return assets.map((asset) => ({
    id: asset.assetId,
    text: `${isolated(asset.symbol)} ${isolated(wording(asset.name))} ${isolated(wording(asset.chainName))}`,
    content: (
      <>
        <AssetIcon asset={asset} size="sm" />
        <span className="min-w-0">
          <span className="flex items-center gap-2.5">
            <span className="font-medium">{asset.symbol}</span>
            {/* A network is never cut: one symbol lives on several. */}
            <span className="min-w-0 text-ink-3">{heard(wording(asset.chainName))}</span>
          </span>
          <span className="block leading-4 empty:hidden in-[button]:hidden">
            <AssetTrust trust={asset.trust} />
          </span>
        </span>
      </>
    ),
    ...(aside === undefined ? {} : { aside: aside(asset) }),
  }))
}
