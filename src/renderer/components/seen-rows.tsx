import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { say } from '#words'

/*
 * A payment to many does not fit on a screen. What of its rows was not on screen yet is said beside the button that signs, until all were:
 * nobody is kept from signing, and nobody takes what they saw for all of it.
 */

interface Seen {
  readonly seen: number
  readonly count: number
}

const Tell = createContext<((seen: Seen) => void) | null>(null)

/** Of a row that much on screen counts as seen. */
const SEEN_SHARE = 0.6

/** What is said of rows that were not on screen; null while nobody watches, and once all were. */
export function seenWords(seen: Seen | null): string | null {
  return seen === null || seen.seen >= seen.count ? null : say('shared.seen-of-recipients', seen)
}

/** What is said of the rows within, which `watch` follows. */
export function useSeenRows(): { readonly unseen: string | null; readonly watch: (rows: ReactNode) => ReactNode } {
  const [seen, setSeen] = useState<Seen | null>(null)
  return { unseen: seenWords(seen), watch: (rows) => <Tell value={setSeen}>{rows}</Tell> }
}

/** Tells which rows of a list were on screen, where somebody wants to know. */
export function useToldRows(count: number): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  const tell = useContext(Tell)
  useEffect(() => {
    const { current } = list
    if (tell === null || current === null) return
    const seen = new Set<Element>()
    tell({ seen: 0, count })
    // What lies behind the foot is not on screen.
    const foot = current.closest('main')?.querySelector('footer')?.getBoundingClientRect()
    const covered = foot === undefined ? 0 : Math.max(0, Math.ceil(window.innerHeight - foot.top))
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) seen.add(target)
        tell({ seen: seen.size, count })
      },
      { threshold: SEEN_SHARE, rootMargin: `0px 0px -${covered}px 0px` },
    )
    for (const row of current.children) observer.observe(row)
    return () => observer.disconnect()
  }, [tell, count])
  return list
}
