import { Check, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { OfWhom } from '../../components/Checks.tsx'
import { CompareTable } from '../../components/CompareTable.tsx'
import { ToRules, Until } from '../../components/Rules.tsx'
import { areRulesAlone, compareRows, saidOnce, sortChecks, verdictOf } from '../../components/review-model.ts'
import { StoppedHead } from '../../components/StoppedHead.tsx'
import { heard } from '../../lib/heard.tsx'
import type { RequestReview } from '../../state/types.ts'
import { Checkbox } from '../../ui/Choice.tsx'
import { Opens } from './Opens.tsx'

/** What only a person can judge: amber, each with a tick of its own. Warnings without one stand with them. */
export function Ticks(props: {
  readonly review: Pick<RequestReview, 'checks' | 'verdict' | 'payees'>
  /** What cannot be signed here has nothing to agree to. */
  readonly asks: boolean
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, ticked: boolean) => void
}) {
  const { attention, warning } = sortChecks(props.review.checks)
  const verdict = verdictOf(props.review)
  if (verdict.tone !== 'warn') return null
  const { payees } = props.review
  const [asked, told] = props.asks ? [attention, warning] : [[], [...attention, ...warning]]
  return (
    <section
      aria-label={say('shared.checks')}
      className="mt-5 rounded-lg bg-warn-soft px-5 py-3.5 short:mt-3 short:py-2.5"
    >
      <h2 className="flex items-center gap-2.5 text-h2">
        <TriangleAlert className="size-4.5 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
        {heard(verdict.title)}
      </h2>
      {attention.length + warning.length === 0 && <p className="mt-1 pl-7 text-ink-2">{heard(verdict.text)}</p>}
      <ul className="mt-1.5 grid gap-1.5 pl-7 short:gap-0.5">
        {asked.map((check) => (
          <li key={check.id}>
            <Checkbox checked={props.accepted.has(check.id)} onChange={(ticked) => props.onAccept(check.id, ticked)}>
              {heard(wording(check.text))}
              {saidOnce([check], payees).map(({ names }) => (
                <OfWhom key={check.id} names={names} />
              ))}
            </Checkbox>
          </li>
        ))}
        {saidOnce(told, payees).map(({ check, names }) => (
          <li key={check.id} className="py-1">
            <span className="sr-only">{say('shared.mark-warning')} </span>
            {heard(wording(check.text))}
            <OfWhom names={names} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asked, recorded and in the bytes: one line while they agree, which opens to all that was compared and checked. */
export function Compared({ review }: { readonly review: RequestReview }) {
  const { note, ok } = sortChecks(review.checks)
  return (
    <Opens
      label={say('approvals.asked-record-and-actual')}
      icon={<Check className="size-4.5 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />}
      line={
        <>
          <span className="font-[550]">
            {review.offline ? say('approvals.the-bytes-were-checked') : say('approvals.all-agree')}
          </span>
          {note.length > 0 && (
            <span className="text-ink-2">
              {heard(` · ${say('approvals.nobody-can-check', { notes: note.length })}`)}
            </span>
          )}
        </>
      }
      className="pb-4"
    >
      <CompareTable rows={review.rows} caption={say('approvals.lines-that-match')} />
      {review.offline && <p className="mt-2 px-1 text-ink-2 text-sm">{say('approvals.the-service-is-out-of-reach')}</p>}
      <div className="mt-3.5 grid gap-x-8 gap-y-4 px-1 min-[47.5rem]:grid-cols-2">
        <Lines
          title={say('shared.what-passed')}
          mark={<Check className="size-4 text-ok" />}
          checks={ok}
          said={say('shared.mark-passed')}
        />
        <Lines
          title={say('shared.what-no-wallet-can-check')}
          mark={<Info className="size-4 text-ink-3" />}
          checks={note}
          said={say('shared.mark-note')}
        />
      </div>
    </Opens>
  )
}

function Lines(props: {
  readonly title: string
  readonly mark: ReactNode
  readonly checks: readonly RequestReview['checks'][number][]
  readonly said: string
}) {
  if (props.checks.length === 0) return null
  return (
    <div>
      <h3 className="font-[550] text-ink-2 text-sm">{heard(props.title)}</h3>
      <ul className="mt-1.5 grid gap-1.5 text-sm">
        {props.checks.map((check) => (
          <li key={check.id} className="flex items-start gap-2">
            <span className="mt-px shrink-0" aria-hidden="true">
              {props.mark}
            </span>
            <span className="min-w-0">
              <span className="sr-only">{heard(props.said)} </span>
              {heard(wording(check.text))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Nothing may be signed: what failed, before anything else of the request. */
export function Stopped({ review }: { readonly review: RequestReview }) {
  const { stop } = sortChecks(review.checks)
  const verdict = verdictOf(review)
  const differs = compareRows(review.rows).differing.length > 0
  return (
    <section aria-label={say('shared.checks')} className="mb-5">
      <StoppedHead
        title={verdict.title}
        text={
          differs
            ? say('approvals.stopped-differs')
            : areRulesAlone(stop)
              ? verdict.text
              : say('approvals.stopped-failed')
        }
      >
        {areRulesAlone(stop) && !differs && <ToRules />}
        <ul className="mt-2 grid gap-1">
          {saidOnce(stop, review.payees).map(({ check, names }) => (
            <li key={check.id} className="font-[550] text-stop">
              <span className="sr-only">{say('shared.mark-failed')} </span>
              {heard(wording(check.text))}
              <OfWhom names={names} />
              <Until check={check} />
            </li>
          ))}
        </ul>
      </StoppedHead>
    </section>
  )
}
