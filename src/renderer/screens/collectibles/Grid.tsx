import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { Check } from 'lucide-react'
import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useLetterScale } from '../../lib/letter-scale.ts'
import { spoken } from '../../lib/spoken.ts'
import { gridOf, linesOf, TILE_GAP } from './model.ts'

/** A heading between shelves, with the air above it. */
const HEAD = 40

/** Tiles in rows, of which only those near the screen are drawn; under headings where there are several sections. */
export function Grid<Value>(props: {
  readonly label: string
  readonly sections: readonly { readonly key: string; readonly values: readonly Value[] }[]
  /** What a section begins with, by its key. */
  readonly head?: (key: string) => ReactNode
  readonly keyOf: (value: Value) => string
  readonly children: (value: Value) => ReactNode
  readonly onEnd?: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  const [margin, setMargin] = useState(0)
  const scale = useLetterScale()
  const headHeight = HEAD * scale
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (box.current === null || main === null) return
    const top = box.current.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
    setMargin((before) => (Math.abs(before - top) < 1 ? before : top))
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
  const { columns, row } = gridOf(width, scale)
  const { head, sections } = props
  const hasHeads = head !== undefined
  const rows = useMemo(
    () => (width === 0 ? [] : linesOf(sections, columns, hasHeads)),
    [width, sections, columns, hasHeads],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: (at) => (rows[at]?.kind === 'head' ? headHeight : row),
    getItemKey: useCallback((at: number) => rows[at]?.key ?? at, [rows]),
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
  const place = (line: VirtualItem) => line.start - virtual.options.scrollMargin
  // A shelf of which only the end is near the screen has its heading out of reach, and is a list all the same.
  const parts = Map.groupBy(drawn, (line) => rows[line.index]?.section ?? '')
  return (
    <section ref={box} aria-label={spoken(props.label)} className="relative" style={{ height: virtual.getTotalSize() }}>
      {[...parts].map(([section, lines]) => (
        <Fragment key={section}>
          {lines
            .filter((line) => rows[line.index]?.kind === 'head')
            .map((line) => (
              <div
                key={line.key}
                className="absolute inset-x-0 top-0"
                style={{ height: headHeight, transform: `translateY(${place(line)}px)` }}
              >
                {head?.(section)}
              </div>
            ))}
          <ul>
            {lines.flatMap((line) =>
              (rows[line.index]?.row ?? []).map((value, column) => (
                <li
                  key={props.keyOf(value)}
                  className="absolute top-0 left-0"
                  style={{
                    height: row - TILE_GAP,
                    width: (width - TILE_GAP * (columns - 1)) / columns,
                    transform: `translate(${(column * (width + TILE_GAP)) / columns}px, ${place(line)}px)`,
                  }}
                >
                  {props.children(value)}
                </li>
              )),
            )}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

/** A picture with two lines of words under it; all of it is one button, or one box to tick. */
export function Tile(props: {
  readonly picture: ReactNode
  readonly title: string
  /** Stays in full where the title is cut. */
  readonly number?: string
  readonly note?: string | undefined
  readonly mark?: string
  readonly onPress: () => void
  /** Undefined while nothing is being chosen. */
  readonly ticked?: boolean | undefined
}) {
  return (
    <button
      type="button"
      {...(props.ticked === undefined ? {} : { role: 'checkbox', 'aria-checked': props.ticked })}
      onClick={props.onPress}
      className="group flex size-full flex-col rounded-lg text-left outline-offset-2"
    >
      <span className="relative block min-h-0 w-full flex-1 overflow-hidden rounded-lg bg-sunken shadow-[0_0_0_1px_var(--line)] transition-shadow duration-120 group-hover:shadow-[0_0_0_1px_var(--line-control)] group-aria-checked:shadow-[0_0_0_3px_var(--accent)]">
        {/* Named by the words below: what a stranger wrote into a picture is no name, and long. */}
        <span aria-hidden="true" className="contents">
          {props.picture}
        </span>
        {props.ticked !== undefined && (
          <span
            aria-hidden="true"
            className={cx(
              'absolute top-2 right-2 grid size-6 place-items-center rounded-full shadow-card',
              props.ticked ? 'bg-accent text-on-accent' : 'bg-raised',
            )}
          >
            {props.ticked && <Check className="size-4" />}
          </span>
        )}
        {props.mark !== undefined && (
          <span className="absolute bottom-2 left-2 rounded-full bg-raised px-2.5 py-1 font-[550] text-warn text-xs shadow-card">
            {props.mark}
          </span>
        )}
      </span>
      <span className="flex h-[2.875rem] w-full shrink-0 flex-col pt-2">
        <span className="flex min-w-0 gap-1.5 font-[550]">
          <span dir="auto" className="truncate">
            {heard(props.title)}
          </span>
          {props.number !== undefined && <span className="figure shrink-0">{props.number}</span>}
        </span>
        {props.note !== undefined && (
          <span dir="auto" className="truncate text-ink-2 text-xs">
            {heard(props.note)}
          </span>
        )}
      </span>
    </button>
  )
}
