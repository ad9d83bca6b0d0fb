import { useMemo, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import { OnPaper, PaperButtons, usePaper } from '../../components/OnPaper.tsx'
import { Page } from '../../components/Page.tsx'
import { useLast } from '../../lib/hooks.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityFilter, Owner, Statement } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { DayPicker } from '../../ui/DayPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { type Days, type Period, periodOf, periodsFor } from './model.ts'
import { onlyText, periodText, Sheet } from './Sheet.tsx'
import { Whose } from './Whose.tsx'

/** A statement of account as it will be printed or saved as PDF. */
export function StatementScreen({ filter: asked }: { readonly filter: ActivityFilter }) {
  const { owner } = useWallet()
  const periods = periodsFor(asked)
  const [period, setPeriod] = useState<Period>(periods[0] ?? 'all')
  const [days, setDays] = useState<Days>({ first: '', last: '' })
  const [chosen, setOthers] = useState<readonly Owner[]>([])
  const others = useMemo(
    () => chosen.filter(({ account, holder }) => account !== owner.account || holder !== owner.holder),
    [chosen, owner],
  )
  const filter = useMemo(
    () => ({ ...asked, ...(period === 'asked' ? {} : periodOf(period, new Date(), days)) }),
    [asked, period, days],
  )
  const { value, error, refresh } = useQuery('statements.draw', { ...owner, others: [...others], filter })
  const statement = useLast(value)
  const isOld = value === undefined
  const paper = usePaper([say('statement.statement'), value?.name ?? ''].join(' ').trim())
  return (
    <Page
      title={say('statement.statement')}
      under={{ text: say('shared.activity'), onPress: () => go({ name: 'activity' }) }}
      actions={
        <>
          <ExportMenu filter={filter} owner={owner} others={others} isSheet />
          <PaperButtons paper={paper} isDisabled={isOld} isPrimary />
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label={say('statement.period')}
          value={period}
          onChange={(id) => setPeriod(periods.find((each) => each === id) ?? 'all')}
          options={periods.map((id) => ({ id, text: say('statement.period-name', { period: id }) }))}
          className="w-48"
        />
        {period === 'days' && (
          <>
            <DayPicker
              label={say('statement.first-day')}
              value={days.first}
              onChange={(first) => setDays({ ...days, first })}
            />
            <DayPicker
              label={say('statement.last-day')}
              value={days.last}
              onChange={(last) => setDays({ ...days, last })}
            />
          </>
        )}
        <Whose others={others} onChange={setOthers} />
      </div>
      <ErrorNotice error={error} onRetry={refresh} className="mt-4" />
      <ErrorNotice error={paper.error} className="mt-4" />
      {statement === undefined && error === null && <Skeleton className="mt-6 h-120 w-full rounded-lg" />}
      {statement !== undefined && (
        <div
          aria-busy={isOld}
          className="mx-auto mt-6 max-w-215 rounded-sheet p-6 shadow-[inset_0_0_0_1px_var(--line)] min-[62.5rem]:p-12"
        >
          <Sheet statement={statement} isPaper={false} />
        </div>
      )}
      {value !== undefined && (
        <OnPaper name={sheetName(value)}>
          <Sheet statement={value} isPaper />
        </OnPaper>
      )}
    </Page>
  )
}

/** Whose it is and of when, for each of its sheets. */
const sheetName = (statement: Statement): string =>
  [
    [statement, ...statement.others].map(({ name }) => name).join(say('lib.separator')),
    ...(statement.only === null ? [] : [onlyText(statement.only)]),
    periodText(statement),
  ].join(' · ')
