import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { spoken } from '../lib/spoken.ts'

const EDGE = { plain: 'border-button', stop: 'border-stop' } as const

/** The coffer: two hairlines, one inside the other, around what binds. What will be signed, what was, an own address, card or item. */
export function Frame(props: {
  readonly children: ReactNode
  readonly tone?: keyof typeof EDGE
  readonly label?: string
  readonly className?: string
  /** Of the inner hairline: padding and layout of the content. */
  readonly inner?: string
}) {
  const { tone = 'plain', label } = props
  const className = cx('rounded-frame border p-1.25', EDGE[tone], props.className)
  const content = (
    <div
      className={cx(
        'rounded-inner border bg-linear-to-b from-sunken to-surface to-60% p-6 min-[40rem]:px-8 min-[40rem]:py-7',
        EDGE[tone],
        props.inner,
      )}
    >
      {props.children}
    </div>
  )
  if (label === undefined) return <div className={className}>{content}</div>
  return (
    <section aria-label={spoken(label)} className={className}>
      {content}
    </section>
  )
}
