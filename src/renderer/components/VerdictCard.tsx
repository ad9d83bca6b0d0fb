import { CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { cx } from '../lib/cx.ts'
import type { Review } from '../state/types.ts'
import { Checkbox } from '../ui/Choice.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { sortChecks, verdictOf } from './review-model.ts'

const TONES = {
  ok: { ground: 'bg-ok-soft', mark: 'text-ok', icon: <CircleCheck className="size-5" /> },
  warn: { ground: 'bg-warn-soft', mark: 'text-warn', icon: <TriangleAlert className="size-5" /> },
  stop: { ground: 'bg-stop-soft', mark: 'text-stop', icon: <OctagonX className="size-5" /> },
} as const

/** What was checked, the worst first. What only a person can judge has to be ticked. */
export function VerdictCard(props: {
  readonly review: Pick<Review, 'verdict' | 'checks'>
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
}) {
  const verdict = verdictOf(props.review)
  const checks = sortChecks(props.review.checks)
  const tone = TONES[verdict.tone]
  return (
    <section aria-label={say('shared.checks')} className={cx('rounded-lg px-6 py-4', tone.ground)}>
      <div className="flex items-start gap-3">
        <span className={cx('mt-0.5', tone.mark)} aria-hidden="true">
          {tone.icon}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg">{verdict.title}</h2>
          <p className="text-ink-2">{verdict.text}</p>
          {checks.stop.length > 0 && (
            <ul className="mt-3 grid gap-2">
              {checks.stop.map((check) => (
                <Line key={check.id} icon={<OctagonX className="size-4 text-stop" />} said={say('shared.mark-failed')}>
                  <span className="font-medium">{wording(check.text)}</span>
                </Line>
              ))}
            </ul>
          )}
          {checks.attention.length > 0 && (
            <ul className="mt-3 grid gap-1">
              {checks.attention.map((check) => (
                <li key={check.id}>
                  <Checkbox
                    checked={props.accepted.has(check.id)}
                    onChange={(ticked) => props.onAccept(check.id, ticked)}
                  >
                    <span className="font-medium">{wording(check.text)}</span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          )}
          {checks.warning.length > 0 && (
            <ul className="mt-3 grid gap-2">
              {checks.warning.map((check) => (
                <Line
                  key={check.id}
                  icon={<TriangleAlert className="size-4 text-warn" />}
                  said={say('shared.mark-warning')}
                >
                  <span className="font-medium">{wording(check.text)}</span>
                </Line>
              ))}
            </ul>
          )}
          {checks.note.length > 0 && (
            <div className="mt-3 rounded-md bg-surface/60 px-3.5 py-2.5">
              <p className="font-medium text-sm">{say('shared.what-no-wallet-can-check')}</p>
              <ul className="mt-1 grid gap-1 text-ink-2 text-sm">
                {checks.note.map((check) => (
                  <Line key={check.id} icon={<Info className="size-4 text-ink-3" />} said={say('shared.mark-note')}>
                    {wording(check.text)}
                  </Line>
                ))}
              </ul>
            </div>
          )}
          {checks.ok.length > 0 && (
            <Disclosure title={say('shared.what-passed')} className="mt-1 -mb-1">
              <ul className="grid gap-1.5 pb-1 text-ink-2">
                {checks.ok.map((check) => (
                  <Line
                    key={check.id}
                    icon={<CircleCheck className="size-4 text-ok" />}
                    said={say('shared.mark-passed')}
                  >
                    {wording(check.text)}
                  </Line>
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      </div>
    </section>
  )
}

function Line(props: { readonly icon: ReactNode; readonly said: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-[3px] shrink-0" aria-hidden="true">
        {props.icon}
      </span>
      <span className="min-w-0">
        <span className="sr-only">{props.said} </span>
        {props.children}
      </span>
    </li>
  )
}
