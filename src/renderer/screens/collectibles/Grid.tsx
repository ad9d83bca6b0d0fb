import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { gridOf, rowsOf, TILE_GAP } from './model.ts'

/** Tiles in rows, of which only those near the screen are drawn. */
export function Grid<Value>(props: {
  readonly label: string
  readonly values: readonly Value[]
  readonly keyOf: (value: Value) => string
  readonly children: (value: Value) => ReactNode
  readonly onEnd?: () => void
}) {
  const box = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(0)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (box.current === null || main === null) return
    const place = box.current.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
    setMargin((before) => (Math.abs(before - place) < 1 ? before : place))
  })
  useLayoutEffect(() => {
    const target = box.current
    if (target === null) return undefined
    const measure = () => setWidth(target.clientWidth)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(target)
    return () => watcher.disconnect()
  }, [])
  const { columns, row } = gridOf(width)
  const rows = width === 0 ? [] : rowsOf(props.values, columns)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: () => row,
    overscan: 3,
    scrollMargin: margin,
  })
  useLayoutEffect(() => {
    // Rows that were measured for another width are of another height.
    if (row > 0) virtual.measure()
  }, [row, virtual])
  const drawn = virtual.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  const { onEnd } = props
  useEffect(() => {
    if (onEnd !== undefined && last >= rows.length - 3) onEnd()
  }, [onEnd, last, rows.length])
  return (
    <ul ref={box} aria-label={props.label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {drawn.flatMap((line) =>
        (rows[line.index] ?? []).map((value, column) => (
          <li
            key={props.keyOf(value)}
            className="absolute top-0 left-0"
            style={{
              height: row - TILE_GAP,
              width: (width - TILE_GAP * (columns - 1)) / columns,
              transform: `translate(${(column * (width + TILE_GAP)) / columns}px, ${line.start - virtual.options.scrollMargin}px)`,
            }}
          >
            {props.children(value)}
          </li>
        )),
      )}
    </ul>
  )
}

/** A picture with two lines of words under it; all of it is one button, or one box to tick. */
export function Tile(props: {
  readonly picture: ReactNode
  readonly title: string
  /** Stays in full where the title is cut. */
  readonly number?: string
  readonly note: string
  readonly mark?: string
  readonly onPress: () => void
  /** Undefined while nothing is being chosen. */
  readonly ticked?: boolean
}) {
  return (
    <button
      type="button"
      {...(props.ticked === undefined ? {} : { role: 'checkbox', 'aria-checked': props.ticked })}
      onClick={props.onPress}
      className="group flex size-full flex-col overflow-hidden rounded-lg bg-surface text-left shadow-card transition-shadow duration-120 hover:shadow-[0_0_0_1px_var(--line-control)] aria-checked:shadow-[0_0_0_2px_var(--accent)]"
    >
      <span className="relative block min-h-0 w-full flex-1 overflow-hidden bg-sunken">
        {props.picture}
        {props.mark !== undefined && (
          <span className="absolute top-2 left-2 rounded-full bg-raised px-2 py-0.5 font-medium text-xs shadow-card">
            {props.mark}
          </span>
        )}
      </span>
      <span className="flex h-16 w-full shrink-0 flex-col justify-center px-3">
        <span className="flex min-w-0 gap-1.5 font-medium">
          <span className="truncate">{props.title}</span>
          {props.number !== undefined && <span className="figure shrink-0">{props.number}</span>}
        </span>
        <span className="truncate text-ink-3 text-sm">{props.note}</span>
      </span>
    </button>
  )
}
