import type { ReactNode } from 'react'
import { apartIn } from '#words'
import { cx } from '../lib/cx.ts'

/**
 * A sentence of Coffer's in one line, which loses its end where there is no room. A name in it that is written from right to left ends at its left:
 * there it is cut by itself, or the line would lose its beginning.
 */
export function Cut(props: {
  readonly text: string
  readonly className?: string
  /** What follows in the same line. */
  readonly children?: ReactNode
}) {
  const pieces = apartIn(props.text)
  if (pieces.length === 1) {
    return (
      <span className={cx('block min-w-0 truncate', props.className)}>
        {props.text}
        {props.children}
      </span>
    )
  }
  return (
    <span className={cx('flex min-w-0 overflow-hidden whitespace-pre', props.className)}>
      {pieces.map((piece, at) =>
        // Every second one is a name.
        at % 2 === 0 ? (
          piece
        ) : (
          <bdi key={at} dir="auto" className="min-w-6 truncate">
            {piece}
          </bdi>
        ),
      )}
      <span>{props.children}</span>
    </span>
  )
}
