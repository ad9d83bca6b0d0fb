import { OctagonX } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/digits.ts'
import type { CheckRow } from '../../state/types.ts'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { compareRows } from './model.ts'

/** What was asked, what the service recorded, and what the bytes do. Only the last one counts; all must agree. */
export function CheckTable(props: { readonly rows: readonly CheckRow[]; readonly offline: boolean }) {
  const { differing, equal, alone } = compareRows(props.rows)
  return (
    <Card className="px-6 py-3" label="Asked, record and actual">
      {differing.length > 0 && (
        <>
          <p className="flex items-center gap-2 pt-1 pb-2 font-semibold text-stop">
            <OctagonX className="size-[18px]" aria-hidden="true" />
            What was said is not what the bytes do
          </p>
          <Table rows={differing} caption="Lines that differ" />
        </>
      )}
      {equal.length > 0 && (
        <Disclosure
          title={`${equal.length} ${equal.length === 1 ? 'line matches' : 'lines match'}: asked, record and actual`}
        >
          <Table rows={equal} caption="Lines that match" />
        </Disclosure>
      )}
      {alone.length > 0 && (
        <Disclosure title={`${plural(alone.length, 'line')} that only the bytes tell`}>
          <Table rows={alone} caption="Lines that only the bytes tell" />
        </Disclosure>
      )}
      {props.offline && (
        <p className="pb-1 text-ink-2 text-sm">
          The service is out of reach, so its record could not be compared. The bytes themselves were checked.
        </p>
      )}
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
            <span className="sr-only">Line</span>
          </th>
          <th scope="col" className={HEAD}>
            Asked
          </th>
          <th scope="col" className={HEAD}>
            Record
          </th>
          <th scope="col" className={HEAD}>
            Actual
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field} className={cx('border-line border-t', !row.agrees && 'bg-stop-soft text-stop')}>
            <th scope="row" className={cx(CELL, 'font-medium', !row.agrees && 'pl-2')}>
              {row.field}
              {!row.agrees && <span className="sr-only"> (differs)</span>}
            </th>
            <td className={CELL}>{row.asked ?? <Nobody />}</td>
            <td className={CELL}>{row.record ?? <Nobody />}</td>
            <td className={cx(CELL, !row.agrees && 'font-semibold')}>{row.actual}</td>
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
      <span className="sr-only">not said</span>
    </>
  )
}
