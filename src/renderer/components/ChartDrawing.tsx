import { bisectCenter, extent, nice, ticks } from 'd3-array'
import { area, line } from 'd3-shape'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { letterScale } from '../lib/letter-scale.ts'
import { spoken } from '../lib/spoken.ts'

/** A place on a chart; `value` only draws, what is read is `text`. */
export interface ChartPoint {
  readonly at: number
  readonly value: number | null
  /** Drawn dashed: it rests on a price read long before. */
  readonly isOld: boolean
}

export interface Props {
  readonly label: string
  /** Oldest first. */
  readonly points: readonly ChartPoint[]
  /** Height of the drawing with its dates, in pixels of usual letters. */
  readonly height: number
  readonly axis: (marks: readonly number[]) => readonly string[]
  readonly date: (at: number) => string
  /** What is said of a point: its time, and its value. */
  readonly tip: (index: number) => { readonly time: string; readonly value: ReactNode; readonly spoken: string }
  /** What stands below the last point; now, where it is absent. */
  readonly end?: string
  /** Drawn so wide wherever it stands, as on paper. */
  readonly width?: number
  readonly className?: string
}

const BELOW = 24
const ABOVE = 8
const BESIDE = 62

/** A line over time: crosshair by pointer and arrow keys, axis at the right, dates below. Loaded on its own, with the library that draws. */
export function ChartDrawing(props: Props) {
  const { points } = props
  const [frame, measured, scale] = useWidth()
  const height = props.height * scale
  const width = props.width ?? measured
  const [chosen, setChosen] = useState<number | null>(null)
  const at = chosen === null ? null : Math.min(chosen, points.length - 1)
  const plot = plotOf(points, Math.max(80, width - BESIDE * scale), height - BELOW * scale)
  const move = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setChosen(
      bisectCenter(
        points.map((point) => plot.x(point.at)),
        event.clientX - box.left,
      ),
    )
  }
  const press = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, at ?? points.length - 1, points.length)
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
  }
  const said = props.tip(at ?? points.length - 1)
  return (
    // The picture is walked along like a slider; the table beside it says the same.
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={spoken(props.label)}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={at ?? points.length - 1}
      aria-valuetext={spoken(said.spoken)}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={() => setChosen(null)}
      onBlur={() => setChosen(null)}
      onKeyDown={press}
      className={cx('relative touch-pan-y rounded-md outline-offset-4', props.className)}
    >
      <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
        <Axes {...props} plot={plot} width={width} height={height} scale={scale} />
        <Lines points={points} plot={plot} />
        {at !== null && <Cross plot={plot} point={points[at]} />}
      </svg>
      {at !== null && width > 0 && (
        <Tip x={plot.x(points[at]?.at ?? 0)} y={heightAt(plot, points, at)} width={plot.width} height={plot.height}>
          <span className="block text-ink-3 text-xs">{said.time}</span>
          <span className="block font-semibold text-row">{said.value}</span>
        </Tip>
      )}
    </div>
  )
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    // Both are known once it is laid out, which is asked for once.
    const read = () => {
      setWidth(element.clientWidth)
      setScale(letterScale())
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width, scale] as const
}

function keyTarget(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, at + step))
}

interface Plot {
  readonly width: number
  readonly height: number
  readonly x: (at: number) => number
  readonly y: (value: number) => number
  readonly marks: readonly number[]
  readonly from: number
  readonly to: number
}

function plotOf(points: readonly ChartPoint[], width: number, height: number): Plot {
  const [from = 0, to = 1] = extent(points, (point) => point.at)
  const [least = 0, most = 0] = extent(points, (point) => point.value ?? undefined)
  const pad = least === most ? Math.max(1, Math.abs(most)) / 2 : 0
  const [low, high] = nice(Math.max(least - pad, least >= 0 ? 0 : least - pad), most + pad, 3)
  const span = high - low || 1
  return {
    ...{ width, height, from, to },
    x: (at) => (to === from ? width : ((at - from) / (to - from)) * width),
    y: (value) => ABOVE + (1 - (value - low) / span) * (height - ABOVE),
    marks: ticks(low, high, 3),
  }
}

const HOUR_MS = 3_600_000

/** The nearest time that one would name oneself: a day, an hour or some minutes, by how much of time is drawn. */
function roundTime(at: number, span: number): number {
  const date = new Date(at)
  const minutes = date.getHours() * 60 + date.getMinutes() + date.getSeconds() / 60
  const step = span >= 96 * HOUR_MS ? 1440 : span >= 6 * HOUR_MS ? 60 : span >= HOUR_MS / 2 ? 5 : 1
  return date.setHours(0, Math.round(minutes / step) * step, 0, 0)
}

function Axes(props: Props & { readonly plot: Plot; readonly width: number; readonly scale: number }) {
  const { plot, width } = props
  const count = plot.width < 360 * props.scale ? 3 : 4
  const span = plot.to - plot.from
  const figures = props.axis(plot.marks)
  const dates = Array.from({ length: count }, (_, at) => {
    const date = plot.from + (span * at) / (count - 1)
    return at === 0 || at === count - 1 ? date : roundTime(date, span)
  })
  return (
    <g className="fill-current text-ink-3 text-xs" fontSize="12">
      {plot.marks.map((mark, at) => (
        <g key={mark}>
          <line
            x1="0"
            x2={plot.width}
            y1={plot.y(mark)}
            y2={plot.y(mark)}
            className="text-button"
            stroke="currentColor"
            strokeDasharray={at === 0 ? undefined : '2 4'}
          />
          <text x={width} y={plot.y(mark)} dy="0.32em" textAnchor="end" className="figure">
            {figures[at]}
          </text>
        </g>
      ))}
      {dates.map((date, at) => (
        <text
          key={at}
          x={plot.x(date)}
          y={props.height - 3}
          textAnchor={at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle'}
        >
          {at === count - 1 ? (props.end ?? say('shared.chart-now')) : props.date(date)}
        </text>
      ))}
    </g>
  )
}

function Lines({ points, plot }: { readonly points: readonly ChartPoint[]; readonly plot: Plot }) {
  const id = useId()
  const placed = points.map((point) => ({ ...point, x: plot.x(point.at), y: plot.y(point.value ?? 0) }))
  type Placed = (typeof placed)[number]
  const ground = area<Placed>()
    .defined(({ value }) => value !== null)
    .x(({ x }) => x)
    .y0(plot.height)
    .y1(({ y }) => y)
  const draw = line<Placed | undefined>()
    .defined((point) => point !== undefined && point.value !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => point?.y ?? 0)
  // A piece leads from the point before; where one of the two rests on an old price, nobody knows the way between them.
  const isOldTo = (at: number): boolean => placed[at - 1]?.isOld === true || placed[at]?.isOld === true
  const stroke = (isOld: boolean) =>
    draw(
      placed.flatMap((point, at) => {
        const before = placed[at - 1]
        if (before === undefined || isOldTo(at) !== isOld) return [undefined]
        return at > 1 && isOldTo(at - 1) === isOld ? [point] : [before, point]
      }),
    ) ?? ''
  const last = placed.at(-1)
  return (
    <g className="text-accent">
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.17" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={ground(placed) ?? ''} fill={`url(#${id})`} />
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
        <path d={stroke(false)} />
        <path d={stroke(true)} strokeDasharray="2 5" />
      </g>
      {last !== undefined && last.value !== null && (
        <g fill="currentColor">
          <circle cx={last.x} cy={last.y} r="8" fillOpacity="0.18" />
          <circle cx={last.x} cy={last.y} r="4" />
        </g>
      )}
    </g>
  )
}

function Cross({ plot, point }: { readonly plot: Plot; readonly point: ChartPoint | undefined }) {
  if (point === undefined) return null
  const x = plot.x(point.at)
  return (
    <g>
      <line x1={x} x2={x} y1={0} y2={plot.height} className="text-ink-3" stroke="currentColor" />
      {point.value !== null && (
        <circle
          cx={x}
          cy={plot.y(point.value)}
          r="5"
          fill="currentColor"
          className="stroke-surface text-accent"
          strokeWidth="2"
        />
      )}
    </g>
  )
}

const heightAt = (plot: Plot, points: readonly ChartPoint[], at: number): number =>
  plot.y(points[at]?.value ?? points.at(-1)?.value ?? 0)

/** Stands at the side with more room, and above or below, off the line. */
function Tip(props: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly children: ReactNode
}) {
  const { x, y, width, height } = props
  const isLeft = x > width / 2
  const isBelow = y < height / 2
  return (
    <div
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute z-10 whitespace-nowrap rounded-field bg-raised px-3 py-2 shadow-overlay',
        isLeft ? '-translate-x-full' : '',
        isBelow ? '' : '-translate-y-full',
      )}
      // React's own way to a place: set by the program, so that no style stands in the page.
      style={{ left: isLeft ? x - 12 : x + 12, top: isBelow ? y + 14 : y - 14 }}
    >
      {props.children}
    </div>
  )
}
