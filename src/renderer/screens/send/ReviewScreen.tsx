import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { say, withoutMarks, wording } from '#words'
import { ApproveControl } from '../../components/ApproveControl.tsx'
import { usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { NotSigned } from '../../components/NotSigned.tsx'
import { Page } from '../../components/Page.tsx'
import { useFreed, useLookedOnce } from '../../components/Rules.tsx'
import { approvalObstacle, approveTitle, areRulesAlone, freeFrom, sortChecks } from '../../components/review-model.ts'
import { recordedOtherwise, SaveReport, StoppedPayment } from '../../components/StoppedPayment.tsx'
import { useSeenRows } from '../../components/seen-rows.tsx'
import { useLast, useTicked } from '../../lib/hooks.ts'
import { toMissing } from '../../lib/missing.ts'
import { isLineFailure } from '../../state/line-failure.ts'
import { useMoved } from '../../state/moved.ts'
import { type Action, queries, useAction, useIsAsking, useQuery } from '../../state/query.ts'
import { go, goBack } from '../../state/routes.ts'
import type { Report, Review } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Notice, Skeleton } from '../../ui/Surface.tsx'
import { CancelButton } from './CancelButton.tsx'
import { CoinTaken, isCoinTaken } from './CoinTaken.tsx'
import { isPaidBefore, PaidBefore } from './PaidBefore.tsx'
import { isOfClipboard, usePastedChecks } from './pasted-checks.ts'
import { ReviewBody } from './ReviewBody.tsx'
import { isFromForm } from './receipt-model.ts'
import { SmallFirst } from './SmallFirst.tsx'
import { formOf, keepForm, kept } from './store.ts'

/** The last look before signing. Back leads to the form as it was; cancelling lets the coins go. */
export function ReviewScreen(props: {
  readonly paymentId: string
  readonly title: string
  readonly onSigning: (signing: boolean) => void
}) {
  const { owner } = useWallet()
  const cancel = useAction('payments.cancel')
  const [held, hold] = useState(false)
  const input = { account: owner.account, paymentId: props.paymentId }
  // Before the question, so that nothing moves unseen between its answer and the next change.
  const isRead = useIsAsking('payments.review', input)
  useMoved(owner.account, held || isRead, () => queries.refresh('payments.review', input))
  const review = useQuery('payments.review', input)
  // A line that is lost says nothing of the payment: what is typed and ticked stays.
  const last = useLast(review.value, props.paymentId)
  const shown = review.value ?? (review.error !== null && isLineFailure(review.error) ? last : undefined)
  // Also of a review that was shown already: what it says does not hold any more.
  if (isCoinTaken(review.error)) {
    return <CoinTaken paymentId={props.paymentId} title={props.title} error={review.error} onCheck={review.refresh} />
  }
  if (isPaidBefore(review.error)) {
    return <PaidBefore paymentId={props.paymentId} title={props.title} error={review.error} onCheck={review.refresh} />
  }
  const otherwise = recordedOtherwise(review.error)
  if (review.error !== null && otherwise !== null) {
    return (
      <StoppedPayment
        error={review.error}
        rows={otherwise}
        onBack={goBack}
        cancel={<CancelButton paymentId={props.paymentId} cancel={cancel} primary />}
        uncancelled={cancel.error}
      />
    )
  }
  if (shown === undefined) {
    return (
      <Page title={props.title} narrow>
        {review.error === null ? (
          <div role="status" aria-label={say('send.checking-the-payment')}>
            <Skeleton className="h-28 w-full rounded-lg" />
            <Skeleton className="mt-4 h-80 w-full rounded-lg" />
          </div>
        ) : (
          <>
            <ErrorNotice
              error={review.error}
              action={
                <span className="flex gap-2">
                  <Button onPress={review.refresh}>{say('common.check-again')}</Button>
                  <CancelButton paymentId={props.paymentId} cancel={cancel} />
                </span>
              }
            />
            <ErrorNotice error={cancel.error} className="mt-4" />
          </>
        )}
      </Page>
    )
  }
  const onSigning = (signing: boolean, isSigned = false) => {
    hold(signing || isSigned) // what is signed has no review any more
    props.onSigning(signing)
  }
  return <Loaded review={shown} cancel={cancel} stale={review.error} onSigning={onSigning} onReload={review.refresh} />
}

function Loaded(props: {
  readonly review: Review
  readonly cancel: Action<'payments.cancel'>
  /** Why it could not be read again. */
  readonly stale: Report | null
  readonly onSigning: (signing: boolean, isSigned?: boolean) => void
  readonly onReload: () => void
}) {
  const clipboard = usePastedChecks(formOf(props.review.paymentId)?.form)
  const review = useMemo(
    () => ({ ...props.review, checks: [...clipboard.checks, ...props.review.checks] }),
    [props.review, clipboard.checks],
  )
  const { owner } = useWallet()
  const { cancel } = props
  const title = approveTitle(review)
  const [accepted, accept] = useTicked()
  const [tried, setTried] = useState(false)
  const { unseen, watch } = useSeenRows()
  /** What was last approved; a coin that was taken then says nothing about a newer review. */
  const [refused, setRefused] = useState<Review | null>(null)
  const approve = useAction('payments.approve')
  const passphrase = usePassphrase(review.approval === 'passphrase', approve.error)
  useFreed(review.checks, props.onReload)
  useLeftToWait(review)
  useLookedOnce(approve.error, props.onReload)
  const obstacle = approvalObstacle(review, accepted, passphrase.text)
  const byRules = areRulesAlone(sortChecks(review.checks).stop)
  const stopped = review.verdict === 'stop' && !byRules

  async function sign(): Promise<void> {
    if (obstacle !== null || passphrase.wait > 0) {
      setTried(true)
      if (obstacle !== null) toMissing()
      return
    }
    props.onSigning(true)
    const isSwapped = (await clipboard.look()).some(({ id }) => !accepted.has(id))
    if (isSwapped) {
      setTried(true)
      props.onSigning(false)
      requestAnimationFrame(toMissing)
      return
    }
    setRefused(props.review)
    const done = await approve.run({
      account: owner.account,
      paymentId: review.paymentId,
      digest: review.digest,
      passphrase: passphrase.given,
      accepted: [...accepted].filter((id) => !isOfClipboard(id)),
    })
    passphrase.clear()
    // The form has become a payment: there is nothing left to come back to.
    if (done !== undefined && formOf(review.paymentId) !== null) keepForm(null)
    props.onSigning(false, done !== undefined)
  }

  const over = refused === props.review ? approve.error : null
  const instead = { paymentId: review.paymentId, title, onCheck: props.onReload }
  if (isCoinTaken(over)) return <CoinTaken {...instead} error={over} />
  if (isPaidBefore(over)) return <PaidBefore {...instead} error={over} />

  return (
    <Form className="flex shrink-0 grow flex-col" onSubmit={sign} onPaste={clipboard.unfollow}>
      <Page
        title={say('send.review')}
        under={{ text: say('send.send'), onPress: goBack }}
        narrow
        {...(stopped ? {} : { actions: <CancelButton paymentId={review.paymentId} cancel={cancel} /> })}
        foot={
          <Foot review={review} cancel={cancel} stopped={stopped} byRules={byRules}>
            <ApproveControl
              approval={review.approval}
              passphrase={passphrase}
              obstacle={obstacle}
              tried={tried}
              pending={approve.pending}
              unseen={unseen}
              title={title}
            />
          </Foot>
        }
      >
        <NotReadAgain error={props.stale} onCheck={props.onReload} />
        {review.group === undefined && review.checks.some(({ id }) => id.startsWith(CHANGE_AT_RISK)) && (
          <WaitForChange review={review} onProved={props.onReload} />
        )}
        {watch(
          <ReviewBody
            review={review}
            accepted={accepted}
            onAccept={accept}
            instead={review.verdict !== 'stop' && <SmallFirst review={review} />}
          />,
        )}
        {passphrase.failure !== null && !isCoinTaken(passphrase.failure) && (
          <NotSigned
            error={passphrase.failure}
            declined={say('send.nothing-was-signed-the-coins-stay')}
            className="mt-4"
            onReset={approve.reset}
            onReload={props.onReload}
          />
        )}
      </Page>
    </Form>
  )
}

/** What decides, below why it could not be cancelled: that stays in sight wherever it was asked for. */
function Foot(props: {
  readonly review: Review
  readonly cancel: Action<'payments.cancel'>
  readonly stopped: boolean
  readonly byRules: boolean
  readonly children: ReactNode
}) {
  const { review, cancel } = props
  const back = <BackButton paymentId={review.paymentId} cancel={cancel} />
  return (
    <>
      <ErrorNotice error={cancel.error} className="mb-3" />
      {props.stopped ? (
        <StoppedFoot review={review} cancel={cancel} />
      ) : props.byRules ? (
        // Which rule it is, and until when, stands above.
        back
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          {back}
          <div className="flex min-w-0 flex-1 items-end justify-end gap-3 max-[30rem]:basis-full max-[30rem]:flex-wrap max-[30rem]:gap-y-1">
            {props.children}
          </div>
        </div>
      )}
    </>
  )
}

function NotReadAgain({ error, onCheck }: { readonly error: Report | null; readonly onCheck: () => void }) {
  const action = <Button onPress={onCheck}>{say('common.check-again')}</Button>
  return <ErrorNotice error={error} className="mb-4" action={action} />
}

/** A payment that has to wait is left alone: what is written next is another one, and does not give this one up. */
function useLeftToWait({ paymentId, checks }: Review): void {
  const waits = freeFrom(checks) !== null
  useEffect(() => {
    if (waits && formOf(paymentId) !== null) keepForm(null)
  }, [waits, paymentId])
}

/** Nothing can be signed, so there is nothing to sign with: only a way out, and what can be told of it. */
function StoppedFoot({ review, cancel }: { readonly review: Review; readonly cancel: Action<'payments.cancel'> }) {
  const failed = sortChecks(review.checks).stop.map(({ text }) => wording(text))
  const lines = (review.rows ?? []).map(
    ({ field, asked, record, actual }) =>
      `${wording(field)}: ${[asked, record, actual].map((told) => (told === null ? '–' : wording(told))).join(' | ')}`,
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-ink-2">{say('send.stopped-cancel-frees')}</p>
      <div className="flex flex-wrap gap-3">
        <SaveReport text={withoutMarks([wording(review.title), ...failed, ...lines].join('\n'))} />
        <CancelButton paymentId={review.paymentId} cancel={cancel} primary />
      </div>
    </div>
  )
}

const CHANGE_AT_RISK = 'change-at-risk:'

/** Change of an account's earlier payments, not of a group's, is proved by itself within seconds; then the review is read again. */
function WaitForChange(props: { readonly review: Review; readonly onProved: () => void }) {
  const { owner } = useWallet()
  const open = useQuery('payments.changeAtRisk', owner).value?.payments
  const waiting = open === undefined ? null : open.filter((id) => id !== props.review.paymentId).length
  const reload = useRef(props.onProved)
  reload.current = props.onProved
  useEffect(() => {
    if (waiting === 0) reload.current()
  }, [waiting])
  return (
    <Notice
      tone="plain"
      icon={<Spinner className="size-4.5" />}
      title={say('send.waiting-for-change-to-be-proved')}
      live
      className="mb-4"
    >
      {say('send.change-of-an-earlier-payment-is')}
    </Notice>
  )
}

/** To the form as it was. Send lets the coins go when it opens; a payment from elsewhere is let go here. */
function BackButton({ paymentId, cancel }: { readonly paymentId: string; readonly cancel: Action<'payments.cancel'> }) {
  const { owner } = useWallet()
  const fromForm = useStore(kept, () => formOf(paymentId) !== null)
  const payment = useQuery('payments.read', { account: owner.account, paymentId }).value
  const elsewhere = payment !== undefined && !isFromForm(payment)
  const isPlanned = payment?.plan !== undefined
  return (
    <Button
      kind="quiet"
      size="lg"
      className="-ml-3"
      icon={<ArrowLeft className="size-4" />}
      pending={cancel.pending}
      onPress={() => {
        // What a plan prepared stays as it is, until it is approved or given up.
        if (fromForm || isPlanned) goBack()
        else
          void cancel.run({ account: owner.account, paymentId }, () =>
            elsewhere ? goBack() : go({ name: 'send', repeat: paymentId, anew: true }),
          )
      }}
    >
      {fromForm || elsewhere || isPlanned ? say('common.back') : say('send.change-it')}
    </Button>
  )
}
