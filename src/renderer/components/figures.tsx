import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { isolated, say } from '#words'
import { cx } from '../lib/cx.ts'
import { difference, formatChange, formatFigure, formatWorth, isSome } from '../lib/digits.ts'
import { Heard, heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

/* Every figure of money on screen goes through here, so that hiding and staleness reach all of them. */

interface Look {
  readonly hidden: boolean
  readonly currency: string
  /** Why the figures may be old, in words; null while they are current. */
  readonly stale: string | null
}

const Context = createContext<Look>({ hidden: false, currency: 'USD', stale: null })

export function FigureLook(props: Look & { readonly children: ReactNode }) {
  const { children, ...look } = props
  return <Context value={look}>{children}</Context>
}

export function useFigureLook(): Look {
  return useContext(Context)
}

/** Always the same width: a mask that grows with the figure gives the figure away. */
const MASK = '••••••'

interface FigureProps {
  /** Shown even while amounts are hidden: what is about to be signed is never masked. */
  readonly plain?: boolean
  readonly className?: string
}

function Masked({ className }: { readonly className: string | undefined }) {
  return (
    <span className={cx('figure tracking-[0.08em] text-ink-3', className)}>
      <span aria-hidden="true">{MASK}</span>
      <span className="sr-only">{say('shared.hidden')}</span>
    </span>
  )
}

/** Of what was read before and may be another amount by now. */
const STALE = 'underline decoration-ink-3 decoration-dotted underline-offset-4'

export function Figure(
  props: FigureProps & {
    readonly value: string
    readonly symbol?: string
    /** The unit where it is seen from what stands around: only said to whoever listens. */
    readonly heardSymbol?: string
    readonly sign?: boolean
    /** Of what happened: it is no other amount later, however long ago it was read. */
    readonly settled?: boolean
    /** Of a column: as many places behind the decimal mark are kept free, so that all marks stand one under the other. */
    readonly decimals?: number
  },
) {
  const look = useContext(Context)
  if (look.hidden && props.plain !== true) return <Masked className={props.className} />
  const stale = look.stale !== null && props.plain !== true && props.settled !== true
  return (
    <span
      className={cx('figure', stale && STALE, props.className)}
      title={stale ? spoken(look.stale ?? '') : undefined}
    >
      {heard(formatFigure(props.value, { sign: props.sign ?? false }))}
      {props.decimals !== undefined && <Padding value={props.value} decimals={props.decimals} />}
      {props.symbol !== undefined && <span className="whitespace-nowrap">{`\u00a0${isolated(props.symbol)}`}</span>}
      {props.heardSymbol !== undefined && <span className="sr-only">{`\u00a0${isolated(props.heardSymbol)}`}</span>}
    </span>
  )
}

/** Spaces as wide as the digits and the mark that a figure does not have. */
function Padding({ value, decimals }: { readonly value: string; readonly decimals: number }) {
  const own = value.split('.')[1]?.length ?? 0
  const missing = Math.max(0, decimals - own)
  if (missing === 0) return null
  return (
    <span aria-hidden="true" className="inline-block whitespace-pre">
      {`${own === 0 ? '\u2008' : ''}${'\u2007'.repeat(missing)}`}
    </span>
  )
}

/** An estimate in the preferred currency; where there is no price, that is said. */
export function Fiat(
  props: FigureProps & {
    readonly value: string | null
    readonly approx?: boolean
    /** The amount that is worth so much: what is some is not worth nothing. */
    readonly of?: string
    /** What stands behind the decimal mark is quieter. */
    readonly quietFraction?: boolean
  },
) {
  const look = useContext(Context)
  if (props.value === null) {
    return <span className={cx(props.className, 'text-xs font-normal text-ink-3')}>{say('shared.no-price')}</span>
  }
  if (look.hidden && props.plain !== true) return <Masked className={props.className} />
  const text = formatWorth(props.value, props.of ?? '0', look.currency)
  return (
    <span className={cx('figure', props.className)}>
      {/* Nothing is nothing, whatever the price. */}
      {props.approx === true && isSome(props.value) && !text.includes('<') && '≈\u00a0'}
      {props.quietFraction === true ? <Parted text={text} /> : heard(text)}
    </span>
  )
}

function Parted({ text }: { readonly text: string }) {
  const [, whole = text, fraction = ''] = /^(.*)([.,]\d+)$/u.exec(text) ?? []
  // A line too narrow for all of it ends between groups of digits, never at the mark.
  const [, groups = '', last = whole] = /^(.*\s)(\S+)$/u.exec(whole) ?? []
  return (
    <Heard as={text}>
      {groups.split(/(?<=\s)/u).map((group, at) => (
        <Fragment key={at}>
          {group}
          <wbr />
        </Fragment>
      ))}
      <span className="whitespace-nowrap">
        {last}
        <span className="text-ink-3">{fraction}</span>
      </span>
    </Heard>
  )
}

/** What came between two values, with its sign; a dash where one of them is not known. */
export function FiatChange(props: FigureProps & { readonly from: string | null; readonly to: string | null }) {
  const { from, to, ...rest } = props
  const by = from === null || to === null ? null : difference(from, to)
  const isUp = by !== null && !by.startsWith('-') && isSome(by)
  return (
    <span className={cx('whitespace-nowrap', isUp ? 'text-ok' : 'text-ink-2')}>
      {isUp && '+'}
      <Fiat value={by} {...rest} />
    </span>
  )
}

/** Up or down by how much, and by which part: `↑ $1 182.40 · 2.41 %`. What fell is no danger and is not red. */
export function FiatMove(props: { readonly by: string; readonly share: string | null; readonly className?: string }) {
  const change = props.share === null ? null : formatChange(props.share)
  const isFlat = !isSome(props.by)
  const isDown = props.by.startsWith('-')
  return (
    <span className={cx('figure whitespace-nowrap', isDown || isFlat ? 'text-ink-2' : 'text-ok', props.className)}>
      {!isFlat && <span aria-hidden="true">{isDown ? '↓ ' : '↑ '}</span>}
      <span className="sr-only">{isDown ? '−' : '+'}</span>
      <Fiat value={isDown ? props.by.slice(1) : props.by} />
      {change !== null && ` · ${change.text.replace(/^[+−]/u, '')}`}
    </span>
  )
}

/** By which part a price moved. One that falls is no danger. */
export function PriceChange({ share }: { readonly share: string }) {
  const change = formatChange(share)
  if (change === null) return null
  const { direction, text } = change
  return (
    <span className={cx('figure whitespace-nowrap', direction === 'up' ? 'text-ok' : 'text-ink-2')}>
      {direction !== 'flat' && <span aria-hidden="true">{direction === 'up' ? '↑ ' : '↓ '}</span>}
      {direction !== 'flat' && <span className="sr-only">{text.charAt(0)}</span>}
      {heard(direction === 'flat' ? text : text.slice(1))}
    </span>
  )
}

/** Room for so many digits behind the mark, the mark with them. */
const FRACTIONS = [
  'grid-cols-[auto_0_var(--unit,3.75rem)]',
  'grid-cols-[auto_0.9375rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_1.5rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_2.0625rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_2.625rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_3.1875rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_3.75rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_4.3125rem_var(--unit,3.75rem)]',
  'grid-cols-[auto_4.875rem_var(--unit,3.75rem)]',
] as const

/**
 * An amount in a column of amounts: the integers end and the fractions begin at one mark, the units stand in a column of their own. Heard as
 * one figure.
 */
export function AlignedFigure(props: {
  readonly value: string
  readonly symbol: string
  /** Digits behind the mark of whichever amount of the column has most of them (`placesOf`). */
  readonly places: number
  /** Characters before it of the longest (`wholeOf`), where the figures are to begin at one line, not to end at one. */
  readonly whole?: number
  readonly sign?: boolean
  readonly settled?: boolean
  /** The column beside it leads. */
  readonly quiet?: boolean
  readonly className?: string | false
}) {
  const look = useContext(Context)
  const [whole = '', fraction] = formatFigure(props.value, { sign: props.sign ?? false }).split('.')
  const stale = props.settled === true ? null : look.stale
  const staleLook = stale !== null && STALE
  const weight = props.quiet === true ? 'font-[450]' : 'font-[550]'
  return (
    <span className={cx('grid items-baseline justify-end', FRACTIONS[props.places] ?? FRACTIONS[8])}>
      {look.hidden ? (
        <Masked className="text-right" />
      ) : (
        <span
          className={cx('figure whitespace-nowrap text-right', weight, staleLook, props.className)}
          style={props.whole === undefined ? undefined : { minWidth: `${props.whole}ch` }}
          title={spoken(stale ?? undefined)}
        >
          <span aria-hidden="true">{heard(whole)}</span>
          <span className="sr-only select-none">
            {spoken(formatFigure(props.value, { sign: props.sign ?? false }))}
            {`\u00a0${isolated(props.symbol)}`}
          </span>
        </span>
      )}
      <span
        aria-hidden="true"
        className={cx(
          'figure whitespace-nowrap text-left',
          isSome(whole) ? 'font-normal text-ink-2' : weight,
          staleLook,
          props.className,
        )}
      >
        {fraction !== undefined && !look.hidden && `.${fraction}`}
      </span>
      <span
        className="truncate pl-[min(0.75rem,var(--unit,3.75rem))] text-left text-ink-2 text-sm"
        title={spoken(props.symbol)}
        aria-hidden="true"
      >
        {props.symbol}
      </span>
    </span>
  )
}
