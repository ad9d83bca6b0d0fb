import { Bell, Download, FolderOpen, Signature, Split } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isolated, say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat, useFigureLook } from '../../components/figures.tsx'
import { GroupName, HolderAvatar, userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { partyName } from '../../components/party.tsx'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { saveTable } from '../../lib/save.ts'
import { spoken } from '../../lib/spoken.ts'
import { cutOffLine } from '../../state/connection.ts'
import { askForNotices, useNoticesAllowed } from '../../state/notices.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { RequestRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, Empty, SkeletonRows } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Filters } from './Filters.tsx'
import { isWithin, matches, requestsTable, WHOLE } from './find.ts'
import { Chip, Dot, Pips } from './marks.tsx'
import { dueOf, groupTitle, inTab, isJudged, stateWords, type Tab, verdictWords, waitsFor } from './model.ts'
import { OpenRequest } from './OpenRequest.tsx'
import { tieRivals } from './queue.ts'

const NAMES: Readonly<Record<Tab, string>> = {
  needs_you: say('approvals.needs-you'),
  waiting: say('approvals.waiting-for-others'),
  done: say('common.done'),
}
const TABS = ['needs_you', 'waiting', 'done'] as const

/** Everything that waits for signatures, by whose turn it is. */
export function Approvals(props: { readonly tab?: Tab }) {
  const { owner, group } = useWallet()
  const list = useQuery('approvals.list', owner)
  const [tab, setTab] = useState<Tab>(props.tab ?? 'needs_you')
  const [opening, setOpening] = useState(false)
  const [typed, setTyped] = useState('')
  const [narrowed, setNarrowed] = useState(WHOLE)
  const now = useNow()
  const all = list.value?.requests
  const left = list.value?.left
  const isWhole = typed.trim() === '' && narrowed === WHOLE
  const by = useMemo(() => {
    const found = (all ?? []).filter((request) => matches(request, typed) && isWithin(request, narrowed, now))
    return { needs_you: inTab(found, 'needs_you'), waiting: inTab(found, 'waiting'), done: inTab(found, 'done') }
  }, [all, typed, narrowed, now])
  const content = (of: Tab) =>
    all === undefined ? (
      list.error === null && <SkeletonRows label={say('approvals.reading-requests')} />
    ) : by[of].length > 0 ? (
      <>
        <Rows requests={by[of]} tab={of} />
        {isWhole && left !== undefined && left[of] > 0 && (
          <p className="mt-4 text-ink-2">{rich('approvals.more-found-no-room', { left: left[of] })}</p>
        )}
      </>
    ) : isWhole ? (
      <Nothing tab={of} />
    ) : (
      <p className="py-8 text-center text-ink-2">{say('approvals.no-request-found')}</p>
    )
  return (
    <Page
      title={say('approvals.approvals')}
      actions={
        <>
          <NoticesButton />
          {by[tab].length > 0 && (
            <Button
              kind="quiet"
              icon={<Download className="size-4" />}
              onPress={() => saveTable(`${say('approvals.file-of-requests')}.csv`, requestsTable(by[tab]))}
            >
              {say('approvals.save-as-table')}
            </Button>
          )}
          <Button icon={<FolderOpen className="size-4" />} onPress={() => setOpening(true)}>
            {say('approvals.open-a-request')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={list.error} className="mb-4" onRetry={list.refresh} />
      {group !== null && <p className="mb-3 text-ink-2">{say('approvals.only-requests-of-this-group-choose')}</p>}
      {(all?.length ?? 0) > 1 && (
        <Filters
          {...{ requests: all ?? [], left: by[tab].length, typed, onType: setTyped, narrowed, onNarrow: setNarrowed }}
        />
      )}
      <Tabs
        label={say('approvals.requests-for-signatures')}
        selected={tab}
        onSelect={setTab}
        tabs={TABS.map((id) => ({
          ...{ id, label: NAMES[id], content: content(id) },
          ...(id === 'done' && isWhole ? {} : { count: by[id].length }),
        }))}
      />
      {opening && <OpenRequest onClose={() => setOpening(false)} />}
    </Page>
  )
}

/** Asks for system notices only when it is pressed, and is gone once they are allowed or refused. */
function NoticesButton() {
  const allowed = useNoticesAllowed()
  if (allowed !== 'default') return null
  return (
    <Button kind="quiet" icon={<Bell className="size-4" />} onPress={() => void askForNotices()}>
      {say('approvals.tell-me-of-new-ones')}
    </Button>
  )
}

/** The list is walked with J and K or the arrows and opened with Enter. Nothing can be signed from here. */
function Rows({ requests, tab }: { readonly requests: readonly RequestRow[]; readonly tab: Tab }) {
  const { account } = useWallet()
  const list = useRef<HTMLDivElement>(null)
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
  const groups = byGroup(requests)
  return (
    <div ref={list} className="grid gap-6">
      {groups.map((group) => (
        <section key={group[0]?.holder} aria-label={group[0] === undefined ? '' : spoken(groupTitle(group[0]))}>
          {groups.length > 1 && group[0] !== undefined && <GroupHead request={group[0]} count={group.length} />}
          <ul>
            {tieRivals(group).flatMap(({ rows, tied }) =>
              rows.map((request, at) => (
                <li key={request.requestId} className="border-line border-b last:border-0">
                  <Row
                    request={request}
                    checked={isJudged(request, tab, account.kind)}
                    named={groups.length === 1}
                    rival={tied && at > 0}
                  />
                </li>
              )),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Groups in the order of their first request. */
function byGroup(requests: readonly RequestRow[]): (readonly RequestRow[])[] {
  return [...Map.groupBy(requests, ({ holder }) => holder).values()]
}

function GroupHead({ request, count }: { readonly request: RequestRow; readonly count: number }) {
  return (
    <h2 className="mb-1 flex items-center gap-2.5 text-h2">
      <HolderAvatar name={request.group.name} holder={request.holder} size="sm" />
      <GroupName
        name={groupTitle(request)}
        threshold={request.group.threshold}
        members={request.group.members.length}
      />
      <span className="figure ml-auto font-normal text-ink-2 text-sm">{count}</span>
    </h2>
  )
}

function Row(props: {
  readonly request: RequestRow
  readonly checked: boolean
  readonly named: boolean
  readonly rival: boolean
}) {
  const { request, checked, named, rival } = props
  const now = useNow()
  const { hidden } = useFigureLook()
  const { account } = useWallet()
  const due = dueOf(request, now)
  const missing = waitsFor(request, account.account)
  return (
    <button
      type="button"
      onClick={() => go({ name: 'request', requestId: request.requestId })}
      className="-mx-2 flex min-h-13.5 w-[calc(100%+1rem)] items-center gap-3 rounded-field px-2 py-2 text-left outline-offset-[-2px] hover:bg-sunken"
    >
      <AssetIcon asset={request.asset} />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="max-w-full text-pretty break-words text-row">
            {hidden
              ? rich('approvals.send-to', { partyName: partyName(request.party) })
              : heard(wording(request.title))}
          </span>
          {request.memoText !== null && (
            <span dir="auto" className="min-w-0 max-w-full truncate text-ink-2">
              {isolated(request.memoText)}
            </span>
          )}
          {due !== null && <Chip words={due} />}
        </span>
        <span className="block text-ink-2 text-xs">
          {named && (
            <>
              {groupTitle(request)}
              {' · '}
            </>
          )}
          {request.by === null
            ? say('approvals.asked-2')
            : rich(request.byFile ? 'approvals.says-to-have-asked-2' : 'approvals.asked-3', {
                userName: userName(request.by),
              })}
          <Time at={request.createdAt} form="age" />
          {missing !== null && heard(` · ${missing}`)}
        </span>
        {rival && (
          <span className="mt-0.5 flex items-center gap-1.5 font-[550] text-warn text-xs">
            <Split className="size-3.5 shrink-0" aria-hidden="true" />
            {say('approvals.spends-the-same-coin')}
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <span className="text-ink-2 text-sm">
          {request.fiat !== null && <Fiat value={request.fiat} of={request.amount} approx />}
        </span>
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <Dot words={checked ? verdictWords(request.verdict) : stateWords(request)} />
          <span className="max-[47.5rem]:hidden">
            <Pips request={request} />
          </span>
        </span>
      </span>
    </button>
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
  // Of what was asked since nothing is known here.
  const cutOff = cutOffLine(useQuery('app.connection', { account: account.account }).value, useNow())
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
        {heard(NOTHING[tab].text)}
        {cutOff !== null && <span className="mt-1 block text-warn">{heard(cutOff)}</span>}
      </Empty>
    </Card>
  )
}
