import { CalendarClock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#words'
import { useQueries } from '../state/query.ts'
import { go, type RouteName, useRoute } from '../state/routes.ts'
import { selectAccount, useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'

/** Screens on which it is said already, or would be in the way. */
const QUIET: ReadonlySet<RouteName> = new Set(['scheduled', 'payment', 'request'])

/** Asks about planned payments whose time was missed, of every account and group, wherever one is. Home says it of its own. */
export function MissedBanner() {
  const { state, owner } = useWallet()
  const route = useRoute()
  const [later, setLater] = useState('')
  const accounts = useMemo(
    () => state.accounts.filter((one) => one.stage === 'ready' && one.kind !== 'watch'),
    [state.accounts],
  )
  const answers = useQueries(
    'schedule.open',
    accounts.map(({ account }) => ({ account })),
  )
  const missed = accounts.flatMap(({ account }, at) =>
    (answers[at]?.value ?? [])
      .filter((time) => time.state === 'asks' || time.state === 'problem')
      .map(({ holder, planId, day }) => ({ account, holder, key: `${planId} ${day}` })),
  )
  const isHere = (one: (typeof missed)[number]) => one.account === owner.account && one.holder === owner.holder
  const first = missed.find(isHere) ?? missed[0]
  const keys = missed.map(({ key }) => key).join()
  // Beside what is about to be signed nothing else is asked.
  if (first === undefined || later === keys || QUIET.has(route.name)) return null
  if (route.name === 'home' && missed.every(isHere)) return null
  return (
    <Notice
      tone="info"
      icon={<CalendarClock />}
      title={say('scheduled.missed-title', { count: missed.length })}
      live
      className="m-4 mb-0 low:mx-2 low:mt-2"
      action={
        <span className="flex gap-2">
          <Button size="sm" kind="quiet" onPress={() => setLater(keys)}>
            {say('scheduled.later')}
          </Button>
          <Button
            size="sm"
            onPress={() => {
              selectAccount(first.account, first.holder)
              go({ name: 'scheduled' })
            }}
          >
            {say('scheduled.decide')}
          </Button>
        </span>
      }
    >
      {say('scheduled.nothing-paid-without-you')}
    </Notice>
  )
}
