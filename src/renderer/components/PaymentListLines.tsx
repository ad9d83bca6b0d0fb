import { useMemo } from 'react'
import { isolated, say } from '#words'
import { cx } from '../lib/cx.ts'
import { formatFigure, placesOf } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import type { PaymentList } from '../lib/payment-list.ts'
import { spoken } from '../lib/spoken.ts'
import { Scrolled } from '../ui/Scrolled.tsx'
import { RowWords } from './RowWords.tsx'

export const ROWS_SHOWN = 500

/** An amount of a column, whose mark stands below those of the others; it is shown to whoever has just written it, also where amounts are hidden. */
function Aligned({ value, places }: { readonly value: string; readonly places: number }) {
  const figure = formatFigure(value)
  const [whole, fraction] = figure.split('.')
  return (
    <>
      <span className="sr-only select-none">{spoken(figure)}</span>
      <span aria-hidden="true">{heard(whole)}</span>
      <span
        aria-hidden="true"
        className="inline-block text-left"
        style={{ minWidth: places === 0 ? 0 : `${places + 0.5}ch` }}
      >
        {fraction !== undefined && `.${fraction}`}
      </span>
    </>
  )
}

/** Each line of a list with its verdict. */
export function Lines({ list: { rows, isUnclear }, symbol }: { readonly list: PaymentList; readonly symbol: string }) {
  const places = useMemo(() => placesOf(rows.flatMap(({ amount }) => amount ?? [])), [rows])
  const table = (
    <Scrolled label={say('send.rows-that-were-understood')} className="mt-4 max-h-56 rounded-lg shadow-card">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{say('send.rows-that-were-understood')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{say('send.line')}</th>
            <th scope="col">{say('send.receiver')}</th>
            <th scope="col">{say('runs.memo-and-label')}</th>
            <th scope="col">{say('send.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {/* What is wrong first: a mistake far down would not be seen. */}
          {[...rows]
            .sort((a, b) => Number(a.why === null) - Number(b.why === null) || a.line - b.line)
            .slice(0, ROWS_SHOWN)
            .map((row) => (
              <tr key={row.line} className="border-line border-b last:border-0">
                <td className="figure w-12 py-1.5 pr-2 pl-4 text-right align-top text-ink-3 text-sm">
                  {heard(row.line)}
                </td>
                <th scope="row" className="py-1.5 pr-2 align-top font-normal">
                  <span className="figure break-all">{row.to}</span>
                  {/* What is wrong with all of them is said once, above. */}
                  {row.why !== null && !isUnclear && <span className="block text-sm text-stop">{heard(row.why)}</span>}
                </th>
                <td className="max-w-48 py-1.5 pr-2 align-top text-ink-2 text-sm">
                  <RowWords memo={row.memo} label={row.label} />
                </td>
                <td
                  className={cx(
                    'figure whitespace-nowrap py-1.5 pr-4 text-right align-top',
                    row.why !== null && 'text-ink-3',
                  )}
                >
                  {row.amount === null ? row.typed : <Aligned value={row.amount} places={places} />}
                  {/* Units differ in width; the marks of the amounts stand below each other all the same. */}
                  <span className="inline-block min-w-11 text-left">
                    {`\u00a0${isolated(row.asset === '' ? symbol : row.asset)}`}
                  </span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Scrolled>
  )
  if (!isUnclear) return table
  return (
    <>
      <p role="alert" className="mt-3 text-sm text-stop">
        {say('send.columns-unclear')}
      </p>
      {table}
    </>
  )
}
