import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { actName, headline, NO_FILTER } from '../../components/movement.ts'
import { cx } from '../../lib/cx.ts'
import { useNow } from '../../lib/hooks.ts'
import { formatMoment } from '../../lib/time.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'

const SHOWN = 6

/** The newest movements, each a click away from what is known of it. */
export function Lately() {
  const { owner } = useWallet()
  const { value } = useQuery('activity.list', { ...owner, filter: NO_FILTER, cursor: null, limit: SHOWN })
  if (value === undefined || value.rows.length === 0) return null
  return (
    <section aria-label={say('home.lately')}>
      <div className="mb-1 flex items-baseline justify-between">
        <h2 className="text-[0.9375rem] font-semibold leading-[1.375rem]">{say('home.lately')}</h2>
        <button
          type="button"
          onClick={() => go({ name: 'activity' })}
          className="rounded-sm font-semibold text-accent-ink text-sm hover:underline"
        >
          {say('home.all-activity')}
        </button>
      </div>
      <ul>
        {value.rows.slice(0, SHOWN).map((row) => (
          <Movement key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Movement({ row }: { readonly row: ActivityRow }) {
  const now = useNow()
  const ended = row.money === 'cancelled' || row.money === 'cannot_complete'
  const what = `${actName(row)} ${headline(row)}`
  const title = row.label || row.memoText
  return (
    <li className="border-line border-b last:border-0">
      <button
        type="button"
        onClick={() => go({ name: 'activity', row: row.id })}
        className="-mx-2 flex min-h-[52px] w-[calc(100%+1rem)] items-center gap-3 rounded-[10px] px-2 py-1.5 text-left outline-offset-[-2px] transition-colors duration-120 hover:bg-hover"
      >
        <AssetIcon asset={row.asset} />
        <span className="min-w-0 flex-1">
          {/* What others wrote may be cut, what Coffer says may not. */}
          <span className={cx('block font-medium leading-5', title ? 'truncate' : 'text-pretty')}>{title || what}</span>
          <span className="block text-pretty text-ink-3 text-xs">
            {title ? `${what} · ` : ''}
            {formatMoment(row.at, now)}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <Figure
            value={row.amount}
            sign
            className={cx(
              'block font-medium leading-5',
              ended ? 'text-ink-3 line-through' : row.direction === 'in' && 'text-ok',
            )}
          />
          <span className="block text-ink-3 text-xs">{row.asset.symbol}</span>
        </span>
      </button>
    </li>
  )
}
