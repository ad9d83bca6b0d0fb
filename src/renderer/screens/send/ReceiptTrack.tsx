import { say } from '#words'
import { cx } from '../../lib/cx.ts'
import { Time } from '../../ui/Time.tsx'
import type { Step } from './receipt-model.ts'

/** The way of a payment in one line; each step says when it was taken. After the last sure one the line is dashed. */
export function ReceiptTrack({ steps, undecided }: { readonly steps: readonly Step[]; readonly undecided: boolean }) {
  return (
    <ol aria-label={say('send.progress')} className="flex px-1">
      {steps.map((step, at) => {
        const next = steps[at + 1]
        const asks = undecided && step.state === 'now'
        return (
          <li
            key={step.name}
            className="relative min-w-0 flex-1 pr-2 max-[30rem]:pr-1 last:flex-none last:pr-0"
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            {next !== undefined && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-1 right-0 left-2.5 border-t-2',
                  next.state === 'done'
                    ? 'border-ok'
                    : undecided && next.state === 'now'
                      ? 'border-warn border-dashed'
                      : 'border-button border-dashed',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                'relative block size-2.5 rounded-full',
                step.state === 'done'
                  ? 'bg-ok'
                  : step.state === 'stopped'
                    ? 'bg-ink-3'
                    : asks
                      ? 'bg-warn ring-4 ring-warn-soft'
                      : step.state === 'now'
                        ? 'bg-accent ring-4 ring-accent-soft'
                        : 'border-2 border-button bg-surface',
              )}
            />
            <p
              className={cx(
                'mt-2 font-medium text-sm max-[30rem]:text-xs',
                asks ? 'text-warn' : step.state === 'ahead' && 'font-normal text-ink-3',
              )}
            >
              {asks ? say('send.no-answer') : step.name}
              <span className="sr-only">{SAID[step.state]}</span>
            </p>
            <p className="figure min-h-4 text-ink-3 text-xs">
              {step.at !== null && <Time at={step.at} form="clock" />}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

const SAID = {
  done: say('send.step-done'),
  now: say('send.step-now'),
  ahead: say('send.not-yet-2'),
  stopped: say('send.ended-here'),
} as const
