import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../lib/cx.ts'
import { spoken } from '../lib/spoken.ts'

/** A box of limited height that is scrolled by itself: also with a keyboard, which reaches it while there is more than it shows. */
export function Scrolled(props: { readonly label: string; readonly className?: string; readonly children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const [hasMore, setMore] = useState(false)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const look = () => setMore(current.scrollHeight > current.clientHeight)
    const observer = new ResizeObserver(look)
    observer.observe(current)
    // What grows inside it leaves it as high as it may be.
    for (const child of current.children) observer.observe(child)
    look()
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={box}
      aria-label={spoken(props.label)}
      tabIndex={hasMore ? 0 : undefined}
      className={cx('overflow-y-auto outline-offset-2', props.className)}
    >
      {props.children}
    </section>
  )
}
