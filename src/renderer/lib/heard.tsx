import type { ReactNode } from 'react'
import { spoken } from './spoken.ts'

/** What has no blank and no letter in it and is set in groups: a figure, with the signs that belong to it. */
const GROUPED = /((?:[^\s\p{L}]|(?<=\d)\u202f(?=\d{3}))*(?<=\d)\u202f(?=\d{3})(?:[^\s\p{L}]|(?<=\d)\u202f(?=\d{3}))*)/u

/**
 * A figure that is seen as it is drawn and heard as one number. What is heard is no text of the page (`styles.css`): the figure is selected, copied,
 * found and printed as it is seen, once.
 */
export function Heard({ as, children }: { readonly as: string; readonly children: ReactNode }) {
  const said = spoken(as)
  if (said === as) return children
  return (
    <span data-heard={said}>
      <span aria-hidden="true">{children}</span>
    </span>
  )
}

/** A text as it is drawn, each figure of it heard as one number; it is one part of what it stands in, as it was. What is no text stays as it is. */
export function heard(drawn: ReactNode): ReactNode {
  if (typeof drawn !== 'string' || !drawn.includes('\u202f')) return drawn
  const [before, figure, ...after] = drawn.split(GROUPED)
  if (figure === undefined) return drawn
  if (before === '' && after.join('') === '') return <Heard as={figure}>{figure}</Heard>
  return (
    <span>
      {[before, figure, ...after].map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <Heard key={at} as={part ?? ''}>
            {part}
          </Heard>
        ),
      )}
    </span>
  )
}
