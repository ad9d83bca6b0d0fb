import { Check, ChevronDown, CircleAlert, CircleHelp, OctagonX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { listing, say, wording } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import type { Check as CheckView, Review } from '../state/types.ts'
import { Checkbox } from '../ui/Choice.tsx'
import { Until } from './Rules.tsx'
import { type SaidOnce, saidOnce, sortChecks, verdictOf } from './review-model.ts'

interface Checked {
  readonly review: Pick<Review, 'verdict' | 'checks' | 'payees'>
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
  /** Checks that are asked for elsewhere, in the row of whom they speak of. */
  readonly elsewhere?: (check: CheckView) => boolean
}

/** What stops it, what has to be ticked, what is worth a look. Nothing where there is none of these. */
export function Asked({ review, accepted, onAccept, elsewhere = () => false }: Checked) {
  const checks = sortChecks(review.checks)
  const attention = checks.attention.filter((check) => !elsewhere(check))
  const verdict = verdictOf(review)
  const isStopped = verdict.tone === 'stop'
  return (
    <>
      {verdict.tone !== 'ok' && <h2 className="sr-only">{heard(verdict.title)}</h2>}
      {checks.stop.length > 0 && (
        <ul className="grid gap-2 rounded-lg bg-stop-soft px-4.5 py-3.5" aria-label={spoken(verdict.title)}>
          {saidOnce(checks.stop, review.payees).map(({ check, names }) => (
            <Line key={check.id} icon={<OctagonX className="size-4 text-stop" />} said={say('shared.mark-failed')}>
              <span className="font-semibold">{heard(wording(check.text))}</span>
              <OfWhom names={names} />
              <Until check={check} />
            </Line>
          ))}
        </ul>
      )}
      {attention.length + checks.warning.length > 0 && (
        <ul
          className="grid gap-1.5 rounded-lg bg-warn-soft px-4.5 py-3"
          aria-label={say('shared.check-before-you-sign')}
        >
          {!isStopped &&
            attention.map((check) => (
              <li key={check.id}>
                <Tick check={check} accepted={accepted} onAccept={onAccept} />
              </li>
            ))}
          {/* What cannot be signed has nothing to agree to. */}
          {saidOnce([...(isStopped ? attention : []), ...checks.warning], review.payees).map(({ check, names }) => (
            <Line
              key={check.id}
              icon={<TriangleAlert className="size-4 text-warn" />}
              said={say('shared.mark-warning')}
            >
              <span className="font-medium">{heard(wording(check.text))}</span>
              <OfWhom names={names} />
            </Line>
          ))}
        </ul>
      )}
    </>
  )
}

/** Of which of several recipients a sentence speaks. */
export function OfWhom({ names }: Pick<SaidOnce, 'names'>) {
  return names.length === 0 ? null : <span className="block font-normal text-ink-2">{listing(names)}</span>
}

/** Where it stands beside the payee whom it speaks of, whose whole id is in the same row: shorter, and with the name for who only hears it. */
export function Tick(
  props: Pick<Checked, 'accepted' | 'onAccept'> & { readonly check: CheckView; readonly beside?: string },
) {
  const { check, accepted, onAccept } = props
  const first = props.beside !== undefined && check.id.startsWith('first:')
  return (
    <Checkbox
      className="!min-h-6 py-0.5"
      checked={accepted.has(check.id)}
      onChange={(ticked) => onAccept(check.id, ticked)}
    >
      <span className="font-medium">{first ? say('shared.first-payment-compared') : heard(wording(check.text))}</span>
      {props.beside !== undefined && <span className="sr-only"> {props.beside}</span>}
    </Checkbox>
  )
}

/** How much passed and what nobody can know, in one line. It stands open when somebody is paid for the first time. */
export function ChecksLine({ review }: { readonly review: Pick<Review, 'verdict' | 'checks'> }) {
  const { ok, note, stop } = sortChecks(review.checks)
  const [open, setOpen] = useState(review.checks.some(({ id }) => id.startsWith('first:')))
  const id = useId()
  if (ok.length + note.length === 0) return null
  const stopped = review.verdict === 'stop' || stop.length > 0
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-[2.875rem] w-full select-none items-center gap-3 rounded-md px-1 py-2 text-left outline-offset-[-2px] hover:bg-hover"
      >
        {stopped ? (
          <CircleAlert className="size-4.5 shrink-0 text-ink-3" aria-hidden="true" />
        ) : (
          <Check className="size-4.5 shrink-0 text-ok" aria-hidden="true" />
        )}
        <span className="min-w-0 flex-1">
          {ok.length > 0 && (
            <span className="font-semibold">{rich('shared.checks-passed', { passed: ok.length })}</span>
          )}
          {ok.length > 0 && note.length > 0 && ' · '}
          {note.length > 0 && (
            <span className="text-ink-2">{rich('shared.things-nobody-can-check', { notes: note.length })}</span>
          )}
        </span>
        <ChevronDown
          className={cx('size-4 shrink-0 text-ink-3 transition-transform duration-160', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      <div id={id} hidden={!open} className="animate-appear">
        {open && (
          <div className="grid gap-x-8 gap-y-4 rounded-lg bg-sunken px-5 py-4 min-[50rem]:grid-cols-2">
            {ok.length > 0 && (
              <Column title={say('shared.what-passed')}>
                {ok.map((check) => (
                  <Line key={check.id} icon={<Check className="size-4 text-ok" />} said={say('shared.mark-passed')}>
                    {heard(wording(check.text))}
                  </Line>
                ))}
              </Column>
            )}
            {note.length > 0 && (
              <Column title={say('shared.what-no-wallet-can-check')}>
                {note.map((check) => (
                  <Line
                    key={check.id}
                    icon={<CircleHelp className="size-4 text-ink-3" />}
                    said={say('shared.mark-note')}
                  >
                    {heard(wording(check.text))}
                  </Line>
                ))}
              </Column>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 font-medium text-sm">{heard(title)}</p>
      <ul className="grid gap-1.5 text-ink-2 text-sm">{children}</ul>
    </div>
  )
}

function Line(props: { readonly icon: ReactNode; readonly said: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-0.75 shrink-0" aria-hidden="true">
        {props.icon}
      </span>
      <span className="min-w-0">
        <span className="sr-only">{heard(props.said)} </span>
        {props.children}
      </span>
    </li>
  )
}
