import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { PaymentListDialog } from '../../components/PaymentListDialog.tsx'
import { recordedOtherwise, StoppedPayment } from '../../components/StoppedPayment.tsx'
import { Unread } from '../../components/Unread.tsx'
import { cx } from '../../lib/cx.ts'
import { formatFigure } from '../../lib/digits.ts'
import { rich } from '../../lib/rich.tsx'
import { saveTable } from '../../lib/save.ts'
import { spoken } from '../../lib/spoken.ts'
import { type Action, useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Run } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { barOf, cutsOf, hasRefused, progressOf, resultFile, rowsToPay, textOf, withdrawalsLeft } from './model.ts'
import { RunNotes } from './RunNotes.tsx'
import { RunRows } from './RunRows.tsx'

/** Many payments from one list: how far they are, row by row, and the next one. */
export function RunScreen({ runId }: { readonly runId: string }) {
  const { owner } = useWallet()
  const run = useQuery('runs.read', { account: owner.account, runId })
  const prepare = useAction('runs.prepare')
  const [mending, setMending] = useState(false)
  const otherwise = recordedOtherwise(prepare.error)
  if (prepare.error !== null && otherwise !== null) {
    const from = { name: run.value?.name ?? say('runs.many-payments'), back: say('send.back-to-the-run') }
    return <StoppedPayment error={prepare.error} rows={otherwise} from={from} onBack={prepare.reset} />
  }
  if (run.value === undefined) {
    return (
      <Page title={say('runs.many-payments')}>
        <Unread of={run} className="h-96" />
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
            onPress={() => saveTable(`${value.name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, resultFile(value))}
          >
            {say('runs.result-as-csv')}
          </Button>
        </>
      }
      foot={<Foot run={value} prepare={prepare} onMend={() => setMending(true)} />}
    >
      <Head run={value} />
      <RunRows run={value} />
      {mending && (
        <PaymentListDialog
          owner={owner}
          asset={value.asset ?? undefined}
          run={{ name: value.name, text: textOf(value) }}
          onClose={() => setMending(false)}
        />
      )}
    </Page>
  )
}

const WIDTH = 1000
const FILLS = { paid: 'fill-ok', going: 'fill-accent', ahead: 'fill-pressed' } as const

function Head({ run }: { readonly run: Run }) {
  const bar = barOf(run, WIDTH)
  const cuts = cutsOf(run, WIDTH)
  const all = rowsToPay(run)
  const totals = progressOf(run)
  return (
    <header className="mb-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="break-words text-2xl font-semibold">{run.name}</h2>
          <p className="text-ink-2">{rich('runs.paid-of-rows', { paid: run.paid.rows, rows: all })}</p>
        </div>
        <div className={cx('grid justify-items-end font-semibold', totals.length > 1 ? 'text-lg' : 'text-2xl')}>
          {totals.map(({ asset, paid, all: whole }) => (
            <p key={asset.assetId}>
              <Figure value={paid} />{' '}
              <span className={cx('font-medium text-ink-2', totals.length > 1 ? 'text-base' : 'text-lg')}>
                {rich('runs.of-total', { amount: formatFigure(whole), symbol: asset.symbol })}
              </span>
            </p>
          ))}
        </div>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} 8`}
        preserveAspectRatio="none"
        className="mt-3 h-2 w-full rounded-full"
        role="img"
        aria-label={spoken(say('runs.paid-of-rows', { paid: run.paid.rows, rows: all }))}
      >
        {cuts === null ? (
          <>
            <rect width={WIDTH} height="8" className="fill-pressed" />
            <rect width={bar.paid} height="8" className="fill-ok" />
            <rect x={bar.paid} width={bar.going} height="8" className="fill-accent" />
          </>
        ) : (
          cuts.map(({ at, width, fill }) => (
            <rect key={at} x={at} width={width} height="8" rx="2" className={FILLS[fill]} />
          ))
        )}
      </svg>
      <RunNotes run={run} />
    </header>
  )
}

/** What could not be prepared may be possible once a payment of the run has got further: what was said of it holds no more. */
function useOld({ paid, going }: Run, { error, reset }: Action<'runs.prepare'>): void {
  const end = useRef(reset)
  end.current = error === null ? () => undefined : reset
  const stands = `${paid.rows} ${going.rows}`
  const last = useRef(stands)
  useEffect(() => {
    if (last.current === stands) return
    last.current = stands
    end.current()
  }, [stands])
}

function Foot(props: { readonly run: Run; readonly prepare: Action<'runs.prepare'>; readonly onMend: () => void }) {
  const { run, prepare, onMend } = props
  const { owner, account } = useWallet()
  useOld(run, prepare)
  const isLeft = run.next !== null || run.waiting !== null || hasRefused(run)
  const canSign = account.kind !== 'watch'
  // What waits comes first, and of that nothing can be signed.
  const isDoubled = run.doubled.length > 0
  const canPay = isLeft && canSign && !isDoubled
  const pay = () =>
    prepare.run({ account: owner.account, runId: run.runId }, ({ paymentId }) => go({ name: 'payment', paymentId }))
  return (
    <div className="grid gap-3">
      <ErrorNotice error={prepare.error} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 text-ink-2 low:text-xs">
          {run.next !== null && run.next.parts > 1 && <p>{rich('runs.in-parts', { parts: run.next.parts })}</p>}
          {run.leftOut + withdrawalsLeft(run) === 0 && !isLeft && !isDoubled && <p>{say('runs.nothing-left')}</p>}
          {isLeft && !canSign && <p>{say('collectibles.this-account-is-watch-only-it')}</p>}
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button size="lg" onPress={onMend}>
            {say('runs.mend-the-list')}
          </Button>
          {isDoubled && canSign && <GiveUp run={run} />}
          {canPay && (
            <Button kind="primary" size="lg" pending={prepare.pending} onPress={() => void pay()}>
              {run.waiting !== null
                ? say('runs.go-on-with-the-review')
                : run.next === null
                  ? say('runs.try-the-refused-again')
                  : rich('runs.review-the-next', {
                      rows: run.next.rows,
                      amount: formatFigure(run.next.amount),
                      symbol: run.next.asset.symbol,
                    })}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Lets go of what waits with rows that were paid another way; its others are ready again then. */
function GiveUp({ run }: { readonly run: Run }) {
  const { owner } = useWallet()
  const cancel = useAction('payments.cancel')
  async function giveUp(): Promise<void> {
    for (const { paymentId } of run.doubled) {
      if ((await cancel.run({ account: owner.account, paymentId })) === undefined) return
    }
  }
  return (
    <>
      <ErrorNotice error={cancel.error} />
      <Button kind="primary" size="lg" pending={cancel.pending} onPress={() => void giveUp()}>
        {say('runs.give-up-doubled')}
      </Button>
    </>
  )
}
