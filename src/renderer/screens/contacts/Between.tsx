import { say } from '#words'
import { Fiat } from '../../components/figures.tsx'
import { MovementRow } from '../../components/MovementRow.tsx'
import { NO_FILTER } from '../../components/movement.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { formatShortDay } from '../../lib/time.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Between as Passed, UserCard } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Bars } from './Bars.tsx'

const SHOWN = 5

/** What passed between oneself and somebody: sums, months, and the newest payments. */
export function Between({ card }: { readonly card: UserCard }) {
  const { account } = useWallet()
  const { userId } = card.user
  const between = useQuery('contacts.between', { account: account.account, userId }).value
  const rows = useQuery('activity.list', {
    ...{ account: account.account, holder: null, cursor: null, limit: SHOWN },
    filter: { ...NO_FILTER, opponent: userId },
  }).value?.rows
  if (between === undefined) return <Skeleton className="mt-6 h-40 w-full rounded-lg" />
  const total = between.in.count + between.out.count
  return (
    <>
      <section aria-label={say('contacts.sums')} className="mt-6 flex flex-wrap gap-x-14 gap-y-3">
        <Sum label={say('contacts.you-paid')} sum={between.out} last={card.paidBefore?.last ?? null} />
        <Sum label={say('contacts.paid-you')} sum={between.in} last={null} />
      </section>
      {between.newestOnly && <p className="mt-1 text-ink-3 text-sm">{rich('contacts.only-the-newest', { total })}</p>}
      {total > 0 && <Bars between={between} />}
      <section aria-label={say('contacts.between-you')} className="mt-6">
        <div className="mb-1 flex items-baseline justify-between gap-3">
          <SectionTitle>{say('contacts.between-you')}</SectionTitle>
          {total > SHOWN && (
            <LinkButton
              className="text-sm"
              onPress={() => go({ name: 'activity', person: { userId, name: card.user.name } })}
            >
              {rich('contacts.all-of-them', { total })}
            </LinkButton>
          )}
        </div>
        {rows === undefined || rows.length === 0 ? (
          <p className="text-ink-2">{say('contacts.nothing-passed-yet')}</p>
        ) : (
          <ul>
            {rows.slice(0, SHOWN).map((row) => (
              <MovementRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Sum(props: { readonly label: string; readonly sum: Passed['in']; readonly last: string | null }) {
  const now = useNow()
  const { count, unpriced, fiat } = props.sum
  return (
    <div className="min-w-0">
      <p className="text-ink-2 text-sm">{heard(props.label)}</p>
      <p className="break-words text-[1.75rem]/[2.125rem] font-semibold tracking-[-0.02em]">
        {count === unpriced && count > 0 ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Fiat value={fiat} approx={count > 0} />
        )}
      </p>
      <p className="text-ink-2 text-xs">
        {count === 0
          ? say('contacts.never')
          : heard(
              [
                say('contacts.payments-at-their-price', { count }),
                ...(unpriced > 0 ? [say('contacts.without-a-price', { unpriced })] : []),
                ...(props.last === null ? [] : [say('contacts.last-on', { last: formatShortDay(props.last, now) })]),
              ].join(' · '),
            )}
      </p>
    </div>
  )
}
