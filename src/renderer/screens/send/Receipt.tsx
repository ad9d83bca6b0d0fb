import { Check, CircleCheck, CircleSlash, Clock3, ExternalLink, OctagonX, Repeat, TriangleAlert, X } from 'lucide-react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts, MemoFact } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { userName } from '../../components/group.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { OutsideAddress, TAB_WORDS } from '../../components/Outside.tsx'
import { Page } from '../../components/Page.tsx'
import { PaidRows } from '../../components/PaidRows.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../components/party.tsx'
import { WithdrawalFee } from '../../components/WithdrawalFee.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { useOpenReturn } from '../../state/web-app.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Card, Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import {
  hasEnded,
  isAskingOthers,
  mayRepeat,
  meaningOf,
  problemWords,
  receiptText,
  type Step,
  shortHost,
  stepsOf,
} from './receipt-model.ts'
import { Undecided } from './Undecided.tsx'

const ICONS = {
  ok: <CircleCheck />,
  warn: <TriangleAlert />,
  stop: <OctagonX />,
  plain: <Clock3 />,
} as const

/** Where the money of a payment is, live, and everything that identifies it. */
export function Receipt({ payment }: { readonly payment: Payment }) {
  const { owner } = useWallet()
  const retry = useAction('app.retry')
  const meaning = meaningOf(payment)
  const undecided = payment.money === 'unknown_checking' && payment.waitsFor === undefined
  return (
    <Page
      title={wording(payment.title)}
      narrow
      note={!isAskingOthers(payment) && <MoneyStateLabel state={payment.money} />}
      actions={<CopyButton text={receiptText(payment)} what={say('send.receipt')} label={say('send.copy-receipt')} />}
    >
      <div className="grid gap-4">
        <Notice
          tone={meaning.tone}
          icon={
            undecided ? (
              <Spinner className="size-[18px]" />
            ) : payment.money === 'cancelled' ? (
              <CircleSlash />
            ) : (
              ICONS[meaning.tone]
            )
          }
          title={meaning.title}
          live
          action={
            undecided && (
              <Button size="sm" pending={retry.pending} onPress={() => void retry.run({ account: owner.account })}>
                {say('send.check-now')}
              </Button>
            )
          }
        >
          {meaning.text}
          {payment.attempts > 1 && say('send.offered-to-the-network-time-always', { attempts: payment.attempts })}
        </Notice>
        {payment.problem !== null && payment.waitsFor === undefined && (
          <ErrorNotice error={payment.problem} {...problemWords(payment)} />
        )}
        {retry.error !== null && <ErrorNotice error={retry.error} />}
        {payment.withdrawal !== undefined && (
          <WithdrawalFee account={owner.account} requestId={payment.paymentId} withdrawal={payment.withdrawal} />
        )}
        <Undecided payment={payment} />
        <Steps steps={stepsOf(payment)} />
        <Card className="px-6 py-1" label={say('send.details')}>
          <Facts>
            <Fact name={say('send.amount')}>
              <span className="flex items-center gap-3">
                <AssetIcon asset={payment.asset} size="sm" />
                <Figure value={payment.amount} symbol={payment.asset.symbol} className="font-semibold text-xl" />
              </span>
              <p className="mt-0.5 text-ink-3 text-sm">{assetDetail(payment.asset)}</p>
            </Fact>
            <Fact name={say('send.to')}>
              <Receiver payment={payment} />
            </Fact>
            {payment.fee !== null && (
              <Fact name={say('send.network-fee')}>
                <Figure value={payment.fee.amount} symbol={payment.fee.asset.symbol} />
              </Fact>
            )}
            {payment.cosigning !== null && (
              <Fact name={say('send.signatures')}>
                <Cosigning
                  cosigning={payment.cosigning}
                  request={payment.requestIds[0] ?? null}
                  ended={hasEnded(payment)}
                />
              </Fact>
            )}
            {payment.storedBytes === undefined ? (
              <MemoFact text={payment.memoText} hex={payment.memoHex} />
            ) : (
              <Fact name={say('send.stored-content')}>
                <span className="figure">{say('send.byte', { storedBytes: payment.storedBytes })}</span>
              </Fact>
            )}
            {payment.label !== '' && <Fact name={say('send.label')}>{payment.label}</Fact>}
            {payment.hashes.map((hash) => (
              <CodeFact key={hash} name={say('send.transaction')} text={hash} />
            ))}
            {payment.requestIds.map((request) => (
              <CodeFact key={request} name={say('send.request-id')} text={request} />
            ))}
            {payment.withdrawalHash !== null && (
              <CodeFact name={say('send.chain-hash')} text={payment.withdrawalHash} />
            )}
            {payment.returnTo !== null && <WayBack payment={payment} address={payment.returnTo} />}
          </Facts>
        </Card>
        <div className="flex gap-2">
          <Button kind="primary" size="lg" onPress={() => go({ name: 'home' })}>
            {say('common.done')}
          </Button>
          {mayRepeat(payment) && (
            <Button
              size="lg"
              icon={<Repeat className="size-4" />}
              onPress={() => go({ name: 'send', repeat: payment.paymentId })}
            >
              {payment.money === 'cancelled' || payment.money === 'cannot_complete'
                ? say('send.try-anew')
                : say('send.pay-again')}
            </Button>
          )}
          <Button size="lg" kind="quiet" className="px-4" onPress={() => go({ name: 'activity' })}>
            {say('send.activity')}
          </Button>
        </div>
      </div>
    </Page>
  )
}

/** Where the link of the payment leads back to. It opens on a click alone, and only once the payment was sent. */
function WayBack({ payment, address }: { readonly payment: Payment; readonly address: string }) {
  const { state, owner } = useWallet()
  const open = useOpenReturn()
  const { returnHost } = payment
  return (
    <Fact name={say('send.afterwards')}>
      <OutsideAddress address={address} />
      {returnHost !== undefined && (
        <>
          <Button
            size="sm"
            className="mt-2 max-w-full"
            icon={<ExternalLink className="size-4 shrink-0" />}
            pending={open.pending}
            onPress={() => void open.run(owner.account, payment.paymentId)}
          >
            <span className="min-w-0 truncate">{say('send.open', { shortHost: shortHost(returnHost) })}</span>
          </Button>
          <p className="mt-2 text-ink-3 text-sm">
            {state.host === 'browser' ? TAB_WORDS : say('send.coffer-shows-you-the-address-once')}
          </p>
        </>
      )}
      {open.error !== null && <ErrorNotice error={open.error} className="mt-2" />}
    </Fact>
  )
}

/** Of a group's payment: who has signed, and who could still. */
function Cosigning(props: {
  readonly cosigning: NonNullable<Payment['cosigning']>
  readonly request: string | null
  readonly ended: boolean
}) {
  const { needed, signers, waiting } = props.cosigning
  const { request } = props
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="figure font-medium">
          {signers.length > needed
            ? say('send.needed', { signers: signers.length, needed })
            : say('send.of', { signers: signers.length, needed })}
        </p>
        {signers.length > 0 && (
          <p className="text-ink-2">
            {say('send.signed-2', { signers: signers.map(userName).join(say('lib.separator')) })}
          </p>
        )}
        {waiting.length > 0 && signers.length < needed && (
          <p className="text-ink-2">
            {say('send.did-not-sign', {
              ended: props.ended,
              waiting: waiting.map(userName).join(say('lib.separator')),
            })}
          </p>
        )}
      </div>
      {request !== null && (
        <Button size="sm" onPress={() => go({ name: 'request', requestId: request })}>
          {say('send.open-the-request')}
        </Button>
      )}
    </div>
  )
}

function Receiver({ payment }: { readonly payment: Payment }) {
  if (payment.rows.length > 1) return <PaidRows rows={payment.rows} symbol={payment.asset.symbol} />
  const { party } = payment
  const id = partyId(party)
  return (
    <div className="flex items-start gap-3">
      <PartyAvatar party={party} />
      <div className="min-w-0 flex-1">
        <p className="font-medium leading-5">{partyName(party)}</p>
        <p className="figure text-ink-3 text-sm">{partyDetail(party)}</p>
        {party.kind === 'chain' && party.tag !== '' && (
          <p className="text-ink-2 text-sm">{say('send.tag-3', { tag: party.tag })}</p>
        )}
      </div>
      {id !== null && <CopyButton text={id} what={say('send.receiver-2')} />}
    </div>
  )
}

/** Five steps in a line; each says when it was taken. */
function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Card className="px-6 py-4" label={say('send.progress')}>
      <ol className="flex">
        {steps.map((step, at) => (
          <li
            key={step.name}
            className="relative min-w-0 flex-1 last:flex-none"
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            {at < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-[11px] right-2 left-8 h-0.5 rounded-full',
                  step.state === 'done' && steps[at + 1]?.state === 'done' ? 'bg-ok' : 'bg-line',
                )}
              />
            )}
            <Dot step={step} />
            <p className={cx('mt-1.5 font-medium text-sm', step.state === 'ahead' && 'text-ink-3')}>
              {step.name}
              <span className="sr-only">{SAID[step.state]}</span>
            </p>
            <p className="figure min-h-4 text-ink-3 text-xs">{step.at !== null && <Time at={step.at} />}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const SAID = {
  done: say('send.step-done'),
  now: say('send.step-now'),
  ahead: say('send.not-yet-2'),
  stopped: say('send.ended-here'),
} as const

function Dot({ step }: { readonly step: Step }) {
  const look = {
    done: 'bg-ok-soft text-ok',
    now: 'bg-accent-soft text-accent-ink',
    ahead: 'bg-pressed text-ink-3',
    stopped: 'bg-stop-soft text-stop',
  }[step.state]
  return (
    <span aria-hidden="true" className={cx('grid size-6 place-items-center rounded-full', look)}>
      {step.state === 'done' ? (
        <Check className="size-3.5" />
      ) : step.state === 'now' ? (
        <Spinner className="size-3.5" />
      ) : step.state === 'stopped' ? (
        <X className="size-3.5" />
      ) : (
        <span className="size-1.5 rounded-full bg-current" />
      )}
    </span>
  )
}
