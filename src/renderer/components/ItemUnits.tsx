import { cx } from '../lib/cx.ts'
import { rich } from '../lib/rich.tsx'
import type { Asset } from '../state/types.ts'
import { Figure } from './figures.tsx'

/** What of its collection's token goes with an item: no money, and not drawn as a sum of it. */
export function ItemUnits(props: {
  readonly amount: string
  readonly asset: Asset
  readonly className?: string
  readonly plain?: boolean
}) {
  const { amount, asset, plain } = props
  return (
    <span className={cx(props.className)}>
      {rich('send.with-item', {
        sum: (
          <Figure
            value={amount.replace(/^-/, '')}
            symbol={asset.symbol}
            settled
            {...(plain === undefined ? {} : { plain })}
          />
        ),
      })}
    </span>
  )
}
