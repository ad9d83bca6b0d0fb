import { Bell, FolderOpen, Signature } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure, useFigureLook } from '../../components/figures.tsx'
import { GroupName, userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { partyName } from '../../components/party.tsx'
import { useNow } from '../../lib/hooks.ts'
import { noticesAllowed } from '../../state/notices.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { RequestRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Chip, Dot, Pips } from './marks.tsx'
import { dueOf, groupTitle, inTab, stateWords, type Tab, verdictWords } from './model.ts'
import { OpenRequest } from './OpenRequest.tsx'

/** Everything that waits for signatures, by whose turn it is. */
export function Approvals(props: { readonly tab?: Tab }) {
  const { owner, group } = useWallet()
  const list = useQuery('approvals.list', owner)
  const [tab, setTab] = useState<Tab>(props.tab ?? 'needs_you')
  const [opening, setOpening] = useState(false)
  const by = useMemo(() => {
    const all = list.value ?? []
    return { needs_you: inTab(all, 'needs_you'), waiting: inTab(all, 'waiting'), done: inTab(all, 'done') }
  }, [list.value])
  const content = (of: Tab) =>
    list.value === undefined ? (
      list.error === null && <Loading />
    ) : by[of].length === 0 ? (
      <Nothing tab={of} />
    ) : (
      <Rows requests={by[of]} tab={of} />
    )
  return (
    <Page
      title={say('approvals.approvals')}
      actions={
        <>
          <NoticesButton />
          <Button icon={<FolderOpen className="size-4" />} onPress={() => setOpening(true)}>
            {say('approvals.open-a-request')}
          </Button>
        </>
      }
    >
      {list.error !== null && (
        <ErrorNotice
          error={list.error}
          className="mb-4"
          action={<Button onPress={list.refresh}>{say('common.try-again')}</Button>}
        />
      )}
      {group !== null && <p className="mb-3 text-ink-2">{say('approvals.only-requests-of-this-group-choose')}</p>}
      <Tabs
        label={say('approvals.requests-for-signatures')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'needs_you',
            label: say('approvals.needs-you'),
            count: by.needs_you.length,
            content: content('needs_you'),
          },
          {
            id: 'waiting',
            label: say('approvals.waiting-for-others'),
            count: by.waiting.length,
            content: content('waiting'),
          },
          { id: 'done', label: say('common.done'), count: by.done.length, content: content('done') },
        ]}
      />
      {opening && <OpenRequest onClose={() => setOpening(false)} />}
    </Page>
  )
}

/** Asks for system notices only when it is pressed, and is gone once they are allowed or refused. */
function NoticesButton() {
  const [allowed, setAllowed] = useState(noticesAllowed)
  if (allowed !== 'default') return null
  return (
    <Button
      kind="quiet"
      icon={<Bell className="size-4" />}
      onPress={() => void Notification.requestPermission().then(setAllowed)}
    >
      {say('approvals.tell-me-of-new-ones')}
    </Button>
  )
}

/** The list is walked with J and K or the arrows and opened with Enter. Nothing can be signed from here. */
function Rows({ requests, tab }: { readonly requests: readonly RequestRow[]; readonly tab: Tab }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
      const { target } = event
      const typing = target instanceof HTMLElement && target.matches('input, textarea, select, [role=tab]')
      if (step === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null) return
      const rows: (Element | null)[] = [...(list.current?.querySelectorAll('button') ?? [])]
      const at = rows.indexOf(document.activeElement)
      const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]
      if (!(next instanceof HTMLElement)) return
      event.preventDefault()
      next.focus()
    }
    window.addEventListener('keydown', walk)
    return () => window.removeEventListener('keydown', walk)
  }, [])
  return (
    <Card>
      <ul ref={list}>
        {requests.map((request) => (
          <li key={request.requestId} className="border-line border-b last:border-0">
            <Row request={request} checked={tab === 'needs_you' && request.groupAdded} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ request, checked }: { readonly request: RequestRow; readonly checked: boolean }) {
  const now = useNow()
  const { hidden } = useFigureLook()
  const due = dueOf(request, now)
  return (
    <button
      type="button"
      onClick={() => go({ name: 'request', requestId: request.requestId })}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-5 py-3 text-left outline-offset-[-2px] first:rounded-t-lg last:rounded-b-lg hover:bg-hover"
    >
      <span className="flex min-w-0 items-center gap-3">
        <span className="truncate font-medium">
          {hidden ? say('approvals.send-to', { partyName: partyName(request.party) }) : wording(request.title)}
        </span>
        {due !== null && <Chip words={due} />}
      </span>
      <Figure value={request.amount} symbol={request.asset.symbol} className="justify-self-end font-medium" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-2 text-sm">
        <GroupName
          name={groupTitle(request)}
          threshold={request.group.threshold}
          members={request.group.members.length}
        />
        <span className="text-ink-3" aria-hidden="true">
          ·
        </span>
        <span className="truncate">
          {request.by === null
            ? say('approvals.asked-2')
            : say('approvals.asked-3', { userName: userName(request.by) })}
          <Time at={request.createdAt} form="age" />
        </span>
      </span>
      <span className="flex items-center justify-end gap-4">
        <Dot words={checked ? verdictWords(request.verdict) : stateWords(request)} />
        <Pips request={request} />
      </span>
    </button>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={say('approvals.reading-requests')} className="grid gap-2">
      <Skeleton className="h-[68px] w-full rounded-lg" />
      <Skeleton className="h-[68px] w-full rounded-lg" />
    </div>
  )
}

const NOTHING: Readonly<Record<Tab, { readonly title: string; readonly text: string }>> = {
  needs_you: {
    title: say('approvals.nothing-needs-your-signature'),
    text: say('approvals.when-a-member-of-one-of'),
  },
  waiting: {
    title: say('approvals.nothing-waits-for-others'),
    text: say('approvals.what-you-have-signed-stands-here'),
  },
  done: { title: say('approvals.nothing-is-done-yet'), text: say('approvals.requests-that-are-complete-revoked-or') },
}

function Nothing({ tab }: { readonly tab: Tab }) {
  const { groups, account } = useWallet()
  return (
    <Card>
      <Empty
        icon={<Signature />}
        title={NOTHING[tab].title}
        actions={
          groups.length === 0 &&
          account.kind !== 'watch' && (
            <Button onPress={() => go({ name: 'new-group' })}>{say('approvals.create-a-group')}</Button>
          )
        }
      >
        {NOTHING[tab].text}
      </Empty>
    </Card>
  )
}
