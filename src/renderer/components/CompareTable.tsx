import { Check, EqualNot } from 'lucide-react'
import { say, wording } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import type { CheckRow } from '../state/types.ts'
import { GroupedCode } from '../ui/Code.tsx'
import { Frame } from '../ui/Frame.tsx'
import { compareRows } from './review-model.ts'

const CELL = 'min-h-8 px-3 py-[0.4375rem] align-top break-words select-text [overflow-wrap:anywhere]'
const HEAD = 'px-3 py-2 text-left font-normal text-ink-2 text-xs'

/** What was asked, what the service recorded, and what the bytes do. Only the last one counts; all must agree. */
export function CompareTable({ rows, caption }: { readonly rows: readonly CheckRow[]; readonly caption: string }) {
  return (
    <div className="relative overflow-x-auto rounded-lg bg-sunken px-1">
      <table className="w-full min-w-[30rem] table-fixed border-collapse text-left text-sm">
        <caption className="sr-only">{heard(caption)}</caption>
        <Columns recorded />
        <Heads recorded />
        <tbody>
          {codesLast(rows).map((row) => (
            <Row key={wording(row.field)} row={row} recorded />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether there is a record to compare with, which has a column of its own. */
interface Recorded {
  readonly recorded: boolean
}

const Columns = ({ recorded }: Recorded) => (
  <colgroup>
    <col className="w-[19%]" />
    <col />
    {recorded && <col />}
    <col />
    <col className="w-9" />
  </colgroup>
)

function Heads({ className, recorded }: Recorded & { readonly className?: string }) {
  return (
    <thead className={className}>
      <tr>
        <th scope="col" className={HEAD}>
          <span className="sr-only">{say('approvals.line')}</span>
        </th>
        <th scope="col" className={HEAD}>
          {say('approvals.asked')}
        </th>
        {recorded && (
          <th scope="col" className={HEAD}>
            {say('approvals.record')}
          </th>
        )}
        <th scope="col" className={HEAD}>
          {say('approvals.actual')}
        </th>
        <th scope="col">
          <span className="sr-only">{say('approvals.agrees')}</span>
        </th>
      </tr>
    </thead>
  )
}

function Row({ row, recorded }: Recorded & { readonly row: CheckRow }) {
  const { agrees } = row
  return (
    <tr className={cx('border-line border-t', !agrees && 'bg-stop-soft')}>
      <th
        scope="row"
        className={cx(CELL, 'text-left first-letter:uppercase', agrees ? 'font-normal text-ink-2' : 'font-semibold')}
      >
        {heard(wording(row.field))}
        {!agrees && <span className="sr-only"> {say('approvals.differs')}</span>}
      </th>
      <td className={CELL}>
        <Told said={row.asked} />
      </td>
      {recorded && (
        <td className={CELL}>
          <Told said={row.record} />
        </td>
      )}
      <td className={cx(CELL, 'font-[550]')}>
        <Told said={row.actual} />
      </td>
      <td className="py-2 align-top" aria-hidden="true">
        {agrees ? (
          (row.asked !== null || row.record !== null) && <Check className="size-4 text-ok" strokeWidth={2} />
        ) : (
          <EqualNot className="size-4 text-stop" strokeWidth={2} />
        )}
      </td>
    </tr>
  )
}

/** A person's name and whole id. */
const NAMED = /^(.+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u
const CODE = /^[0-9a-f-]{32,}$/u

const isCode = ({ actual }: CheckRow): boolean => CODE.test(wording(actual))

/** What money does first, ids and hashes after it. */
const codesLast = (rows: readonly CheckRow[]): CheckRow[] =>
  [...rows].sort((a, b) => Number(isCode(a)) - Number(isCode(b)))

function Told({ said }: { readonly said: CheckRow['asked'] }) {
  if (said === null) return <span className="text-ink-3">{say('approvals.not-said')}</span>
  const text = wording(said)
  const named = NAMED.exec(text)
  if (named !== null) {
    return (
      <>
        {named[1]}
        <GroupedCode text={named[2] ?? ''} className="block text-balance text-xs font-normal" />
      </>
    )
  }
  return CODE.test(text) ? <span className="code break-all text-xs">{heard(text)}</span> : text
}

/** The lines that differ in the red frame, those that agree quietly below them. */
export function Differing({ rows }: { readonly rows: readonly CheckRow[] }) {
  const { differing, equal, alone } = compareRows(rows)
  const recorded = rows.some(({ record }) => record !== null)
  const agreed = [...equal, ...alone]
  return (
    <Frame tone="stop" label={say('approvals.asked-record-and-actual')} inner="!p-0 relative overflow-x-auto">
      <table className="w-full min-w-[30rem] table-fixed border-collapse text-left">
        <caption className="sr-only">{say('approvals.lines-that-differ')}</caption>
        <Columns recorded={recorded} />
        <Heads recorded={recorded} />
        <tbody>
          {differing.map((row) => (
            <Row key={wording(row.field)} row={row} recorded={recorded} />
          ))}
        </tbody>
      </table>
      {agreed.length > 0 && (
        <table className="w-full min-w-[30rem] table-fixed border-collapse border-line border-t text-left">
          <caption className="sr-only">{say('approvals.lines-that-match')}</caption>
          <Columns recorded={recorded} />
          <Heads recorded={recorded} className="sr-only" />
          <tbody>
            {codesLast(agreed).map((row) => (
              <Row key={wording(row.field)} row={row} recorded={recorded} />
            ))}
          </tbody>
        </table>
      )}
    </Frame>
  )
}
