import type { ReactNode } from 'react'

/** A fact of the column: its name at the left, or above what needs the whole width, and what can be done about it at the right. */
export function Line(props: {
  readonly name: string
  readonly children: ReactNode
  readonly deed?: ReactNode
  readonly isWide?: boolean
}) {
  if (props.isWide === true) {
    return (
      <div className="border-line border-b pt-[0.8125rem] pb-1 last:border-0">
        <dt className="text-ink-2 text-sm leading-5">{props.name}</dt>
        <dd>{props.children}</dd>
      </div>
    )
  }
  return (
    <div className="flex min-h-[2.875rem] items-start gap-3 border-line border-b py-[0.8125rem] last:border-0">
      <dt className="w-[4.5rem] shrink-0 min-[62.5rem]:max-[75rem]:w-15 break-words text-ink-2 text-sm leading-5">
        {props.name}
      </dt>
      <dd className="min-w-0 flex-1">{props.children}</dd>
      {props.deed !== undefined && <dd className="-my-1.5 -mr-2 flex shrink-0">{props.deed}</dd>}
    </div>
  )
}
