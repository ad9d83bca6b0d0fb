import { useState } from 'react'
import { say } from '#words'
import { ValueLine } from '../../components/ValueChart.tsx'
import { cx } from '../../lib/cx.ts'
import { isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { formatDate, formatTick } from '../../lib/time.ts'
import type { Statement } from '../../state/types.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { figureOf, isByOlderPrice, someOf } from './model.ts'

/** So many points stand in the table: more would be a page of their own. */
const IN_TABLE = 12
const HEIGHT = 150
/** Between the margins of a sheet of A4. */
const PAPER_WIDTH = 656

/** What all of it was worth over the period: the line, and the same as figures, which are always there on paper. */
export function ValueOverPeriod({ statement, isPaper }: { readonly statement: Statement; readonly isPaper: boolean }) {
  const { values, currency, to, drawnAt } = statement
  const [asTable, setTable] = useState(false)
  const last = values.at(-1)
  if (last === undefined || !values.some(({ value }) => value !== null && isSome(value))) return null
  const isOver = to !== null && to < drawnAt
  const span = spanOf(values)
  return (
    <section className="mb-8 break-inside-avoid">
      <div className="mb-3 flex items-baseline justify-between gap-4 border-ink border-b pb-1.5 text-h2">
        <h2>{say('statement.value-over-the-period')}</h2>
        {!isPaper && (
          <LinkButton className="text-xs" isOn={asTable} onPress={() => setTable(!asTable)}>
            {say('shared.show-as-table')}
          </LinkButton>
        )}
      </div>
      {(isPaper || !asTable) && (
        <ValueLine
          of="value"
          points={values}
          currency={currency}
          height={HEIGHT}
          paper={{
            ...(isPaper ? { width: PAPER_WIDTH } : {}),
            ...(isOver || isPaper ? { end: formatTick(Date.parse(last.at), span) } : {}),
          }}
        />
      )}
      {(isPaper || asTable) && <Figures statement={statement} className={cx(isPaper && 'mt-4')} />}
    </section>
  )
}

const spanOf = (values: Statement['values']): number =>
  Date.parse(values.at(-1)?.at ?? '') - Date.parse(values[0]?.at ?? '')

function Figures({ statement, className }: { readonly statement: Statement; readonly className: string }) {
  const { values, currency } = statement
  const span = spanOf(values)
  const shown = someOf(values, IN_TABLE)
  return (
    <table className={cx('w-full border-collapse text-left text-sm', className)}>
      <caption className="sr-only">{say('statement.value-over-the-period')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{say('statement.date')}</th>
          <th scope="col">{say('shared.value')}</th>
        </tr>
      </thead>
      <tbody className="block columns-2 gap-x-10">
        {shown.map((point) => (
          <tr key={point.at} className="flex break-inside-avoid justify-between gap-4 border-line border-b py-1">
            <th scope="row" className="font-normal text-ink-2">
              {formatDate(point.at, span)}
            </th>
            <td className="figure whitespace-nowrap text-right">{heard(figureOf(point, currency))}</td>
          </tr>
        ))}
      </tbody>
      {shown.some(isByOlderPrice) && (
        <tfoot>
          <tr>
            <td colSpan={2} className="pt-2 text-ink-3 text-xs">
              {say('statement.by-an-older-price')}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
