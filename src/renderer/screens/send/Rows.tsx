import { ClipboardPaste, Plus, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { Figure } from '../../components/figures.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { cx } from '../../lib/cx.ts'
import { rich } from '../../lib/rich.tsx'
import type { Owner, SendForm } from '../../state/types.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CONTROL } from '../../ui/Field.tsx'
import { type Obstacle, type Resolution, ROWS_MAX } from './model.ts'
import { PayeeField } from './PayeeField.tsx'

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
  readonly worth: ReactNode
  /** Chooses the asset. */
  readonly picker: ReactNode
  readonly onRow: (at: number, row: Row) => void
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
  readonly onPaste: () => void
}

const errorOf = (props: RowsProps, field: Obstacle['field'], row: number): string | undefined =>
  props.tried ? props.obstacles.find((one) => one.field === field && one.row === row)?.text : undefined

/** Who is paid and how much: two large fields for one receiver, a grid for several. */
export function Rows(props: RowsProps) {
  const [only] = props.rows
  return (
    <div>
      {props.rows.length === 1 && only !== undefined ? (
        <OneRow {...props} row={only} />
      ) : (
        <>
          <div className="mb-4 max-w-72">{props.picker}</div>
          <Grid {...props} />
        </>
      )}
      <div className="-ml-3 mt-2 flex flex-wrap items-center gap-2">
        <Button
          kind="quiet"
          size="sm"
          icon={<Plus className="size-4" />}
          isDisabled={props.rows.length >= ROWS_MAX}
          onPress={props.onAdd}
        >
          {say('send.add-recipient')}
        </Button>
        <Button kind="quiet" size="sm" icon={<ClipboardPaste className="size-4" />} onPress={props.onPaste}>
          {say('send.paste-list-or-csv')}
        </Button>
        {props.rows.length > 1 && (
          <span className="ml-auto text-ink-3 text-sm">
            {say('send.recipient-of-at-most', { rows: props.rows.length, rowsMax: ROWS_MAX })}
          </span>
        )}
      </div>
    </div>
  )
}

function OneRow(props: RowsProps & { readonly row: Row }) {
  const { row } = props
  const tooMuch = readAmount(row.amount).kind === 'ok' ? amountTrouble(props) : errorOf(props, 'amount', 0)
  return (
    <div className="grid gap-5">
      <AmountField
        label={say('send.amount')}
        unit={props.picker}
        value={row.amount}
        onChange={(amount) => props.onRow(0, { ...row, amount })}
        symbol={props.symbol}
        worth={props.worth}
        error={tooMuch}
        hint={'\u00a0'}
        aside={
          props.available !== undefined && (
            <span className="flex items-center gap-2 text-ink-2 text-sm">
              <span>
                {rich('send.available', { figure: <Figure value={props.available} symbol={props.symbol} /> })}
              </span>
              <MaxButton max={props.max} onPick={(amount) => props.onRow(0, { ...row, amount })} />
            </span>
          )
        }
      />
      <PayeeField
        owner={props.owner}
        assetId={props.assetId}
        label={say('send.to')}
        value={row.to}
        onChange={(to) => props.onRow(0, { ...row, to })}
        resolution={props.resolutions[0] ?? { kind: 'empty' }}
        error={errorOf(props, 'to', 0)}
      />
    </div>
  )
}

/** An amount that can be read but not paid is said at once: it is not a matter of not being ready yet. */
function amountTrouble(props: RowsProps): string | undefined {
  return props.obstacles.find((one) => one.field === 'amount')?.text
}

function MaxButton({ max, onPick }: { readonly max: string | undefined; readonly onPick: (amount: string) => void }) {
  return (
    <Button
      size="sm"
      className="-my-1.5 h-7 px-2.5"
      aria-label={say('send.max-send-the-most-that-is')}
      isDisabled={max === undefined || !/[1-9]/.test(max)}
      onPress={() => max !== undefined && onPick(max)}
    >
      {say('send.max')}
    </Button>
  )
}

function Grid(props: RowsProps) {
  const trouble = amountTrouble(props)
  const whole = props.rows.every((row) => readAmount(row.amount).kind === 'ok')
  return (
    <div>
      <div className="grid grid-cols-[28px_1fr_168px_32px] gap-x-2 text-sm" aria-hidden="true">
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
            owner={props.owner}
            assetId={props.assetId}
            resolution={props.resolutions[at] ?? EMPTY}
            toError={errorOf(props, 'to', at)}
            amountError={errorOf(props, 'amount', at)}
            symbol={props.symbol}
            onRow={props.onRow}
            onRemove={props.onRemove}
          />
        ))}
      </ol>
      {whole && trouble !== undefined && <p className="mt-2 text-sm text-stop">{trouble}</p>}
    </div>
  )
}

const EMPTY: Resolution = { kind: 'empty' }

const GridRow = memo(function GridRow(props: {
  readonly at: number
  readonly row: Row
  readonly owner: Owner
  readonly assetId: string | null
  readonly resolution: Resolution
  readonly toError: string | undefined
  readonly amountError: string | undefined
  readonly symbol: string
  readonly onRow: RowsProps['onRow']
  readonly onRemove: RowsProps['onRemove']
}) {
  const { at, row } = props
  const reading = readAmount(row.amount)
  const ask = reading.kind === 'ask' ? reading.readings : []
  const wrong = reading.kind === 'invalid' ? reading.reason : reading.kind === 'empty' ? props.amountError : undefined
  return (
    <li className="grid grid-cols-[28px_1fr_168px_32px] gap-x-2">
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
      <div>
        <div className="relative">
          <input
            aria-label={say('send.amount-for-recipient', { at: at + 1 })}
            aria-invalid={wrong !== undefined ? true : undefined}
            aria-describedby={`row-${at}-amount`}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={row.amount}
            onChange={(event) => props.onRow(at, { ...row, amount: event.target.value })}
            className={cx(CONTROL, 'figure h-9 pr-16 text-right')}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-3 text-sm">
            {props.symbol}
          </span>
        </div>
        <div id={`row-${at}-amount`} aria-live="polite" className="mt-0.5 min-h-5 text-sm text-stop">
          {wrong}
          {ask.length > 0 && (
            <span className="flex flex-wrap items-center gap-1 text-ink-2">
              {say('send.mean')}
              {ask.map((one) => (
                <Button
                  key={one.text}
                  size="sm"
                  className="h-6 px-1.5"
                  onPress={() => props.onRow(at, { ...row, amount: one.text })}
                >
                  {one.text}
                </Button>
              ))}
            </span>
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
