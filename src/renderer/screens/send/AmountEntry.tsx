import { ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated, say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { Figure, useFigureLook } from '../../components/figures.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFiat, formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { formatMoment } from '../../lib/time.ts'
import type { Asset, Quote } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type FormRow, inCoin, inFiat, isRounded, worthShown } from './fiat.ts'

/** In what amounts are typed, and what is known of the asset's price. */
export interface Entry {
  readonly inFiat: boolean
  readonly asset: Asset | undefined
  readonly quote: Quote | undefined
  readonly onSwitch: (inFiat: boolean) => void
}

/** Between the asset and the window's currency. Where no price is known, that is said in its place. */
export function EntrySwitch({ entry }: { readonly entry: Entry }) {
  const { currency } = useFigureLook()
  const { asset, quote } = entry
  const isOff = !entry.inFiat && quote !== undefined && quote.price === null
  const unit = entry.inFiat ? (asset?.symbol ?? '') : currency
  if (asset === undefined) return null
  return (
    <span className="flex" title={isOff ? spoken(say('send.no-price-to-enter-by', { currency })) : undefined}>
      <Button
        size="sm"
        kind="quiet"
        className="-my-1.5 h-7 whitespace-nowrap px-2"
        icon={<ArrowUpDown className="size-3.5" />}
        isDisabled={isOff}
        onPress={() => entry.onSwitch(!entry.inFiat)}
      >
        {rich('send.enter-in', { unit: isolated(unit) })}
      </Button>
    </span>
  )
}

/** The amount of the only receiver. */
export function OneAmount(props: {
  readonly row: FormRow
  readonly entry: Entry
  readonly symbol: string
  readonly picker: ReactNode
  readonly worth: ReactNode
  readonly error: string | undefined
  readonly aside: ReactNode
  readonly onRow: (row: FormRow) => void
}) {
  const { row, entry } = props
  const { currency } = useFigureLook()
  const shared = { unit: props.picker, error: props.error, aside: props.aside }
  if (!entry.inFiat) {
    return (
      <AmountField
        {...shared}
        label={say('send.amount')}
        value={row.amount}
        onChange={(amount) => props.onRow(inCoin(row, amount))}
        symbol={props.symbol}
        worth={props.worth}
        hint={'\u00a0'}
      />
    )
  }
  return (
    <AmountField
      {...shared}
      quiet
      label={say('send.amount-in', { unit: currency })}
      currency={currency}
      value={row.fiat?.typed ?? ''}
      placeholder={row.fiat === undefined ? worthShown(row.amount, entry.quote) : undefined}
      onChange={(text) => props.onRow(inFiat(row, text, entry.asset, entry.quote))}
      symbol={currency}
      hint={<Made row={row} entry={entry} onRow={props.onRow} />}
    />
  )
}

/** What a sum of a currency was made, at what price, and the way to another one where that one is not of now. */
function Made(props: { readonly row: FormRow; readonly entry: Entry; readonly onRow: (row: FormRow) => void }) {
  const { row, entry } = props
  const { asset, quote } = entry
  const now = useNow()
  const reading = readAmount(row.amount)
  if (reading.kind !== 'ok' || asset === undefined) return <>{say('send.fixed-when-typed')}</>
  const figure = (
    <span className="font-medium text-ink-2">
      <Figure value={reading.text} symbol={asset.symbol} plain />
    </span>
  )
  const { fiat } = row
  if (fiat?.price == null || fiat.at === null) return figure
  const price = formatFiat(fiat.price, fiat.currency)
  const isOther = quote?.price != null && quote.price !== fiat.price
  return (
    <span className="figure flex flex-wrap items-center gap-x-1.5">
      <span>
        {rich('send.fixed-at', { figure, price, at: formatMoment(fiat.at, now) })}
        {isRounded(row, asset) && ` · ${say('send.rounded-down')}`}
      </span>
      {isOther && (
        <LinkButton onPress={() => props.onRow(inFiat(row, fiat.typed, asset, quote))}>
          {say('send.price-of-now')}
        </LinkButton>
      )}
    </span>
  )
}

/** What the figure typed in a row of several stands for in the other of the two. */
export function OtherUnit({ row, entry }: { readonly row: FormRow; readonly entry: Entry }) {
  const reading = readAmount(row.amount)
  if (reading.kind !== 'ok') return null
  if (!entry.inFiat) return row.fiat === undefined ? null : <TypedFiat fiat={row.fiat} />
  return (
    <span className="figure text-ink-2">
      {heard(`${formatFigure(reading.text)} ${isolated(entry.asset?.symbol ?? '')}`)}
    </span>
  )
}

const TypedFiat = ({ fiat }: { readonly fiat: NonNullable<FormRow['fiat']> }) => (
  <span className="figure text-ink-2">{heard(`${formatFigure(fiat.typed)} ${fiat.currency}`)}</span>
)
