import type { CSSProperties } from 'react'
import type { Said } from '#words'
import { cx } from '../lib/cx.ts'
import type { Asset } from '../state/types.ts'
import { assetSign, chainSign, type Sign } from './glyphs.tsx'

function Disc({ sign, className }: { readonly sign: Sign; readonly className: string }) {
  if ('letters' in sign) {
    // Drawn letters, not text: a name beside them says the same, and is what is read and searched.
    return (
      <span
        aria-hidden="true"
        data-letters={sign.letters}
        className={cx(
          '@container-size grid shrink-0 place-items-center rounded-full font-[650] text-white forced-colors:border before:text-(length:--letters) before:leading-none before:content-[attr(data-letters)]',
          className,
        )}
        // React's own type leaves out custom properties.
        style={{ background: sign.ground, '--letters': `${sign.scale}cqw` } as CSSProperties}
      />
    )
  }
  if ('path' in sign) {
    return (
      <svg viewBox="0 0 32 32" className={cx('shrink-0', className)} aria-hidden="true">
        <circle cx="16" cy="16" r="15.5" fill="#fff" />
        <path d={sign.path} fill={sign.ground} fillRule="evenodd" />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 24 24" className={cx('shrink-0 text-white', className)} aria-hidden="true">
      <circle cx="12" cy="12" r="12" style={{ fill: sign.ground }} />
      {sign.glyph}
    </svg>
  )
}

const SIZES = { sm: 'size-6', md: 'size-8', lg: 'size-11' } as const

/** Disc of an asset, with the disc of its network where the asset is not that network's own coin. */
export function AssetIcon(props: {
  readonly asset: Pick<Asset, 'assetId' | 'chainId' | 'symbol' | 'chainName'>
  readonly size?: keyof typeof SIZES
  /** The colour behind, for the gap around the badge. */
  readonly ring?: string
}) {
  const { asset, size = 'md', ring = 'var(--surface)' } = props
  const badge = asset.assetId !== asset.chainId
  return (
    <span className="relative inline-flex shrink-0">
      <Disc sign={assetSign(asset.symbol)} className={SIZES[size]} />
      {badge && size !== 'sm' && (
        <span className="absolute -right-1 -bottom-1 rounded-full" style={{ boxShadow: `0 0 0 2px ${ring}` }}>
          <Disc sign={chainSign(asset.chainName)} className="size-4" />
        </span>
      )}
    </span>
  )
}

export function ChainIcon({ name, size = 'md' }: { readonly name: string | Said; readonly size?: keyof typeof SIZES }) {
  return <Disc sign={chainSign(name)} className={SIZES[size]} />
}
