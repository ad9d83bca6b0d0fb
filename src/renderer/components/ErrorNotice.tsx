import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '#contract/errors'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import type { Report } from '../state/types.ts'
import { CopyButton } from '../ui/Copy.tsx'
import { Disclosure } from '../ui/Surface.tsx'

/** What is put on the clipboard: the code and its details, nothing that names a key or a person's words. */
function reportText(error: Report): string {
  const lines = Object.entries(error.details).map(
    ([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  )
  return [
    say('shared.coffer-error', { code: error.code }),
    ...lines,
    ...(error.serviceText === undefined ? [] : [say('shared.reported-by-the-service', { text: error.serviceText })]),
  ].join('\n')
}

/** What happened, what it means for the money, what to do; the rest is closed until asked for. */
export function ErrorNotice(props: {
  readonly error: Report
  /** What it means for the money and what to do, where this place knows better than the error does. */
  readonly instead?: { readonly money: string; readonly todo: string }
  readonly action?: ReactNode
  readonly className?: string
}) {
  const { error } = props
  const text = { ...errorText(error.code, error.details), ...props.instead }
  return (
    <div role="alert" className={cx('rounded-lg bg-stop-soft px-4 py-3', props.className)}>
      <div className="flex items-start gap-3">
        <OctagonAlert className="mt-0.5 size-[18px] shrink-0 text-stop" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{text.what}</p>
          <p className="text-ink-2">{text.money}</p>
          <p className="text-ink-2">{text.todo}</p>
        </div>
        {props.action !== undefined && <div className="shrink-0 self-center">{props.action}</div>}
      </div>
      <Disclosure title={say('shared.technical-detail')} className="mt-1 ml-[22px]">
        <div className="mb-1 ml-2 flex items-start justify-between gap-4 rounded-md bg-surface px-3 py-2">
          <pre className="code min-w-0 flex-1 select-text whitespace-pre-wrap break-all text-ink-2">
            {reportText(error)}
          </pre>
          <CopyButton text={reportText(error)} what={say('shared.report')} />
        </div>
      </Disclosure>
    </div>
  )
}

/** The same three lines without a box, for use under a field. `waited`: a wait that it asks for is over. */
export function ErrorLines({ error, waited = false }: { readonly error: Report; readonly waited?: boolean }) {
  const text = errorText(error.code, waited ? { ...error.details, waitSeconds: 0 } : error.details)
  return <>{`${text.what} ${text.todo}`}</>
}
