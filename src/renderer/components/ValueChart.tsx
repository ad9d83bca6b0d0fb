import { type ReactNode, useState } from 'react'
import type { ValueRange } from '#contract/ipc'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { formatChange, formatFiat, formatMarks } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import { useLast, useMedia, useNow } from '../lib/hooks.ts'
import { part } from '../lib/lazy.tsx'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { formatDate, formatShortDay, formatTick } from '../lib/time.ts'
import { useAction, useQuery } from '../state/query.ts'
import type { Owner, Value } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Segmented } from '../ui/Choice.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Time } from '../ui/Time.tsx'
import { Fiat, FiatChange, useFigureLook } from './figures.tsx'

/** Comes after the first frame: the screen does not wait for the library that draws. */
export const ChartDrawing = part(async () => (await import('./ChartDrawing.tsx')).ChartDrawing)

/** Whether groups and the other accounts count to it. */
export interface Whose {
  readonly together: boolean
  readonly everyone: boolean
}

interface Asked {
  readonly owner: Owner
  /** Nobody else's unless it is given. */
  readonly whose?: Whose
  /** null is everything. */
  readonly assetId: string | null
  readonly of: 'value' | 'price'
}

const RANGES = ['day', 'week', 'month', 'year', 'all'] as const satisfies readonly ValueRange[]

const rangeName = (range: ValueRange): string => say('shared.range-short', { range })

const ALONE: Whose = { together: false, everyone: false }

/** Value over the range that was chosen last; the one before stays until the next has come, but never under the name of something else. */
export function useValue({ owner, whose = ALONE, assetId, of }: Asked) {
  const range = useWallet().state.preferences.chartRange
  const { value } = useQuery('value.read', { ...owner, ...whose, assetId, of, range })
  const read = value === undefined ? undefined : { value, over: range }
  const last = useLast(read, JSON.stringify([owner, whose, assetId, of]))
  return { range, value: last?.value, over: last?.over ?? range }
}

/** How value or price went: the line, its range, and the same as a table. */
export function ValueChart(props: {
  readonly of: 'value' | 'price'
  readonly range: ValueRange
  readonly value: Value | undefined
  /** The range that the value is of: another one until that of the chosen range has come. */
  readonly over: ValueRange
  readonly height: keyof typeof SPACE
  /** Beside the ranges, as what else can be drawn. */
  readonly lead?: ReactNode
  /** What stands where there is nothing to draw. */
  readonly empty: string
}) {
  const { of, range, value } = props
  const isShort = useMedia('(height <= 45rem)')
  const height = isShort ? 118 : props.height
  const [asTable, setTable] = useState(false)
  const set = useAction('app.setPreferences')
  const isEmpty = value !== undefined && !value.points.some((point) => point.value !== null && Number(point.value) > 0)
  const drawn = (
    <div key="drawn" className={SPACE[props.height]}>
      {value !== undefined &&
        (isEmpty ? (
          <NothingYet text={props.empty} />
        ) : asTable ? (
          <Table value={value} of={of} />
        ) : (
          <ValueLine of={of} points={value.points} currency={value.currency} height={height} />
        ))}
    </div>
  )
  const bar = (
    <div key="bar" className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="-ml-2.5">
        <Segmented
          quiet
          label={say('shared.range')}
          options={RANGES.map((each) => ({ value: each, label: rangeName(each) }))}
          value={range}
          onChange={(chartRange) => void set.run({ chartRange })}
        />
      </span>
      <p className="text-ink-3 text-xs">
        {value !== undefined && !isEmpty && <Foot of={of} value={value} range={props.over} />}
        {!isEmpty && (
          <LinkButton className="ml-2" isOn={asTable} onPress={() => setTable(!asTable)}>
            {say('shared.show-as-table')}
          </LinkButton>
        )}
      </p>
    </div>
  )
  return (
    <section aria-label={spoken(nameOf(of))}>
      {props.lead}
      {/* The table is long: what leads back from it stands above. */}
      {asTable ? [bar, drawn] : [drawn, bar]}
    </section>
  )
}

/** The place of the drawing, kept free while it is read. */
const SPACE = { 172: 'min-h-43 short:min-h-29.5', 208: 'min-h-52 short:min-h-29.5' } as const

/** Prices are read every two minutes: only of older ones the time is said. */
const FRESH_MS = 600_000

/** How it changed over the range, or since when there is anything to draw, where that is less. */
function courseWords(of: 'value' | 'price', value: Value, range: ValueRange, now: number): string[] {
  if (value.knownFrom !== null) return [say('shared.no-price-before', { day: formatShortDay(value.knownFrom, now) })]
  const share = value.change?.share ?? null
  const change = share === null ? null : (formatChange(share)?.text ?? null)
  if (value.began === null) return change === null ? [] : [say('shared.change-over', { range, change })]
  const day = formatShortDay(value.began, now)
  if (change !== null) return [say('shared.change-since', { change, day })]
  return [of === 'price' ? say('shared.no-price-before', { day }) : say('shared.nothing-before', { day })]
}

function Foot(props: { readonly of: 'value' | 'price'; readonly value: Value; readonly range: ValueRange }) {
  const { value } = props
  const now = useNow()
  const said = [
    ...courseWords(props.of, value, props.range, now),
    ...(value.isConverted ? [say('shared.at-todays-rate')] : []),
  ]
  return (
    <>
      {heard(said.join(' · '))}
      {value.pricesAt !== null && Math.abs(now - Date.parse(value.pricesAt)) > FRESH_MS && (
        <>
          {said.length > 0 && ' · '}
          {rich('shared.prices-of', { time: <Time at={value.pricesAt} /> })}
        </>
      )}
    </>
  )
}

/** The line alone, of whatever time. */
export function ValueLine(props: {
  readonly of: 'value' | 'price'
  readonly points: Value['points']
  readonly currency: string
  readonly height: number
  /** For paper: nothing on it is hidden, it is so wide, and it ends on a day. */
  readonly paper?: { readonly width?: number; readonly end?: string }
}) {
  const { of, currency, height, paper } = props
  const { hidden } = useFigureLook()
  const isMasked = hidden && of === 'value' && paper === undefined
  const points = props.points.map((point) => ({
    at: Date.parse(point.at),
    // Where it draws a place, a number is enough.
    value: point.value === null ? null : Number(point.value),
    isOld: point.isOld,
  }))
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return (
    <ChartDrawing
      label={nameOf(of)}
      points={points}
      height={height}
      {...paper}
      axis={(marks) => (isMasked ? marks.map(() => '•••') : formatMarks(marks, currency))}
      date={(at) => formatTick(at, span)}
      tip={(index) => {
        const point = props.points[index]
        const time = point === undefined ? '' : formatDate(point.at, span)
        const amount = point?.value ?? null
        const text = isMasked
          ? say('shared.hidden')
          : amount === null
            ? say('shared.price-not-known')
            : formatFiat(amount, currency)
        return {
          time,
          value: paper === undefined ? <Worth of={of} value={amount} /> : text,
          spoken: say('shared.chart-point', { time, value: text }),
        }
      }}
    />
  )
}

function Worth({ of, value }: { readonly of: 'value' | 'price'; readonly value: string | null }) {
  if (value === null) return say('shared.price-not-known')
  return <Fiat value={value} plain={of === 'price'} />
}

/** The dotted ground with a dashed line: where value will be drawn once there is some. */
function NothingYet({ text }: { readonly text: string }) {
  return (
    <div className="relative grid h-43 place-items-center short:h-29.5">
      <svg aria-hidden="true" className="absolute inset-0 size-full text-button" preserveAspectRatio="none">
        {['12%', '42%', '72%'].map((y) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} stroke="currentColor" strokeDasharray="2 4" />
        ))}
        <line x1="0" x2="100%" y1="99%" y2="99%" stroke="currentColor" strokeDasharray="6 5" strokeWidth="2" />
      </svg>
      <p className="relative max-w-sm bg-surface px-3 text-center text-ink-2 text-sm">{heard(text)}</p>
    </div>
  )
}

const nameOf = (of: 'value' | 'price'): string =>
  say(of === 'price' ? 'shared.price-over-time' : 'shared.value-over-time')

/** What the line shows, newest first. */
function Table({ value, of }: { readonly value: Value; readonly of: 'value' | 'price' }) {
  const span = Date.parse(value.points.at(-1)?.at ?? '') - Date.parse(value.points[0]?.at ?? '')
  const rows = value.points.map((point, at) => ({ ...point, before: value.points[at - 1]?.value ?? null })).reverse()
  return (
    <div className="rounded-lg bg-sunken px-3">
      <table className="w-full text-sm">
        <caption className="sr-only">{nameOf(of)}</caption>
        <thead>
          <tr className="text-ink-3">
            {(['shared.date', 'shared.value', 'shared.chart-change'] as const).map((code, at) => (
              <th key={code} scope="col" className={cx('h-9 font-normal', at === 0 ? 'text-left' : 'text-right')}>
                {say(code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={row.at} className="border-line border-t">
              {/* Within the first minute of an hour two would be called the same. */}
              <th scope="row" className="py-1.5 text-left font-normal">
                {nth === 0 ? say('shared.chart-now') : formatDate(row.at, span)}
              </th>
              <td className="py-1.5 text-right">
                <Worth of={of} value={row.value} />
              </td>
              <td className="py-1.5 text-right">
                {/* Nothing stands before the first. */}
                {nth === rows.length - 1 ? '–' : <FiatChange from={row.before} to={row.value} plain={of === 'price'} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
