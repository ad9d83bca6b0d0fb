import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useMemo } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { CoinStateMark, whyBeside } from '../../components/coin.tsx'
import { AlignedFigure } from '../../components/figures.tsx'
import { cx } from '../../lib/cx.ts'
import { formatFigure, placesOf, wholeOf } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { useScrolledList } from '../../lib/scrolled-list.ts'
import { spoken } from '../../lib/spoken.ts'
import { formatShortDay } from '../../lib/time.ts'
import type { Pages } from '../../state/pages.ts'
import type { Coin } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { TickBox } from '../../ui/Choice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { canChoose, originWords, type Sort } from './model.ts'

const ROW = 50
const COLUMNS =
  'grid grid-cols-[calc(var(--amounts)-2rem)_minmax(0,1fr)] items-center gap-x-4 @min-[25rem]:grid-cols-[max(13rem,var(--amounts))_minmax(0,1fr)] @min-[40rem]:grid-cols-[max(13rem,var(--amounts))_minmax(0,1fr)_minmax(0,1.2fr)] @min-[47.5rem]:grid-cols-[max(13rem,var(--amounts))_minmax(0,1fr)_minmax(0,1.3fr)_4.5rem]'

/** Room for an icon, the longest amount on both sides of its mark, and a unit: nothing may break inside a number, nor lie on what is beside it. */
const roomFor = (whole: number, places: number): CSSProperties =>
  ({ '--amounts': `${0.6 * whole + 0.5625 * places + 6}rem` }) as CSSProperties // of which TypeScript knows no own ones

/** The coins, of which only those near the screen are drawn. Arrow keys walk, Enter opens, the box before each chooses it. */
export function CoinList(props: {
  readonly coins: readonly Coin[]
  readonly pages: Pages<Coin>
  readonly sort: Sort
  /** Null where the order cannot be another one: not all coins were read. */
  readonly onSort: ((sort: Sort) => void) | null
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (coin: Coin, chosen: boolean) => void
  readonly onOpen: (coin: Coin) => void
}) {
  const { coins, chosen, onChoose, onOpen } = props
  const { hasMore, loading, more } = props.pages
  const places = useMemo(() => placesOf(coins.map(({ amount }) => amount)), [coins])
  const whole = useMemo(() => wholeOf(coins.map(({ amount }) => amount)), [coins])
  const { box, virtual, items, walk } = useScrolledList({
    count: coins.length,
    height: () => ROW,
    keyOf: useCallback((at: number) => coins[at]?.outputId ?? at, [coins]),
    canFocus: () => true,
    more: { has: hasMore, loading, read: more },
    under: 36,
  })

  return (
    <div style={roomFor(whole, places)}>
      <div className="sticky top-0 z-10 flex h-9 items-center gap-3 border-line border-b bg-surface text-ink-2 text-xs [@media(height<30rem)]:static">
        <span className="w-[1.125rem]" />
        <div className={cx(COLUMNS, 'flex-1')}>
          <SortHead by="amount" {...props}>
            {say('coins.amount')}
          </SortHead>
          <span>{say('coins.label-and-origin')}</span>
          <span className="hidden @min-[40rem]:block">{say('coins.state')}</span>
          <SortHead by="came" {...props} className="hidden justify-self-end @min-[47.5rem]:flex">
            {say('coins.came')}
          </SortHead>
        </div>
      </div>
      <ul ref={box} aria-label={say('coins.coins')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const coin = coins[item.index]
          if (coin === undefined) return null
          return (
            <li
              key={item.key}
              className="absolute inset-x-0 top-0 contain-[layout_size_style]"
              style={{ height: item.size, transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              <CoinLine
                coin={coin}
                places={places}
                whole={whole}
                at={item.index}
                chosen={chosen.has(coin.outputId)}
                onChoose={onChoose}
                onOpen={onOpen}
                onKeyDown={walk}
              />
            </li>
          )
        })}
      </ul>
      {hasMore && (
        <p role="status" className="flex h-14 items-center justify-center gap-2 text-ink-3">
          <Spinner /> {say('coins.reading-earlier-coins')}
        </p>
      )}
    </div>
  )
}

/** As it is told: from the top, and the other way round. */
const ORDERS: Readonly<Record<Sort['by'], readonly [down: string, up: string]>> = {
  amount: [say('coins.greatest-first'), say('coins.least-first')],
  came: [say('coins.newest-first'), say('coins.oldest-first')],
}

function SortHead(props: {
  readonly by: Sort['by']
  readonly sort: Sort
  readonly onSort: ((sort: Sort) => void) | null
  readonly className?: string
  readonly children: string
}) {
  const { by, sort, onSort, className } = props
  const isSorted = sort.by === by
  const Arrow = sort.down ? ArrowDown : ArrowUp
  const look = cx('flex items-center gap-1', isSorted && 'font-[650] text-ink', className)
  const content = (
    <>
      {props.children}
      {isSorted && <Arrow className="size-3.5" aria-hidden="true" />}
      {isSorted && <span className="sr-only">{ORDERS[by][sort.down ? 0 : 1]}</span>}
    </>
  )
  if (onSort === null) return <span className={look}>{content}</span>
  return (
    <button
      type="button"
      className={cx(look, 'rounded-sm hover:text-ink')}
      onClick={() => onSort({ by, down: isSorted ? !sort.down : true })}
    >
      {content}
    </button>
  )
}

const CoinLine = memo(function CoinLine(props: {
  readonly coin: Coin
  readonly places: number
  readonly whole: number
  readonly at: number
  readonly chosen: boolean
  readonly onChoose: (coin: Coin, chosen: boolean) => void
  readonly onOpen: (coin: Coin) => void
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}) {
  const { coin, at, chosen } = props
  const origin = originWords(coin)
  return (
    <div
      className={cx(
        'relative -mx-2.5 flex h-full items-center gap-3 rounded-field px-2.5',
        chosen
          ? 'bg-accent-soft'
          : 'after:absolute after:inset-x-2.5 after:bottom-0 after:h-px after:bg-line has-[button:hover]:bg-sunken',
      )}
    >
      <TickBox
        name={say('coins.choose-coin', {
          amount: spoken(formatFigure(coin.amount)),
          symbol: coin.asset.symbol,
          origin,
        })}
        checked={chosen}
        disabled={!canChoose(coin)}
        onChange={(isChosen) => props.onChoose(coin, isChosen)}
      />
      <button
        type="button"
        data-line={at}
        onClick={() => props.onOpen(coin)}
        onKeyDown={(event) => props.onKeyDown(event, at)}
        className={cx(COLUMNS, 'h-full flex-1 rounded-sm text-left outline-offset-[-2px]')}
      >
        <span className="flex min-w-0 items-center gap-2">
          <span className="contents @max-[25rem]:hidden">
            <AssetIcon asset={coin.asset} size="sm" ring={chosen ? 'var(--accent-soft)' : 'var(--surface)'} />
          </span>
          {/* Beside its icon, however wide the column is. */}
          <AlignedFigure value={coin.amount} symbol={coin.asset.symbol} places={props.places} whole={props.whole} />
        </span>
        <span className="min-w-0">
          {/* Without a label there is room for two lines of where it came from. */}
          <span
            {...(coin.label !== '' && { dir: 'auto' })}
            className={cx(
              'font-[550]',
              coin.label === '' ? 'line-clamp-1 @min-[40rem]:line-clamp-2' : 'block truncate',
            )}
          >
            {coin.label || origin}
          </span>
          {coin.label !== '' && <span className="hidden truncate text-ink-2 text-xs @min-[40rem]:block">{origin}</span>}
          {/* Of a narrow row there are two lines; what keeps the coin stands on its own page. */}
          <span className="block @min-[40rem]:hidden">
            <CoinStateMark state={coin.state} />
          </span>
        </span>
        <span className="hidden min-w-0 @min-[40rem]:block">
          <CoinWords coin={coin} />
        </span>
        <Came at={coin.createdAt} />
      </button>
    </div>
  )
})

function Came({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <span className="figure hidden whitespace-nowrap text-right text-ink-2 text-xs @min-[47.5rem]:block">
      {formatShortDay(at, now)}
    </span>
  )
}

function CoinWords({ coin }: { readonly coin: Coin }) {
  const { group } = useWallet()
  const why = whyBeside(coin)
  return (
    <span className="block min-w-0">
      <CoinStateMark state={coin.state} />
      {why !== null && <span className="block truncate text-ink-2 text-xs">{heard(why)}</span>}
      {why === null && coin.audit === 'pending' && (
        <span className="block truncate text-ink-2 text-xs">
          {group === null ? say('coins.being-proved-to-be-yours') : say('coins.proved-once-the-group-spends-it')}
        </span>
      )}
      {coin.audit === 'failed' && (
        <span className="block truncate text-stop text-xs">{say('coins.not-proved-to-be-yours')}</span>
      )}
    </span>
  )
}
