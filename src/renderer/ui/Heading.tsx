import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../lib/cx.ts'
import { whenPainted } from '../lib/idle.ts'
import { pageFrame } from '../lib/page-frame.ts'

/** The title of a screen or a step. Focus lands on it, so that what follows is read from its beginning. */
export function ScreenTitle(props: {
  readonly children: ReactNode
  readonly className?: string
  readonly focus?: boolean
}) {
  const ref = useRef<HTMLHeadingElement>(null)
  const focus = props.focus ?? true
  const [isOfFirst] = useState(() => pageFrame() !== null)
  useEffect(() => {
    if (!focus) return
    if (!isOfFirst) return ref.current?.focus({ preventScroll: true })
    // Nobody's key or click came yet: the first screen is painted before its controls are told of the focus.
    return whenPainted(() => document.activeElement === document.body && ref.current?.focus({ preventScroll: true }))
  }, [focus, isOfFirst])
  return (
    <h1 ref={ref} tabIndex={-1} className={cx('text-xl font-semibold', props.className)}>
      {props.children}
    </h1>
  )
}

export function SectionTitle(props: {
  readonly children: ReactNode
  readonly className?: string
  readonly id?: string
}) {
  return (
    <h2 id={props.id} tabIndex={-1} className={cx('text-h2', props.className)}>
      {props.children}
    </h2>
  )
}
