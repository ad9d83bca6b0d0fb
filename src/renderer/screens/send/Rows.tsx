import { ClipboardPaste, Plus, Split, X } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { parseExactAmount } from '#protocol/text'
import { isolated, say } from '#words'
import { Figure, useFigureLook } from '../../components/figures.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { cx } from '../../lib/cx.ts'
import { formatFigure, isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useOnceKnown } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import type { Owner, SendForm } from '../../state/types.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CONTROL } from '../../ui/Field.tsx'
import { type Entry, EntrySwitch, OneAmount, OtherUnit } from './AmountEntry.tsx'
import { inCoin, inFiat, readingOf, worthShown } from './fiat.ts'
import { type Obstacle, type Resolution, ROWS_MAX } from './model.ts'
import { PayeeField } from './PayeeField.tsx'
import { shareIn } from './share-text.ts'

type Row = SendForm['rows'][number]

export interface RowsProps {
  readonly owner: Owner
  readonly assetId: string | null
  readonly rows: readonly Row[]
  readonly resolutions: readonly Resolution[]
  readonly obstacles: readonly Obstacle[]
  /** Obstacles are shown in their fields once the person has tried to go on. */
  readonly tried: boolean
  readonly symbol: string
  readonly available: string | undefined
  readonly max: string | undefined
  readonly isMaxOld: boolean
  readonly worth: ReactNode
  readonly entry: Entry
  /** Chooses the asset. */
  readonly picker: ReactNode
  readonly onRow: (at: number, row: Row) => void
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
  readonly onPaste: () => void
  /** No more than one is paid at a time. */
  readonly isAlone: boolean
  /** Each row as it is paid: what takes a share has the amount that it comes to. */
  readonly paid: readonly Row[]
  readonly onShare: () => void
  readonly onAsset: (assetId: string) => void
  /** Leads to where coins are combined; null where one payment reaches all of them. */
  readonly onCombine: (() => void) | null
  /** Stands under the rows where some take a share. */
  readonly share: ReactNode
}

const errorOf = (props: RowsProps, field: Obstacle['field'], row: number): string | undefined =>
  props.tried ? props.obstacles.find((one) => one.field === field && one.row === row)?.text : undefined

/** Who is paid and how much: two large fields for one receiver, a grid for several. */
export function Rows(props: RowsProps) {
  const [only] = props.rows
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(props.rows.length)
  const { length } = props.rows
  // A row that was added is filled in next; where one went, the focus that went with it is not lost.
  useEffect(() => {
    const grew = length - before.current
    before.current = length
    if (grew === 1) [...(box.current?.querySelectorAll<HTMLElement>('[role=combobox]') ?? [])].at(-1)?.focus()
    else if (grew < 0 && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[data-add] button')?.focus()
  }, [length])
  return (
    <div ref={box}>
      {props.rows.length === 1 && only !== undefined ? (
        <OneRow {...props} row={only} />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            {props.picker}
            <EntrySwitch entry={props.entry} />
            {props.available !== undefined && (
              <span className="ml-auto text-ink-2 text-sm">
                <Available available={props.available} symbol={props.symbol} />
              </span>
            )}
          </div>
          <Grid {...props} />
        </>
      )}
      {!(props.isAlone && length === 1) && (
        <div className="-ml-2 mt-2 flex flex-wrap items-center gap-2">
          <span data-add>
            <Button
              kind="quiet"
              size="sm"
              icon={<Plus className="size-4" />}
              isDisabled={props.rows.length >= ROWS_MAX}
              onPress={props.onAdd}
            >
              {say('send.add-recipient')}
            </Button>
          </span>
          <Button kind="quiet" size="sm" icon={<ClipboardPaste className="size-4" />} onPress={props.onPaste}>
            {say('send.paste-list-or-csv')}
          </Button>
          {props.rows.length > 1 && props.share === null && (
            <Button kind="quiet" size="sm" icon={<Split className="size-4" />} onPress={props.onShare}>
              {say('send.split-the-rest')}
            </Button>
          )}
          {props.rows.length > 1 && (
            <span className="ml-auto text-ink-3 text-sm">
              {rich('send.recipient-of-at-most', { rows: props.rows.length, rowsMax: ROWS_MAX })}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function OneRow(props: RowsProps & { readonly row: Row }) {
  const { row } = props
  const reading = readingOf(row)
  const tooMuch = reading.kind === 'ok' ? amountTrouble(props) : errorOf(props, 'amount', 0)
  const isMost = row.amount !== '' && row.amount === props.max
  /** More than one payment reaches, and no more than there is: its coins have to be combined first. */
  const wantsMore =
    reading.kind === 'ok' && isBelow(props.max, reading.amount) && !isBelow(props.available, reading.amount)
  return (
    <div className="grid gap-5">
      <OneAmount
        row={row}
        entry={props.entry}
        symbol={props.symbol}
        picker={props.picker}
        worth={props.worth}
        error={tooMuch}
        onRow={(next) => props.onRow(0, next)}
        aside={
          props.available !== undefined && (
            <span
              data-pairs
              className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-ink-2 text-sm max-[30rem]:contents"
            >
              <EntrySwitch entry={props.entry} />
              <Available available={props.available} symbol={props.symbol} />
              <MaxButton
                key={props.assetId}
                row={row}
                max={props.max}
                isOld={props.isMaxOld}
                onPick={(amount) => props.onRow(0, inCoin(row, amount))}
              />
            </span>
          )
        }
      />
      {props.onCombine !== null && (isMost || wantsMore) && (
        <p role="status" className="-mt-3 flex flex-wrap items-center gap-x-2 text-sm text-warn">
          {isMost && say('send.of-256-coins')}
          <Button size="sm" onPress={props.onCombine}>
            {say('send.combine-coins')}
          </Button>
        </p>
      )}
      <PayeeField
        owner={props.owner}
        assetId={props.assetId}
        label={say('send.to')}
        value={row.to}
        onChange={(to) => props.onRow(0, { ...row, to })}
        resolution={props.resolutions[0] ?? { kind: 'empty' }}
        onAsset={props.onAsset}
        error={errorOf(props, 'to', 0)}
      />
    </div>
  )
}

const isBelow = (most: string | undefined, amount: bigint): boolean =>
  most !== undefined && parseExactAmount(most) < amount

function Available({ available, symbol }: { readonly available: string; readonly symbol: string }) {
  return <span>{rich('send.available', { figure: <Figure value={available} symbol={symbol} /> })}</span>
}

/** An amount that can be read but not paid is said at once: it is not a matter of not being ready yet. */
function amountTrouble(props: RowsProps): string | undefined {
  return props.obstacles.find((one) => one.field === 'amount')?.text
}

/** Whoever asks for the most while it is being read again gets what it is then, unless they wrote something else. */
function MaxButton(props: {
  readonly row: Row
  readonly max: string | undefined
  readonly isOld: boolean
  readonly onPick: (amount: string) => void
}) {
  const { row, max, isOld, onPick } = props
  const take = () => max !== undefined && onPick(max)
  const { waiting, wait } = useOnceKnown(row, isOld, take)
  return (
    <Button
      size="sm"
      className="-my-1.5 h-7 justify-self-end px-2.5"
      pending={waiting}
      aria-label={say('send.max-send-the-most-that-is')}
      isDisabled={max === undefined || !isSome(max)}
      onPress={isOld ? wait : take}
    >
      {say('send.max')}
    </Button>
  )
}

function Grid(props: RowsProps) {
  const trouble = amountTrouble(props)
  const whole = props.paid.every((row) => readingOf(row).kind === 'ok')
  return (
    <div>
      <div className="grid grid-cols-[1.75rem_1fr_10.5rem_2rem] gap-x-2 text-sm" aria-hidden="true">
        <span />
        <span className="mb-1.5 font-medium">{say('send.to')}</span>
        <span className="mb-1.5 font-medium">{say('send.amount')}</span>
      </div>
      <ol className="grid gap-1">
        {props.rows.map((row, at) => (
          <GridRow
            key={at}
            at={at}
            row={row}
            share={shareIn(row.amount) === null ? null : (props.paid[at]?.amount ?? null)}
            owner={props.owner}
            assetId={props.assetId}
            resolution={props.resolutions[at] ?? EMPTY}
            toError={errorOf(props, 'to', at)}
            amountError={errorOf(props, 'amount', at)}
            symbol={props.symbol}
            entry={props.entry}
            onRow={props.onRow}
            onRemove={props.onRemove}
          />
        ))}
      </ol>
      {props.share}
      {whole && trouble !== undefined && <p className="mt-2 text-sm text-stop">{heard(trouble)}</p>}
    </div>
  )
}

const EMPTY: Resolution = { kind: 'empty' }

const GridRow = memo(function GridRow(props: {
  readonly at: number
  readonly row: Row
  /** What a share comes to; null for a row that takes none. */
  readonly share: string | null
  readonly owner: Owner
  readonly assetId: string | null
  readonly resolution: Resolution
  readonly toError: string | undefined
  readonly amountError: string | undefined
  readonly symbol: string
  readonly entry: Entry
  readonly onRow: RowsProps['onRow']
  readonly onRemove: RowsProps['onRemove']
}) {
  const { at, row, entry, share } = props
  const isShare = share !== null
  const amount = useRef<HTMLInputElement>(null)
  const { currency } = useFigureLook()
  const reading = isShare ? readAmount(share) : entry.inFiat && row.fiat === undefined ? readAmount('') : readingOf(row)
  const isMissing = reading.kind === 'empty' && readingOf(row).kind === 'empty'
  const typed = entry.inFiat && !isShare ? (row.fiat?.typed ?? '') : row.amount
  const onTyped = (text: string) =>
    props.onRow(
      at,
      entry.inFiat && shareIn(text) === null ? inFiat(row, text, entry.asset, entry.quote) : inCoin(row, text),
    )
  const ask = reading.kind === 'ask' ? reading.readings : []
  const wrong =
    isShare && reading.kind === 'invalid'
      ? say('send.nothing-to-share')
      : reading.kind === 'invalid'
        ? reading.reason
        : isMissing
          ? props.amountError
          : undefined
  return (
    <li className="grid grid-cols-[1.75rem_1fr_10.5rem_2rem] gap-x-2">
      <span className="figure flex h-9 items-center justify-end pr-1 text-ink-3 text-sm">{at + 1}</span>
      <PayeeField
        owner={props.owner}
        assetId={props.assetId}
        label={say('send.recipient-3', { at: at + 1 })}
        hideLabel
        compact
        value={row.to}
        onChange={(to) => props.onRow(at, { ...row, to })}
        resolution={props.resolution}
        error={props.toError}
      />
      <div data-amount>
        <div className="relative">
          <input
            ref={amount}
            aria-label={spoken(say('send.amount-for-recipient', { at: at + 1 }))}
            aria-invalid={wrong !== undefined ? true : undefined}
            aria-describedby={`row-${at}-amount`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={entry.inFiat ? (worthShown(row.amount, entry.quote) ?? '0.00') : '0.00'}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            className={cx(CONTROL, 'figure h-9 pr-16 text-right')}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-3 text-sm">
            {entry.inFiat ? currency : props.symbol}
          </span>
        </div>
        <div id={`row-${at}-amount`} aria-live="polite" className="mt-0.5 min-h-5 text-sm text-stop">
          {heard(wrong)}
          {wrong === undefined && ask.length === 0 && !isShare && <OtherUnit row={row} entry={entry} />}
          {wrong === undefined && isShare && reading.kind === 'ok' && (
            <span className="figure text-ink-2">
              {heard(`${formatFigure(reading.text)} ${isolated(props.symbol)}`)}
            </span>
          )}
          {ask.length > 0 && (
            <fieldset
              data-asks
              tabIndex={-1}
              aria-label={say('send.choose-which-amount-you-mean')}
              className="flex min-w-0 flex-wrap items-center gap-1 rounded-sm text-ink-2 outline-offset-0"
            >
              {say('send.mean')}
              {ask.map((one) => (
                <Button
                  key={one.text}
                  size="sm"
                  className="h-6 px-1.5"
                  onPress={() => {
                    onTyped(one.text)
                    amount.current?.focus()
                  }}
                >
                  {heard(one.text)}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
      </div>
      <IconButton
        label={say('send.remove-recipient', { at: at + 1 })}
        className="mt-0.5"
        onPress={() => props.onRemove(at)}
      >
        <X className="size-4" />
      </IconButton>
    </li>
  )
})
