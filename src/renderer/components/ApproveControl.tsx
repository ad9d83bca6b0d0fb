import { PanelTop } from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { unbroken } from '../lib/unbroken.tsx'
import type { Review } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { AskedPassphrase, type EnteredPassphrase } from './AskedPassphrase.tsx'

/** The last thing before a signature: the passphrase where it is asked for, what is still missing, and the one button. */
export function ApproveControl(props: {
  readonly approval: Review['approval']
  readonly passphrase: EnteredPassphrase
  /** What is missing, in a sentence, and whether the person has tried without it. */
  readonly obstacle: string | null
  readonly tried: boolean
  readonly pending: boolean
  /** What of the payment was not on screen yet. */
  readonly unseen: string | null
  readonly icon?: ReactNode
  readonly title: string
}) {
  const { approval, passphrase, obstacle, unseen } = props
  const missing = props.tried ? obstacle : null
  // A wrong one is told at its field, which is empty again: to ask for one as well would be to say it twice.
  const isRefused = passphrase.refusal !== null
  const icon = approval === 'window' ? <PanelTop className="size-4" /> : props.icon
  return (
    <>
      <AskedPassphrase
        of={passphrase}
        large
        placeholder={say('shared.your-passphrase')}
        className="w-[15.5rem] min-w-[11.25rem] shrink max-[30rem]:w-full low:min-[30rem]:w-48 not-low:[&_input]:placeholder:opacity-0 low:[&_label]:sr-only"
      />
      {/* Beside the field, whatever is said below that. */}
      <div className={cx('flex min-w-0 flex-col items-end gap-1.5 max-[30rem]:w-full', isRefused && 'self-start')}>
        <p
          id="approve-obstacle"
          // A count that changes with every row is not told to who hears it.
          role={missing === null && unseen !== null ? undefined : 'status'}
          className={cx(
            'min-h-5 text-right low:w-max low:max-w-88 text-sm',
            !isRefused && 'low:min-h-0',
            missing !== null ? 'text-stop' : unseen !== null ? 'text-warn' : 'text-ink-3',
          )}
        >
          {!isRefused &&
            (heard(missing) ??
              heard(unseen) ??
              heard(obstacle) ??
              (approval === 'window' ? say('shared.coffer-asks-once-more-in-a') : ''))}
        </p>
        <Button
          kind="primary"
          size="lg"
          type="submit"
          className={cx(
            'h-auto min-h-11 max-w-full py-1.5 max-[30rem]:w-full',
            obstacle !== null && '!bg-pressed !text-ink-2',
          )}
          pending={props.pending}
          isDisabled={passphrase.wait > 0}
          aria-describedby="approve-obstacle"
          icon={icon}
        >
          <span className="min-w-0 text-balance whitespace-normal">
            {props.pending ? say('shared.signing') : unbroken(props.title)}
          </span>
        </Button>
      </div>
    </>
  )
}
