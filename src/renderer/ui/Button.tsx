import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from '../lib/cx.ts'
import { spoken } from '../lib/spoken.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'sm' | 'md' | 'lg'

const KINDS: Record<Kind, string> = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-hover pressed:bg-accent-hover disabled:bg-pressed disabled:text-ink-2',
  secondary:
    'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-hover pressed:bg-pressed disabled:text-ink-3 disabled:shadow-[inset_0_0_0_1px_var(--line)]',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink pressed:bg-pressed disabled:text-ink-3 expanded:bg-hover',
  danger:
    'bg-surface text-stop shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-stop-soft pressed:bg-stop-soft disabled:text-ink-3',
}
const SIZES: Record<Size, string> = {
  sm: 'h-[1.875rem] gap-1.5 rounded-md text-sm',
  md: 'h-9 gap-2 rounded-button text-base',
  lg: 'h-11 gap-2 rounded-foot text-base font-semibold',
}
/** What has no edge of its own takes less room beside its words, or a row of such would seem to have holes. */
const ROOM: Record<'edged' | 'quiet', Record<Size, string>> = {
  edged: { sm: 'px-3', md: 'px-4', lg: 'px-[1.375rem]' },
  quiet: { sm: 'px-2', md: 'px-2.5', lg: 'px-3' },
}

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-[550] transition-colors duration-120 disabled:cursor-default forced-colors:border [&>svg]:shrink-0'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly kind?: Kind
  readonly size?: Size
  readonly icon?: ReactNode
  readonly pending?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', size = 'md', icon, pending = false, className, children, onPress, type, ...rest } = props
  // Not react-aria's own `isPending`: its announcement names the button by an id that is gone once the step has changed.
  const presses = pending ? { type: 'button' as const } : { ...(type && { type }), ...(onPress && { onPress }) }
  return (
    <AriaButton
      {...rest}
      {...presses}
      // The library lets no such attribute through to the page.
      render={(given) => <button {...given} aria-busy={pending || undefined} />}
      className={cx(BASE, KINDS[kind], SIZES[size], ROOM[kind === 'quiet' ? 'quiet' : 'edged'][size], className)}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </AriaButton>
  )
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  readonly label: string
  /** Shown beside the name on hover, e.g. the key that does the same. */
  readonly hint?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A square button that shows an icon only; its name is spoken, and shown on hover and focus. */
export function IconButton({ label, hint, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} hint={hint}>
      <AriaButton
        {...rest}
        aria-label={spoken(label)}
        className={cx(BASE, KINDS.quiet, 'size-8 rounded-md', className)}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}
