import { OctagonX } from 'lucide-react'
import { say, wording } from '#words'
import { cx } from '../../lib/cx.ts'
import type { CheckRow } from '../../state/types.ts'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { compareRows } from './model.ts'

/** What was asked, what the service recorded, and what the bytes do. Only the last one counts; all must agree. */
export function CheckTable(props: { readonly rows: readonly CheckRow[]; readonly offline: boolean }) {
  const { differing, equal, alone } = compareRows(props.rows)
  return (
    <Card className="px-6 py-3" label={say('approvals.asked-record-and-actual')}>
      {differing.length > 0 && (
        <>
          <p className="flex items-center gap-2 pt-1 pb-2 font-semibold text-stop">
            <OctagonX className="size-[18px]" aria-hidden="true" />
            {say('approvals.what-was-said-is-not-what')}
          </p>
          <Table rows={differing} caption={say('approvals.lines-that-differ')} />
        </>
      )}
      {equal.length > 0 && (
        <Disclosure title={say('approvals.lines-match-asked-record-and-actual', { equal: equal.length })}>
          <Table rows={equal} caption={say('approvals.lines-that-match')} />
        </Disclosure>
      )}
      {alone.length > 0 && (
        <Disclosure title={say('approvals.line-that-only-the-bytes-tell', { alone: alone.length })}>
          <Table rows={alone} caption={say('approvals.lines-that-only-the-bytes-tell')} />
        </Disclosure>
      )}
      {props.offline && <p className="pb-1 text-ink-2 text-sm">{say('approvals.the-service-is-out-of-reach')}</p>}
    </Card>
  )
}

const HEAD = 'pb-1.5 pr-4 font-normal text-ink-3 text-sm'
const CELL = 'py-2 pr-4 align-top break-words select-text [overflow-wrap:anywhere]'

function Table({ rows, caption }: { readonly rows: readonly CheckRow[]; readonly caption: string }) {
  return (
    <table className="mb-2 w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={cx(HEAD, 'w-[18%]')}>
            <span className="sr-only">{say('approvals.line')}</span>
          </th>
          <th scope="col" className={HEAD}>
            {say('approvals.asked')}
          </th>
          <th scope="col" className={HEAD}>
            {say('approvals.record')}
          </th>
          <th scope="col" className={HEAD}>
            {say('approvals.actual')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={wording(row.field)} className={cx('border-line border-t', !row.agrees && 'bg-stop-soft text-stop')}>
            <th scope="row" className={cx(CELL, 'font-medium', !row.agrees && 'pl-2')}>
              {wording(row.field)}
              {!row.agrees && <span className="sr-only"> {say('approvals.differs')}</span>}
            </th>
            <td className={CELL}>{row.asked === null ? <Nobody /> : wording(row.asked)}</td>
            <td className={CELL}>{row.record === null ? <Nobody /> : wording(row.record)}</td>
            <td className={cx(CELL, !row.agrees && 'font-semibold')}>{wording(row.actual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nobody() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        –
      </span>
      <span className="sr-only">{say('approvals.not-said')}</span>
    </>
  )
}
