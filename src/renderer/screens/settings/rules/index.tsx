import { Clock3, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isolated, say, wording } from '#words'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Figure } from '../../../components/figures.tsx'
import { Unread } from '../../../components/Unread.tsx'
import { heard } from '../../../lib/heard.tsx'
import { useNow } from '../../../lib/hooks.ts'
import { rich } from '../../../lib/rich.tsx'
import { useAction, useQuery } from '../../../state/query.ts'
import type { Owner, Policy } from '../../../state/types.ts'
import { useWallet } from '../../../state/wallet.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Notice } from '../../../ui/Surface.tsx'
import { Time } from '../../../ui/Time.tsx'
import { Group, Setting } from '../rows.tsx'
import { EditRules } from './EditRules.tsx'

const OWN = 'own'

/** The rules of the account, and of each of its groups. */
export function RulesPanel() {
  const { account, owner, groups } = useWallet()
  const [holder, setHolder] = useState(owner.holder)
  const of: Owner = { account: account.account, holder }
  return (
    <>
      {groups.length > 0 && (
        <Select
          label={say('settings.rules-of')}
          value={holder ?? OWN}
          onChange={(id) => setHolder(id === OWN ? null : id)}
          options={[
            { id: OWN, text: isolated(account.name) },
            ...groups.map((group) => ({ id: group.holder, text: isolated(group.name) })),
          ]}
          className="max-w-sm"
        />
      )}
      <RulesOf key={holder ?? OWN} owner={of} />
    </>
  )
}

function RulesOf({ owner }: { readonly owner: Owner }) {
  const read = useQuery('policies.read', owner)
  const { value: policy } = read
  const [editing, setEditing] = useState(false)
  if (policy === undefined) return <Unread of={read} className="h-60" />
  const text = owner.holder === null ? say('settings.rules-what') : say('settings.rules-group')
  const unruled = policy.rules === null && policy.lost === null
  return (
    <>
      <Alarms policy={policy} />
      {policy.pending !== null && <Pending owner={owner} pending={policy.pending} />}
      <Group
        title={say('settings.rules-in-force')}
        text={text}
        actions={
          <Button kind={unruled ? 'primary' : 'secondary'} onPress={() => setEditing(true)}>
            {unruled || policy.lost !== null ? say('settings.rules-set') : say('settings.rules-change')}
          </Button>
        }
      >
        {policy.lost === null && policy.lines.map((line) => <Setting key={wording(line)} label={wording(line)} />)}
        {policy.rules !== null && (
          <Setting
            label={say('settings.rules-today')}
            text={policy.counted === null || policy.today.length === 0 ? undefined : wording(policy.counted)}
          >
            <span className="grid justify-items-end gap-1">
              {policy.today.length === 0
                ? say('settings.rules-nothing-left')
                : policy.today.map(({ asset, spent, worth }) => (
                    <span key={asset.assetId} className="grid justify-items-end">
                      <Figure value={spent} symbol={asset.symbol} plain />
                      {policy.counted !== null && (
                        <span className="figure text-ink-3 text-sm">
                          {worth === null ? say('shared.no-price') : heard(`≈\u00a0${worth}`)}
                        </span>
                      )}
                    </span>
                  ))}
            </span>
          </Setting>
        )}
      </Group>
      {editing && <EditRules owner={owner} policy={policy} onClose={() => setEditing(false)} />}
    </>
  )
}

/** What keeps rules from being what they were meant to be. */
function Alarms({ policy }: { readonly policy: Policy }) {
  return (
    <>
      {policy.lost !== null && (
        <Notice tone="stop" icon={<OctagonAlert />} title={say('settings.rules-lost')}>
          {rich('settings.rules-lost-why', { why: policy.lost })}
        </Notice>
      )}
      {policy.clockBehind && (
        <Notice tone="warn" icon={<TriangleAlert />} title={say('settings.rules-clock')}>
          {say('settings.rules-clock-why')}
        </Notice>
      )}
    </>
  )
}

const MINUTE_MS = 60_000

function leftUntil(at: string, now: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.ceil((Date.parse(at) - now) / MINUTE_MS))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** Looser rules that do not hold yet, and the way to give them up. */
function Pending({ owner, pending }: { readonly owner: Owner; readonly pending: NonNullable<Policy['pending']> }) {
  const keep = useAction('policies.keep')
  const now = useNow()
  return (
    <>
      <Notice
        tone="plain"
        icon={<Clock3 />}
        title={say('settings.rules-wait-until')}
        action={
          <Button size="sm" pending={keep.pending} onPress={() => void keep.run(owner)}>
            {say('settings.rules-keep')}
          </Button>
        }
      >
        <p>
          {rich('settings.rules-hold-from', { time: <Time at={pending.at} form="dated" /> })}
          <span className="ml-2 inline-block text-ink-3">
            {rich('settings.rules-time-left', leftUntil(pending.at, now))}
          </span>
        </p>
        <ul className="mt-1 grid list-disc gap-0.5 pl-5 marker:text-ink-3">
          {pending.lines.map((line) => (
            <li key={wording(line)}>{heard(wording(line))}</li>
          ))}
        </ul>
      </Notice>
      <ErrorNotice error={keep.error} />
    </>
  )
}
