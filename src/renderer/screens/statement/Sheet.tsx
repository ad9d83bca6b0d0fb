import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { partyDetail, partyName } from '../../components/party.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { formatFiat, formatFigure, groupsOfFour } from '../../lib/digits.ts'
import { formatDayLong, formatMomentLong } from '../../lib/time.ts'
import type { Statement } from '../../state/types.ts'
import { Mark } from '../../ui/Mark.tsx'
import { sumOf } from './model.ts'

type Row = Statement['rows'][number]

/** All decimals of an asset, so that they stand below each other; nothing on paper is hidden. */
const full = (amount: string, precision: number, sign = false): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const padded =
    precision === 0 ? whole : `${whole}.${fraction.padEnd(Math.max(fraction.length, Math.min(precision, 8)), '0')}`
  return formatFigure(padded, { sign })
}

const HEAD = 'border-line border-b py-1.5 font-normal text-ink-3 text-xs'
const CELL = 'border-line border-b py-2'

export function Sheet({ statement }: { readonly statement: Statement }) {
  return (
    <article>
      <header className="mb-10 flex items-start justify-between gap-4">
        <span className="flex items-center gap-3 font-semibold text-lg">
          <Mark className="size-8" />
          Coffer
        </span>
        {statement.isPlayMoney && (
          <span className="rounded-md border border-warn px-2.5 py-0.5 font-semibold text-warn text-xs">
            {say('statement.play-money')}
          </span>
        )}
      </header>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <p className="font-semibold text-[1.75rem] leading-9 tracking-[-0.02em]">
            {statement.isWhole ? say('statement.statement-of-account') : say('statement.list-of-movements')}
          </p>
          <p className="text-ink-2">{periodText(statement)}</p>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-0.5 text-sm">
          <dt className="text-ink-2">{say('statement.account')}</dt>
          <dd className="font-medium">{statement.name}</dd>
          {statement.number !== '' && (
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
      <Assets statement={statement} />
      <Movements statement={statement} />
      <Ids rows={statement.rows} />
      <footer className="mt-8 border-line border-t pt-3 text-ink-3 text-xs">
        {statement.agrees === true && <p>{say('statement.agrees-with-the-coins')}</p>}
        {statement.agrees === false && <p>{say('statement.does-not-agree-with-the-coins')}</p>}
        <p>{say('statement.drawn-up-on-this-computer')}</p>
      </footer>
    </article>
  )
}

function periodText({ from, to, drawnAt }: Statement): string {
  const end = to === null ? drawnAt : new Date(Date.parse(to) - 1).toISOString()
  return from === null
    ? say('statement.up-to', { end: formatDayLong(end) })
    : say('statement.from-to', { start: formatDayLong(from), end: formatDayLong(end) })
}

/** The closing value in the frame that binds, and what led to it. */
function Totals({ statement: { assets, rows, currency } }: { readonly statement: Statement }) {
  const value = (values: readonly (string | null)[]): string => {
    const sum = sumOf(values)
    return sum === null ? say('statement.not-all-known') : formatFiat(sum.replace('-', ''), currency)
  }
  const came = rows.filter(({ amount }) => !amount.startsWith('-'))
  const went = rows.filter(({ amount }) => amount.startsWith('-'))
  const figures = [
    [say('statement.closing-value'), value(assets.map((each) => each.closingFiat)), ''],
    [say('statement.opening-value'), value(assets.map((each) => each.openingFiat)), ''],
    [
      say('statement.came-in'),
      value(came.map((row) => row.fiatThen)),
      say('statement.movements-2', { count: came.length }),
    ],
    [
      say('statement.went-out'),
      value(went.map((row) => row.fiatThen)),
      say('statement.movements-2', { count: went.length }),
    ],
  ] as const
  return (
    <div className="mb-8 rounded-frame border border-button p-1">
      <dl className="grid gap-x-6 gap-y-4 rounded-inner border border-button px-6 py-5 min-[640px]:grid-cols-4 print:grid-cols-4">
        {figures.map(([name, figure, more], at) => (
          <div key={name} className={cx(at > 0 && 'min-[640px]:border-line min-[640px]:border-l min-[640px]:pl-5')}>
            <dt className="text-ink-2 text-xs">{name}</dt>
            <dd className={cx('figure font-semibold', at === 0 ? 'text-xl' : 'text-lg')}>{figure}</dd>
            {more !== '' && <dd className="text-ink-3 text-xs">{more}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}

function Head({ cells }: { readonly cells: readonly (readonly [text: string, isFigure?: boolean])[] }) {
  return (
    <thead>
      <tr>
        {cells.map(([text, isFigure]) => (
          <th key={text} scope="col" className={cx(HEAD, isFigure === true && 'pl-3 text-right')}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="border-ink border-b pb-1.5 text-h2">{title}</h2>
      <table className="w-full border-collapse text-left text-sm">{children}</table>
    </section>
  )
}

const FIGURE = cx(CELL, 'figure whitespace-nowrap pl-3 text-right')

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
          const figure = (amount: string): string => (/[1-9]/.test(amount) ? full(amount, asset.precision) : '–')
          return (
            <tr key={asset.assetId}>
              <td className={CELL}>
                <span className="font-semibold">{asset.symbol}</span>{' '}
                <span className="text-ink-2">{assetDetail(asset)}</span>
              </td>
              {isWhole && <td className={FIGURE}>{figure(opening)}</td>}
              <td className={FIGURE}>{figure(came)}</td>
              <td className={FIGURE}>{figure(out)}</td>
              <td className={FIGURE}>{figure(fees)}</td>
              {isWhole && <td className={cx(FIGURE, 'font-semibold')}>{figure(closing)}</td>}
            </tr>
          )
        })}
      </tbody>
    </Part>
  )
}

function Movements({ statement: { rows, isWhole, currency } }: { readonly statement: Statement }) {
  return (
    <Part title={say('statement.movements')}>
      <Head
        cells={[
          [say('statement.date')],
          [say('statement.what-and-who')],
          [say('statement.asset')],
          [say('statement.amount'), true],
          [say('statement.value-then'), true],
          ...(isWhole ? [[say('statement.balance-after'), true] as const] : []),
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="break-inside-avoid">
            <td className={cx(CELL, 'whitespace-nowrap pr-3 align-top')}>{formatMomentLong(row.at)}</td>
            <td className={cx(CELL, 'min-w-24 align-top [overflow-wrap:anywhere]')}>
              <span className="font-medium">{titleOf(row)}</span>
              <span className="block text-ink-2 text-xs">{who(row)}</span>
              {row.note !== '' && <span className="block whitespace-pre-wrap text-ink-2 text-xs">{row.note}</span>}
            </td>
            <td className={cx(CELL, 'align-top')}>{row.asset.symbol}</td>
            <td className={cx(FIGURE, 'align-top font-medium')}>{full(row.amount, row.asset.precision, true)}</td>
            <td className={cx(FIGURE, 'align-top')}>
              {row.fiatThen === null ? '–' : formatFiat(row.fiatThen.replace('-', ''), currency)}
            </td>
            {isWhole && (
              <td className={cx(FIGURE, 'align-top text-ink-2')}>
                {row.balance === null ? '' : full(row.balance, row.asset.precision)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Part>
  )
}

const titleOf = (row: Row): string =>
  row.label || row.memoText || say('statement.kind', { kind: row.kind, chain: wording(row.asset.chainName) })

/** On paper an address stands whole. */
function who({ party }: Row): string {
  const whole = party.kind === 'chain' ? [party.destination, party.tag] : [partyName(party), partyDetail(party)]
  return whole.filter((text) => text !== '').join(', ')
}

/** On the last page: by what each movement is found in the ledger. */
function Ids({ rows }: { readonly rows: readonly Row[] }) {
  const found = rows.filter(({ hash }) => hash !== null)
  if (found.length === 0) return null
  return (
    <div className="print:break-before-page">
      <Part title={say('statement.transactions')}>
        <tbody>
          {found.map((row) => (
            <tr key={row.id} className="break-inside-avoid">
              <td className={cx(CELL, 'whitespace-nowrap pr-4 align-top')}>{formatMomentLong(row.at)}</td>
              <td className={cx(CELL, 'code break-all text-xs')}>{groupsOfFour(row.hash ?? '').join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </Part>
    </div>
  )
}
