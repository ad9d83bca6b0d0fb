import { ChevronDown, ChevronRight, ChevronUp, ReceiptText, Repeat2 } from 'lucide-react'
import { say } from '#words'
import { Beside } from '../../components/Beside.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { ItemUnits } from '../../components/ItemUnits.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { actName, hasFailed, itemOf, titleOf } from '../../components/movement.ts'
import { PaidRows } from '../../components/PaidRows.tsx'
import { PartyAvatar, partyDetail, partyName } from '../../components/party.tsx'
import { Stored } from '../../components/StoredContent.tsx'
import { cx } from '../../lib/cx.ts'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { formatMoment, formatShortDay } from '../../lib/time.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityDetail, ActivityRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Line } from './Line.tsx'
import { mayPayAgain } from './model.ts'
import { OwnWords } from './OwnWords.tsx'
import { Technical } from './Technical.tsx'

/** Everything about one movement, beside the list: its place there is kept. */
export function Detail(props: {
  readonly id: string
  readonly neighbours: { readonly before: string | null; readonly after: string | null }
  readonly onShow: (id: string) => void
  readonly onClose: () => void
  readonly onTag: (tag: string) => void
  readonly onPerson: (userId: string, name: string) => void
}) {
  const { owner } = useWallet()
  const detail = useQuery('activity.read', { ...owner, id: props.id })
  const now = useNow()
  const { before, after } = props.neighbours
  const row = detail.value?.row
  return (
    <Beside
      label={say('activity.movement')}
      subject={props.id}
      onClose={props.onClose}
      title={
        row === undefined
          ? say('activity.movement')
          : say('activity.act-and-time', { act: actName(row), time: formatMoment(row.at, now) })
      }
      actions={
        <>
          <IconButton
            label={say('activity.the-one-above')}
            isDisabled={before === null}
            onPress={() => before !== null && props.onShow(before)}
          >
            <ChevronUp className="size-[1.125rem]" />
          </IconButton>
          <IconButton
            label={say('activity.the-one-below')}
            isDisabled={after === null}
            onPress={() => after !== null && props.onShow(after)}
          >
            <ChevronDown className="size-[1.125rem]" />
          </IconButton>
        </>
      }
    >
      {detail.value === undefined ? (
        detail.error === null ? (
          <div role="status" aria-label={say('activity.reading-the-movement')} className="grid gap-3 pt-2">
            <Skeleton className="h-7 w-2/3" />
            <Skeleton className="h-9 w-1/2" />
            <Skeleton className="mt-6 h-40 w-full rounded-lg" />
          </div>
        ) : (
          <ErrorNotice error={detail.error} className="mt-2" onRetry={detail.refresh} />
        )
      ) : (
        <Loaded key={props.id} detail={detail.value} onPerson={props.onPerson} onTag={props.onTag} />
      )}
    </Beside>
  )
}

/** So much of a memo can stand as a title; a longer one stands whole among the facts. */
const TITLE = 80

/** Characters of an amount that fit in one line of the column in the largest letters. */
const LONG = 14

function Loaded(props: {
  readonly detail: ActivityDetail
  readonly onPerson: (userId: string, name: string) => void
  readonly onTag: (tag: string) => void
}) {
  const { detail } = props
  const { row } = detail
  const title = titleOf(row)
  const isMemoTitle = title === row.memoText && title.length <= TITLE && !title.includes('\n')
  return (
    <>
      <h2 className="line-clamp-3 select-text break-words text-xl font-semibold">{heard(title)}</h2>
      {row.item === undefined ? <Sum row={row} /> : <Item row={row} title={title} />}
      <Worth detail={detail} />
      {row.confirmations !== null && (
        <div className="mt-3">
          <p className="figure mb-1.5 text-ink-2 text-sm">{rich('activity.of-confirmations', row.confirmations)}</p>
          <Progress
            label={say('activity.confirmations')}
            value={row.confirmations.have}
            of={row.confirmations.need}
            text={say('activity.of', row.confirmations)}
          />
        </div>
      )}
      <Deeds detail={detail} />
      <dl className="mt-4 border-line border-y">
        <Line name={say('activity.state')}>
          <MoneyStateLabel state={row.money} />
        </Line>
        <Line name={say('activity.time')}>
          <Time at={row.at} form="full" />
        </Line>
        <OtherSide detail={detail} onPerson={props.onPerson} />
        {row.memoText !== null && !isMemoTitle && (
          <Line name={say('shared.memo')}>
            <p className="select-text whitespace-pre-wrap break-words">{row.memoText}</p>
          </Line>
        )}
        {detail.fee !== null && (
          <Line name={say('activity.fee')}>
            <Figure value={detail.fee.amount} symbol={detail.fee.asset.symbol} settled />
          </Line>
        )}
        {detail.feeUnknown === true && <Line name={say('activity.fee')}>{say('activity.fee-unknown')}</Line>}
        <OwnWords detail={detail} onTag={props.onTag} />
        {row.hash !== null && row.kind === 'transfer' && row.money === 'final' && <Stored hash={row.hash} />}
      </dl>
      <Technical detail={detail} />
    </>
  )
}

/** What it was worth then beside what it is worth now, each named. */
function Sum({ row }: { readonly row: ActivityRow }) {
  return (
    <p
      className={cx(
        'mt-2 break-words font-semibold',
        // Nothing breaks inside a number.
        formatFigure(row.amount).length > LONG
          ? 'text-lg min-[75rem]:text-xl'
          : 'text-[2rem] leading-10 tracking-[-0.03em]',
      )}
    >
      <Figure
        value={row.amount}
        sign={row.direction !== 'self'}
        settled
        className={hasFailed(row) ? 'text-ink-3 line-through' : row.direction === 'in' ? 'text-ok' : ''}
      />
      <span className="text-[1.25rem] font-medium tracking-normal text-ink-2"> {row.asset.symbol}</span>
    </p>
  )
}

/** The item that moved, unless it is the title already. */
function Item({ row, title }: { readonly row: ActivityRow; readonly title: string }) {
  const name = itemOf(row)
  return (
    <div className={cx('mt-2', hasFailed(row) && 'line-through')}>
      {name !== title && <p className="break-words text-lg font-semibold">{heard(name)}</p>}
      <p className="text-ink-2">
        <ItemUnits amount={row.amount} asset={row.asset} />
      </p>
    </div>
  )
}

function Worth({ detail: { row } }: { readonly detail: ActivityDetail }) {
  const { fiatThen } = row
  if (row.fiat === null) return null
  const size = row.amount.replace(/^-/, '')
  const now = <Fiat value={row.fiat.replace(/^-/, '')} of={size} approx />
  return (
    <p className="mt-1 text-ink-2 text-sm">
      {fiatThen === null
        ? rich('activity.worth-now', { now })
        : rich('activity.worth-then-and-now', {
            before: <Fiat value={fiatThen.replace(/^-/, '')} of={size} approx />,
            now,
          })}
    </p>
  )
}

function Deeds({ detail }: { readonly detail: ActivityDetail }) {
  const { paymentId, row } = detail
  if (paymentId === null && row.inscription === null) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2 *:flex-1">
      {paymentId !== null && mayPayAgain(detail) && (
        <Button size="sm" icon={<Repeat2 className="size-4" />} onPress={() => go({ name: 'send', repeat: paymentId })}>
          {hasFailed(row) ? say('send.try-anew') : say('activity.pay-again')}
        </Button>
      )}
      {paymentId !== null && (
        <Button size="sm" icon={<ReceiptText className="size-4" />} onPress={() => go({ name: 'payment', paymentId })}>
          {row.money === 'final' ? say('activity.receipt') : say('activity.open-the-payment')}
        </Button>
      )}
      {row.inscription !== null && (
        <Button size="sm" onPress={() => go({ name: 'collectible', inscription: row.inscription ?? '' })}>
          {say('activity.show-the-collectible')}
        </Button>
      )}
    </div>
  )
}

function OtherSide(props: {
  readonly detail: ActivityDetail
  readonly onPerson: (userId: string, name: string) => void
}) {
  const { row, paidBefore } = props.detail
  const { party } = row
  const now = useNow()
  if (props.detail.rows.length > 0) {
    return (
      <Line name={say('activity.to')} isWide>
        <PaidRows rows={props.detail.rows} symbol={row.asset.symbol} onPerson={props.onPerson} />
      </Line>
    )
  }
  if (party.kind === 'unknown' || (party.kind === 'chain' && row.kind === 'deposit')) return null
  const name = partyName(party)
  return (
    <Line
      name={row.direction === 'in' ? say('activity.from') : say('activity.to')}
      deed={
        party.kind === 'user' && (
          <IconButton
            label={say('activity.open-person', { name })}
            onPress={() => go({ name: 'contact', userId: party.user.userId })}
          >
            <ChevronRight className="size-4" />
          </IconButton>
        )
      }
    >
      <div className="flex items-start gap-2.5">
        <span className="-my-0.5 shrink-0">
          <PartyAvatar party={party} size="sm" />
        </span>
        <div className="min-w-0">
          <p className="break-words font-[550]">{name}</p>
          <p className="figure break-words text-ink-2 text-xs">{partyDetail(party)}</p>
          {paidBefore !== null && (
            <p className="text-ink-2 text-xs">
              {rich('shared.paid-time-last', {
                times: paidBefore.times,
                last: formatShortDay(paidBefore.last, now),
              })}
            </p>
          )}
          {party.kind === 'user' && (
            <LinkButton
              className="max-w-full break-words text-left text-xs"
              onPress={() => props.onPerson(party.user.userId, name)}
            >
              {rich('activity.only-movements-with', { partyName: name })}
            </LinkButton>
          )}
        </div>
      </div>
    </Line>
  )
}
