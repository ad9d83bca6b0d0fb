import { ArrowDownLeft, ArrowUpRight, Combine, Landmark } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useMemo } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { actName, headline } from '../../components/movement.ts'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { useNow } from '../../lib/hooks.ts'
import { useScrolledList } from '../../lib/scrolled-list.ts'
import { formatClock } from '../../lib/time.ts'
import type { ActivityRow } from '../../state/types.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { type Line, linesOf } from './model.ts'

const ROW = 64
const HEADING = 44

/** The movements, of which only those near the screen are drawn. Arrow keys walk, Enter opens. */
export function List(props: {
  readonly rows: readonly ActivityRow[]
  readonly selected: string | null
  readonly loading: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onSelect: (id: string) => void
}) {
  const today = new Date(useNow()).setHours(0, 0, 0, 0)
  const { rows, hasMore, loading, onMore } = props
  const lines = useMemo(() => linesOf(rows, today), [rows, today])
  const { box, virtual, items, walk } = useScrolledList({
    count: lines.length,
    height: (at) => (lines[at]?.kind === 'heading' ? HEADING : ROW),
    keyOf: useCallback((at: number) => lines[at]?.key ?? at, [lines]),
    canFocus: (at) => lines[at]?.kind !== 'heading',
    more: { has: hasMore, loading, read: onMore },
  })

  return (
    <div>
      <ul
        ref={box}
        aria-label={say('activity.movements')}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            <li
              key={item.key}
              className="absolute inset-x-0 top-0 contain-[layout_size_style]"
              style={{ height: item.size, transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              <LineView
                line={line}
                at={item.index}
                selected={line.kind === 'row' && line.row.id === props.selected}
                onSelect={props.onSelect}
                onKeyDown={walk}
              />
            </li>
          )
        })}
      </ul>
      {hasMore && (
        <p role="status" className="flex h-14 items-center justify-center gap-2 text-ink-3">
          <Spinner /> {say('activity.reading-earlier-movements')}
        </p>
      )}
    </div>
  )
}

/** Drawn anew only where something about it is another: of a screen that scrolls, that are the lines which come in. */
const LineView = memo(function LineView(props: {
  readonly line: Line
  readonly at: number
  readonly selected: boolean
  readonly onSelect: (id: string) => void
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}) {
  const { line } = props
  if (line.kind === 'heading') {
    return <h2 className="flex h-full items-end px-3 pb-2 font-medium text-ink-2 text-sm">{line.text}</h2>
  }
  const { row } = line
  return (
    <button
      type="button"
      data-line={props.at}
      data-row={row.id}
      aria-pressed={props.selected}
      onClick={() => props.onSelect(row.id)}
      onKeyDown={(event) => props.onKeyDown(event, props.at)}
      className={cx(
        'grid h-full w-full grid-cols-[40px_minmax(0,1.5fr)_minmax(0,1.2fr)_minmax(0,1.1fr)] items-center gap-x-3 rounded-lg border-line border-b px-3 text-left outline-offset-[-2px] transition-colors duration-120',
        props.selected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="relative flex">
        <AssetIcon asset={row.asset} ring="var(--surface)" />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 font-medium">
          <Direction row={row} />
          <span className="truncate">
            {actName(row)} {headline(row)}
          </span>
        </span>
        <span className="block truncate text-ink-3 text-sm">{row.label || row.memoText || kindLine(row)}</span>
      </span>
      <span className="min-w-0 text-sm">
        {row.money === 'final' ? (
          <span className="text-ink-3">{formatClock(row.at)}</span>
        ) : (
          <MoneyStateLabel state={row.money} />
        )}
        {row.confirmations !== null && (
          <span className="figure block text-ink-3">
            {say('activity.of-confirmations', { have: row.confirmations.have, need: row.confirmations.need })}
          </span>
        )}
      </span>
      <span className="min-w-0 text-right">
        <Figure
          value={row.amount}
          symbol={row.asset.symbol}
          sign
          className={cx(
            'font-medium',
            row.money === 'cancelled' || row.money === 'cannot_complete'
              ? 'text-ink-3 line-through'
              : row.direction === 'in' && 'text-ok',
          )}
        />
        <span className="block text-ink-3 text-sm">
          <Fiat value={row.fiat?.replace(/^-/, '') ?? null} />
        </span>
      </span>
    </button>
  )
})

const kindLine = (row: ActivityRow): string => assetDetail(row.asset)

/** Shape besides the word, so that in and out are told apart at a glance. */
function Direction({ row }: { readonly row: ActivityRow }) {
  const Icon =
    row.kind === 'consolidation'
      ? Combine
      : row.kind === 'withdrawal'
        ? Landmark
        : row.direction === 'in'
          ? ArrowDownLeft
          : ArrowUpRight
  return <Icon className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
}
