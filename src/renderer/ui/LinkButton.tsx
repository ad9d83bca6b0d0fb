import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** Words that lead somewhere, or show what stands here in another way. */
export function LinkButton(props: {
  readonly onPress: () => void
  readonly children: ReactNode
  /** Of one that stays in: whether it is. */
  readonly isOn?: boolean
  readonly className?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={props.isOn}
      onClick={props.onPress}
      className={cx('rounded-sm font-[550] text-accent-ink hover:underline', props.className)}
    >
      {props.children}
    </button>
  )
}
