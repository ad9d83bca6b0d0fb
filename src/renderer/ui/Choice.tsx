import { type ReactNode, useId } from 'react'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** Two to four words of which one is in force. */
export function Segmented<Value extends string>(props: {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly small?: boolean
  /** Without a ground of its own: only the one in force has one. */
  readonly quiet?: boolean
}) {
  const name = useId()
  return (
    <fieldset
      className={cx('inline-flex w-fit flex-wrap', props.quiet !== true && 'rounded-md bg-pressed p-0.5')}
      aria-label={spoken(props.label)}
    >
      {props.options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex select-none items-center justify-center font-medium text-ink-2 transition-colors duration-120 hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus',
            props.quiet === true
              ? 'rounded-md px-2.5 has-checked:bg-pressed'
              : 'rounded-[0.375rem] px-3 has-checked:bg-surface has-checked:shadow-card',
            props.small === true || props.quiet === true ? 'h-7 text-xs' : 'h-8 text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
            className="sr-only"
          />
          {heard(option.label)}
        </label>
      ))}
    </fieldset>
  )
}

/** One of several, each with room for a second line. */
export function RadioCards<Value extends string>(props: {
  readonly label: string
  readonly options: readonly { value: Value; title: string; text?: ReactNode; icon?: ReactNode; aside?: ReactNode }[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly columns?: string
}) {
  const name = useId()
  return (
    <fieldset aria-label={spoken(props.label)} className={cx('grid gap-2', props.columns)}>
      {props.options.map((option) => (
        <label
          key={option.value}
          className="group relative flex min-h-11 items-center gap-3 rounded-lg bg-surface px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)] transition-shadow duration-120 hover:shadow-[inset_0_0_0_1px_var(--line-control)] has-checked:bg-accent-soft has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-medium">
              {heard(option.title)}
            </span>
            {option.text !== undefined && <span className="block text-sm text-ink-2">{heard(option.text)}</span>}
          </span>
          {heard(option.aside)}
        </label>
      ))}
    </fieldset>
  )
}

/** The box alone: a label names it by `id`, or `name` does, which is only heard. */
export function TickBox(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly name?: string
  readonly className?: string
}) {
  return (
    <span className={cx('relative grid size-4.5 shrink-0 place-items-center', props.className)}>
      <input
        id={props.id}
        type="checkbox"
        aria-label={spoken(props.name)}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
        className="peer size-4.5 appearance-none rounded-[0.3125rem] bg-surface shadow-[inset_0_0_0_1.5px_var(--line-control)] transition-colors duration-120 checked:bg-accent checked:shadow-none disabled:opacity-30"
      />
      <svg
        viewBox="0 0 12 12"
        className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        fill="none"
        aria-hidden="true"
      >
        <path
          d="m2.2 6.3 2.6 2.6 5-5.6"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}

export function Checkbox(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
  readonly className?: string
  readonly disabled?: boolean
}) {
  const id = useId()
  return (
    <label htmlFor={id} className={cx('group flex min-h-8 items-start gap-2.5', props.className)}>
      <TickBox
        id={id}
        checked={props.checked}
        onChange={props.onChange}
        disabled={props.disabled ?? false}
        // In the middle of the first line, whose height is that of its words.
        className="mt-[calc((1lh-1.125rem)/2)]"
      />
      <span>{props.children}</span>
    </label>
  )
}

/** On or off, at once. The text says its effect. */
export function Switch(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly text?: ReactNode
}) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {heard(props.label)}
        </label>
        {props.text !== undefined && (
          <p id={`${id}-text`} className="text-sm text-ink-2">
            {heard(props.text)}
          </p>
        )}
      </div>
      <span className="relative grid h-8 shrink-0 items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={props.checked}
          aria-describedby={props.text === undefined ? undefined : `${id}-text`}
          checked={props.checked}
          onChange={(event) => props.onChange(event.target.checked)}
          className="peer h-5.5 w-9.5 appearance-none rounded-full bg-control transition-colors duration-160 checked:bg-accent"
        />
        <span className="pointer-events-none absolute top-2 left-0.75 size-4 rounded-full bg-white shadow-sm transition-transform duration-160 peer-checked:translate-x-4" />
      </span>
    </div>
  )
}
