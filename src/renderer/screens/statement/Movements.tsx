import { Fragment } from 'react'
import { say } from '#words'
import { partyDetail, partyName } from '../../components/party.tsx'
import { cx } from '../../lib/cx.ts'
import { formatWorth, groupsOfFour, isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { formatMomentLong } from '../../lib/time.ts'
import type { Statement } from '../../state/types.ts'
import { memoBelow, titleOf } from './model.ts'
import { CELL, FIGURE, full, Head, Part } from './Table.tsx'

type Row = Statement['rows'][number]

/** A narrow window has no room for another column of figures: what it says stands below the amount there. Paper is wide. */
const BESIDE = {
  column: 'max-[50rem]:hidden print:table-cell',
  below: 'hidden max-[50rem]:block print:hidden',
} as const

/** Nor has a wide one, nor paper, where figures are very long. */
const BELOW = { column: 'hidden', below: 'block' } as const

/** Characters of a figure of which three stand beside each other. */
const SHORT = 18

export function Movements({
  statement: { rows, assets, isWhole, currency, sheetMost },
}: {
  readonly statement: Statement
}) {
  const isLong = rows.some(({ amount, balance }) => Math.max(amount.length, balance?.length ?? 0) > SHORT)
  const balances = isLong ? BELOW : BESIDE
  const isEachNamed = rows.reduce((sum, { receivers }) => sum + receivers.length, 0) <= sheetMost
  return (
    <Part title={say('statement.movements')}>
      <Head
        cells={[
          [say('statement.date')],
          [say('statement.what-and-who')],
          [say('statement.asset')],
          [say('statement.amount'), true],
          [say('statement.value-then'), true],
          ...(isWhole ? [[say('statement.balance-after'), true, balances.column] as const] : []),
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="break-inside-avoid">
            <td
              className={cx(
                CELL,
                'pr-3 align-top',
                !isLong && 'whitespace-nowrap max-[50rem]:whitespace-normal print:whitespace-nowrap',
              )}
            >
              {formatMomentLong(row.at)}
            </td>
            <th scope="row" className={cx(CELL, 'min-w-24 pr-3 align-top font-normal [overflow-wrap:anywhere]')}>
              <span className="font-medium">{titleOf(row)}</span>
              {/* An address takes two even lines, not one and a letter. */}
              <span className="block text-balance text-ink-2 text-xs">
                {row.whose !== '' && `${row.whose} · `}
                <Who party={row.party} />
              </span>
              {isEachNamed && <Paid row={row} />}
              {memoBelow(row) !== '' && (
                <span className="block whitespace-pre-wrap text-ink-2 text-xs">{memoBelow(row)}</span>
              )}
              {row.tags.length > 0 && (
                <span className="block text-ink-2 text-xs">{row.tags.map((tag) => `#${tag}`).join(' ')}</span>
              )}
              {row.note !== '' && <span className="block whitespace-pre-wrap text-ink-2 text-xs">{row.note}</span>}
            </th>
            <td className={cx(CELL, 'align-top')}>{row.asset.symbol}</td>
            <td className={cx(FIGURE, 'align-top font-medium')}>
              {heard(full(row.amount, row.asset.precision, true))}
              {row.balance !== null && isWhole && (
                <span className={cx(balances.below, 'font-normal text-ink-2 text-xs')}>
                  {say('statement.balance-after')} {heard(full(row.balance, row.asset.precision))}
                </span>
              )}
            </td>
            <td className={cx(FIGURE, 'align-top')}>
              {row.fiatThen === null
                ? '–'
                : heard(formatWorth(row.fiatThen.replace('-', ''), row.amount.replace('-', ''), currency))}
            </td>
            {isWhole && (
              <td className={cx(FIGURE, balances.column, 'align-top text-ink-2')}>
                {row.balance === null ? '' : heard(full(row.balance, row.asset.precision))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot className="print:table-row-group">
        {assets.map((each, at) => (
          <Sums key={each.asset.assetId} sums={each} isFirst={at === 0} closing={isWhole ? balances : null} />
        ))}
      </tfoot>
    </Part>
  )
}

/** What came, went and was paid in fees of one asset, each a line with its name, and what it left. */
function Sums(props: {
  readonly sums: Statement['assets'][number]
  readonly isFirst: boolean
  /** Where the balance stands; null where there is none. */
  readonly closing: typeof BESIDE | typeof BELOW | null
}) {
  const { isFirst, closing } = props
  const { asset, in: came, out, fees } = props.sums
  const lines = Object.entries({
    [say('statement.in')]: came,
    [say('statement.out')]: `-${out}`,
    [say('statement.fees')]: `-${fees}`,
  }).filter(([, sum]) => isSome(sum))
  return lines.map(([name, sum], at) => {
    const balance = closing !== null && at === lines.length - 1 ? full(props.sums.closing, asset.precision) : null
    return (
      <tr key={name} className="break-inside-avoid">
        <td className={cx(CELL, 'font-semibold')}>{isFirst && at === 0 && say('statement.total')}</td>
        <th scope="row" className={cx(CELL, 'font-normal')}>
          {name}
        </th>
        <td className={CELL}>{asset.symbol}</td>
        <td className={FIGURE}>
          {heard(full(sum, asset.precision, true))}
          {balance !== null && (
            <span className={cx(closing?.below, 'font-semibold')}>
              {say('statement.balance-after')} {heard(balance)}
            </span>
          )}
        </td>
        <td className={CELL} />
        {closing !== null && <td className={cx(FIGURE, closing.column, 'font-semibold')}>{heard(balance)}</td>}
      </tr>
    )
  })
}

/** Each of several that one payment paid, with what he got of it. */
const Paid = ({ row: { receivers, asset } }: { readonly row: Row }) =>
  receivers.map((paid, at) => (
    <span key={at} className="flex flex-wrap justify-between gap-x-3 text-ink-2 text-xs">
      <span className="min-w-0 text-balance">
        <Who party={paid.party} />
      </span>
      <span className="figure ml-auto">{heard(full(paid.amount, asset.precision))}</span>
    </span>
  ))

/** On paper an address stands whole. */
function Who({ party }: Pick<Row, 'party'>) {
  // They stand below it.
  if (party.kind === 'several') return partyName(party)
  // A name beside it would say the same once more.
  if (party.kind === 'unknown' || party.kind === 'self') return partyDetail(party)
  if (party.kind !== 'chain' && party.kind !== 'kernel')
    return [partyName(party), partyDetail(party)].filter((text) => text !== '').join(say('lib.comma'))
  const comma = say('lib.comma')
  const [before, address, after] =
    party.kind === 'kernel'
      ? [partyName(party) + comma, party.address, '']
      : ['', party.destination, party.tag === '' ? '' : comma + party.tag]
  return (
    <>
      {heard(before)}
      {groupsOfFour(address).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
      {heard(after)}
    </>
  )
}

/** On the last page: by what each movement is found in the ledger. */
export function Ids({ rows }: { readonly rows: readonly Row[] }) {
  const found = rows.filter(({ hash }) => hash !== null)
  if (found.length === 0) return null
  return (
    <div className="print:break-before-page">
      <Part title={say('statement.transactions')}>
        <Head cells={[[say('statement.date')], [say('shared.transaction')]]} />
        <tbody>
          {found.map((row) => (
            <tr key={row.id} className="break-inside-avoid">
              <th scope="row" className={cx(CELL, 'whitespace-nowrap pr-4 align-top font-normal')}>
                {formatMomentLong(row.at)}
              </th>
              <td className={cx(CELL, 'code text-xs [overflow-wrap:anywhere]')}>
                {groupsOfFour(row.hash ?? '').join(' ')}
              </td>
            </tr>
          ))}
        </tbody>
      </Part>
    </div>
  )
}
