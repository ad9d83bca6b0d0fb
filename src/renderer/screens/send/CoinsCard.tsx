import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState } from 'react'
import { type Amount, formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { COINS_MAX, CoinStateMark, whyNot } from '../../components/coin.tsx'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { cx } from '../../lib/cx.ts'
import { shorten } from '../../lib/digits.ts'
import { useFocusKept } from '../../lib/hooks.ts'
import { useLetterScale } from '../../lib/letter-scale.ts'
import { rich } from '../../lib/rich.tsx'
import { usePages } from '../../state/pages.ts'
import type { Asset, Coin, Owner } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { TickBox } from '../../ui/Choice.tsx'
import { Card, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

const ROW = 64

/** Which coins pay: Coffer's choice, which leaves least change, or exactly those that are ticked. */
export function CoinsCard(props: {
  readonly owner: Owner
  readonly asset: Asset
  readonly chosen: readonly string[] | null
  readonly total: Amount | null
  /** Of the chosen coins that may be spent. */
  readonly sum: string | undefined
  readonly onChoose: (coins: string[] | null) => void
}) {
  const { owner, asset, chosen, total, sum, onChoose } = props
  const [open, setOpen] = useState(false)
  const deeds = useFocusKept<HTMLDivElement>()
  return (
    <Card className="flex items-center justify-between gap-4 px-6 py-4" label={say('send.coins')}>
      <div className="min-w-0">
        <h2 className="font-semibold">{say('send.coins')}</h2>
        <p role="status" className="text-ink-2 text-sm">
          {chosen === null ? (
            say('send.coffer-chooses-those-that-leave-the')
          ) : (
            <>
              {rich('send.coin-chosen-by-hand', { chosen: chosen.length })}
              {sum !== undefined &&
                chosen.length > 0 &&
                rich('send.in-all', { figure: <Figure value={sum} symbol={asset.symbol} plain /> })}
              <Rest sum={sum} total={total} symbol={asset.symbol} />
            </>
          )}
        </p>
      </div>
      <div ref={deeds} className="flex shrink-0 gap-2">
        {chosen !== null && (
          <Button size="sm" kind="quiet" onPress={() => onChoose(null)}>
            {say('send.let-coffer-choose')}
          </Button>
        )}
        <Button size="sm" onPress={() => setOpen(true)}>
          {say('send.choose-coins')}
        </Button>
      </div>
      {open && (
        <Chooser
          owner={owner}
          asset={asset}
          before={chosen ?? []}
          total={total}
          onClose={() => setOpen(false)}
          onDone={(coins) => {
            onChoose(coins)
            setOpen(false)
          }}
        />
      )}
    </Card>
  )
}

/** What is short, or what comes back. */
function Rest(props: { readonly sum: string | undefined; readonly total: Amount | null; readonly symbol: string }) {
  if (props.sum === undefined || props.total === null) return null
  const rest = parseExactAmount(props.sum) - props.total
  if (rest === 0n) return <>{say('send.it-fits-exactly')}</>
  const figure = <Figure value={formatAmountShort(toAmount(rest < 0n ? -rest : rest))} symbol={props.symbol} plain />
  return rest < 0n ? (
    <span className="text-stop">{rich('send.short', { figure })}</span>
  ) : (
    rich('send.comes-back', { figure })
  )
}

function Chooser(props: {
  readonly owner: Owner
  readonly asset: Asset
  readonly before: readonly string[]
  readonly total: Amount | null
  readonly onClose: () => void
  readonly onDone: (coins: string[]) => void
}) {
  const { owner, asset, total } = props
  const pages = usePages('coins.list', { ...owner, assetId: asset.assetId, state: 'open', search: '' })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(props.before))
  const coins = pages.rows
  // What was ticked before and has been spent since is no choice any more.
  const chosen = coins.filter(({ outputId }) => ticked.has(outputId))
  const sum = chosen.reduce((all, coin) => all + parseExactAmount(coin.amount), 0n)
  const full = chosen.length >= COINS_MAX
  // One that was ticked before may stand further down than what is read so far.
  const { hasMore, loading, more } = pages
  const isWhole = chosen.length === ticked.size || (!hasMore && pages.error === null)
  useEffect(() => {
    if (!isWhole && hasMore && !loading) more()
  }, [isWhole, hasMore, loading, more])

  function tick(id: string): void {
    setTicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  return (
    <DeedDialog
      title={say('send.choose-coins-2', { symbol: asset.symbol })}
      onClose={props.onClose}
      width="max-w-2xl"
      deed={{
        label: say('send.use-these'),
        isDisabled: chosen.length === 0 || !isWhole,
        onPress: () => props.onDone(chosen.map(({ outputId }) => outputId)),
      }}
      aside={
        <p role="status" className="mr-auto min-w-0">
          <span className="font-medium">
            <Figure value={formatAmountShort(toAmount(sum))} symbol={asset.symbol} plain />
          </span>{' '}
          <span className="text-ink-2 text-sm">
            {rich('send.in-coin', { ticked: chosen.length })}
            <Rest sum={formatAmountShort(toAmount(sum))} total={total} symbol={asset.symbol} />
          </span>
        </p>
      }
    >
      {full && (
        <p className="mb-2 text-sm text-warn">
          {rich('send.one-payment-takes-at-most-coins', { coinsMax: COINS_MAX })}
        </p>
      )}
      <ErrorNotice error={pages.error} onRetry={pages.reload} className="mb-3" />
      {coins.length === 0 && loading ? (
        <Skeleton className="h-64 w-full" />
      ) : coins.length === 0 ? (
        pages.error === null && (
          <p className="py-8 text-center text-ink-2">{rich('send.you-have-no-coins', { symbol: asset.symbol })}</p>
        )
      ) : (
        <CoinRows
          coins={coins}
          ticked={ticked}
          full={full}
          onTick={tick}
          {...(hasMore && !loading ? { onEnd: more } : {})}
        />
      )}
    </DeedDialog>
  )
}

function CoinRows(props: {
  readonly coins: readonly Coin[]
  readonly ticked: ReadonlySet<string>
  readonly full: boolean
  readonly onTick: (id: string) => void
  readonly onEnd?: () => void
}) {
  const { coins, ticked, full, onEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const height = ROW * useLetterScale()
  const virtual = useVirtualizer({
    count: coins.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (at) => coins[at]?.outputId ?? at,
    overscan: 6,
  })
  return (
    <div
      ref={box}
      className="max-h-[44vh] overflow-y-auto rounded-lg shadow-[inset_0_0_0_1px_var(--line)]"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < height * 12) onEnd?.()
      }}
    >
      <ul aria-label={say('send.coins-to-choose-from')} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const coin = coins[item.index]
          if (coin === undefined) return null
          const isTicked = ticked.has(coin.outputId)
          return (
            <li
              key={item.key}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              <CoinRow
                coin={coin}
                ticked={isTicked}
                blocked={whyNot(coin) ?? (full && !isTicked ? say('send.as-many-as-one-payment-takes') : null)}
                onTick={props.onTick}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function CoinRow(props: {
  readonly coin: Coin
  readonly ticked: boolean
  /** Why it cannot be ticked. */
  readonly blocked: string | null
  readonly onTick: (id: string) => void
}) {
  const { coin, ticked, blocked } = props
  const id = useId()
  const isOff = blocked !== null && !ticked
  return (
    <label
      htmlFor={id}
      className={cx(
        'grid h-full grid-cols-[1.25rem_minmax(0,1fr)_minmax(0,1.2fr)] items-center gap-3 border-line border-b px-4',
        isOff ? 'text-ink-3' : 'cursor-pointer hover:bg-hover',
      )}
    >
      <TickBox id={id} checked={ticked} disabled={isOff} onChange={() => props.onTick(coin.outputId)} />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Figure value={coin.amount} symbol={coin.asset.symbol} plain />
        </span>
        <span dir="auto" className="block truncate text-ink-3 text-sm">
          {coin.label === '' ? <span className="code">{`${shorten(coin.hash)}:${coin.index}`}</span> : coin.label}
        </span>
      </span>
      <span className="min-w-0 text-right text-sm">
        {blocked === null ? (
          <span className="text-ink-3">
            <Time at={coin.createdAt} form="age" />
          </span>
        ) : (
          <CoinStateMark state={coin.state} why={blocked} className="justify-end" />
        )}
      </span>
    </label>
  )
}
