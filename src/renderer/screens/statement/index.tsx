import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import { Page } from '../../components/Page.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityFilter } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { PERIODS, type Period, periodOf } from './model.ts'
import { Sheet } from './Sheet.tsx'

/** A statement of account as it will be printed; the browser or the system makes a PDF of it. */
export function StatementScreen({ filter: asked }: { readonly filter: ActivityFilter }) {
  const { owner } = useWallet()
  const [period, setPeriod] = useState<Period>('asked')
  const filter = { ...asked, ...(period === 'asked' ? {} : periodOf(period, new Date())) }
  const { value, error } = useQuery('statements.draw', { ...owner, filter })
  const sheet = value !== undefined && <Sheet statement={value} />
  return (
    <Page
      title={say('statement.statement')}
      under={{ text: say('shared.activity'), onPress: () => go({ name: 'activity' }) }}
      actions={
        <>
          <ExportMenu filter={filter} />
          <Button
            kind="primary"
            size="sm"
            icon={<Printer className="size-4" />}
            isDisabled={value === undefined}
            onPress={() => window.print()}
          >
            {say('statement.print-or-save-as-pdf')}
          </Button>
        </>
      }
    >
      <Segmented
        small
        label={say('statement.period')}
        options={PERIODS.map((each) => ({ value: each, label: say('statement.period-name', { period: each }) }))}
        value={period}
        onChange={setPeriod}
      />
      {error !== null && <ErrorNotice error={error} className="mt-4" />}
      {value === undefined && error === null && <Skeleton className="mt-6 h-[480px] w-full rounded-lg" />}
      {sheet !== false && (
        <div className="mx-auto mt-6 max-w-[860px] rounded-sheet p-6 shadow-[inset_0_0_0_1px_var(--line)] min-[1000px]:p-12">
          {sheet}
        </div>
      )}
      {/* Printed alone, from a place that no scrolling part cuts off. */}
      {sheet !== false &&
        createPortal(
          <div data-print className="hidden text-ink print:block">
            {sheet}
          </div>,
          document.body,
        )}
    </Page>
  )
}
