import { ArrowUpRight, Ban, Check, Clock3, Pencil, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { isolated, say } from '#words'
import { Figure } from '../../components/figures.tsx'
import { Invitation } from '../../components/Invitation.tsx'
import { PartyAvatar, partyDetail, partyName } from '../../components/party.tsx'
import { mostDecimals } from '../../components/pays-model.ts'
import { RowWords } from '../../components/RowWords.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useScrolledList } from '../../lib/scrolled-list.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { go } from '../../state/routes.ts'
import type { Run, RunRow } from '../../state/types.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Time } from '../../ui/Time.tsx'
import { figureOf, formOfWithdrawal, reasonOf, stateName } from './model.ts'

const ROW_HEIGHT = 42

/** Every row of a run with what became of it; of thousands only those near the screen are drawn. */
export function RunRows({ run }: { readonly run: Run }) {
  const { rows } = run
  const decimals = useMemo(() => mostDecimals(rows.flatMap((row) => figureOf(row) ?? [])), [rows])
  const { box, virtual, items } = useScrolledList<HTMLTableSectionElement>({
    count: rows.length,
    height: useCallback(() => ROW_HEIGHT, []),
    keyOf: useCallback((at: number) => at, []),
    canFocus: () => false,
    more: NO_MORE,
  })
  const [first, last] = [items[0], items.at(-1)]
  const margin = virtual.options.scrollMargin
  return (
    <table className="w-full table-fixed border-collapse text-left max-[30rem]:block" aria-rowcount={rows.length + 1}>
      <caption className="sr-only">{say('runs.rows-of-the-run')}</caption>
      <thead className="max-[30rem]:sr-only">
        <tr className="border-line border-b text-ink-2 text-xs">
          <th scope="col" className="w-10 py-1.5 pr-2 text-right font-normal">
            <span className="sr-only">{say('send.line')}</span>
          </th>
          <th scope="col" className="py-1.5 pl-3 font-normal">
            {say('send.to')}
          </th>
          <th scope="col" className="w-44 py-1.5 text-right max-[75rem]:w-36 max-[50rem]:w-32 font-normal">
            {say('send.amount')}
          </th>
          <th scope="col" className="w-48 py-1.5 pl-6 font-normal max-[75rem]:w-36 max-[62.5rem]:hidden">
            {say('runs.memo-and-label')}
          </th>
          <th scope="col" className="w-52 py-1.5 pl-6 font-normal max-[50rem]:w-36 max-[50rem]:pl-4">
            {say('runs.verdict')}
          </th>
        </tr>
      </thead>
      <tbody ref={box} className="max-[30rem]:block">
        <Gap height={first === undefined ? 0 : first.start - margin} />
        {items.map(({ index }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <Row key={index} run={run} row={row} at={index} decimals={decimals} measure={virtual.measureElement} />
            )
          )
        })}
        <Gap height={last === undefined ? 0 : virtual.getTotalSize() - (last.end - margin)} />
      </tbody>
    </table>
  )
}

const NO_MORE = { has: false, loading: false, read: () => undefined }

/** In place of the rows that are not drawn; in one cell, or a narrow window, which has a column less, would keep room for a fifth. */
function Gap({ height }: { readonly height: number }) {
  return height <= 0 ? null : (
    <tr style={{ height }}>
      <td className="p-0" />
    </tr>
  )
}

function Row(props: {
  readonly run: Run
  readonly row: RunRow
  readonly at: number
  readonly decimals: number
  readonly measure: (element: Element | null) => void
}) {
  const { row, at, decimals } = props
  const symbol = row.asset?.symbol ?? row.written
  const figure = figureOf(row)
  const { party, paymentId } = row
  const isOut = row.state === 'left_out'
  const withdrawal = formOfWithdrawal(row, props.run)
  return (
    <tr
      ref={props.measure}
      data-index={at}
      aria-rowindex={at + 2}
      className={cx(
        'h-[2.625rem] border-line border-b max-[30rem]:grid max-[30rem]:h-auto max-[30rem]:grid-cols-[1.25rem_minmax(0,1fr)_auto] max-[30rem]:items-baseline max-[30rem]:gap-x-2 max-[30rem]:py-1.5',
        row.state === 'pending' && 'bg-accent-soft',
      )}
    >
      <td className="figure pr-2 text-right text-ink-3 text-sm max-[30rem]:pr-0">{heard(row.line)}</td>
      <th scope="row" className="py-1 pl-3 font-normal max-[30rem]:col-span-2 max-[30rem]:py-0 max-[30rem]:pl-0">
        <span className="flex min-w-0 items-center gap-3">
          <span className="w-6 shrink-0 max-[50rem]:hidden">
            {party !== null && <PartyAvatar party={party} size="sm" />}
          </span>
          <span className="min-w-0 break-words">
            <span className={cx('font-semibold', isOut && 'font-normal text-ink-2')}>
              {party === null ? row.to : partyName(party)}
            </span>{' '}
            {party !== null && <span className="figure inline-block text-ink-3 text-sm">{partyDetail(party)}</span>}
          </span>
        </span>
      </th>
      <td
        className={cx(
          'whitespace-nowrap py-1 text-right font-semibold max-[30rem]:col-start-3 max-[30rem]:row-start-2',
          isOut && 'font-normal text-ink-3',
        )}
      >
        <span className={cx(isOut && 'line-through')}>
          {figure === null ? row.typed : <Figure value={figure} decimals={decimals} />}
        </span>
        {/* Units differ in width; the marks of the amounts stand below each other all the same. */}
        <span className="inline-block min-w-11 text-left font-normal text-ink-2 text-sm">
          {`\u00a0${isolated(symbol)}`}
        </span>
      </td>
      <td className="max-w-56 py-1 pl-6 text-ink-2 text-sm max-[62.5rem]:hidden">
        <RowWords memo={row.memoText} label={row.label} />
      </td>
      <td className="py-1 pl-6 text-sm max-[30rem]:col-start-2 max-[30rem]:row-start-2 max-[50rem]:pl-4 max-[30rem]:pl-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <Sign {...row} />
          {paymentId === null ? (
            <span className="font-semibold">{stateName(row)}</span>
          ) : (
            <LinkButton onPress={() => go({ name: 'payment', paymentId })}>{stateName(row)}</LinkButton>
          )}
          <span className="text-ink-3 text-xs">
            {row.state === 'paid' && row.at !== null && <Time at={row.at} />}{' '}
            {(row.state !== 'paid' || row.elsewhere || row.withdrawal?.feeWaits === true) && reasonOf(row)}{' '}
            {isOut && row.why === 'unregistered' && <Invitation inline />}
            {withdrawal !== null && (
              <LinkButton onPress={() => goSendFilled({ form: withdrawal, view: null })}>
                {say('runs.fill-the-form')}
              </LinkButton>
            )}
          </span>
        </span>
      </td>
    </tr>
  )
}

const SIGNS: Readonly<Record<RunRow['state'], ReactNode>> = {
  paid: <Check className="size-4 text-ok" aria-hidden="true" />,
  pending: <Spinner className="size-4 text-accent-ink" />,
  prepared: <Pencil className="size-4 text-accent-ink" aria-hidden="true" />,
  ready: <Clock3 className="size-4 text-ink-3" aria-hidden="true" />,
  to_withdraw: <ArrowUpRight className="size-4 text-ink-3" aria-hidden="true" />,
  left_out: <Ban className="size-4 text-warn" aria-hidden="true" />,
  refused: <TriangleAlert className="size-4 text-stop" aria-hidden="true" />,
}
const Sign = ({ state, short }: Pick<RunRow, 'state' | 'short'>) =>
  short ? <TriangleAlert className="size-4 text-warn" aria-hidden="true" /> : SIGNS[state]
