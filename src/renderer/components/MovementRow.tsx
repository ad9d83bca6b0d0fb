import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { useNow } from '../lib/hooks.ts'
import { formatMomentBriefly } from '../lib/time.ts'
import { go } from '../state/routes.ts'
import type { ActivityRow } from '../state/types.ts'
import { AssetIcon } from './AssetIcon.tsx'
import { Figure } from './figures.tsx'
import { ItemUnits } from './ItemUnits.tsx'
import { MoneyStateLabel } from './money-state.tsx'
import { hasFailed, titleOf, underTitle, whatOf } from './movement.ts'

/** A movement in one line, a click away from what is known of it. Among those of one asset the asset is not said again. */
export function MovementRow(props: {
  readonly row: ActivityRow
  readonly isOfAsset?: boolean
  /** Stands in place of the picture while the row is pointed at or has the focus. */
  readonly deed?: ReactNode
}) {
  const { row, isOfAsset = false, deed } = props
  const now = useNow()
  const what = whatOf(row)
  const title = titleOf(row)
  const under = underTitle(row)
  return (
    <li className="group/row relative border-line border-b last:border-0">
      <button
        type="button"
        onClick={() => go({ name: 'activity', row: row.id })}
        className="-mx-2 flex min-h-13 w-[calc(100%+1rem)] items-center gap-3 rounded-[0.625rem] px-2 py-1.5 text-left outline-offset-[-2px] transition-colors duration-120 hover:bg-hover"
      >
        <span
          className={cx('flex', deed !== undefined && 'group-focus-within/row:invisible group-hover/row:invisible')}
        >
          {isOfAsset ? <Direction row={row} /> : <AssetIcon asset={row.asset} />}
        </span>
        {/* Beside a very long amount there is no room for words: it goes below them. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-24 flex-1">
            {/* What others wrote may be cut, what Coffer says may not. */}
            {title === what ? (
              <span className="block text-pretty font-medium leading-5">{what}</span>
            ) : (
              <span dir="auto" className="block truncate font-medium leading-5">
                {heard(title)}
              </span>
            )}
            <span className="block text-pretty break-words text-ink-3 text-xs">
              {row.money !== 'final' && row.confirmations === null && (
                <>
                  <MoneyStateLabel state={row.money} /> ·{' '}
                </>
              )}
              {/* A dot ends a line; it begins none. */}
              {under !== '' && heard(`${under}\u00a0· `)}
              {formatMomentBriefly(row.at, now)}
            </span>
          </span>
          <span className="ml-auto shrink-0 text-right">
            {row.item !== undefined && !isOfAsset ? (
              <ItemUnits amount={row.amount} asset={row.asset} className="text-ink-3 text-xs" />
            ) : (
              <>
                <Figure
                  value={row.share ?? row.amount}
                  sign={row.direction !== 'self'}
                  settled
                  {...(isOfAsset && { heardSymbol: row.asset.symbol })}
                  className={cx(
                    'block font-medium leading-5',
                    hasFailed(row) ? 'text-ink-3 line-through' : row.direction === 'in' && 'text-ok',
                  )}
                />
                {!isOfAsset && <span className="block text-ink-3 text-xs">{row.asset.symbol}</span>}
              </>
            )}
          </span>
        </span>
      </button>
      {deed !== undefined && (
        <span className="absolute top-1/2 left-0 -translate-y-1/2 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
          {deed}
        </span>
      )}
    </li>
  )
}

function Direction({ row }: { readonly row: ActivityRow }) {
  const Arrow = row.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken">
      <Arrow className={cx('size-4', row.direction === 'in' ? 'text-ok' : 'text-ink-2')} />
    </span>
  )
}
