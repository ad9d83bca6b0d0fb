import type { ReactNode } from 'react'
import { Card } from '../../ui/Surface.tsx'

/** A group of settings: a heading, what it is about, and its rows. */
export function Group(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="grid gap-2.5">
      <header className="flex min-h-8 items-end justify-between gap-4">
        <div>
          <h2 className="font-semibold">{props.title}</h2>
          {props.text !== undefined && <p className="text-ink-2 text-sm">{props.text}</p>}
        </div>
        {props.actions !== undefined && <div className="flex shrink-0 gap-2">{props.actions}</div>}
      </header>
      <Card className="px-6 py-1">{props.children}</Card>
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
    <div className="flex min-h-15 items-center justify-between gap-6 border-line border-b py-3 last:border-0">
      <div className="min-w-0">
        <p className="font-medium">{props.label}</p>
        {props.text !== undefined && <p className="text-ink-2 text-sm">{props.text}</p>}
      </div>
      {props.children !== undefined && <div className="flex shrink-0 items-center gap-2">{props.children}</div>}
    </div>
  )
}
