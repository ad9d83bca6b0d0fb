import { CircleStop, Pause, Pencil, Play, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { PaidRows } from '../../components/PaidRows.tsx'
import { PLAN_STATES, problemText, timeState, whenText } from '../../components/plan-words.ts'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { goChangePlan } from '../../state/prefilled-send.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Plan, PlanTime } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from './Waiting.tsx'

/** One plan: what it pays and when, what of it waits, and what became of each time so far. */
export function PlanScreen({ planId }: { readonly planId: string }) {
  const { owner } = useWallet()
  const { account } = owner
  const plan = useQuery('schedule.read', { account, planId })
  const open = useQuery('schedule.open', { account }).value ?? []
  const set = useAction('schedule.set')
  const under = { text: say('scheduled.scheduled'), onPress: () => go({ name: 'scheduled' }) }
  const { value } = plan
  if (value === undefined) {
    return (
      <Page title={say('scheduled.plan')} under={under} narrow>
        <Unread of={plan} className="h-72" />
      </Page>
    )
  }
  return (
    <Page
      title={value.name}
      under={under}
      narrow
      note={value.state !== 'on' && <span className="text-ink-2 text-sm">{PLAN_STATES[value.state]}</span>}
      actions={
        <Actions
          plan={value}
          setting={set.pending}
          onSet={(state) => void set.run({ account, planId, state })}
          onChange={() => {
            // The form is about the money that the plan pays from.
            if (value.holder !== owner.holder) selectAccount(account, value.holder)
            goChangePlan(value)
          }}
        />
      }
    >
      <div className="grid gap-7">
        <ErrorNotice error={set.error} />
        <Waiting times={open.filter((time) => time.planId === planId)} />
        {value.former.map(wording).map((text) => (
          <Notice key={text} tone="warn" icon={<TriangleAlert />}>
            <p className="break-words">{heard(text)}</p>
          </Notice>
        ))}
        <What plan={value} />
        <History plan={value} />
      </div>
    </Page>
  )
}

function What({ plan }: { readonly plan: Plan }) {
  return (
    <section aria-label={say('scheduled.what-it-pays')}>
      {plan.rows.length > 1 && (
        <p className="mb-1 text-who">
          <Figure value={plan.amount} symbol={plan.asset.symbol} />
        </p>
      )}
      <PaidRows rows={plan.rows} symbol={plan.asset.symbol} />
      <Facts className="mt-2">
        <Fact name={say('scheduled.when')}>
          <p>{heard(whenText(plan.when))}</p>
          <p className="text-ink-2 text-sm">{say('scheduled.must-be-open')}</p>
        </Fact>
        {plan.coming.length > 0 && (
          <Fact name={say('scheduled.next-dates')}>
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {plan.coming.map(({ day, at }) => (
                <li key={day}>
                  <Time at={at} form="dated" />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {plan.memoHex !== '' && (
          <Fact name={say('send.memo')}>
            <span className="break-words">{plan.memoText ?? plan.memoHex}</span>
          </Fact>
        )}
        {plan.label !== '' && <Fact name={say('activity.label')}>{plan.label}</Fact>}
        {plan.reason !== '' && (
          <Fact name={say('approvals.note-for-the-others')}>
            <span className="whitespace-pre-wrap break-words">{heard(plan.reason)}</span>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

/** What stands above, where it can be answered. */
const OPEN: ReadonlySet<PlanTime['state']> = new Set(['due', 'asks', 'problem', 'waiting'])

function History({ plan }: { readonly plan: Plan }) {
  const times = plan.history.filter(({ state }) => !OPEN.has(state))
  if (times.length === 0) return null
  return (
    <section aria-label={say('scheduled.history')}>
      <SectionTitle>{say('scheduled.history')}</SectionTitle>
      <ul>
        {times.map((time) => (
          <Line key={time.day} plan={plan} time={time} />
        ))}
      </ul>
      {plan.older && <p className="mt-2 text-ink-2 text-sm">{say('scheduled.older-in-activity')}</p>}
    </section>
  )
}

/** Times of which nothing was paid, and that may be paid after all. */
const AGAIN: ReadonlySet<PlanTime['state']> = new Set(['skipped', 'given_up', 'impossible'])

function Line({ plan, time }: { readonly plan: Plan; readonly time: PlanTime }) {
  const { owner } = useWallet()
  const prepare = useAction('schedule.prepare')
  const { paymentId } = time

  const again = () =>
    prepare.run({ account: owner.account, planId: plan.planId, day: time.day }, ({ paymentId }) =>
      go({ name: 'payment', paymentId }),
    )

  return (
    <li className="border-line border-b py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-32 flex-1">
          <Time at={time.at} form="dated" />
          <span className="block text-ink-2 text-sm">
            {timeState(time)}
            {time.problem !== null && heard(say('lib.colon') + problemText(time.problem))}
          </span>
        </span>
        <Figure value={time.amount} symbol={time.asset.symbol} className="font-medium" />
        {AGAIN.has(time.state) ? (
          <Button size="sm" pending={prepare.pending} onPress={() => void again()}>
            {say('scheduled.prepare-after-all')}
          </Button>
        ) : (
          paymentId !== null && (
            <Button size="sm" onPress={() => go({ name: 'payment', paymentId })}>
              {say('scheduled.see-payment')}
            </Button>
          )
        )}
      </div>
      <ErrorNotice error={prepare.error} className="mt-2" />
    </li>
  )
}

function Actions(props: {
  readonly plan: Plan
  readonly setting: boolean
  readonly onSet: (state: 'on' | 'paused') => void
  readonly onChange: () => void
}) {
  const { plan, onChange } = props
  const [ending, setEnding] = useState<'end' | 'delete' | null>(null)
  return (
    <>
      {plan.state !== 'ended' && (
        <>
          <Button kind="quiet" icon={<Pencil className="size-4" />} onPress={onChange}>
            {say('scheduled.change')}
          </Button>
          <Button
            kind="quiet"
            icon={plan.state === 'on' ? <Pause className="size-4" /> : <Play className="size-4" />}
            pending={props.setting}
            onPress={() => props.onSet(plan.state === 'on' ? 'paused' : 'on')}
          >
            {plan.state === 'on' ? say('scheduled.pause') : say('scheduled.resume')}
          </Button>
          <Button kind="quiet" icon={<CircleStop className="size-4" />} onPress={() => setEnding('end')}>
            {say('scheduled.end')}
          </Button>
        </>
      )}
      <Button kind="quiet" icon={<Trash2 className="size-4" />} onPress={() => setEnding('delete')}>
        {say('scheduled.delete')}
      </Button>
      {ending !== null && <EndDialog what={ending} plan={plan} onClose={() => setEnding(null)} />}
    </>
  )
}

function EndDialog(props: { readonly what: 'end' | 'delete'; readonly plan: Plan; readonly onClose: () => void }) {
  const { what, plan, onClose } = props
  const { owner } = useWallet()
  const end = useAction('schedule.set')
  const remove = useAction('schedule.remove')
  const of = { account: owner.account, planId: plan.planId }

  async function act(): Promise<void> {
    if (what === 'delete') void remove.run(of, () => go({ name: 'scheduled' }, 'replace'))
    else if ((await end.run({ ...of, state: 'ended' })) !== undefined) onClose()
  }

  return (
    <DeedDialog
      title={
        what === 'end'
          ? say('scheduled.end-plan', { name: plan.name })
          : say('scheduled.delete-plan', { name: plan.name })
      }
      alert={what === 'end' ? say('scheduled.end-means') : say('scheduled.delete-means')}
      onClose={onClose}
      deed={{
        label: what === 'end' ? say('scheduled.end') : say('scheduled.delete'),
        kind: 'danger',
        pending: end.pending || remove.pending,
        onPress: () => void act(),
      }}
      error={end.error ?? remove.error}
    />
  )
}
