import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

/** A well in the sheet: what belongs together and is filled in or listed there. */
export function Card(props: { readonly children: ReactNode; readonly className?: string; readonly label?: string }) {
  const className = cx('rounded-lg bg-sunken has-[>[data-empty]]:bg-transparent', props.className)
  if (props.label === undefined) return <div className={className}>{props.children}</div>
  return (
    <section aria-label={spoken(props.label)} className={className}>
      {props.children}
    </section>
  )
}

/** Content that is closed until asked for, or until `open` says that there is something in it. */
export function Disclosure(props: {
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly open?: boolean
  readonly className?: string
  readonly flush?: boolean
}) {
  const [open, setOpen] = useState(props.open ?? false)
  const [asked, setAsked] = useState(open)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // What a press opened is what one wants to see, also where it stands below the edge.
  useEffect(() => {
    if (pressed.current && open) box.current?.scrollIntoView({ block: 'nearest' })
    pressed.current = false
  }, [open])
  if ((props.open ?? false) !== asked) {
    setAsked(!asked)
    if (!asked) setOpen(true)
  }
  return (
    <div ref={box} className={props.className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          pressed.current = true
          setOpen(!open)
        }}
        className={cx(
          'flex min-h-9 select-none items-center gap-2 rounded-md text-left text-sm font-medium text-ink-2 transition-colors duration-120 hover:text-ink',
          props.flush === true ? 'w-full' : '-mx-2 w-[calc(100%+1rem)] px-2',
        )}
      >
        <ChevronRight
          className={cx('size-4 shrink-0 text-ink-3 transition-transform duration-160', open && 'rotate-90')}
          aria-hidden="true"
        />
        <span className="flex-1">{heard(props.title)}</span>
        {heard(props.aside)}
      </button>
      <div id={id} hidden={!open} className="animate-appear">
        {open && props.children}
      </div>
    </div>
  )
}

export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      className={cx('block animate-late rounded-sm bg-sunken in-[.bg-sunken]:bg-pressed', className)}
      aria-hidden="true"
    />
  )
}

/** Rows of a list that is still read. */
export function SkeletonRows({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={spoken(label)} className="grid">
      {Array.from({ length: 7 }, (_, at) => (
        <div key={at} className="flex h-13.5 items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-24" />
          </span>
          <Skeleton className="h-3.5 w-28" />
        </div>
      ))}
    </div>
  )
}

type Tone = 'plain' | 'info' | 'ok' | 'warn' | 'stop'

const TONES: Record<Tone, string> = {
  plain: 'bg-surface shadow-card [&_[data-mark]]:text-accent-ink',
  info: 'bg-accent-soft [&_[data-mark]]:text-accent-ink',
  ok: 'bg-ok-soft [&_[data-mark]]:text-ok',
  warn: 'bg-warn-soft [&_[data-mark]]:text-warn',
  stop: 'bg-stop-soft [&_[data-mark]]:text-stop',
}

/** A sentence that matters more than its surroundings. */
export function Notice(props: {
  readonly tone: Tone
  readonly icon: ReactNode
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly live?: boolean
  readonly className?: string | undefined
}) {
  return (
    <div
      role={props.live === true ? 'status' : undefined}
      className={cx(
        'flex items-start gap-3 rounded-lg px-5 py-3 low:px-3 low:py-1.5',
        TONES[props.tone],
        props.className,
      )}
    >
      <span data-mark className="mt-px flex h-5 shrink-0 items-center [&_svg]:size-4.5" aria-hidden="true">
        {props.icon}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        {/* Beside words that would have to stand in a narrow column, what can be pressed goes below them. */}
        <div className="min-w-0 flex-[1_1_20rem] low:flex-[1_1_15rem]">
          {props.title !== undefined && <p className="font-medium text-ink">{heard(props.title)}</p>}
          {props.children !== undefined && <div className="text-ink-2">{props.children}</div>}
        </div>
        {props.action !== undefined && <div className="-my-0.5">{props.action}</div>}
      </div>
    </div>
  )
}

/** What will appear here, and how to make it appear. */
export function Empty(props: {
  readonly icon: ReactNode
  readonly title: string
  /** The title is the screen's own. */
  readonly heading?: boolean
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  const Title = props.heading === true ? 'h1' : 'p'
  return (
    <div data-empty className="flex flex-col items-center px-6 py-14 text-center low:py-3">
      <span
        className="mb-4 grid size-11 place-items-center rounded-xl bg-pressed low:mb-2 text-ink-2 [&_svg]:size-5"
        aria-hidden="true"
      >
        {props.icon}
      </span>
      <Title className="max-w-full break-words text-lg font-medium">{heard(props.title)}</Title>
      {props.children !== undefined && (
        <div className="mt-1 w-full max-w-sm text-pretty break-words text-ink-2">{props.children}</div>
      )}
      {props.actions !== undefined && (
        <div className="mt-5 flex flex-wrap justify-center gap-2 low:mt-3">{props.actions}</div>
      )}
    </div>
  )
}
