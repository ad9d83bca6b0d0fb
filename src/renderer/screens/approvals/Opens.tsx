import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { spoken } from '../../lib/spoken.ts'

/** One line that says what matters and opens to all of it. */
export function Opens(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly line: ReactNode
  readonly className?: string
  readonly children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-label={spoken(props.label)} className="border-line border-b">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11.5 w-full items-center gap-2.5 px-1 py-2 text-left outline-offset-[-2px] hover:bg-hover"
      >
        {props.icon}
        <span className="min-w-0 flex-1">{heard(props.line)}</span>
        <ChevronDown
          className={cx('size-4 shrink-0 text-ink-2 transition-transform duration-160', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      <div id={id} hidden={!open} className={props.className}>
        {open && props.children}
      </div>
    </section>
  )
}
