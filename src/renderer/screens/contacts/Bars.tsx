import { useState } from 'react'
import { locale, say } from '#words'
import { Fiat, useFigureLook } from '../../components/figures.tsx'
import { cx } from '../../lib/cx.ts'
import { formatMarks } from '../../lib/digits.ts'
import { useLetterScale } from '../../lib/letter-scale.ts'
import type { Between } from '../../state/types.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { barsOf } from './model.ts'

const HEIGHT = 132
/** The names of the months, the line that they stand on, and the figures at the side. */
const [BELOW, BASE, BESIDE] = [22, 18, 48]
const MONTHS = 12
/** What a bar takes of its month. */
const BAR = 0.58

/** A place on the line of months, as a part of its width: letters stay as large as they are, however wide that is. */
const part = (months: number): string => `${(months / MONTHS) * 100}%`

const monthFormat = new Intl.DateTimeFormat(locale(), { month: 'short' })
const longFormat = new Intl.DateTimeFormat(locale(), {
  month: 'long',
  year: 'numeric',
})
const dayOne = (month: string): Date => new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1)

/** What came and went by month, on one scale: from them above the line, to them below it. A table says the same. */
export function Bars({ between }: { readonly between: Between }) {
  const { hidden, currency } = useFigureLook()
  const [isTable, setTable] = useState(false)
  const scale = useLetterScale()
  const height = HEIGHT * scale
  const { bars, line, marks } = barsOf(between.months, height)
  const figures = formatMarks(
    marks.map(({ value }) => Number(value)),
    currency,
  )
  if (hidden) return null
  return (
    <figure className="mt-2">
      {isTable ? (
        <MonthTable between={between} />
      ) : (
        <div role="img" aria-label={say('contacts.by-month')} className="@container flex gap-2">
          <svg className="min-w-0 flex-1 overflow-visible" height={height + BELOW * scale} aria-hidden="true">
            {marks.map(({ y, value }) => (
              <line key={value} x1="0" x2="100%" y1={y} y2={y} stroke="var(--line-button)" strokeDasharray="1.5 4" />
            ))}
            {bars.map(({ month, up, down }, at) => {
              const bar = { x: part(at + (1 - BAR) / 2), width: part(BAR) }
              return (
                <g key={month}>
                  {up > 0 && <rect {...bar} y={line - up} height={up} rx={Math.min(4, up / 2)} fill="var(--ok)" />}
                  {down > 0 && <rect {...bar} y={line} height={down} rx={Math.min(4, down / 2)} fill="var(--accent)" />}
                  <text
                    x={part(at + 0.5)}
                    y={height + BASE * scale}
                    textAnchor="middle"
                    className={cx('fill-ink-2 text-xs', at % 2 === 0 && '@max-[26rem]:hidden')}
                  >
                    {monthFormat.format(dayOne(month))}
                  </text>
                </g>
              )
            })}
            <line x1="0" x2="100%" y1={line} y2={line} stroke="var(--line-control)" />
          </svg>
          <svg width={BESIDE * scale} height={height + BELOW * scale} aria-hidden="true">
            {marks.map(({ y, value }, at) => (
              <text key={value} x={BESIDE * scale} y={y} dy="0.32em" textAnchor="end" className="fill-ink-2 text-xs">
                {figures[at]}
              </text>
            ))}
          </svg>
        </div>
      )}
      <figcaption className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[0.1875rem] bg-ok" aria-hidden="true" />
          {say('contacts.from-them')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[0.1875rem] bg-accent" aria-hidden="true" />
          {say('contacts.to-them')}
        </span>
        <LinkButton className="ml-auto" isOn={isTable} onPress={() => setTable(!isTable)}>
          {isTable ? say('contacts.show-as-bars') : say('contacts.show-as-table')}
        </LinkButton>
      </figcaption>
    </figure>
  )
}

function MonthTable({ between }: { readonly between: Between }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{say('contacts.by-month')}</caption>
      <thead>
        <tr className="text-ink-2 text-xs">
          <th scope="col" className="py-1.5 font-normal">
            {say('contacts.month')}
          </th>
          <th scope="col" className="py-1.5 text-right font-normal">
            {say('contacts.from-them')}
          </th>
          <th scope="col" className="py-1.5 text-right font-normal">
            {say('contacts.to-them')}
          </th>
        </tr>
      </thead>
      <tbody>
        {between.months.map((one) => (
          <tr key={one.month} className="border-line border-t">
            <th scope="row" className="py-1.5 font-normal">
              {longFormat.format(dayOne(one.month))}
            </th>
            <td className="py-1.5 text-right">{one.in.count === 0 ? '–' : <Fiat value={one.in.fiat} />}</td>
            <td className="py-1.5 text-right">{one.out.count === 0 ? '–' : <Fiat value={one.out.fiat} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
