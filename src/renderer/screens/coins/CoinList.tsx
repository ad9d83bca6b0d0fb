import { type KeyboardEvent, memo, useCallback } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { CoinStateMark, whyNot } from '../../components/coin.tsx'
import { Figure } from '../../components/figures.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { shorten } from '../../lib/digits.ts'
import { useScrolledList } from '../../lib/scrolled-list.ts'
import type { Pages } from '../../state/pages.ts'
import type { Coin } from '../../state/types.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { Time } from '../../ui/Time.tsx'

const ROW = 64

/** The coins, of which only those near the screen are drawn. Arrow keys walk, Enter opens. */
export function CoinList({ pages, onOpen }: { readonly pages: Pages<Coin>; readonly onOpen: (coin: Coin) => void }) {
  const { rows: coins, hasMore, loading, more } = pages
  const { box, virtual, items, walk } = useScrolledList({
    count: coins.length,
    height: () => ROW,
    keyOf: useCallback((at: number) => coins[at]?.outputId ?? at, [coins]),
    canFocus: () => true,
    more: { has: hasMore, loading, read: more },
  })

  return (
    <>
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
              <CoinLine coin={coin} at={item.index} onOpen={onOpen} onKeyDown={walk} />
            </li>
          )
        })}
      </ul>
      {hasMore && (
        <p role="status" className="flex h-14 items-center justify-center gap-2 text-ink-3">
          <Spinner /> {say('coins.reading-earlier-coins')}
        </p>
      )}
    </>
  )
}

const CoinLine = memo(function CoinLine(props: {
  readonly coin: Coin
  readonly at: number
  readonly onOpen: (coin: Coin) => void
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}) {
  const { coin, at } = props
  return (
    <button
      type="button"
      data-line={at}
      onClick={() => props.onOpen(coin)}
      onKeyDown={(event) => props.onKeyDown(event, at)}
      className="grid h-full w-full grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_132px] items-center gap-4 border-line border-b px-6 text-left transition-colors duration-120 hover:bg-hover"
    >
      <CoinAmount coin={coin} />
      <CoinWords coin={coin} />
      <span className="justify-self-end text-right text-ink-3 text-sm">
        <Time at={coin.createdAt} form="age" />
      </span>
    </button>
  )
})

function CoinAmount({ coin }: { readonly coin: Coin }) {
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <AssetIcon asset={coin.asset} size="sm" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Figure value={coin.amount} symbol={coin.asset.symbol} />
        </span>
        <span className="block truncate text-ink-3 text-sm">
          {coin.label === '' ? (
            <>
              {assetDetail(coin.asset)} · <span className="code">{`${shorten(coin.hash)}:${coin.index}`}</span>
            </>
          ) : (
            coin.label
          )}
        </span>
      </span>
    </span>
  )
}

function CoinWords({ coin }: { readonly coin: Coin }) {
  const why = coin.state === 'spent' ? null : whyNot(coin)
  return (
    <span className="min-w-0">
      <CoinStateMark state={coin.state} />
      {why !== null && <span className="block truncate text-ink-3 text-sm">{why}</span>}
      {why === null && coin.audit === 'pending' && (
        <span className="block truncate text-ink-3 text-sm">{say('coins.being-proved-to-be-yours')}</span>
      )}
      {coin.audit === 'failed' && (
        <span className="block truncate text-sm text-stop">{say('coins.not-proved-to-be-yours')}</span>
      )}
    </span>
  )
}
