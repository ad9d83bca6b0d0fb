import type { ReactNode } from 'react'
import { SectionTitle } from '../../ui/Heading.tsx'

/** A group of settings: a heading, what it is about, and its rows. */
export function Group(props: {
  /** Left out where the section's own title says it. */
  readonly title?: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <section>
      {(props.title ?? props.text ?? props.actions) !== undefined && (
        <header className="flex min-h-8 items-end justify-between gap-4 border-line border-b pb-2">
          <div>
            {props.title !== undefined && <SectionTitle>{props.title}</SectionTitle>}
            {props.text !== undefined && <p className="text-ink-2 text-sm">{props.text}</p>}
          </div>
          {props.actions !== undefined && <div className="flex shrink-0 gap-2">{props.actions}</div>}
        </header>
      )}
      <div>{props.children}</div>
    </section>
  )
}

/** One setting: its name and effect at the left, its control at the right. */
export function Setting(props: {
  readonly label: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-2">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="text-row">{props.label}</p>
        {props.text !== undefined && <p className="text-ink-2 text-sm">{props.text}</p>}
      </div>
      {props.children !== undefined && <div className="flex shrink-0 items-center gap-2">{props.children}</div>}
    </div>
  )
}
