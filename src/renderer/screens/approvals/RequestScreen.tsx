import { CircleCheck, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { say, wording } from '#words'
import { Differing } from '../../components/CompareTable.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { SixWords, userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { RulesFact, useFreed } from '../../components/Rules.tsx'
import { compareRows } from '../../components/review-model.ts'
import { useSeenRows } from '../../components/seen-rows.tsx'
import { Technical } from '../../components/Technical.tsx'
import { WithdrawalFee } from '../../components/WithdrawalFee.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useMedia, useTicked } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Report, RequestReview, RequestRow, SignatureRequest } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Disclosure, Notice, Skeleton } from '../../ui/Surface.tsx'
import { type Again, GiveUp, SayNo, useAgain } from './Answers.tsx'
import { Compared, Stopped, Ticks } from './Checks.tsx'
import { Hero } from './Hero.tsx'
import { maySign, ownNo, resultSentence, type SignedWay, sharesCoin, sourceWords } from './model.ts'
import { Log, OwnNotes } from './Notes.tsx'
import { Proposal } from './Proposal.tsx'
import { Queue } from './Queue.tsx'
import { isAlone, nextOf, queueOf } from './queue.ts'
import { ShareDialog, type Way } from './ShareDialog.tsx'
import { SignBar } from './SignBar.tsx'
import { StateNotice, UnknownGroup } from './Standing.tsx'
import { Track } from './Track.tsx'

const list = () => ({ text: say('approvals.approvals'), onPress: () => go({ name: 'approvals' }) })

/** One request: what it would do by its bytes, who has signed, and the one decision there is to make. */
export function RequestScreen({ requestId }: { readonly requestId: string }) {
  const { account } = useWallet()
  const review = useQuery('approvals.review', { account: account.account, requestId })
  const again = useAgain()
  const listed = useQuery('approvals.list', { account: account.account, holder: null }).value?.requests
  const known = listed?.find((one) => one.requestId === requestId)
  if (review.value !== undefined) {
    return (
      <Loaded
        key={requestId}
        review={review.value}
        rows={listed ?? []}
        stale={review.error}
        again={again}
        onReload={review.refresh}
      />
    )
  }
  return (
    <Page title={known === undefined ? say('approvals.request') : wording(known.title)} under={list()}>
      {review.error === null ? (
        <div role="status" aria-label={say('approvals.checking-the-request')} className="grid gap-4">
          <Skeleton className="h-48 w-full rounded-frame" />
          <Skeleton className="h-32 w-full rounded-lg" />
        </div>
      ) : (
        <ErrorNotice
          error={review.error}
          action={<Button onPress={review.refresh}>{say('common.check-again')}</Button>}
        />
      )}
    </Page>
  )
}

interface LoadedProps {
  readonly review: RequestReview
  readonly rows: readonly RequestRow[]
  readonly stale: Report | null
  readonly again: Again
  readonly onReload: () => void
}

/** So wide that the queue has a column of its own; below, it is a line. */
const WIDE = '(width >= 75rem)'

function Loaded(props: LoadedProps) {
  const { review, rows } = props
  const { request } = review
  const { account } = useWallet()
  const wide = useMedia(WIDE)
  // What the service says otherwise by now is agreed to anew; what was typed, opened and scrolled to stays.
  const [accepted, accept] = useTicked(review.digest)
  const [sharing, setSharing] = useState<Way | null>(null)
  const { unseen, watch } = useSeenRows()
  const [signed, setSigned] = useState<SignedWay | null>(null)
  const differs = compareRows(review.rows).differing.length > 0
  const stopped = request.state === 'open' && (review.verdict === 'stop' || differs)
  // A no of one's own is taken back before one signs.
  const asksMe = request.state === 'open' && !request.signedByMe && ownNo(request, account.account) === undefined
  const signable = asksMe && request.groupAdded && maySign(review)
  useFreed(review.checks, props.onReload)
  useShownResult(signed)
  useFocusOfEnded(request.state)
  const queue = <Queue rows={rows} current={request.requestId} wide={wide} />
  const hasColumn = wide && !isAlone(queueOf(rows, request.requestId))

  return (
    <>
      <Page
        title={wording(request.title)}
        under={list()}
        // Its frame begins with the group.
        untagged
        narrow={wide && !hasColumn}
        actions={<Actions review={review} rows={rows} again={props.again} me={account.account} onShare={setSharing} />}
        foot={
          signable ? (
            <SignBar
              review={review}
              accepted={accepted}
              unseen={unseen}
              onSigned={() => setSigned(review.offline ? 'bundle' : 'service')}
              onReload={props.onReload}
            />
          ) : undefined
        }
      >
        <div className={cx('grid items-start gap-x-8', hasColumn && 'grid-cols-[minmax(0,1fr)_17.25rem]')}>
          <div className="min-w-0">
            <Told {...props} signed={signed} />
            {stopped && <Stopped review={review} />}
            {stopped && differs ? (
              <Differing rows={review.rows} />
            ) : (
              watch(<Hero key={review.digest} review={review} />)
            )}
            {asksMe && <Ticks review={review} asks={signable} accepted={accepted} onAccept={accept} />}
            <Track review={review} me={account.account} maySign={signable} />
            <div className="mt-4 border-line border-t">
              {!stopped && request.state === 'open' && <Compared review={review} />}
              {!wide && queue}
              {review.proposal !== null && <Proposal said={review.proposal} />}
              <More review={review} />
            </div>
          </div>
          {wide && queue}
        </div>
      </Page>
      {sharing !== null && (
        <ShareDialog
          request={request}
          begin={sharing}
          isEnded={!isShareable(request)}
          onClose={() => setSharing(null)}
        />
      )}
    </>
  )
}

/** What was given up, or can never complete, is handed to nobody any more, also where one was just about to. */
const isShareable = ({ state }: SignatureRequest): boolean => state !== 'revoked' && state !== 'dead'

/** The request was read to its end, and its foot is gone with what had the focus: what became of it stands at the top. */
function useShownResult(signed: SignedWay | null): void {
  useEffect(() => {
    if (signed === null) return
    const main = document.getElementById('main')
    main?.scrollTo(0, 0)
    main?.querySelector('h1')?.focus({ preventScroll: true })
  }, [signed])
}

/** Once it is not open any more there is nothing to press that there was: where that had the focus, what became of it has it. */
function useFocusOfEnded(state: SignatureRequest['state']): void {
  useEffect(() => {
    if (state === 'open' || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }, [state])
}

function Actions(props: {
  readonly review: RequestReview
  readonly rows: readonly RequestRow[]
  readonly again: Again
  readonly me: string
  readonly onShare: (begin: Way) => void
}) {
  const { review, me } = props
  const { request } = review
  const isMember = request.group.members.some(({ userId }) => userId === me)
  const mayAnswer = request.state === 'open' && !request.signedByMe
  return (
    <>
      {/* A link has no place for a no. */}
      {isMember && <SayNo request={request} me={me} mayAnswer={mayAnswer} onShare={() => props.onShare('file')} />}
      {review.canUnlock && <GiveUp review={review} isShared={sharesCoin(review, props.rows)} again={props.again} />}
      {isShareable(request) && (
        <Button icon={<Share2 className="size-4" />} onPress={() => props.onShare('link')}>
          {say('approvals.share')}
        </Button>
      )}
    </>
  )
}

/** What has to be said before the request itself. */
function Told({ review, rows, stale, again, onReload, signed }: LoadedProps & { readonly signed: SignedWay | null }) {
  const { request } = review
  const { account } = useWallet()
  // From the request as it is now: that the service has the signature is never said before it did.
  const result = signed === null ? null : resultSentence(request, account.account, signed)
  const next = nextOf(rows, request.requestId)
  const [first] = next
  return (
    <div className="mb-5 grid gap-3 empty:hidden">
      <ErrorNotice error={stale} action={<Button onPress={onReload}>{say('common.check-again')}</Button>} />
      {result !== null && (
        <Notice
          tone="ok"
          icon={<CircleCheck />}
          title={result}
          live
          action={
            first !== undefined && (
              <Button size="sm" kind="primary" onPress={() => go({ name: 'request', requestId: first.requestId })}>
                {rich('approvals.next-request', { left: next.length })}
              </Button>
            )
          }
        />
      )}
      <StateNotice review={review} justSigned={result !== null} again={again} />
      <ErrorNotice error={again.error} />
      {request.withdrawal !== undefined && (
        <WithdrawalFee account={account.account} requestId={request.requestId} withdrawal={request.withdrawal} />
      )}
      {!request.groupAdded && <UnknownGroup request={request} />}
    </div>
  )
}

/** What is read by those who want to know more. */
function More({ review }: { readonly review: RequestReview }) {
  const { request } = review
  return (
    <>
      <Facts className="px-1">
        {/* An item moves whole. */}
        {(request.item === undefined || review.change.length > 0) && (
          <Fact name={say('approvals.back-to-the-group')}>
            {review.change.length === 0 ? (
              <span className="text-ink-2">
                {review.checks.some(({ id }) => id === 'change')
                  ? say('approvals.change-not-known')
                  : say('approvals.nothing-the-coins-fit-exactly')}
              </span>
            ) : (
              <>
                {review.change.map((change, at) => (
                  <p key={at}>
                    <Figure value={change.amount} symbol={request.asset.symbol} plain className="font-[550]" />{' '}
                    <span className="text-ink-2">{say('approvals.as-change')}</span>
                    {change.proof === 'unknown' && request.state === 'open' && (
                      <span className="text-warn"> {say('shared.nobody-vouches-for-these-keys')}</span>
                    )}
                  </p>
                ))}
                {/* A tick for what is above the own limit says so itself. */}
                {request.state === 'open' && !review.checks.some(({ id }) => id.startsWith('change-over-limit:')) && (
                  <p className="text-ink-2 text-sm">{rich('shared.change-at-stake', { who: 'group' })}</p>
                )}
              </>
            )}
          </Fact>
        )}
        {request.state === 'open' && review.left !== null && (
          <Fact name={say('approvals.balance-afterwards')}>
            <Figure value={review.left} symbol={request.asset.symbol} plain />
          </Fact>
        )}
        {request.state === 'open' && <RulesFact checks={review.checks} />}
        <OwnNotes key={request.requestId} request={request} />
      </Facts>
      <div className="border-line border-t px-1 pt-1.5">
        <Disclosure title={`${say('approvals.technical')} · ${say('approvals.technical-holds')}`}>
          <Facts>
            <Fact name={say('approvals.came-here')}>
              <span className="text-ink-2">
                {heard(
                  [
                    sourceWords(request.source),
                    request.by === null
                      ? say('approvals.nobody-is-named-as-its-maker')
                      : say(request.byFile ? 'approvals.made-by-own-word' : 'approvals.made-by', {
                          userName: userName(request.by),
                        }),
                  ].join(' · '),
                )}
              </span>
            </Fact>
            <Fact name={say('approvals.words-of-the-group')}>
              <SixWords words={request.group.words} />
            </Fact>
          </Facts>
          <Technical transactions={[review.transaction]} chainName={request.asset.chainName} />
        </Disclosure>
        <Log entries={review.log} />
      </div>
    </>
  )
}
