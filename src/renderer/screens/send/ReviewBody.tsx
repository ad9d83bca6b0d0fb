import { Fragment, type ReactNode } from 'react'
import { say, wording } from '#words'
import { Asked, ChecksLine, Tick } from '../../components/Checks.tsx'
import { Differing } from '../../components/CompareTable.tsx'
import { Fact, Facts, MemoLine } from '../../components/Facts.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { ReturnFact } from '../../components/Outside.tsx'
import { PaysFrame } from '../../components/PaysFrame.tsx'
import { Priced } from '../../components/Priced.tsx'
import { ProofMark } from '../../components/ProofMark.tsx'
import { partyName } from '../../components/party.tsx'
import { RulesFact, ToRules } from '../../components/Rules.tsx'
import { areRulesAlone, fullTitle, sortChecks, verdictOf } from '../../components/review-model.ts'
import { StoppedHead } from '../../components/StoppedHead.tsx'
import { StoredContent } from '../../components/StoredContent.tsx'
import { Technical } from '../../components/Technical.tsx'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { nextSentence } from '../../lib/sentences.ts'
import { spoken } from '../../lib/spoken.ts'
import { formatMoment } from '../../lib/time.ts'
import type { Check, Review } from '../../state/types.ts'
import { useWalletMaybe } from '../../state/wallet.tsx'
import { Disclosure } from '../../ui/Surface.tsx'

interface BodyProps {
  readonly review: Review
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
  /** What can be done instead, below what must be ticked. */
  readonly instead?: ReactNode
  /** Without the estimate in a national currency, where the preferred one is not known. */
  readonly noFiat?: boolean
}

/** Who pays whom how much, then what must be ticked, then the rest; all of it read from the bytes. */
export function ReviewBody(props: BodyProps) {
  const { review } = props
  const verdict = verdictOf(review)
  // The window of its own knows no wallet: there the payment speaks for itself.
  const wallet = useWalletMaybe()
  const isRulesAlone = areRulesAlone(sortChecks(review.checks).stop)
  const many = review.payees.length > 1
  const compared = verdict.tone === 'stop' && (review.rows ?? []).some(({ agrees }) => !agrees)
  return (
    <section aria-label={say('send.what-is-paid')} className="grid gap-4">
      <h2 className="sr-only">{spoken(fullTitle(review))}</h2>
      {verdict.tone === 'stop' && (
        <StoppedHead
          title={compared ? say('send.stopped-bytes-title') : verdict.title}
          text={compared ? say('send.stopped-bytes-text') : verdict.text}
        >
          {isRulesAlone && wallet !== null && <ToRules />}
        </StoppedHead>
      )}
      {compared ? (
        <Differing rows={review.rows ?? []} />
      ) : (
        <Paid {...props} stopped={verdict.tone === 'stop'} many={many} />
      )}
      <Asked {...props} elsewhere={({ row }) => many && !compared && row !== undefined} />
      {props.instead}
      <div>
        <Lines review={review} ownWindow={props.noFiat === true} />
        <ChecksLine review={review} />
        <Disclosure title={say('send.technical')} className="px-1">
          <Technical transactions={review.transactions} chainName={review.asset.chainName} />
        </Disclosure>
      </div>
    </section>
  )
}

/** What it is worth: as its person typed it, with the price that made it the amount, or else by estimate. */
function worthOf({ amount, priced, fiat, payees }: Review, noFiat: boolean): { worth?: ReactNode } {
  if (priced !== undefined) return { worth: <Priced {...priced} isLine={payees.length > 1} /> }
  return noFiat || fiat === null ? {} : { worth: <Fiat value={fiat} of={amount} approx plain /> }
}

/** Who pays whom how much; among several, what has to be looked at stands in its row. */
function Paid(props: BodyProps & { readonly stopped: boolean; readonly many: boolean }) {
  const { review, accepted, onAccept } = props
  // Its row says "First time" in any case; what is stopped has nobody compare the id.
  const isTold = (id: string): boolean => !props.stopped || !id.startsWith('first:')
  const ofRow = (at: number): Check[] =>
    props.many ? review.checks.filter(({ id, row, result }) => row === at && result === 'attention' && isTold(id)) : []
  return (
    <PaysFrame
      asset={review.asset}
      amount={review.amount}
      verb={verbOf(review)}
      {...worthOf(review, props.noFiat === true)}
      item={review.item}
      rows={review.payees}
      nobody={say('send.nobody-it-pays-for-keeping-the')}
      tone={props.stopped ? 'stop' : 'plain'}
      plain
      asked={(at) => {
        const [payee, told] = [review.payees[at], ofRow(at)]
        return payee === undefined || told.length === 0 ? null : (
          <div className="grid gap-1">
            {told.map((check) => (
              <Fragment key={check.id}>
                {props.stopped ? (
                  <p className="font-medium">{heard(wording(check.text))}</p>
                ) : (
                  <Tick beside={partyName(payee.party)} check={check} accepted={accepted} onAccept={onAccept} />
                )}
              </Fragment>
            ))}
          </div>
        )
      }}
    />
  )
}

function verbOf(review: Review): string {
  const whose = { group: review.group !== undefined }
  if (review.combines === true) return say('send.you-combine')
  if (review.payees.length === 0) return say('send.you-burn', whose)
  if (review.released === true) return say('send.you-release', whose)
  if (review.item !== undefined) return say('send.you-send-item', whose)
  if (review.payees.length > 1) return say('send.you-send-in-one', whose)
  return review.payees[0]?.party.kind === 'chain' ? say('send.you-withdraw', whose) : say('send.you-send', whose)
}

/** What else the bytes do. */
function Lines(props: Pick<BodyProps, 'review'> & { readonly ownWindow: boolean }) {
  const { review } = props
  const isGroup = review.group !== undefined
  return (
    <Facts className="px-1">
      {review.plan !== undefined && <PlanFact plan={review.plan} />}
      {review.stored === undefined ? (
        // What leaves for another chain cannot carry one.
        (review.payees[0]?.party.kind !== 'chain' || review.memoHex !== '') && (
          <MemoLine text={review.memoText} hex={review.memoHex} />
        )
      ) : (
        <StoredFact stored={review.stored} />
      )}
      <Fact name={say('send.network-fee')}>
        {review.fee === null ? (
          <span className="text-ink-2">
            {isGroup && review.payees.some(({ party }) => party.kind === 'chain')
              ? say('send.fee-by-one-member')
              : say('send.none')}
          </span>
        ) : (
          <Figure value={review.fee.amount} symbol={review.fee.asset.symbol} plain className="font-medium" />
        )}
      </Fact>
      {/* An item moves whole. */}
      {(review.item === undefined || review.change.length > 0) && (
        <Fact name={isGroup ? say('send.back-to-the-group') : say('send.back-to-you')}>
          {review.change.length === 0 ? (
            <span className="text-ink-2">{say('send.nothing-your-coins-fit-exactly')}</span>
          ) : (
            <>
              {review.change.map((change, at) => (
                <p key={at} className="flex flex-wrap items-center gap-x-2">
                  <Figure value={change.amount} symbol={change.asset.symbol} plain className="font-medium" />
                  <span className="text-ink-2">{say('send.as-change')}</span>
                  <ProofMark proof={change.proof} />
                </p>
              ))}
              {!review.checks.some(({ id }) => id.startsWith('change-over-limit:')) && <AtStake review={review} />}
            </>
          )}
        </Fact>
      )}
      <RulesFact checks={review.checks} />
      {review.left !== null && !props.ownWindow && (
        <Fact name={isGroup ? say('send.left-to-spend') : say('send.you-keep')}>
          <Figure value={review.left} symbol={review.asset.symbol} plain className="font-medium" />
        </Fact>
      )}
      {review.returnTo !== null && <ReturnFact address={review.returnTo} />}
    </Facts>
  )
}

/** What the service could keep of it; a tick for what is above the owner's limit says so itself. */
function AtStake({ review }: Pick<BodyProps, 'review'>) {
  const outputs = review.transactions.flatMap((each) => each.outputs)
  const isOfGroup = outputs.some(({ role, party }) => role === 'change' && party.kind === 'group')
  return <p className="text-ink-2 text-sm">{rich('shared.change-at-stake', { who: isOfGroup ? 'group' : 'you' })}</p>
}

/** Which plan it comes from, and what is different from the time before. */
function PlanFact({ plan }: { readonly plan: NonNullable<Review['plan']> }) {
  const { name, at, last, differs } = plan
  const now = useNow()
  return (
    <Fact name={say('scheduled.from-plan')}>
      <p className="break-words">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-ink-2">{rich('scheduled.due-at', { time: formatMoment(at, now) })}</span>
      </p>
      {last === null ? (
        <p className="text-ink-2">{say('scheduled.first-of-plan')}</p>
      ) : differs.length === 0 ? (
        <p className="text-ink-2">{rich('scheduled.same-as-last', { time: formatMoment(last.at, now) })}</p>
      ) : (
        <p className="font-medium text-warn">
          {[
            ...differs.map((what) => say('scheduled.differs', { what })),
            say('scheduled.last-time-was', {
              ...{ time: formatMoment(last.at, now), amount: formatFigure(last.amount), symbol: last.asset.symbol },
            }),
          ].reduce(nextSentence)}
        </p>
      )}
    </Fact>
  )
}

/** A memo that is stored on its own: what it says, and what keeping it costs. */
function StoredFact({ stored }: { readonly stored: NonNullable<Review['stored']> }) {
  return (
    <Fact name={say('send.stored-memo')}>
      <p>
        <Figure value={stored.amount} symbol={stored.asset.symbol} plain className="font-medium" />{' '}
        <span className="text-ink-2">{say('send.burnt-to-keep-it')}</span>
      </p>
      <StoredContent {...stored} />
    </Fact>
  )
}
