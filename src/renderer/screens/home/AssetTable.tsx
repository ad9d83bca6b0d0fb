import { type CSSProperties, memo, useDeferredValue, useMemo } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { AssetTrust } from '../../components/AssetTrust.tsx'
import { AlignedFigure, Fiat, Figure, PriceChange, useFigureLook } from '../../components/figures.tsx'
import { assetSign } from '../../components/glyphs.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { formatFiat, formatShare, formatWorth, isSome, placesOf, wholeOf } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useMedia } from '../../lib/hooks.ts'
import { pageFrame } from '../../lib/page-frame.ts'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { Balance } from '../../state/types.ts'
import { piecesOf, sharesOf } from './model.ts'

const HEAD = 'h-9 px-2 first:pl-0'
const QUIET = 'font-normal text-ink-3 text-sm'
const CELL = 'h-13.5 px-2 py-1.5 break-words first:pl-0'

const NO_SHARES: ReadonlyMap<string, number> = new Map()

/** Rows that are drawn at once; the rest of a long table is drawn after these are on screen. */
const FIRST = 12

/** Heights of a row, and of what stands above the first one where there is a course of value and where there is none. */
const [ROW_PX, BELOW_CHART_PX, BELOW_FIGURES_PX] = [54, 430, 200]

/** Whoever opens the window waits for what it shows of the table alone; to whoever comes back to it, it may show what is further down. */
function rowsAtOnce(isPriced: boolean): number {
  if (pageFrame() === null) return FIRST
  const room = innerHeight - (isPriced ? BELOW_CHART_PX : BELOW_FIGURES_PX)
  return Math.min(FIRST, Math.max(1, Math.ceil(room / ROW_PX)))
}

/** Rows in their order; shares are of all that there is, listed here or not. */
export function AssetTable(props: {
  readonly rows: readonly Balance[]
  readonly all: readonly Balance[]
  /** What its owner hid: without how the whole is made up. */
  readonly aside?: boolean
}) {
  const { rows: sorted, all } = props
  const { hidden } = useFigureLook()
  // Who hides amounts hides how much of each there is.
  const shares = useMemo(() => (hidden ? NO_SHARES : sharesOf(all)), [all, hidden])
  const { places, width } = useMemo(() => {
    const amounts = sorted.map(({ available }) => available)
    return { places: placesOf(amounts), width: widthOf(amounts) }
  }, [sorted])
  const values = useFiatWidth(sorted)
  const isNarrow = useMedia('(width < 30rem)')
  const crowded = isNarrow || Math.max(12, width) + values > CROWDED
  const isPriced = sorted.some(({ fiat }) => fiat !== null)
  const hasShares = shares.size > 0 && props.aside !== true
  const shown = useDeferredValue(sorted, sorted.slice(0, rowsAtOnce(isPriced)))
  return (
    // In a window as narrow as a phone's, units stand with the names alone and values below the amounts; what is wider still moves in its own box.
    <div
      className="relative max-[30rem]:overflow-x-auto max-[30rem]:[--unit:0rem]"
      style={{ '--amounts': `${width}rem` } as CSSProperties}
    >
      <table className="w-full table-fixed border-collapse text-left max-[30rem]:min-w-[calc(var(--amounts)+4.25rem)]">
        <caption className="sr-only">{say('home.assets')}</caption>
        <thead>
          <tr className={cx(hasShares && 'relative [&>th]:h-[3.625rem] [&>th]:pb-[1.375rem]')}>
            <th scope="col" className={cx(HEAD, 'font-semibold text-[0.9375rem] text-ink')}>
              {say('home.assets')}
              {/* Across all columns, and no row of its own: it would be one that says nothing. */}
              {hasShares && <Allocation balances={sorted} shares={shares} />}
            </th>
            <th scope="col" className={cx(HEAD, QUIET, 'hidden w-[15%] text-right min-[75rem]:table-cell')}>
              {say('home.price')}
            </th>
            <th
              scope="col"
              className={cx(
                HEAD,
                QUIET,
                'w-[max(12rem,var(--amounts))] pr-[calc(var(--unit,3.75rem)+0.5rem)] text-right max-[30rem]:w-[max(8rem,calc(var(--amounts)-3.75rem))]',
              )}
            >
              {say('home.amount')}
            </th>
            {!crowded && (
              <th
                scope="col"
                className={cx(HEAD, QUIET, 'w-[22%] pr-0 text-right min-[75rem]:w-[18%]')}
                {...(values > FIAT_USUAL && { style: { width: `${values}rem` } })}
              >
                {say('home.value')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((balance) => (
            <AssetRow
              key={balance.asset.assetId}
              balance={balance}
              share={shares.get(balance.asset.assetId)}
              places={places}
              crowded={crowded}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Room for the longest amount on both sides of the mark, and for its unit: nothing may break inside a number. */
const widthOf = (amounts: readonly string[]): number => 0.6 * wholeOf(amounts) + 0.5625 * placesOf(amounts) + 5.25

/** Room for a value for which a part of the table is always enough. */
const FIAT_USUAL = 6.5

/** From so much room for amounts and values on, values stand below the amounts, or none were left for names. */
const CROWDED = 22

/** Room for the longest value. */
function useFiatWidth(rows: readonly Balance[]): number {
  const { currency } = useFigureLook()
  return useMemo(() => {
    const longest = rows.reduce(
      (most, { fiat, total }) => (fiat === null ? most : Math.max(most, formatWorth(fiat, total, currency).length)),
      0,
    )
    return Math.max(FIAT_USUAL, 0.4375 * longest + 1.25)
  }, [rows, currency])
}

/** How the whole is made up, in the assets' own colours; the rows have the shares as figures. */
function Allocation(props: { readonly balances: readonly Balance[]; readonly shares: ReadonlyMap<string, number> }) {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 bottom-2.5 flex h-2 gap-0.5 overflow-hidden rounded-[0.25rem] bg-sunken"
    >
      {piecesOf(props.balances, props.shares).map(({ asset, share }) => (
        <span
          key={asset?.assetId ?? 'rest'}
          className="min-w-1 rounded-[2px] forced-color-adjust-none"
          style={{
            flexGrow: share,
            background: asset === null ? 'var(--line-control)' : assetSign(asset.symbol).ground,
          }}
        />
      ))}
    </span>
  )
}

const AssetRow = memo(function AssetRow(props: {
  readonly balance: Balance
  readonly share: number | undefined
  readonly places: number
  readonly crowded: boolean
}) {
  const { balance, share, places, crowded } = props
  const { asset } = balance
  return (
    <tr className="relative border-line border-b transition-colors duration-120 last:border-0 hover:bg-hover">
      <th scope="row" className={cx(CELL, 'font-normal')}>
        <div className="flex items-center gap-3">
          <AssetIcon asset={asset} />
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => go({ name: 'asset', assetId: asset.assetId })}
              // The whole row is the link.
              className="block text-row outline-none after:absolute after:inset-0 after:rounded-field after:outline-offset-[-2px] focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {asset.symbol}
            </button>
            <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
              <span className="min-w-0 break-words">{assetDetail(asset)}</span>
              <AssetTrust trust={asset.trust} />
            </p>
          </div>
        </div>
      </th>
      <td className={cx(CELL, 'hidden text-right min-[75rem]:table-cell')}>
        <Price balance={balance} />
      </td>
      <td className={cx(CELL, 'text-right')}>
        <AlignedFigure value={balance.available} symbol={asset.symbol} places={places} quiet />
        {crowded && (
          <p className="figure pr-[var(--unit,3.75rem)] text-ink-2 text-xs">
            <Fiat value={balance.fiat} of={balance.total} className="break-words font-medium" />
            {share !== undefined && (
              <span className="text-ink-3 max-[30rem]:block">
                <span className="max-[30rem]:sr-only"> · </span>
                {formatShare(share)}
              </span>
            )}
          </p>
        )}
        {(isSome(balance.held) || isSome(balance.arriving)) && (
          <p className="pr-[var(--unit,3.75rem)] text-ink-3 text-xs">
            {isSome(balance.held) && (
              <span className="inline-block">{rich('home.held', { figure: <Figure value={balance.held} /> })}</span>
            )}
            {isSome(balance.held) && isSome(balance.arriving) && ' · '}
            {isSome(balance.arriving) && (
              <span className="inline-block">
                {rich('home.arriving', { figure: <Figure value={balance.arriving} /> })}
              </span>
            )}
          </p>
        )}
      </td>
      {!crowded && (
        <td className={cx(CELL, 'pr-0 text-right')}>
          <Fiat value={balance.fiat} of={balance.total} className="whitespace-nowrap font-medium" />
          {share !== undefined && <p className="figure text-ink-3 text-xs">{formatShare(share)}</p>}
        </td>
      )}
    </tr>
  )
})

/** Unit price and its change since yesterday, as text with a sign. */
function Price({ balance }: { readonly balance: Balance }) {
  const { priceUsd, changeUsd } = balance.asset
  if (priceUsd === null) {
    return (
      <span className="text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{say('home.no-price')}</span>
      </span>
    )
  }
  return (
    <>
      <span className="figure break-words text-ink-2">{heard(formatFiat(priceUsd, 'USD'))}</span>
      {changeUsd !== null && (
        <p className="text-xs">
          <PriceChange share={changeUsd} />
        </p>
      )}
    </>
  )
}
