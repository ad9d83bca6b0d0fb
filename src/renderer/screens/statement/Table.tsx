import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { spoken } from '../../lib/spoken.ts'

/** All decimals of an asset, so that they stand below each other; nothing on paper is hidden. */
export const full = (amount: string, precision: number, sign = false): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const padded =
    precision === 0 ? whole : `${whole}.${fraction.padEnd(Math.max(fraction.length, Math.min(precision, 8)), '0')}`
  return formatFigure(padded, { sign })
}

const HEAD = 'break-keep border-line border-b py-1.5 font-normal text-ink-3 text-xs'
export const CELL = 'border-line border-b py-2'

export function Head({
  cells,
}: {
  readonly cells: readonly (readonly [text: string, isFigure?: boolean, more?: string])[]
}) {
  return (
    <thead>
      <tr>
        {cells.map(([text, isFigure, more]) => (
          <th key={text} scope="col" className={cx(HEAD, isFigure === true && 'pl-3 text-right', more)}>
            {heard(text)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="border-ink border-b pb-1.5 text-h2">{heard(title)}</h2>
      <table aria-label={spoken(title)} className="w-full border-collapse text-left text-sm">
        {children}
      </table>
    </section>
  )
}

export const FIGURE = cx(CELL, 'figure whitespace-nowrap pl-3 text-right')
