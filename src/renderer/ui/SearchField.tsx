import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { IconButton } from './Button.tsx'
import { CONTROL } from './Field.tsx'

/** A search is emptied by its button, which goes away with that, and by Escape; one writes on in the field. */
function useCleared(onChange: (value: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return { field, clear, onKeyDown }
}

/** Narrows a list. The key for searching lands in it. */
export function SearchField(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string
  /** A button inside the field at its end. */
  readonly children?: ReactNode
}) {
  const { field, clear, onKeyDown } = useCleared(props.onChange)
  return (
    <search className={cx('relative block', props.className)}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3" aria-hidden="true" />
      <input
        ref={field}
        data-search
        type="text"
        aria-label={spoken(props.label)}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(CONTROL, 'h-9 pl-9', props.children === undefined || props.value === '' ? 'pr-10' : 'pr-18')}
      />
      <span className="absolute top-0.5 right-0.5 flex">
        {props.value !== '' && (
          <IconButton label={say('ui.clear-the-search')} onPress={clear}>
            <X className="size-4" />
          </IconButton>
        )}
        {props.children}
      </span>
    </search>
  )
}

/** Says, to who hears the window, how much was found once a list is narrowed; null says nothing, as while it is looked for. */
export function Found({ count, more = false }: { readonly count: number | null; readonly more?: boolean }) {
  return (
    <p role="status" className="sr-only">
      {count !== null && (more ? rich('ui.found-more', { count }) : rich('ui.found', { count }))}
    </p>
  )
}
