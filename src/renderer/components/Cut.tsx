import { Fragment, type ReactNode } from 'react'
import { apartIn } from '#words'
import { cx } from '../lib/cx.ts'

/**
 * A sentence of Coffer's in one line, which loses its end where there is no room. A name in it that is written from right to left ends at its left:
 * there it is cut by itself, or the line would lose its beginning.
 */
export function Cut(props: {
  readonly text: string
  readonly className?: string
  /** Draws a piece of it; as it is without. */
  readonly show?: (piece: string) => ReactNode
  /** What follows in the same line. */
  readonly children?: ReactNode
}) {
  const pieces = apartIn(props.text)
  const show = props.show ?? ((piece: string) => piece)
  if (pieces.length === 1) {
    return (
      <span dir="auto" className={cx('block min-w-0 truncate', props.className)}>
        {show(props.text)}
        {props.children}
      </span>
    )
  }
  return (
    <span className={cx('flex min-w-0 overflow-hidden whitespace-pre', props.className)}>
      {pieces.map((piece, at) =>
        // Every second one is a name.
        at % 2 === 0 ? (
          <Fragment key={at}>{show(piece)}</Fragment>
        ) : (
          <bdi key={at} dir="auto" className="min-w-6 truncate">
            {show(piece)}
          </bdi>
        ),
      )}
      <span>{props.children}</span>
    </span>
  )
}
