import { Ban, Check, Clock3, Download, Pencil, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isolated, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { PaymentListDialog } from '../../components/PaymentListDialog.tsx'
import { PartyAvatar, partyDetail, partyName } from '../../components/party.tsx'
import { mostDecimals } from '../../components/pays-model.ts'
import { cx } from '../../lib/cx.ts'
import { formatFigure } from '../../lib/digits.ts'
import { saveText } from '../../lib/save.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Run, RunRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { barOf, reasonOf, resultFile, stateName, textOf, totalOf } from './model.ts'

/** Many payments from one list: how far they are, row by row, and the next one. */
export function RunScreen({ runId }: { readonly runId: string }) {
  const { owner } = useWallet()
  const run = useQuery('runs.read', { account: owner.account, runId })
  const [mending, setMending] = useState(false)
  if (run.value === undefined) {
    return (
      <Page title={say('runs.many-payments')}>
        {run.error === null ? <Skeleton className="h-96 w-full rounded-lg" /> : <ErrorNotice error={run.error} />}
      </Page>
    )
  }
  const { value } = run
  return (
    <Page
      title={say('runs.many-payments')}
      under={{ text: say('send.send'), onPress: () => go({ name: 'send' }) }}
      actions={
        <>
          <Button kind="quiet" onPress={() => go({ name: 'runs' })}>
            {say('runs.all-runs')}
          </Button>
          <Button
            kind="quiet"
            icon={<Download className="size-4" />}
            onPress={() => saveText(`${value.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, resultFile(value))}
          >
            {say('runs.result-as-csv')}
          </Button>
        </>
      }
      foot={<Foot run={value} onMend={() => setMending(true)} />}
    >
      <Head run={value} />
      <Rows run={value} />
      {mending && (
        <PaymentListDialog
          owner={owner}
          asset={value.asset}
          run={{ name: value.name, text: textOf(value) }}
          onClose={() => setMending(false)}
        />
      )}
    </Page>
  )
}

const WIDTH = 1000

function Head({ run }: { readonly run: Run }) {
  const bar = barOf(run, WIDTH)
  const all = run.paid.rows + run.going.rows + run.ready.rows
  return (
    <header className="mb-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 break-words text-2xl font-semibold">{run.name}</h2>
        <p className="text-2xl font-semibold">
          <Figure value={run.paid.amount} />{' '}
          <span className="font-medium text-ink-2 text-lg">
            {say('runs.of-total', { amount: formatFigure(totalOf(run)), symbol: run.asset.symbol })}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-ink-2">
        <p>{say('runs.one-name-pays-once')}</p>
        <p className="text-sm">{say('runs.paid-of-rows', { paid: run.paid.rows, rows: all })}</p>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} 8`}
        preserveAspectRatio="none"
        className="mt-3 h-2 w-full rounded-full"
        role="img"
        aria-label={say('runs.paid-of-rows', { paid: run.paid.rows, rows: all })}
      >
        <rect width={WIDTH} height="8" className="fill-pressed" />
        <rect width={bar.paid} height="8" className="fill-ok" />
        <rect x={bar.paid} width={bar.going} height="8" className="fill-accent" />
      </svg>
      {run.gone.rows > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          {say('runs.gone', { rows: run.gone.rows, amount: run.gone.amount, symbol: run.asset.symbol })}
        </p>
      )}
    </header>
  )
}

function Rows({ run }: { readonly run: Run }) {
  const decimals = mostDecimals(run.rows.flatMap(({ amount }) => amount ?? []))
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{say('runs.rows-of-the-run')}</caption>
      <thead>
        <tr className="border-line border-b text-ink-2 text-xs">
          <th scope="col" className="w-10 py-1.5 pr-2 text-right font-normal">
            <span className="sr-only">{say('send.line')}</span>
          </th>
          <th scope="col" className="py-1.5 pl-3 font-normal">
            {say('send.to')}
          </th>
          <th scope="col" className="py-1.5 text-right font-normal">
            {say('send.amount')}
          </th>
          <th scope="col" className="py-1.5 pl-6 font-normal max-[999px]:hidden">
            {say('send.memo')}
          </th>
          <th scope="col" className="py-1.5 pl-6 font-normal">
            {say('runs.verdict')}
          </th>
        </tr>
      </thead>
      <tbody>
        {run.rows.map((row, at) => (
          <Row key={at} row={row} symbol={run.asset.symbol} decimals={decimals} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, symbol, decimals }: { row: RunRow; symbol: string; decimals: number }) {
  const { party, paymentId } = row
  const isOut = row.state === 'left_out'
  return (
    <tr className={cx('h-[2.625rem] border-line border-b', row.state === 'pending' && 'bg-accent-soft')}>
      <td className="figure pr-2 text-right text-ink-3 text-sm">{row.line}</td>
      <td className="py-1 pl-3">
        <span className="flex min-w-0 items-center gap-3">
          {party !== null && <PartyAvatar party={party} size="sm" />}
          <span className="min-w-0 break-words">
            <span className={cx('font-semibold', isOut && 'font-normal text-ink-2')}>
              {party === null ? row.to : partyName(party)}
            </span>{' '}
            {party !== null && <span className="figure text-ink-3 text-sm">{partyDetail(party)}</span>}
          </span>
        </span>
      </td>
      <td
        className={cx(
          'whitespace-nowrap py-1 text-right font-semibold',
          isOut && 'font-normal text-ink-3 line-through',
        )}
      >
        {row.amount === null ? row.typed : <Figure value={row.amount} decimals={decimals} />}
        <span className="font-normal text-ink-2 text-sm">{` ${isolated(symbol)}`}</span>
      </td>
      <td className="max-w-56 truncate py-1 pl-6 text-ink-2 text-sm max-[999px]:hidden">
        {[row.memoText, row.label].filter((one) => one !== '').join(' · ')}
      </td>
      <td className="py-1 pl-6 text-sm">
        <span className="flex flex-wrap items-center gap-x-2">
          <Sign state={row.state} />
          {paymentId === null ? (
            <span className="font-semibold">{stateName(row.state)}</span>
          ) : (
            <button
              type="button"
              className="rounded-sm font-semibold text-accent-ink hover:underline"
              onClick={() => go({ name: 'payment', paymentId })}
            >
              {stateName(row.state)}
            </button>
          )}
          <span className="text-ink-3 text-xs">
            {row.state === 'paid' && row.at !== null ? <Time at={row.at} /> : reasonOf(row)}
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
  left_out: <Ban className="size-4 text-warn" aria-hidden="true" />,
  refused: <TriangleAlert className="size-4 text-stop" aria-hidden="true" />,
}
const Sign = ({ state }: Pick<RunRow, 'state'>) => SIGNS[state]

function Foot({ run, onMend }: { readonly run: Run; readonly onMend: () => void }) {
  const { owner } = useWallet()
  const prepare = useAction('runs.prepare')
  const refused = run.rows.some(({ state }) => state === 'refused')
  const canPay = run.next !== null || run.waiting !== null || refused
  async function pay(): Promise<void> {
    const review = await prepare.run({ account: owner.account, runId: run.runId })
    if (review !== undefined) go({ name: 'payment', paymentId: review.paymentId })
  }
  return (
    <div className="grid gap-3">
      {prepare.error !== null && <ErrorNotice error={prepare.error} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 text-ink-2">
          {run.leftOut > 0
            ? say('runs.rows-left-out', { rows: run.leftOut })
            : run.next !== null && run.next.parts > 1
              ? say('runs.in-parts', { parts: run.next.parts })
              : !canPay && say('runs.nothing-left')}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button size="lg" onPress={onMend}>
            {say('runs.mend-the-list')}
          </Button>
          {canPay && (
            <Button kind="primary" size="lg" pending={prepare.pending} onPress={() => void pay()}>
              {run.waiting !== null
                ? say('runs.go-on-with-the-review')
                : run.next === null
                  ? say('runs.try-the-refused-again')
                  : say('runs.review-the-next', {
                      rows: run.next.rows,
                      amount: run.next.amount,
                      symbol: run.asset.symbol,
                    })}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
