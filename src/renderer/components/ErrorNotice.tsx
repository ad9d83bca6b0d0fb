import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { doctorLine, type ErrorDetails, errorFacts, inOneLine } from '#contract/errors'
import { firstScreen } from '#contract/topics'
import { isSaid, say, withoutMarks, wording } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { useQuery } from '../state/query.ts'
import { go, routes } from '../state/routes.ts'
import type { Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/Copy.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { nameOfCheck } from './doctor-names.ts'
import { Invitation, isUnregistered } from './Invitation.tsx'

const detailText = (value: ErrorDetails[string]): string => (isSaid(value) ? wording(value) : String(value))

/** What is put on the clipboard: the code and its details, nothing that names a key or a person's words. */
export function reportText(error: Report): string {
  const lines = Object.entries(error.details).map(
    ([key, value]) => `${key}: ${(Array.isArray(value) ? value : [value]).map(detailText).join(', ')}`,
  )
  return withoutMarks(
    [
      say('shared.coffer-error', { code: error.code }),
      ...lines,
      ...(error.serviceText === undefined ? [] : [say('shared.reported-by-the-service', { text: error.serviceText })]),
    ].join('\n'),
  )
}

/** What happened, what it means for the money where one could fear for it, what to do; the rest is closed until asked for. */
export function ErrorNotice(props: {
  /** Null where nothing failed: then there is nothing here. */
  readonly error: Report | null
  /** What it means for the money and what to do, where this place knows better than the error does. */
  readonly instead?: { readonly money: string; readonly todo: string } | undefined
  readonly action?: ReactNode
  /** Reads again what could not be read. */
  readonly onRetry?: () => void
  readonly className?: string
}) {
  const { error, onRetry } = props
  if (error === null) return null
  const action =
    props.action ??
    (onRetry !== undefined ? (
      <Button size="sm" onPress={onRetry}>
        {say('common.try-again')}
      </Button>
    ) : isUnregistered(error) ? (
      <Invitation />
    ) : undefined)
  const facts = errorFacts(error.code, error.details)
  const { money, todo } = props.instead ?? {
    money: facts.money === null ? null : wording(facts.money),
    todo: wording(facts.todo),
  }
  return (
    <div role="alert" className={cx('rounded-lg bg-stop-soft px-4 py-3', props.className)}>
      <div className="flex items-start gap-3">
        <OctagonAlert className="mt-0.5 size-4.5 shrink-0 text-stop" aria-hidden="true" />
        {/* Of a narrow column the action stands under the words. */}
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-2">
          <div className="min-w-0 flex-[1_1_13rem] [overflow-wrap:anywhere]">
            <p className="font-medium">{heard(wording(facts.what))}</p>
            {money !== null && <p className="text-ink-2">{heard(money)}</p>}
            <p className="text-ink-2">{heard(todo)}</p>
            <DoctorLine line={doctorLine(error.code, error.details)} />
          </div>
          {action !== undefined && <div className="shrink-0 self-center">{action}</div>}
        </div>
      </div>
      <Disclosure title={say('shared.technical-detail')} className="mt-1 ml-5.5">
        <div className="mb-1 ml-2 flex items-start justify-between gap-4 rounded-md bg-surface px-3 py-2">
          <pre className="code min-w-0 flex-1 select-text whitespace-pre-wrap break-all text-ink-2">
            {heard(reportText(error))}
          </pre>
          <CopyButton text={reportText(error)} what={say('shared.report')} />
        </div>
      </Disclosure>
    </div>
  )
}

/** Where the service is not what it was taken to be: which line of its check tells more, and the way there. */
export function DoctorLine({ line, onLeave }: { readonly line: string | null; readonly onLeave?: () => void }) {
  const here = useStore(routes, (place) => place.route.name)
  const { value } = useQuery('app.state', null)
  // Before there is an account at work nobody can go there.
  if (line === null || here === 'doctor' || value === undefined || firstScreen(value) !== 'open') return null
  return (
    <div className="mt-1.5 grid justify-items-start gap-2">
      <p className="text-ink-2">{rich('shared.doctor-line', { line: nameOfCheck(line) ?? line })}</p>
      <Button
        size="sm"
        onPress={() => {
          onLeave?.()
          go({ name: 'doctor' })
        }}
      >
        {say('doctor.title')}
      </Button>
    </div>
  )
}

/** The same three lines without a box, for use under a field. `waited`: a wait that it asks for is over. */
export function ErrorLines({ error, waited = false }: { readonly error: Report; readonly waited?: boolean }) {
  const facts = errorFacts(error.code, waited ? { ...error.details, waitSeconds: 0 } : error.details)
  return <>{heard(wording(inOneLine(facts)))}</>
}
