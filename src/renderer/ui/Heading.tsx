import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../lib/cx.ts'

/** The title of a screen or a step. Focus lands on it, so that what follows is read from its beginning. */
export function ScreenTitle(props: {
  readonly children: ReactNode
  readonly className?: string
  readonly focus?: boolean
}) {
  const ref = useRef<HTMLHeadingElement>(null)
  const focus = props.focus ?? true
  useEffect(() => {
    if (focus) ref.current?.focus({ preventScroll: true })
  }, [focus])
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
