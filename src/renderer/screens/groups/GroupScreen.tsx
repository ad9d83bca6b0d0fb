import { ArrowRight, ChevronRight, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { GroupAvatar, MemberList, SixWords } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { ReceiveSend } from '../../components/ReceiveSend.tsx'
import { Paying } from '../../components/requests.tsx'
import { signedWords } from '../../components/signature-count.ts'
import { cx } from '../../lib/cx.ts'
import { addFiat, isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go, type Route } from '../../state/routes.ts'
import type { Balance, Group } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { EditGroup } from './EditGroup.tsx'
import { GroupCard } from './GroupCard.tsx'
import { movingTo } from './model.ts'

/** Everything that a group is, and the card that lets others find the same one. */
export function GroupScreen({ holder }: { readonly holder: string }) {
  const { account } = useWallet()
  const groups = useQuery('groups.list', { account: account.account })
  const group = groups.value?.find((one) => one.holder === holder)
  if (group !== undefined) return <Shown group={group} />
  return (
    <Page title={say('groups.group')} narrow>
      {groups.error !== null ? (
        <ErrorNotice error={groups.error} onRetry={groups.refresh} />
      ) : groups.value === undefined ? (
        <Skeleton className="h-80 w-full rounded-lg" />
      ) : (
        <Card>
          <Empty
            icon={<Users />}
            title={say('groups.this-group-is-not-in-your')}
            actions={<Button onPress={() => go({ name: 'new-group' })}>{say('groups.create-a-group')}</Button>}
          >
            {say('groups.it-was-removed-here-or-belongs')}
          </Empty>
        </Card>
      )}
    </Page>
  )
}

function Shown({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  return (
    <Page
      title={group.name}
      actions={
        <>
          <Button kind="quiet" icon={<Pencil className="size-4" />} onPress={() => setOpen('edit')}>
            {say('groups.rename')}
          </Button>
          <Button kind="quiet" icon={<Trash2 className="size-4" />} onPress={() => setOpen('remove')}>
            {say('groups.remove-from-this-list')}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-x-7 gap-y-6 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[62.5rem]:grid-rows-[auto_1fr] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11">
        <Deeds group={group} />
        <div className="min-w-0 min-[62.5rem]:col-start-1 min-[62.5rem]:row-span-2 min-[62.5rem]:row-start-1">
          <Head group={group} />
          <Waiting group={group} />
          <section aria-label={say('groups.members')}>
            <SectionTitle className="mt-7">{say('groups.members')}</SectionTitle>
            <MemberList members={group.members} me={account.account} />
          </section>
          <SectionTitle className="mt-7">{say('groups.identity')}</SectionTitle>
          <Facts>
            <Fact name={say('groups.to-compare')}>
              <SixWords words={group.words} />
              <p className="mt-1.5 text-ink-2 text-sm">{say('groups.read-these-words-to-the-other')}</p>
            </Fact>
            <CodeFact name={say('groups.address')} text={group.address} />
            <CodeFact name={say('groups.members-hash')} text={group.membersHash} />
            <Fact name={say('groups.added-here')}>
              <Time at={group.createdAt} form="full" />
            </Fact>
          </Facts>
        </div>
        <Rail group={group} />
      </div>
      {open === 'edit' && <EditGroup group={group} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveGroup group={group} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** What the group is worth, and of what. */
function Head({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const home = useQuery('home.read', { account: account.account, holder: group.holder })
  return (
    <>
      <div className="flex items-center gap-4">
        <GroupAvatar group={group} size="xl" />
        <div className="min-w-0">
          {home.value?.fiat != null && (
            <Fiat
              value={addFiat(home.value.fiat.available, home.value.fiat.held)}
              approx
              className="block text-[1.75rem]/[2.125rem] font-semibold tracking-[-0.02em]"
            />
          )}
          <p className="text-ink-2">
            {rich('groups.signature-of-member-for-every-payment', {
              threshold: group.threshold,
              members: group.members.length,
            })}
          </p>
        </div>
      </div>
      <ErrorNotice error={home.error} onRetry={home.refresh} className="mt-4" />
      {home.value === undefined ? (
        home.error === null && <Skeleton className="mt-5 h-24 w-full rounded-lg" />
      ) : home.value.balances.length === 0 ? (
        <p className="mt-5 text-ink-2">{say('groups.the-group-has-nothing-yet')}</p>
      ) : (
        <ul aria-label={say('groups.what-the-group-has')} className="mt-4">
          {home.value.balances.map((balance) => (
            <li
              key={balance.asset.assetId}
              className="flex min-h-13.5 items-center gap-3 border-line border-b py-2 last:border-0"
            >
              <AssetIcon asset={balance.asset} />
              <span className="min-w-0 flex-1">
                <span className="block text-row">{balance.asset.symbol}</span>
                <span className="block truncate text-ink-2 text-xs">{heard(wording(balance.asset.name))}</span>
              </span>
              <span className="text-right">
                <Figure value={totalOf(balance)} symbol={balance.asset.symbol} className="block font-[550]" />
                <span className="block text-ink-2 text-xs">
                  <Fiat value={balance.fiat} of={totalOf(balance)} />
                  {isSome(balance.held) && <> · {rich('groups.held', { figure: <Figure value={balance.held} /> })}</>}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** With what is held: its worth is of both. */
const totalOf = ({ available, held }: Balance): string =>
  formatAmountShort(toAmount(parseExactAmount(available) + parseExactAmount(held)))

const WAITING_SHOWN = 5

/** Requests of the group that are open, those that need this account first. */
function Waiting({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const listed = useQuery('approvals.list', { account: account.account, holder: group.holder }).value?.requests ?? []
  const open = listed
    .filter(({ state }) => state === 'open')
    .sort((a, b) => Number(a.signedByMe) - Number(b.signedByMe))
  const needed = open.filter(({ tab }) => tab === 'needs_you').length
  return (
    <section className="mt-7" aria-label={say('groups.waiting-requests')}>
      <div className="flex items-baseline justify-between gap-3">
        <SectionTitle>{say('groups.waiting-requests')}</SectionTitle>
        <LinkButton
          className="text-sm"
          onPress={() => {
            selectAccount(account.account, group.holder)
            go({ name: 'approvals' })
          }}
        >
          {needed === 0 ? say('groups.requests') : rich('groups.request-for-you', { needed })}
        </LinkButton>
      </div>
      {open.length === 0 ? (
        <p className="mt-1 text-ink-2">{say('groups.nothing-waits')}</p>
      ) : (
        <ul className="mt-1">
          {open.slice(0, WAITING_SHOWN).map((request) => (
            <li key={request.requestId} className="border-line border-b last:border-0">
              <button
                type="button"
                onClick={() => go({ name: 'request', requestId: request.requestId })}
                className="-mx-2 flex min-h-12.5 w-[calc(100%+1rem)] items-center gap-3 rounded-field px-2 py-1.5 text-left outline-offset-[-2px] hover:bg-sunken"
              >
                <AssetIcon asset={request.asset} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-ink-2">
                    <Paying request={request} />
                  </span>
                  <span className="block text-ink-2 text-xs">
                    {heard(signedWords(request.signers.length, group.threshold))}
                    {' · '}
                    <Time at={request.createdAt} form="age" />
                  </span>
                </span>
                <span
                  className={cx('text-sm', request.tab === 'needs_you' ? 'font-[550] text-accent-ink' : 'text-ink-2')}
                >
                  {request.tab === 'needs_you'
                    ? say('approvals.needs-your-signature')
                    : say('approvals.waiting-for-others')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What one does most with its money: of a narrow window it stands before all that is read. */
function Deeds({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const home = useQuery('home.read', { account: account.account, holder: group.holder }).value
  const act = (route: Route) => {
    selectAccount(account.account, group.holder)
    go(route)
  }
  return (
    <div className="grid grid-cols-2 gap-2 min-[62.5rem]:col-start-2">
      <ReceiveSend
        home={home}
        onReceive={() => act({ name: 'receive' })}
        onSend={account.kind === 'watch' ? undefined : () => act({ name: 'send' })}
      />
    </div>
  )
}

/** The card of the group, to hand to its members and to whoever pays it, and what becomes of the group. */
function Rail({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const { groups } = useWallet()
  const requests = useQuery('approvals.list', { account: account.account, holder: group.holder }).value?.requests ?? []
  const next = movingTo(requests, groups)
  return (
    <div className="grid min-w-0 gap-4 min-[62.5rem]:col-start-2 min-[62.5rem]:-mt-2">
      <GroupCard group={group} />
      {next !== undefined && (
        <button
          type="button"
          onClick={() => {
            selectAccount(account.account, group.holder)
            go({ name: 'move-group', from: group.holder, to: next.holder })
          }}
          className="-mx-2 flex min-h-11.5 items-center gap-3 rounded-field px-2 text-left outline-offset-[-2px] hover:bg-hover"
        >
          <ArrowRight className="size-4.5 shrink-0 text-ink-2" strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 flex-1">{rich('groups.go-on-moving', { group: next.name })}</span>
          <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
        </button>
      )}
      {account.kind !== 'watch' && (
        <button
          type="button"
          onClick={() => go({ name: 'new-group', from: group.holder })}
          className="-mx-2 flex min-h-11.5 items-center gap-3 rounded-field px-2 text-left outline-offset-[-2px] hover:bg-hover"
        >
          <Users className="size-4.5 shrink-0 text-ink-2" strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 flex-1">{say('groups.other-members')}</span>
          <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

function RemoveGroup({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { account } = useWallet()
  const remove = useAction('groups.remove')

  const run = () =>
    remove.run({ account: account.account, holder: group.holder }, () => {
      selectAccount(account.account)
      go({ name: 'home' })
    })

  return (
    <DeedDialog
      title={say('groups.remove', { group: group.name })}
      alert={say('groups.the-group-disappears-from-this-list')}
      onClose={onClose}
      back={say('groups.keep-it')}
      deed={{ label: say('common.remove'), kind: 'danger', pending: remove.pending, onPress: () => void run() }}
      error={remove.error}
    />
  )
}
