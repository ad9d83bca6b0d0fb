import { CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Proof, Review } from '../../app/types.ts'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/digits.ts'
import { useNow } from '../../lib/hooks.ts'
import { formatShortDay } from '../../lib/time.ts'
import { AssetIcon } from '../../parts/AssetIcon.tsx'
import { CodeFact, Fact, Facts, MemoFact } from '../../parts/Facts.tsx'
import { Fiat, Figure } from '../../parts/figures.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../parts/party.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { PROOF_WORDS, sortChecks, verdictOf } from './review-model.ts'
import { Technical } from './Technical.tsx'

const TONES = {
  ok: { ground: 'bg-ok-soft', mark: 'text-ok', icon: <CircleCheck className="size-5" /> },
  warn: { ground: 'bg-warn-soft', mark: 'text-warn', icon: <TriangleAlert className="size-5" /> },
  stop: { ground: 'bg-stop-soft', mark: 'text-stop', icon: <OctagonX className="size-5" /> },
} as const

/** The verdict first, then what leaves, to whom, and what comes back; all of it read from the bytes. */
export function ReviewBody(props: {
  readonly review: Review
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
  /** Without the estimate in a national currency, where the preferred one is not known. */
  readonly noFiat?: boolean
}) {
  const { review } = props
  return (
    <div className="grid gap-4">
      <VerdictCard {...props} />
      <Card className="px-6 py-1" label="What is paid">
        <Facts>
          <Fact name="You send">
            <div className="flex items-center gap-3">
              <AssetIcon asset={review.asset} size="sm" />
              <Figure value={review.amount} symbol={review.asset.symbol} plain className="font-semibold text-xl" />
              {props.noFiat !== true && review.fiat !== null && (
                <Fiat value={review.fiat} approx plain className="text-ink-2" />
              )}
            </div>
            <p className="mt-0.5 text-ink-3 text-sm">{`${review.asset.name} on ${review.asset.chainName}`}</p>
          </Fact>
          <Fact name="To">
            <Payees review={review} />
          </Fact>
          <MemoFact text={review.memoText} hex={review.memoHex} />
          <Fact name="Network fee">
            {review.fee === null ? (
              <span className="text-ink-2">None</span>
            ) : (
              <Figure value={review.fee.amount} symbol={review.fee.asset.symbol} plain className="font-medium" />
            )}
          </Fact>
          <Fact name="Back to you">
            {review.change.length === 0 ? (
              <span className="text-ink-2">Nothing: your coins fit exactly.</span>
            ) : (
              review.change.map((change, at) => (
                <p key={at} className="flex flex-wrap items-center gap-x-3">
                  <Figure value={change.amount} symbol={change.asset.symbol} plain className="font-medium" />
                  <span className="text-ink-2">as change</span>
                  <ProofMark proof={change.proof} />
                </p>
              ))
            )}
          </Fact>
          <Fact name="Coins used">
            <span className="figure">{plural(review.coins, 'coin')}</span>
          </Fact>
          {review.returnTo !== null && (
            <Fact name="Link’s return">
              <span className="code select-text break-all">{review.returnTo}</span>
              <p className="text-ink-3 text-sm">Coffer opens nothing by itself.</p>
            </Fact>
          )}
          <CodeFact name="Request id" text={review.paymentId} />
          <CodeFact name="Payload hash" text={review.digest} />
        </Facts>
      </Card>
      <Card className="px-6 py-2" label="Technical">
        <Disclosure title="Transactions, byte by byte">
          <Technical review={review} />
        </Disclosure>
      </Card>
    </div>
  )
}

function VerdictCard(props: {
  readonly review: Review
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
}) {
  const verdict = verdictOf(props.review)
  const checks = sortChecks(props.review.checks)
  const tone = TONES[verdict.tone]
  return (
    <section aria-label="Checks" className={cx('rounded-lg px-6 py-4', tone.ground)}>
      <div className="flex items-start gap-3">
        <span className={cx('mt-0.5', tone.mark)} aria-hidden="true">
          {tone.icon}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg">{verdict.title}</h2>
          <p className="text-ink-2">{verdict.text}</p>
          {checks.stop.length > 0 && (
            <ul className="mt-3 grid gap-2">
              {checks.stop.map((check) => (
                <Line key={check.id} icon={<OctagonX className="size-4 text-stop" />} said="Failed:">
                  <span className="font-medium">{check.text}</span>
                </Line>
              ))}
            </ul>
          )}
          {checks.attention.length > 0 && (
            <ul className="mt-3 grid gap-1">
              {checks.attention.map((check) => (
                <li key={check.id}>
                  <Checkbox
                    checked={props.accepted.has(check.id)}
                    onChange={(ticked) => props.onAccept(check.id, ticked)}
                  >
                    <span className="font-medium">{check.text}</span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          )}
          {checks.note.length > 0 && (
            <div className="mt-3 rounded-md bg-surface/60 px-3.5 py-2.5">
              <p className="font-medium text-sm">What no wallet can check</p>
              <ul className="mt-1 grid gap-1 text-ink-2 text-sm">
                {checks.note.map((check) => (
                  <Line key={check.id} icon={<Info className="size-4 text-ink-3" />} said="Note:">
                    {check.text}
                  </Line>
                ))}
              </ul>
            </div>
          )}
          {checks.ok.length > 0 && (
            <Disclosure title={`${plural(checks.ok.length, 'check')} passed`} className="mt-1 -mb-1">
              <ul className="grid gap-1.5 pb-1 text-ink-2">
                {checks.ok.map((check) => (
                  <Line key={check.id} icon={<CircleCheck className="size-4 text-ok" />} said="Passed:">
                    {check.text}
                  </Line>
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      </div>
    </section>
  )
}

function Line(props: { readonly icon: ReactNode; readonly said: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-[3px] shrink-0" aria-hidden="true">
        {props.icon}
      </span>
      <span className="min-w-0">
        <span className="sr-only">{props.said} </span>
        {props.children}
      </span>
    </li>
  )
}

export function ProofMark({ proof }: { readonly proof: Proof }) {
  const { word, text } = PROOF_WORDS[proof]
  return (
    <span
      title={text}
      className={cx(
        'rounded-sm px-1.5 py-px text-xs',
        proof === 'proved'
          ? 'bg-ok-soft text-ok'
          : proof === 'unknown'
            ? 'bg-stop-soft text-stop'
            : 'bg-pressed text-ink-2',
      )}
    >
      {word}
      <span className="sr-only">{`: ${text}`}</span>
    </span>
  )
}

function Payees({ review }: { readonly review: Review }) {
  const now = useNow()
  const many = review.payees.length > 1
  return (
    <ul
      className={cx(many && '-mx-3 max-h-80 overflow-y-auto rounded-md bg-sunken px-3')}
      tabIndex={many ? 0 : undefined}
    >
      {review.payees.map((payee, at) => {
        const { party } = payee
        const id = partyId(party)
        return (
          <li key={at} className={cx('flex items-start gap-3', many && 'border-line border-b py-2.5 last:border-0')}>
            <PartyAvatar party={party} size={many ? 'md' : 'lg'} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{partyName(party)}</span>
                <span className="figure text-ink-2 text-sm">{partyDetail(party)}</span>
              </p>
              {id !== null && <GroupedCode text={id} className="block text-ink-2" strongEnds={id.length > 40} />}
              {party.kind === 'chain' && party.tag !== '' && (
                <p className="mt-1">
                  <span className="text-ink-2">Tag </span>
                  <GroupedCode text={party.tag} />
                </p>
              )}
              {party.kind === 'group' && (
                <p className="mt-1 text-ink-2 text-sm">
                  {party.members.map((member) => member.name || member.identityNumber).join(', ')}
                </p>
              )}
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
                <span className={payee.paidBefore === null ? 'text-warn' : 'text-ink-2'}>
                  {payee.paidBefore === null
                    ? 'First time'
                    : `Paid ${plural(payee.paidBefore.times, 'time')}, last ${formatShortDay(payee.paidBefore.last, now)}`}
                </span>
                <ProofMark proof={payee.proof} />
              </p>
            </div>
            {many && (
              <Figure value={payee.amount} symbol={review.asset.symbol} plain className="shrink-0 font-medium" />
            )}
          </li>
        )
      })}
    </ul>
  )
}
