import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What a hand does once it wants to be elsewhere. */
const HAND = ['wheel', 'pointerdown', 'keydown'] as const

/** How far each screen was scrolled: whoever comes back to it finds it there. */
export function useScrollMemory(ref: RefObject<HTMLElement | null>, step: number): void {
  const places = useRef(new Map<number, number>())
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const main = ref.current
    if (main === null) return
    const known = places.current
    const place = known.get(step) ?? 0
    // The first screen stands at its beginning: to say so would have all of it laid out before it is whole.
    const end = isFirst.current && place === 0 ? undefined : goTo(main, place)
    isFirst.current = false
    // Not asked when the screen goes: by then the next one, which may be shorter, is in its place.
    const keep = () => {
      if (end?.isOnItsWay() !== true) known.set(step, main.scrollTop)
    }
    main.addEventListener('scroll', keep, { passive: true })
    return () => {
      main.removeEventListener('scroll', keep)
      end?.stop()
    }
  }, [ref, step])
}

/** Scrolls there, again as what is drawn later makes room for it, until it is reached or a hand scrolls elsewhere. */
function goTo(main: HTMLElement, place: number): { readonly isOnItsWay: () => boolean; readonly stop: () => void } {
  let isOnItsWay = true
  const grown = new ResizeObserver(go)
  const added = new MutationObserver(observe)
  function go(): void {
    main.scrollTop = place
    if (main.scrollTop >= place - 1) stop()
  }
  function observe(): void {
    for (const child of main.children) grown.observe(child)
  }
  function stop(): void {
    isOnItsWay = false
    grown.disconnect()
    added.disconnect()
    for (const kind of HAND) main.removeEventListener(kind, stop)
  }
  go()
  if (isOnItsWay) {
    observe()
    added.observe(main, { childList: true })
    for (const kind of HAND) main.addEventListener(kind, stop, { passive: true })
  }
  return { isOnItsWay: () => isOnItsWay, stop }
}
