import { ArrowLeft, CircleCheck, CircleSlash, OctagonX, Share2, Users } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts, MemoFact } from '../../components/Facts.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { GroupName, SixWords, userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { Payees, ProofMark } from '../../components/Payees.tsx'
import { Technical } from '../../components/Technical.tsx'
import { VerdictCard } from '../../components/VerdictCard.tsx'
import { WithdrawalFee } from '../../components/WithdrawalFee.tsx'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Report, RequestReview, SignatureRequest } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Input } from '../../ui/Input.tsx'
import { Card, Disclosure, Notice, Skeleton } from '../../ui/Surface.tsx'
import { CheckTable } from './CheckTable.tsx'
import { Dot } from './marks.tsx'
import {
  compareRows,
  endedWords,
  groupTitle,
  maySign,
  resultSentence,
  type SignedWay,
  sourceWords,
  stateWords,
} from './model.ts'
import { Proposal } from './Proposal.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { Log, NoteCard, PeopleCard } from './Side.tsx'
import { SignBar } from './SignBar.tsx'
import { Unlock } from './Unlock.tsx'

/** One request: what it would do by its bytes, who has signed, and the one decision there is to make. */
export function RequestScreen({ requestId }: { readonly requestId: string }) {
  const { account } = useWallet()
  const review = useQuery('approvals.review', { account: account.account, requestId })
  const listed = useQuery('approvals.list', { account: account.account, holder: null }).value
  const known = listed?.find((one) => one.requestId === requestId)
  if (review.value !== undefined) {
    return <Loaded key={review.value.digest} review={review.value} stale={review.error} onReload={review.refresh} />
  }
  return (
    <Page title={known === undefined ? say('approvals.request') : wording(known.title)}>
      {review.error === null ? (
        <div role="status" aria-label={say('approvals.checking-the-request')} className="grid gap-4">
          <Skeleton className="h-28 w-full rounded-lg" />
          <Skeleton className="h-80 w-full rounded-lg" />
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

function Loaded(props: {
  readonly review: RequestReview
  readonly stale: Report | null
  readonly onReload: () => void
}) {
  const { review } = props
  const { request } = review
  const { account } = useWallet()
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [sharing, setSharing] = useState(false)
  const [signed, setSigned] = useState<SignedWay | null>(null)
  // From the request as it is now: that the service has the signature is never said before it did.
  const result = signed === null ? null : resultSentence(request, account.account, signed)
  const differs = compareRows(review.rows).differing.length > 0
  const signable = request.state === 'open' && !request.signedByMe && request.groupAdded && maySign(review)
  return (
    <>
      <Page
        title={wording(request.title)}
        note={<Dot words={stateWords(request)} />}
        actions={
          <>
            <Button
              kind="quiet"
              icon={<ArrowLeft className="size-4" />}
              onPress={() => go({ name: 'approvals', tab: request.tab })}
            >
              {say('approvals.approvals')}
            </Button>
            {request.state !== 'revoked' && request.state !== 'dead' && (
              <Button icon={<Share2 className="size-4" />} onPress={() => setSharing(true)}>
                {say('approvals.share')}
              </Button>
            )}
          </>
        }
      >
        <div className="mb-4 grid gap-3 empty:hidden">
          {props.stale !== null && (
            <ErrorNotice
              error={props.stale}
              action={<Button onPress={props.onReload}>{say('common.check-again')}</Button>}
            />
          )}
          {result !== null && <Notice tone="ok" icon={<CircleCheck />} title={result} live />}
          <StateNotice review={review} justSigned={result !== null} />
          {request.withdrawal !== undefined && (
            <WithdrawalFee account={account.account} requestId={request.requestId} withdrawal={request.withdrawal} />
          )}
          {!request.groupAdded && <UnknownGroup request={request} />}
        </div>
        <div className="grid items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_280px]">
          <div className="grid min-w-0 gap-4">
            {request.state === 'open' && (
              <VerdictCard
                review={review}
                accepted={accepted}
                onAccept={(id, ticked) => {
                  const next = new Set(accepted)
                  if (ticked) next.add(id)
                  else next.delete(id)
                  setAccepted(next)
                }}
              />
            )}
            {differs && <CheckTable rows={review.rows} offline={review.offline} />}
            {review.proposal !== null && <Proposal said={review.proposal} />}
            <What review={review} />
            {!differs && <CheckTable rows={review.rows} offline={review.offline} />}
            <Card className="px-6 py-2" label={say('approvals.technical')}>
              <Disclosure title={say('approvals.the-transaction-byte-by-byte')}>
                <Technical transactions={[review.transaction]} chainName={request.asset.chainName} />
              </Disclosure>
            </Card>
            {review.canUnlock && <Unlock review={review} />}
          </div>
          <div className="grid min-w-0 gap-4">
            <PeopleCard request={request} signatures={review.signatures} me={account.account} />
            <NoteCard key={request.requestId} request={request} />
            <Log entries={review.log} />
          </div>
        </div>
      </Page>
      {signable && (
        <SignBar
          review={review}
          accepted={accepted}
          onSigned={() => setSigned(review.offline ? 'bundle' : 'service')}
          onReload={props.onReload}
        />
      )}
      {sharing && <ShareDialog request={request} onClose={() => setSharing(false)} />}
    </>
  )
}

/** Where the request stands, when there is nothing to sign here. */
function StateNotice({ review, justSigned }: { readonly review: RequestReview; readonly justSigned: boolean }) {
  const { request } = review
  const { account } = useWallet()
  const ended = endedWords(request)
  switch (request.state) {
    case 'dead':
      return <Dead request={request} />
    case 'revoked':
      return (
        <Notice
          tone="warn"
          icon={<CircleSlash />}
          title={
            request.revokedBy === null
              ? say('approvals.this-request-was-revoked')
              : say('approvals.revoked-this-request', { userName: userName(request.revokedBy) })
          }
        >
          {say('approvals.nobody-can-sign-it-through-the')}
        </Notice>
      )
    case 'complete':
    case 'final':
      return justSigned ? null : (
        <Notice
          tone={ended.tone}
          icon={<CircleCheck />}
          title={ended.title}
          action={
            request.paymentId !== null && (
              <Button size="sm" onPress={() => openPayment(account.account, request)}>
                {say('approvals.receipt')}
              </Button>
            )
          }
        >
          {ended.text}
        </Notice>
      )
    case 'open': {
      if (request.signedByMe && !justSigned) {
        return (
          <Notice tone="ok" icon={<CircleCheck />} title={say('approvals.you-have-signed-this')}>
            {resultSentence(request, account.account, 'before').replace(/^Signed(?: here)?\. /, '')}
          </Notice>
        )
      }
      // An unknown group and a failed check have their own words below.
      const said = !request.groupAdded || review.verdict === 'stop' || compareRows(review.rows).differing.length > 0
      if (review.cannotSign !== null && !justSigned && !said) {
        return (
          <Notice tone="warn" icon={<OctagonX />} title={say('approvals.you-cannot-sign-this-here')}>
            {wording(review.cannotSign)}
          </Notice>
        )
      }
      return null
    }
  }
}

function openPayment(account: string, request: SignatureRequest): void {
  if (request.paymentId === null) return
  selectAccount(account, request.holder)
  go({ name: 'payment', paymentId: request.paymentId })
}

/** A coin is gone, so no number of signatures will help. */
function Dead({ request }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  const again = useAction('approvals.again')

  async function start(): Promise<void> {
    const made = await again.run({ account: account.account, requestId: request.requestId })
    if (made === undefined) return
    selectAccount(account.account, made.holder)
    goSendFilled({ form: { ...made.form, source: say('send.an-earlier-request') }, view: null })
  }

  return (
    <>
      <Notice
        tone="stop"
        icon={<OctagonX />}
        title={
          request.spentBy === null
            ? say('approvals.cannot-complete-a-coin-of-it')
            : say('approvals.cannot-complete-its-coin-was-spent')
        }
        action={
          request.groupAdded && (
            <Button size="sm" pending={again.pending} onPress={() => void start()}>
              {say('approvals.make-a-new-one-like-this')}
            </Button>
          )
        }
      >
        {request.spentBy !== null && (
          <span className="flex items-start gap-2">
            <GroupedCode text={request.spentBy} />
            <CopyButton text={request.spentBy} what={say('approvals.hash-of-that-transaction')} />
          </span>
        )}
        <p>{say('approvals.signatures-on-this-request-are-of')}</p>
      </Notice>
      {again.error !== null && <ErrorNotice error={again.error} />}
    </>
  )
}

/** A group that is not in the list yet: who it is, before anything is signed for it. */
function UnknownGroup({ request }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  const create = useAction('groups.create')
  const { group } = request
  const [name, setName] = useState(group.name || group.called)

  async function add(): Promise<void> {
    await create.run({
      account: account.account,
      name: name.trim() === '' ? say('approvals.group-of', { members: group.members.length }) : name.trim(),
      members: group.members.map((member) => member.userId),
      threshold: group.threshold,
    })
  }

  return (
    <Card className="px-6 py-5" label={say('approvals.unknown-group')}>
      <div className="flex items-start gap-4">
        <Users className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{say('approvals.this-request-is-for-a-group')}</h2>
          <p className="text-ink-2">
            {say('approvals.members-signature-of-needed-compare-the', {
              members: group.members.map(userName).join(say('lib.separator')),
              threshold: group.threshold,
              members2: group.members.length,
            })}
          </p>
          <div className="mt-3">
            <SixWords words={group.words} />
          </div>
          <p className="mt-3 text-ink-3 text-sm">{say('approvals.members-hash')}</p>
          <GroupedCode text={request.holder.split(':')[0] ?? ''} className="text-ink-2" />
          <form
            className="mt-4 flex items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              void add()
            }}
          >
            <Input
              label={say('approvals.your-name-for-it')}
              className="max-w-72 flex-1"
              value={name}
              maxLength={64}
              placeholder={say('approvals.group-of', { members: group.members.length })}
              onChange={setName}
            />
            <Button kind="primary" type="submit" pending={create.pending}>
              {say('approvals.add-this-group')}
            </Button>
          </form>
        </div>
      </div>
      {create.error !== null && <ErrorNotice error={create.error} className="mt-4" />}
    </Card>
  )
}

/** What the bytes do. */
function What({ review }: { readonly review: RequestReview }) {
  const { request } = review
  return (
    <Card className="px-6 py-1" label={say('approvals.what-is-paid')}>
      <Facts>
        <Fact name={say('approvals.from')}>
          <GroupName
            name={groupTitle(request)}
            threshold={request.group.threshold}
            members={request.group.members.length}
            className="font-medium"
          />
        </Fact>
        <Fact name={say('approvals.it-sends')}>
          <div className="flex items-center gap-3">
            <AssetIcon asset={request.asset} size="sm" />
            <Figure value={request.amount} symbol={request.asset.symbol} plain className="font-semibold text-xl" />
            {review.request.fiat !== null && <Fiat value={review.request.fiat} approx plain className="text-ink-2" />}
          </div>
          <p className="mt-0.5 text-ink-3 text-sm">
            {say('approvals.on', { asset: request.asset.name, chainName: request.asset.chainName })}
          </p>
        </Fact>
        <Fact name={say('approvals.to')}>
          <Payees payees={review.payees} symbol={request.asset.symbol} />
        </Fact>
        <MemoFact text={request.memoText} hex={review.memoHex} />
        <Fact name={say('approvals.back-to-the-group')}>
          {review.change.length === 0 ? (
            <span className="text-ink-2">{say('approvals.nothing-the-coins-fit-exactly')}</span>
          ) : (
            review.change.map((change, at) => (
              <p key={at} className="flex flex-wrap items-center gap-x-3">
                <Figure value={change.amount} symbol={request.asset.symbol} plain className="font-medium" />
                <span className="text-ink-2">{say('approvals.as-change')}</span>
                <ProofMark proof={change.proof} />
              </p>
            ))
          )}
        </Fact>
        {request.state === 'open' && review.left !== null && (
          <Fact name={say('approvals.left-with-the-group')}>
            <Figure value={review.left} symbol={request.asset.symbol} plain />
          </Fact>
        )}
        <Fact name={say('approvals.came-here')}>
          <span className="text-ink-2">
            {[
              sourceWords(request.source),
              request.by === null
                ? say('approvals.nobody-is-named-as-its-maker')
                : say('approvals.made-by', { userName: userName(request.by) }),
            ].join(' · ')}
          </span>
        </Fact>
        <CodeFact name={say('approvals.request-id')} text={request.requestId} />
        <CodeFact name={say('approvals.payload-hash')} text={request.hash} />
      </Facts>
    </Card>
  )
}
