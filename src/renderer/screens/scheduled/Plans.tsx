import { CalendarClock } from 'lucide-react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { partyName } from '../../components/party.tsx'
import { formerText, PLAN_STATES, whenText } from '../../components/plan-words.ts'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { PlanRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from './Waiting.tsx'

/** All plans of whoever is shown, and first what of them waits for the person. */
export function Plans() {
  const { owner } = useWallet()
  const list = useQuery('schedule.list', owner)
  const open = useQuery('schedule.open', { account: owner.account }).value ?? []
  const plans = list.value ?? []
  return (
    <Page
      title={say('scheduled.scheduled')}
      under={{ text: say('send.send'), onPress: () => go({ name: 'send' }) }}
      actions={
        plans.length > 0 && (
          <Button kind="quiet" icon={<CalendarClock className="size-4" />} onPress={() => go({ name: 'send' })}>
            {say('scheduled.new-plan')}
          </Button>
        )
      }
    >
      <Unread of={list} rows={say('scheduled.scheduled')} />
      {list.value?.length === 0 && (
        <Empty
          icon={<CalendarClock />}
          title={say('scheduled.nothing-planned')}
          actions={<Button onPress={() => go({ name: 'send' })}>{say('send.send')}</Button>}
        >
          {say('scheduled.fill-the-form-in-send')}
        </Empty>
      )}
      <div className="grid gap-7">
        <Waiting times={open.filter(({ holder }) => holder === owner.holder)} />
        {plans.length > 0 && (
          <section aria-label={say('scheduled.plans')}>
            <p className="mb-2 max-w-prose text-ink-2 text-sm">{say('scheduled.must-be-open')}</p>
            <ul>
              {plans.map((plan) => (
                <PlanLine key={plan.planId} plan={plan} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  )
}

function PlanLine({ plan }: { readonly plan: PlanRow }) {
  return (
    <li className="border-line border-b last:border-0">
      <button
        type="button"
        onClick={() => go({ name: 'scheduled', planId: plan.planId })}
        className="-mx-3 flex min-h-[3.375rem] w-[calc(100%+1.5rem)] items-center gap-3.5 rounded-field px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <AssetIcon asset={plan.asset} />
        <span className="min-w-0 flex-1">
          <span className="block break-words text-row">
            {plan.name} <span className="font-normal text-ink-2">{partyName(plan.party)}</span>
          </span>
          <span className="block text-ink-3 text-xs">{heard(whenText(plan.when))}</span>
          {plan.former.length > 0 && <span className="block text-warn text-xs">{heard(formerText(plan.former))}</span>}
        </span>
        <span className="shrink-0 text-right">
          <Figure value={plan.amount} symbol={plan.asset.symbol} className="block font-medium" />
          <span className="block text-ink-3 text-xs">
            {plan.next === null || plan.state !== 'on'
              ? PLAN_STATES[plan.state]
              : rich('scheduled.next-at', { time: <Time at={plan.next.at} form="dated" /> })}
          </span>
        </span>
      </button>
    </li>
  )
}
