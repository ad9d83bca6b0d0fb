import { isolated, say } from '#words'
import { PaperHead } from '../../components/OnPaper.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { formatFiat, isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { formatDayLong, formatMomentLong } from '../../lib/time.ts'
import type { Statement } from '../../state/types.ts'
import { Ids, Movements } from './Movements.tsx'
import { byPrices, sumOf } from './model.ts'
import { CELL, FIGURE, full, Head, Part } from './Table.tsx'
import { ValueOverPeriod } from './Value.tsx'

export function Sheet({ statement, isPaper }: { readonly statement: Statement; readonly isPaper: boolean }) {
  return (
    <article>
      <PaperHead isPlayMoney={statement.isPlayMoney} />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <p className="font-semibold text-[1.75rem] leading-9 tracking-[-0.02em]">
            {statement.isWhole ? say('statement.statement-of-account') : say('statement.list-of-movements')}
          </p>
          <p className="text-ink-2">{heard(periodText(statement))}</p>
          {statement.only !== null && <p className="font-medium">{heard(onlyText(statement.only))}</p>}
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-0.5 text-sm">
          <dt className="text-ink-2">{say('statement.account')}</dt>
          <dd className="max-w-72 font-medium [overflow-wrap:anywhere]">
            {[statement, ...statement.others].map(({ name, id }) => (
              <span key={id} className="block">
                {name}
              </span>
            ))}
          </dd>
          {statement.number !== '' && statement.others.length === 0 && (
            <>
              <dt className="text-ink-2">{say('statement.mixin-number')}</dt>
              <dd>{statement.number}</dd>
            </>
          )}
          <dt className="text-ink-2">{say('statement.drawn-up')}</dt>
          <dd>{formatMomentLong(statement.drawnAt)}</dd>
        </dl>
      </div>
      {statement.isWhole && <Totals statement={statement} />}
      {statement.isWhole && <ValueOverPeriod statement={statement} isPaper={isPaper} />}
      {statement.assets.length > 0 && <Assets statement={statement} />}
      <Moved statement={statement} />
      <Ids rows={statement.rows} />
      <footer className="mt-8 border-line border-t pt-3 text-ink-3 text-xs">
        {statement.agrees === true && <p>{say('statement.agrees-with-the-coins')}</p>}
        {statement.agrees === false && <p>{say('statement.does-not-agree-with-the-coins')}</p>}
        <p>{say('statement.drawn-up-on-this-computer')}</p>
        {statement.digest !== null && (
          <p className="[overflow-wrap:anywhere]">{rich('statement.digest', { digest: statement.digest })}</p>
        )}
      </footer>
    </article>
  )
}

export function periodText({ from, to, drawnAt }: Statement): string {
  const end = to === null ? drawnAt : new Date(Date.parse(to) - 1).toISOString()
  return from === null
    ? say('statement.up-to', { end: formatDayLong(end) })
    : say('statement.from-to', { start: formatDayLong(from), end: formatDayLong(end) })
}

/** That nothing else of the account is in it, whose sums would be taken for those of all. */
export const onlyText = (only: NonNullable<Statement['only']>): string =>
  say('statement.only', { symbol: isolated(only.symbol), detail: isolated(assetDetail(only)) })

/** Characters of a value of which four stand beside each other. */
const SHORT = 13

/** The closing value in the frame that binds, and what led to it. */
function Totals({ statement }: { readonly statement: Statement }) {
  const { assets, came, went, currency } = statement
  const value = (values: readonly (string | null)[]): string => {
    const sum = sumOf(values)
    return sum === null ? say('statement.not-all-known') : formatFiat(sum.replace('-', ''), currency)
  }
  const change = byPrices(statement) ?? ''
  // Without it the four figures do not add up.
  const prices = isSome(change)
    ? rich('statement.by-prices', {
        figure: (
          <span className="whitespace-nowrap">
            {change.startsWith('-') ? '' : '+'}
            {heard(formatFiat(change, currency))}
          </span>
        ),
      })
    : ''
  const figures = [
    [say('statement.closing-value'), value(assets.map((each) => each.closingFiat)), prices],
    [say('statement.opening-value'), value(assets.map((each) => each.openingFiat)), ''],
    [say('statement.came-in'), value([came.fiat]), say('statement.movements-2', { count: came.count })],
    [say('statement.went-out'), value([went.fiat]), say('statement.movements-2', { count: went.count })],
  ] as const
  const four = figures.every(([, figure]) => figure.length <= SHORT)
  return (
    <div className="mb-8 rounded-frame border border-button p-1">
      <dl
        className={cx(
          'grid gap-x-6 gap-y-4 rounded-inner border border-button px-6 py-5 min-[30rem]:grid-cols-2 print:grid-cols-2',
          four && 'min-[50rem]:grid-cols-4 print:grid-cols-4',
        )}
      >
        {figures.map(([name, figure, more], at) => (
          <div
            key={name}
            className={cx(
              at > 0 && 'border-line',
              at % 2 === 1 && 'min-[30rem]:border-l min-[30rem]:pl-5 print:border-l print:pl-5',
              at === 2 && four && 'min-[50rem]:border-l min-[50rem]:pl-5 print:border-l print:pl-5',
            )}
          >
            <dt className="text-ink-2 text-xs">{name}</dt>
            <dd className={cx('figure whitespace-nowrap font-semibold', at === 0 ? 'text-xl' : 'text-lg')}>
              {heard(figure)}
            </dd>
            {more !== '' && <dd className="text-ink-3 text-xs">{more}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What moved, or that nothing did: a table of no rows asks whether something is missing. */
function Moved({ statement }: { readonly statement: Statement }) {
  const { count, sheetMost: most, fileMost } = statement
  if (count === 0) return <p className="mb-8 text-ink-2">{say('statement.nothing-moved')}</p>
  if (count <= most) return <Movements statement={statement} />
  return <p className="mb-8">{rich('statement.too-many-for-a-sheet', { count, most, fileMost })}</p>
}

function Assets({ statement: { assets, isWhole } }: { readonly statement: Statement }) {
  const middle = [
    [say('statement.in'), true] as const,
    [say('statement.out'), true] as const,
    [say('statement.fees'), true] as const,
  ]
  return (
    <Part title={say('statement.by-asset')}>
      <Head
        cells={[
          [say('statement.asset')],
          ...(isWhole ? [[say('statement.opening'), true] as const] : []),
          ...middle,
          ...(isWhole ? [[say('statement.closing'), true] as const] : []),
        ]}
      />
      <tbody>
        {assets.map(({ asset, opening, in: came, out, fees, closing }) => {
          const figure = (amount: string): string => (isSome(amount) ? full(amount, asset.precision) : '–')
          return (
            <tr key={asset.assetId}>
              <th scope="row" className={cx(CELL, 'font-normal')}>
                <span className="font-semibold">{asset.symbol}</span>{' '}
                <span className="text-ink-2">{assetDetail(asset)}</span>
              </th>
              {isWhole && <td className={FIGURE}>{heard(figure(opening))}</td>}
              <td className={FIGURE}>{heard(figure(came))}</td>
              <td className={FIGURE}>{heard(figure(out))}</td>
              <td className={FIGURE}>{heard(figure(fees))}</td>
              {isWhole && <td className={cx(FIGURE, 'font-semibold')}>{heard(figure(closing))}</td>}
            </tr>
          )
        })}
      </tbody>
    </Part>
  )
}
