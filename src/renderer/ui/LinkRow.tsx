import type { ReactNode } from 'react'
import { heard } from '../lib/heard.tsx'

/** A line of a list that leads somewhere: what it is, a second line below it if there is one, and what stands at its end. */
export function LinkRow(props: {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly under?: ReactNode
  readonly end?: ReactNode
  readonly onPress: () => void
}) {
  return (
    <li className="border-line border-b last:border-0">
      <button
        type="button"
        onClick={props.onPress}
        className="-mx-2 flex min-h-[3.125rem] w-[calc(100%+1rem)] items-center gap-3 rounded-field px-2 py-1.5 text-left outline-offset-[-2px] transition-colors duration-120 hover:bg-hover"
      >
        {props.icon}
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-row">
            {heard(props.title)}
          </span>
          {props.under !== undefined && (
            <span className="figure line-clamp-2 break-words text-ink-2 text-xs">{heard(props.under)}</span>
          )}
        </span>
        {props.end}
      </button>
    </li>
  )
}
