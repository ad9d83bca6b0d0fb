import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLetterScale } from './letter-scale.ts'

/** How near the end the next page is asked for. */
const AHEAD = 12

/**
 * A long list in the page's own scroll, of which only the lines near the screen are drawn. Each drawn line carries its
 * number as `data-line`; the arrow keys walk over lines that may have the focus. `keyOf` must stay the same function for as long as the lines
 * do: with another one all lines are measured anew. `walk` never changes, so that lines which stay need not be drawn again.
 */
export function useScrolledList<Box extends HTMLElement = HTMLUListElement>(lines: {
  readonly count: number
  /** In pixels of usual letters, as what is `under`. */
  readonly height: (at: number) => number
  readonly keyOf: (at: number) => string | number
  readonly canFocus: (at: number) => boolean
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly read: () => void }
  /** The line that stays on screen while those from `at` on are, and must be drawn with them. */
  readonly headOf?: (at: number) => number
  /** Height of what stays above the list and hides lines that are scrolled under it. */
  readonly under?: number
}) {
  const { count, headOf } = lines
  const box: RefObject<Box | null> = useRef<Box>(null)
  const [margin, setMargin] = useState(0)
  const scale = useLetterScale()
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => document.getElementById('main'),
    estimateSize: (at) => lines.height(at) * scale,
    getItemKey: lines.keyOf,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: (lines.under ?? 0) * scale,
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range)
        const head = headOf?.(range.startIndex)
        return head === undefined || drawn.includes(head) ? drawn : [head, ...drawn]
      },
      [headOf],
    ),
  })
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    // Asking for a place lays the page out at once, which no frame of scrolling has the time for; what is above does not move by that.
    if (box.current === null || main === null || virtual.isScrolling) return
    const place = box.current.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop
    setMargin((before) => (Math.abs(before - place) < 1 ? before : place))
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { has, loading, read } = lines.more
  useEffect(() => {
    if (has && !loading && last >= count - AHEAD) read()
  }, [has, loading, read, last, count])

  const latest = useRef(lines)
  latest.current = lines
  const walk = useCallback(
    (event: KeyboardEvent, at: number): void => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0) return
      event.preventDefault()
      const { count: all, canFocus } = latest.current
      let to = at + step
      while (to >= 0 && to < all && !canFocus(to)) to += step
      if (to < 0 || to >= all) return
      virtual.scrollToIndex(to)
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus())
    },
    [virtual],
  )

  /** Brings a line on screen if it is not there. */
  const show = useCallback((at: number): void => virtual.scrollToIndex(at), [virtual])

  return { box, virtual, items, walk, show }
}
