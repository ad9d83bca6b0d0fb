import { type ReactNode, useEffect, useId } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { showLines } from '../lib/missing.ts'

interface FieldWires {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps {
  readonly label: string
  /** Beside the label at the right: a counter, an action. */
  readonly aside?: ReactNode
  readonly hint?: ReactNode
  /** What is wrong and how to mend it. Stands above the hint, which may be what it is mended by, and is announced. */
  readonly error?: ReactNode
  readonly optional?: boolean | undefined
  readonly className?: string
  readonly children: (wires: FieldWires) => ReactNode
}

/** A label, one control, and the line under it that explains or corrects. */
export function Field({ label, aside, hint, error, optional, className, children }: FieldProps) {
  const id = useId()
  const wrong = error !== undefined && error !== null && error !== false
  const hinted = hint !== undefined && hint !== null && hint !== false
  // The error first: what leads to a field that is wrong brings the first of these in sight.
  const lines = [...(wrong ? [`${id}-error`] : []), ...(hinted ? [`${id}-hint`] : [])]
  // It comes while somebody types, and may come behind a foot.
  useEffect(() => {
    const field = wrong ? document.getElementById(id) : null
    if (field !== null && field === document.activeElement) showLines(field)
  }, [wrong, id])
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      {/* What is too wide to stand beside the label is set in two columns with it, in a window as narrow as a phone's. */}
      <div className="flex min-h-5 items-baseline-last justify-between gap-3 max-[30rem]:has-[[data-pairs]]:grid max-[30rem]:has-[[data-pairs]]:grid-cols-[1fr_auto] max-[30rem]:has-[[data-pairs]]:items-center">
        <span className="text-sm">
          <label htmlFor={id} className="font-medium text-ink">
            {heard(label)}
          </label>
          {optional === true && <span className="text-ink-3"> {say('ui.optional')}</span>}
        </span>
        {heard(aside)}
      </div>
      {children({
        id,
        'aria-describedby': lines.length > 0 ? lines.join(' ') : undefined,
        'aria-invalid': wrong ? true : undefined,
      })}
      <div id={`${id}-error`} aria-live="polite" className="text-sm text-stop empty:hidden">
        {wrong && heard(error)}
      </div>
      <div id={`${id}-hint`} aria-live="polite" className="text-sm text-ink-3 empty:hidden">
        {hinted && heard(hint)}
      </div>
    </div>
  )
}

export const CONTROL =
  'w-full rounded-field bg-surface px-3 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-control)] transition-shadow duration-120 hover:shadow-[inset_0_0_0_1px_var(--ink-3)] focus:outline-none focus:shadow-[inset_0_0_0_2px_var(--focus),0_0_0_4px_color-mix(in_oklab,var(--focus)_18%,transparent)] focus-visible:outline-none aria-invalid:shadow-[inset_0_0_0_1px_var(--stop)] aria-invalid:focus:shadow-[inset_0_0_0_2px_var(--stop),0_0_0_4px_color-mix(in_oklab,var(--stop)_18%,transparent)] disabled:bg-sunken disabled:text-ink-3 disabled:shadow-[inset_0_0_0_1px_var(--line)]'
