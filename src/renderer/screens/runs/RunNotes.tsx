import { ArrowUpRight, Ban, Copy, History, Info, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { isolated, say } from '#words'
import { cx } from '../../lib/cx.ts'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { Run } from '../../state/types.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { missingFor, repeatedRows, sumsText, withdrawalsLeft } from './model.ts'

/** What is to be known of a run as a whole: how many rows are no usual ones, in one line, since each row says it of itself; then what is about its money. */
export function RunNotes({ run }: { readonly run: Run }) {
  const missing = missingFor(run)
  const counts = [
    { rows: run.leftOut, text: 'runs.rows-left-out', icon: <Ban />, warns: true },
    { rows: repeatedRows(run), text: 'runs.repeated-lines', icon: <Copy />, warns: true },
    { rows: withdrawalsLeft(run), text: 'runs.withdrawals-left', icon: <ArrowUpRight />, warns: false },
  ] as const
  const some = counts.filter(({ rows }) => rows > 0)
  return (
    <div className="mt-3 grid gap-1.5 text-sm empty:hidden">
      {some.length > 0 && (
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          {some.map(({ rows, text, icon, warns }) => (
            <Note key={text} icon={icon} warns={warns}>
              {rich(text, { rows })}
            </Note>
          ))}
        </div>
      )}
      {run.doubled.length > 0 && (
        <Note icon={<TriangleAlert />} warns>
          {rich('runs.doubled', { rows: run.doubled.reduce((sum, { rows }) => sum + rows, 0) })}
        </Note>
      )}
      {missing.length > 0 && (
        <Note icon={<TriangleAlert />} warns>
          {rich('runs.short', { sums: sumsText(missing) })}
        </Note>
      )}
      {run.repeats.length > 0 && (
        <Note icon={<History />}>
          <Repeats runs={run.repeats} />
        </Note>
      )}
      {run.gone.rows > 0 && (
        <Note icon={<Info />} warns>
          {rich('runs.gone', { rows: run.gone.rows, sums: sumsText(run.gone.amounts) })}
        </Note>
      )}
    </div>
  )
}

function Note(props: { readonly icon: ReactNode; readonly warns?: boolean; readonly children: ReactNode }) {
  return (
    <p className={cx('flex min-w-0 items-start gap-2', props.warns === true ? 'text-warn' : 'text-ink-2')}>
      <span aria-hidden="true" className="grid h-[1lh] shrink-0 place-items-center [&_svg]:size-4">
        {props.icon}
      </span>
      <span className="min-w-0 text-pretty">{props.children}</span>
    </p>
  )
}

/** Other runs that paid rows like some of this one, each a click away. */
function Repeats({ runs }: { readonly runs: Run['repeats'] }) {
  const [only] = runs
  if (only === undefined) return null
  if (runs.length === 1) {
    return (
      <>
        {rich('runs.repeats', { rows: only.rows, name: only.name })}{' '}
        <LinkButton onPress={() => go({ name: 'runs', runId: only.runId })}>{say('runs.open-that-run')}</LinkButton>
      </>
    )
  }
  return (
    <>
      {say('runs.repeats-several')}{' '}
      {runs.map(({ runId, name, rows }, at) => (
        <Fragment key={runId}>
          {at > 0 && say('lib.separator')}
          <LinkButton onPress={() => go({ name: 'runs', runId })}>
            {rich('runs.repeats-of', { rows, name: isolated(name) })}
          </LinkButton>
        </Fragment>
      ))}
    </>
  )
}
