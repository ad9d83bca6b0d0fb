import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { useFocusBack, useFocusKept } from '../lib/hooks.ts'
import { spoken } from '../lib/spoken.ts'
import { IconButton } from '../ui/Button.tsx'

/** Where the sheet has room for a column beside its screen. */
export const BESIDE = 'beside'

/**
 * A column beside the screen, inside the sheet: what it is about narrows instead of being covered. In a narrow window it takes the whole sheet
 * and leads back. Escape closes it.
 */
export function Beside(props: {
  readonly label: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  /** What it is about: another subject takes the focus, the same one read again does not. */
  readonly subject: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { subject, onClose } = props
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const panel = useRef<HTMLElement>(null)
  const shown = useRef('')
  const steps = useFocusKept<HTMLSpanElement>()
  useFocusBack()
  useLayoutEffect(() => setPlace(document.getElementById(BESIDE)), [])
  useLayoutEffect(() => {
    if (place === null || shown.current === subject) return
    const isFirst = shown.current === ''
    shown.current = subject
    const active = document.activeElement
    // A button in it leads to the next one, and is pressed again; one that takes no more presses leaves the focus to its neighbour.
    const isIn = active === document.body || panel.current?.contains(active) === true
    if (isFirst || !isIn) panel.current?.focus({ preventScroll: true })
  }, [place, subject])
  if (place === null) return null
  return createPortal(
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={spoken(props.label)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      className={cx(
        'flex animate-appear scroll-pt-16 flex-col overflow-y-auto bg-surface outline-none max-[62.5rem]:absolute max-[62.5rem]:inset-0 max-[62.5rem]:z-20',
        'min-[62.5rem]:w-79 min-[62.5rem]:shrink-0 min-[62.5rem]:border-line min-[62.5rem]:rounded-r-sheet min-[62.5rem]:border-l min-[75rem]:w-90',
      )}
    >
      <header className="sticky top-0 z-10 flex min-h-[3.75rem] shrink-0 items-center gap-1 bg-surface px-6 max-[62.5rem]:px-3">
        <IconButton label={say('common.back')} className="min-[62.5rem]:hidden" onPress={onClose}>
          <ArrowLeft className="size-4" />
        </IconButton>
        <p aria-live="polite" className="min-w-0 flex-1 text-ink-2 text-sm font-[550]">
          {heard(props.title)}
        </p>
        <span ref={steps} className="-mr-2 flex items-center max-[62.5rem]:mr-0">
          {props.actions}
          <IconButton label={say('common.close')} hint={say('activity.esc')} onPress={onClose}>
            <X className="size-[1.125rem]" />
          </IconButton>
        </span>
      </header>
      <div className="mx-auto w-full max-w-140 px-6 pb-8">{props.children}</div>
    </aside>,
    place,
  )
}
