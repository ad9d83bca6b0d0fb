import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Cut } from '../../components/Cut.tsx'
import { AlignedFigure, Fiat } from '../../components/figures.tsx'
import { ItemUnits } from '../../components/ItemUnits.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { hasFailed, titleOf, underTitle, whatOf } from '../../components/movement.ts'
import { cx } from '../../lib/cx.ts'
import { isSome, placesOf } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useLetterScale } from '../../lib/letter-scale.ts'
import { rich } from '../../lib/rich.tsx'
import { useScrolledList } from '../../lib/scrolled-list.ts'
import { formatClock } from '../../lib/time.ts'
import type { ActivityRow } from '../../state/types.ts'
import { Ring, shareOf } from '../../ui/Ring.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { type Fold, headsOf, type Line } from './model.ts'

const ROW = 54
const HEADING = 34
/** Air above the head of a day that follows another. */
const APART = 14
/** The filters stay on screen, and the head of the day below them. */
const FILTERS = 56

/** The movements, of which only those near the screen are drawn. Arrow keys walk, Enter opens. */
export function List(props: {
  readonly lines: readonly Line[]
  readonly selected: string | null
  readonly loading: boolean
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onSelect: (id: string) => void
  readonly onFold: (line: Fold) => void
}) {
  const { lines, selected, hasMore, loading, onMore } = props
  const heads = useMemo(() => headsOf(lines), [lines])
  const places = useMemo(
    () =>
      placesOf(lines.flatMap((line) => (line.kind === 'row' && line.row.item === undefined ? [line.row.amount] : []))),
    [lines],
  )
  const { box, virtual, items, walk, show } = useScrolledList({
    count: lines.length,
    height: (at) => (lines[at]?.kind === 'heading' ? HEADING + apart(at) : ROW),
    keyOf: useCallback((at: number) => lines[at]?.key ?? at, [lines]),
    canFocus: (at) => lines[at]?.kind !== 'heading',
    more: { has: hasMore, loading, read: onMore },
    headOf: useCallback((at: number) => heads.findLast((head) => head <= at) ?? 0, [heads]),
    under: FILTERS + HEADING,
  })
  const scale = useLetterScale()
  const latest = useRef(lines)
  latest.current = lines
  useEffect(() => {
    // Only another movement is brought on screen; that the list grew does not move it.
    const at = selected === null ? -1 : latest.current.findIndex(({ key }) => key === selected)
    if (at >= 0) show(at)
  }, [selected, show])

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
          const top = item.start - virtual.options.scrollMargin
          if (line.kind === 'heading') {
            // As long as its day, in which it stays on screen; moved by `top`, since what sticks looks past a transform.
            return (
              <li
                key={item.key}
                className="pointer-events-none absolute inset-x-0 z-[1]"
                style={{ top: top + apart(item.index) * scale, height: (HEADING + line.rows * ROW) * scale }}
              >
                <Head line={line} />
              </li>
            )
          }
          return (
            <li
              key={item.key}
              className="absolute inset-x-0 top-0 contain-[layout_size_style]"
              style={{ height: item.size, transform: `translateY(${top}px)` }}
            >
              {line.kind === 'fold' ? (
                <Folded line={line} at={item.index} onFold={props.onFold} onKeyDown={walk} />
              ) : (
                <Movement
                  line={line}
                  places={places}
                  at={item.index}
                  selected={line.row.id === selected}
                  onSelect={props.onSelect}
                  onKeyDown={walk}
                />
              )}
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

const apart = (at: number): number => (at === 0 ? 0 : APART)

function Head({ line }: { readonly line: Extract<Line, { kind: 'heading' }> }) {
  const { sums } = line
  return (
    <div className="sticky top-14 flex h-[2.125rem] items-center justify-between gap-3 bg-surface text-sm max-[30rem]:top-0 [@media(height<30rem)]:top-0">
      <h2 className="font-[550] text-ink-2">{heard(line.text)}</h2>
      {sums !== null && (
        <p className="text-ink-2 text-xs">
          {isSome(sums.in) && rich('activity.sum-in', { sum: <Fiat value={sums.in} /> })}
          {isSome(sums.in) && isSome(sums.out) && ' · '}
          {isSome(sums.out) && rich('activity.sum-out', { sum: <Fiat value={sums.out} /> })}
          {sums.today && (isSome(sums.in) || isSome(sums.out)) && ` · ${say('activity.at-todays-prices')}`}
        </p>
      )}
    </div>
  )
}

/** Small amounts that nobody asked for, in one line until somebody wants to see them. */
function Folded(props: {
  readonly line: Fold
  readonly at: number
  readonly onFold: (line: Fold) => void
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}) {
  const { count, open, last } = props.line
  return (
    <button
      type="button"
      data-line={props.at}
      aria-expanded={open}
      onClick={() => props.onFold(props.line)}
      onKeyDown={(event) => props.onKeyDown(event, props.at)}
      className={cx(LINE, 'hover:bg-sunken', !last && RULE)}
    >
      <span className="flex justify-center">
        <ChevronRight className={cx('size-4 text-ink-3', open && 'rotate-90')} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-ink-2">{rich('activity.small-from-strangers', { count })}</span>
        <span className="block truncate text-ink-3 text-xs">{say('activity.small-from-strangers-means')}</span>
      </span>
    </button>
  )
}

const LINE =
  'relative -mx-2.5 grid h-full w-[calc(100%+1.25rem)] grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-field px-2.5 text-left outline-offset-[-2px]'
const RULE = 'after:absolute after:right-2.5 after:bottom-0 after:left-13.5 after:h-px after:bg-line'

/** Drawn anew only where something about it is another: of a screen that scrolls, that are the lines which come in. */
const Movement = memo(function Movement(props: {
  readonly line: Extract<Line, { kind: 'row' }>
  readonly places: number
  readonly at: number
  readonly selected: boolean
  readonly onSelect: (id: string) => void
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}) {
  const { row, last } = props.line
  const title = titleOf(row)
  const what = whatOf(row)
  const under = underTitle(row)
  return (
    <button
      type="button"
      data-line={props.at}
      data-row={row.id}
      aria-pressed={props.selected}
      onClick={() => props.onSelect(row.id)}
      onKeyDown={(event) => props.onKeyDown(event, props.at)}
      className={cx(LINE, props.selected ? 'bg-accent-soft' : 'hover:bg-sunken', !last && !props.selected && RULE)}
    >
      <span className="flex justify-center">
        {row.confirmations === null ? (
          <AssetIcon asset={row.asset} ring={props.selected ? 'var(--accent-soft)' : 'var(--surface)'} />
        ) : (
          <Arriving row={row} confirmations={row.confirmations} />
        )}
      </span>
      <span className="min-w-0">
        {title === what ? (
          <Cut text={what} className="text-row" />
        ) : (
          <span dir="auto" className="block truncate text-row">
            {heard(title)}
          </span>
        )}
        <span className="flex min-w-0 items-center gap-1 text-ink-2 text-xs">
          {row.money === 'final' ? null : row.confirmations === null ? (
            <>
              <MoneyStateLabel state={row.money} className="shrink-0" />
              <span aria-hidden="true">·</span>
            </>
          ) : (
            <span className="shrink-0 text-accent-ink">{rich('activity.arriving-of', row.confirmations)} ·</span>
          )}
          <Cut text={under === '' ? '' : `${under} · `}>
            <span className="figure">{formatClock(row.at)}</span>
            {row.tags.length > 0 && heard(` · ${row.tags.map((tag) => `#${tag}`).join(' ')}`)}
          </Cut>
        </span>
      </span>
      {row.item === undefined ? (
        <AlignedFigure
          value={row.amount}
          symbol={row.asset.symbol}
          places={props.places}
          sign={row.direction !== 'self'}
          settled
          className={hasFailed(row) ? 'text-ink-3! line-through' : row.direction === 'in' && 'text-ok!'}
        />
      ) : (
        <ItemUnits amount={row.amount} asset={row.asset} className="text-ink-3 text-xs" />
      )}
    </button>
  )
})

/** How far a deposit is, as a ring around its asset; the words stand beside it. */
function Arriving(props: {
  readonly row: ActivityRow
  readonly confirmations: NonNullable<ActivityRow['confirmations']>
}) {
  const { have, need } = props.confirmations
  return (
    <span className="relative -mx-0.5 grid size-9 place-items-center">
      <AssetIcon asset={props.row.asset} size="sm" />
      <Ring share={shareOf(have, need)} className="absolute inset-0 size-9" />
    </span>
  )
}
