import { ArrowRight } from 'lucide-react'
import { isolated, say, wording } from '#words'
import { Fiat, Figure } from '../../components/figures.tsx'
import { HolderAvatar, userName } from '../../components/group.tsx'
import { ItemUnits } from '../../components/ItemUnits.tsx'
import { PaysRows } from '../../components/PaysRows.tsx'
import { PartyAvatar, partyDetail, partyName, recipientsIn, ThisIsYou } from '../../components/party.tsx'
import { isLong, isWide } from '../../components/pays-model.ts'
import { WholeId } from '../../components/WholeId.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import type { Party, RequestReview } from '../../state/types.ts'
import { Frame } from '../../ui/Frame.tsx'
import { Time } from '../../ui/Time.tsx'
import { groupTitle } from './model.ts'

/** What the bytes do: which group pays what to whom, for what, and who asked. */
export function Hero({ review }: { readonly review: RequestReview }) {
  const { request } = review
  const { group } = request
  return (
    <Frame label={say('approvals.what-is-paid')} inner="!p-4 min-[40rem]:!px-6 min-[40rem]:!py-5 short:!py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2.5 text-ink-2">
          <HolderAvatar name={group.name} holder={request.holder} size="sm" />
          <span className="min-w-0">
            {rich('approvals.group-pays', {
              group: <span className="text-row text-ink">{isolated(groupTitle(request))}</span>,
            })}
          </span>
        </p>
        <p className="text-ink-2 text-sm">
          {rich('approvals.must-sign', { threshold: group.threshold, members: group.members.length })}
        </p>
      </div>
      <Paid review={review} />
      <div className="mt-4 flex flex-wrap items-start short:mt-2.5 justify-between gap-x-6 gap-y-1 border-line border-t pt-3 short:pt-2">
        <Memo review={review} />
        <p className="text-ink-2 text-sm leading-5">
          {request.by === null
            ? rich('approvals.asked-at', { time: <Time at={request.createdAt} /> })
            : rich(request.byFile ? 'approvals.says-to-have-asked' : 'approvals.asked-by', {
                userName: userName(request.by),
                time: <Time at={request.createdAt} />,
              })}
        </p>
      </div>
    </Frame>
  )
}

function Paid({ review }: { readonly review: RequestReview }) {
  const { request, payees } = review
  const [first, ...others] = payees
  const isLarge = isLong(request.amount, first?.party) || isWide(request.item)
  const stacks = isLarge || others.length > 0 || first?.party.kind === 'chain'
  const size = cx(
    'text-[2rem]/[2.375rem] font-semibold tracking-[-0.034em] min-[40rem]:text-[2.25rem]/[2.625rem]',
    isLarge && 'break-words',
  )
  return (
    <div
      className={cx(
        'mt-3.5 flex gap-x-5 short:mt-2 gap-y-3',
        stacks ? 'flex-col' : 'flex-col min-[47.5rem]:flex-row min-[47.5rem]:items-center',
      )}
    >
      <div className="min-w-0 shrink-0">
        {request.item === undefined ? (
          <Figure
            value={request.amount}
            symbol={request.asset.symbol}
            plain
            className={cx(
              'block [&>:last-child]:font-medium [&>:last-child]:text-[62%] [&>:last-child]:text-ink-2',
              size,
            )}
          />
        ) : (
          <p className={size}>{heard(wording(request.item))}</p>
        )}
        <p className="text-ink-2">
          {request.item !== undefined && (
            <>
              <ItemUnits amount={request.amount} asset={request.asset} plain />{' '}
            </>
          )}
          {request.fiat !== null && (
            <>
              <Fiat value={request.fiat} of={request.amount} approx plain />{' '}
            </>
          )}
          <span
            className={cx(
              'text-ink-3 text-sm',
              request.item !== undefined ? 'block' : !stacks && 'min-[47.5rem]:block',
            )}
          >
            {assetDetail(request.asset)}
          </span>
        </p>
      </div>
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full border border-button text-accent-ink',
          stacks ? 'rotate-90' : 'rotate-90 min-[47.5rem]:size-10 min-[47.5rem]:rotate-0',
        )}
        aria-hidden="true"
      >
        <ArrowRight className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        {others.length === 0 && first !== undefined ? (
          <Payee party={first.party} isUnknown={request.state === 'open' && first.proof === 'unknown'} />
        ) : (
          <Many review={review} />
        )}
      </div>
    </div>
  )
}

function Payee({ party, isUnknown }: { readonly party: Party; readonly isUnknown: boolean }) {
  return (
    <>
      <p className="flex min-w-0 items-center gap-2.5">
        <PartyAvatar party={party} size="md" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <span className="break-words text-[1.25rem]/[1.75rem] font-semibold tracking-[-0.016em]">
            {partyName(party)}
          </span>
          {party.kind !== 'chain' && <span className="figure text-ink-2 text-sm">{partyDetail(party)}</span>}
          <ThisIsYou party={party} />
        </span>
      </p>
      <WholeId party={party} />
      {isUnknown && <p className="mt-0.5 text-sm text-warn">{say('shared.nobody-vouches-for-these-keys')}</p>}
    </>
  )
}

function Many({ review }: { readonly review: RequestReview }) {
  const { payees, request } = review
  return (
    <>
      <p className="mb-2 font-semibold text-lg">{rich('approvals.to-people', { people: recipientsIn(payees) })}</p>
      <div className="-mx-4 min-[40rem]:-mx-6">
        <PaysRows rows={payees} symbol={request.asset.symbol} plain />
      </div>
    </>
  )
}

/** As text where the bytes are text; what they are beyond that stands under "Technical". */
function Memo({ review }: { readonly review: RequestReview }) {
  const { memoHex, request, transaction } = review
  const text = transaction.extraText ?? request.memoText
  if (transaction.extraHex === '' && memoHex === '' && text === null) {
    return <p className="text-ink-3">{say('approvals.no-memo')}</p>
  }
  return (
    <p className="min-w-0 max-w-full whitespace-pre-wrap break-words text-ink-2">
      {text === null ? (
        <>
          {say('approvals.memo-of-bytes')} <span className="code select-text break-all text-ink">{memoHex}</span>
        </>
      ) : (
        <>
          {rich('approvals.hero-memo', {
            memo: <span className="select-text font-[550] text-ink">{isolated(text)}</span>,
          })}
          <span className="ml-2 text-ink-3 text-sm">{say('approvals.memo-public')}</span>
        </>
      )}
    </p>
  )
}
