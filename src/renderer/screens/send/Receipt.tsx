import { Check, CircleHelp, Clock3, Repeat, Slash, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat } from '../../components/figures.tsx'
import { hasFailed } from '../../components/movement.ts'
import { Page } from '../../components/Page.tsx'
import { PaysFrame } from '../../components/PaysFrame.tsx'
import { Priced } from '../../components/Priced.tsx'
import { WithdrawalFee } from '../../components/WithdrawalFee.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { formatFull } from '../../lib/time.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { KeepPayee } from './KeepPayee.tsx'
import { ReceiptDeeds } from './ReceiptDeeds.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { ReceiptTrack } from './ReceiptTrack.tsx'
import {
  isProvedDead,
  type Meaning,
  mayRepeat,
  meaningOf,
  problemWords,
  rowsOf,
  secondsTaken,
  stepsOf,
  verbOf,
} from './receipt-model.ts'
import { Undecided } from './Undecided.tsx'

/** What became of a payment: the sentence first, then the same frame that was signed, its times, and the rest. */
export function Receipt({ payment }: { readonly payment: Payment }) {
  const { owner } = useWallet()
  const meaning = meaningOf(payment)
  const undecided = payment.money === 'unknown_checking' && payment.waitsFor === undefined
  return (
    <Page
      title={say('send.payment')}
      under={{ text: say('send.activity'), onPress: () => go({ name: 'activity' }), entry: 'activity' }}
      narrow
      // What paid nobody has no receipt.
      actions={hasFailed(payment) ? undefined : <ReceiptDeeds payment={payment} />}
      help={payment.money === 'unknown_checking' ? 'undecided' : 'review'}
      foot={<Foot payment={payment} />}
    >
      <div className="grid gap-5">
        <Sentence meaning={meaning} payment={payment} undecided={undecided} />
        {payment.problem !== null && payment.money !== 'unknown_checking' && !isProvedDead(payment) && (
          <ErrorNotice error={payment.problem} {...problemWords(payment)} />
        )}
        {payment.withdrawal !== undefined && (
          <WithdrawalFee
            account={owner.account}
            requestId={payment.cosigning?.paidUnder ?? payment.paymentId}
            withdrawal={payment.withdrawal}
          />
        )}
        <section aria-label={say('send.details')} className="grid gap-5">
          <h2 className="sr-only">{spoken(wording(payment.title))}</h2>
          <PaysFrame
            asset={payment.asset}
            amount={payment.amount}
            verb={verbOf(payment)}
            {...worthOf(payment)}
            item={payment.item}
            rows={rowsOf(payment)}
            nobody={say('send.nobody-it-pays-for-keeping-the')}
            end={payment.money === 'final' ? <Check className="size-4 text-ok" aria-hidden="true" /> : undefined}
          />
          <ReceiptTrack steps={stepsOf(payment)} undecided={undecided} />
          <Undecided payment={payment} />
          <ReceiptFacts payment={payment} />
        </section>
      </div>
    </Page>
  )
}

const GROUNDS = {
  ok: 'bg-ok text-surface',
  warn: 'bg-warn-soft text-warn',
  stop: 'bg-stop text-surface',
  plain: 'bg-accent-soft text-accent-ink',
} as const

function signOf({ tone }: Meaning, { money }: Payment, undecided: boolean): ReactNode {
  if (undecided) return <CircleHelp className="size-6" />
  if (money === 'cancelled') return <Slash className="size-6" />
  if (tone === 'ok') return <Check className="size-6" strokeWidth={2.5} />
  if (tone === 'stop') return <X className="size-6" strokeWidth={2.5} />
  if (tone === 'warn') return <TriangleAlert className="size-6" />
  return money === 'submitted' || money === 'signing' ? <Spinner className="size-6" /> : <Clock3 className="size-6" />
}

/** What the state means for the money, before anything else. */
function Sentence(props: { readonly meaning: Meaning; readonly payment: Payment; readonly undecided: boolean }) {
  const { meaning, payment } = props
  const { takenBy } = payment
  const seconds = secondsTaken(payment)
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span
        aria-hidden="true"
        className={cx('grid size-11 shrink-0 place-items-center rounded-full', GROUNDS[meaning.tone])}
      >
        {signOf(meaning, payment, props.undecided)}
      </span>
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="text-pretty text-who">{heard(meaning.title)}</p>
        <p className="text-pretty text-ink-2">
          {heard(meaning.text)}
          {payment.attempts > 1 && rich('send.offered-to-the-network-time-always', { attempts: payment.attempts })}
        </p>
        {payment.finalAt !== null && (
          <p className="text-ink-3 text-sm">
            {seconds === null
              ? rich('send.final-on', { time: formatFull(payment.finalAt) })
              : rich('send.final-on-after', { time: formatFull(payment.finalAt), seconds })}
          </p>
        )}
      </div>
      {takenBy !== undefined && isProvedDead(payment) && (
        <Button size="sm" onPress={() => go({ name: 'activity', row: takenBy })}>
          {say('send.see-what-took-its-coin')}
        </Button>
      )}
    </div>
  )
}

/** As it was typed, with its price; or else what it was worth then. */
function worthOf({ amount, priced, fiatThen, rows }: Payment): { worth?: ReactNode } {
  if (priced !== undefined) return { worth: <Priced {...priced} isLine={rows.length > 1} isPast /> }
  return fiatThen === undefined
    ? {}
    : { worth: rich('send.worth-then', { sum: <Fiat value={fiatThen} of={amount} approx /> }) }
}

function Foot({ payment }: { readonly payment: Payment }) {
  const { run } = payment
  return (
    <div className="flex flex-wrap gap-2.5">
      {run !== undefined && (
        <Button kind="primary" size="lg" onPress={() => go({ name: 'runs', runId: run })}>
          {say('send.back-to-the-run')}
        </Button>
      )}
      <Button
        kind={run === undefined && payment.money !== 'unknown_checking' ? 'primary' : 'secondary'}
        size="lg"
        onPress={() => go({ name: 'home' })}
      >
        {say('common.done')}
      </Button>
      {mayRepeat(payment) && (
        <Button
          size="lg"
          icon={<Repeat className="size-4" />}
          onPress={() => go({ name: 'send', repeat: payment.paymentId })}
        >
          {hasFailed(payment) ? say('send.try-anew') : say('send.pay-again')}
        </Button>
      )}
      <KeepPayee payment={payment} />
      <Button size="lg" kind="quiet" onPress={() => go({ name: 'activity' })}>
        {say('send.activity')}
      </Button>
    </div>
  )
}
