import { UserSearch } from 'lucide-react'
import { say } from '#words'
import { useNow } from '../lib/hooks.ts'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { formatShortDay } from '../lib/time.ts'
import type { ActivityDetail } from '../state/types.ts'
import { IconButton } from '../ui/Button.tsx'
import { Figure } from './figures.tsx'
import { PartyAvatar, partyId, partyName } from './party.tsx'

type Row = Omit<ActivityDetail['rows'][number], 'paidBefore'> & Partial<ActivityDetail['rows'][number]>

/** Whoever one payment paid: each with the whole id and the sum of the row. */
export function PaidRows(props: {
  readonly rows: readonly Row[]
  readonly symbol: string
  readonly onPerson?: (userId: string, name: string) => void
}) {
  const now = useNow()
  const { onPerson } = props
  return (
    <ul className="grid" aria-label={spoken(say('shared.recipients', { count: props.rows.length }))}>
      {props.rows.map(({ party, amount, paidBefore }, at) => (
        <li key={at} className="flex gap-3 border-line border-b py-2.5 last:border-0">
          <PartyAvatar party={party} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-start justify-between gap-x-3">
              <p className="min-w-0 break-words font-medium leading-5">{partyName(party)}</p>
              <Figure value={amount} symbol={props.symbol} className="font-medium leading-5" />
            </div>
            <p className="code select-text break-words text-ink-3">{partyId(party)}</p>
            {party.kind === 'chain' && party.tag !== '' && (
              <p className="text-ink-2 text-sm">{rich('send.tag-3', { tag: party.tag })}</p>
            )}
            <div className="flex items-center justify-between gap-3">
              {paidBefore != null && (
                <p className="text-ink-3 text-sm">
                  {rich('shared.paid-time-last', {
                    times: paidBefore.times,
                    last: formatShortDay(paidBefore.last, now),
                  })}
                </p>
              )}
              {party.kind === 'user' && onPerson !== undefined && (
                <IconButton
                  label={say('activity.only-movements-with', { partyName: partyName(party) })}
                  onPress={() => onPerson(party.user.userId, partyName(party))}
                  className="-my-1.5 -mr-2 ml-auto"
                >
                  <UserSearch className="size-4" />
                </IconButton>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
