import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near the end the next page is asked for. */
const AHEAD = 12

/**
 * A long list in the page's own scroll, of which only the lines near the screen are drawn. Each drawn line carries its
 * number as `data-line`; the arrow keys walk over lines that may have the focus.
 */
export function useScrolledList(lines: {
  readonly count: number
  readonly height: (at: number) => number
  readonly keyOf: (at: number) => string | number
  readonly canFocus: (at: number) => boolean
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly read: () => void }
}) {
  const { count, canFocus } = lines
  const box: RefObject<HTMLUListElement | null> = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (box.current === null || main === null) return
    const place = box.current.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
    setMargin((before) => (Math.abs(before - place) < 1 ? before : place))
  })
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: lines.height,
    getItemKey: lines.keyOf,
    overscan: 8,
    scrollMargin: margin,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { has, loading, read } = lines.more
  useEffect(() => {
    if (has && !loading && last >= count - AHEAD) read()
  }, [has, loading, read, last, count])

  function walk(event: KeyboardEvent, at: number): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    let to = at + step
    while (to >= 0 && to < count && !canFocus(to)) to += step
    if (to < 0 || to >= count) return
    virtual.scrollToIndex(to)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus())
  }

  return { box, virtual, items, walk }
}
