import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { doctorLine } from '#contract/errors'
import { say } from '#words'
import { saveText } from '../lib/save.ts'
import type { CheckRow, Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Surface.tsx'
import { Differing } from './CompareTable.tsx'
import { DoctorLine, ErrorNotice, reportText } from './ErrorNotice.tsx'
import { Page } from './Page.tsx'
import { linesIn } from './review-model.ts'
import { StoppedHead } from './StoppedHead.tsx'

/** The lines of what the service recorded otherwise; null of any other error. */
export const recordedOtherwise = (error: Report | null): readonly CheckRow[] | null => {
  const rows = error?.code === 'wallet.record_differs' ? linesIn(error.details['rows']) : []
  return rows.length === 0 ? null : rows
}

/** A payment that ended before its review, since the service wrote down another one: what was asked beside what came back. */
export function StoppedPayment(props: {
  readonly error: Report
  readonly rows: readonly CheckRow[]
  readonly onBack: () => void
  /** Where it was asked for; the form where nothing else is said. */
  readonly from?: { readonly name: string; readonly back: string }
  /** One that ends only once it is cancelled, and with what; absent where it has ended. */
  readonly cancel?: ReactNode
  /** Why it could not be cancelled. */
  readonly uncancelled?: Report | null
}) {
  const report = reportText(props.error)
  const { from = FORM } = props
  return (
    <Page
      title={say('send.review')}
      under={{ text: from.name, onPress: props.onBack }}
      narrow
      foot={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ErrorNotice error={props.uncancelled ?? null} className="basis-full" />
          <p className="text-ink-2">
            {props.cancel === undefined ? say('send.stopped-coins-free') : say('send.stopped-cancel-frees')}
          </p>
          <div className="flex flex-wrap gap-3">
            <SaveReport text={report} />
            {props.cancel ?? (
              <Button kind="primary" size="lg" onPress={props.onBack}>
                {from.back}
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div className="grid gap-5">
        <StoppedHead title={say('send.stopped-record-title')} text={say('send.stopped-record-text')} />
        <Differing rows={props.rows} />
        <DoctorLine line={doctorLine(props.error.code, props.error.details)} />
        <Disclosure title={say('send.technical')} className="px-1">
          <pre className="code select-text whitespace-pre-wrap break-all rounded-md bg-sunken px-4 py-3 text-ink-2">
            {report}
          </pre>
        </Disclosure>
      </div>
    </Page>
  )
}

const FORM = { name: say('send.send'), back: say('send.back-to-the-form') }

export function SaveReport({ text }: { readonly text: string }) {
  return (
    <Button size="lg" icon={<FileText className="size-4" />} onPress={() => saveText('coffer-report.txt', text)}>
      {say('send.save-a-report')}
    </Button>
  )
}
