import { Check, ChevronsUpDown, CircleUserRound, Plus, Settings2, Users } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { isolated, say } from '#words'
import { Fiat } from '../components/figures.tsx'
import { GroupAvatar } from '../components/group.tsx'
import { cx } from '../lib/cx.ts'
import { addFiat } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { elsewhere, neededText } from '../state/notices.ts'
import { useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { Account } from '../state/types.ts'
import { selectAccount, useWallet } from '../state/wallet.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { PopoverPanel } from '../ui/Overlay.tsx'

const KINDS = { bot: say('shell.bot'), watch: say('shared.watch-only-kind') } as const

/** What stands under an account's name, the most telling first. */
function lineParts(account: Account): readonly string[] {
  if (account.stage === 'lost') return [say('shell.bring-its-keys-back')]
  if (account.stage !== 'ready') return [say('shell.finish-setting-up')]
  if (account.kind === 'user') return [account.identityNumber]
  return [account.identityNumber, KINDS[account.kind]].filter((part) => part !== '')
}

/** The same in one line: of a long number and what kind of account it is there may be room for the number, and the rest stands below, out of sight. */
function ShortLine({ account }: { readonly account: Account }) {
  const [first, ...others] = lineParts(account)
  return (
    <span className="flex h-[1lh] flex-wrap overflow-hidden">
      <span className="max-w-full truncate">{first}</span>
      {others.map((part) => (
        <span key={part} className="whitespace-pre">{` · ${part}`}</span>
      ))}
    </span>
  )
}

/** How many requests need an account, or all accounts that are not shown. */
function Needed({ count, where = '' }: { readonly count: number; readonly where?: string }) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        title={spoken(`${neededText(count)}${where}`)}
        className="figure grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent text-xs"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{heard(say('lib.comma') + neededText(count) + where)}</span>
    </>
  )
}

/** `counts` says how many requests need each account. The closed switcher shows those of the others: its own are in the list of screens. */
export function AccountSwitcher({ counts }: { readonly counts: ReadonlyMap<string, number> }) {
  const { state, account, group } = useWallet()
  const accounts = [...state.accounts].sort((a, b) => a.order - b.order)
  return (
    <PopoverPanel
      label={say('shell.accounts')}
      width="w-72"
      trigger={
        <Button className="relative flex min-h-12.5 w-full shrink-0 items-center gap-2.5 rounded-[0.625rem] px-2 text-left outline-offset-0 transition-colors duration-120 hover:bg-hover expanded:bg-hover">
          {group === null ? (
            <Avatar name={account.name} seed={account.account} colour={account.colour} />
          ) : (
            <GroupAvatar group={group} />
          )}
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-semibold leading-5">
              {group === null ? account.name : isolated(group.name)}
            </span>
            <span className="block truncate figure text-ink-3 text-xs">
              {group === null ? (
                <ShortLine account={account} />
              ) : (
                heard(
                  `${say('shared.of-2', { threshold: group.threshold, members: group.members.length })} · ${isolated(account.name)}`,
                )
              )}
            </span>
          </span>
          <Needed count={elsewhere(counts, account.account)} where={say('shell.in-other-accounts')} />
          <span className="sr-only">{say('shell.switch-account-or-group')}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
        </Button>
      }
    >
      {(close) => (
        <div className="p-1.5">
          <p className="px-2.5 pt-1.5 pb-1 text-ink-3 text-xs">{say('shell.accounts-and-groups')}</p>
          <ul className="max-h-[52vh] overflow-y-auto">
            {accounts.map((one) => (
              <li key={one.account}>
                <button
                  type="button"
                  aria-current={one.account === account.account && group === null ? 'true' : undefined}
                  onClick={() => {
                    selectAccount(one.account)
                    close()
                    go({ name: 'home' })
                  }}
                  className="flex w-full items-center gap-3 rounded-md px-2.5 py-2 text-left hover:bg-hover"
                >
                  <Avatar name={one.name} seed={one.account} colour={one.colour} />
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="block truncate font-medium">
                      {one.name}
                    </span>
                    <span
                      className={cx(
                        'figure block truncate text-xs',
                        one.stage === 'ready' ? 'text-ink-3' : 'text-warn',
                      )}
                    >
                      {heard(lineParts(one).join(' · '))}
                    </span>
                  </span>
                  <Needed count={counts.get(one.account) ?? 0} />
                  {one.account === account.account && group === null && (
                    <Check className="size-4 text-accent-ink" aria-hidden="true" />
                  )}
                </button>
                {one.stage === 'ready' && <GroupsOf account={one.account} close={close} />}
              </li>
            ))}
          </ul>
          <hr className="mx-2.5 my-1.5 border-line" />
          {account.stage === 'ready' && <Profile account={account} close={close} />}
          <Action
            icon={<Users className="size-4" />}
            label={account.kind === 'watch' ? say('shell.watch-a-group') : say('shell.create-a-group')}
            onPress={() => {
              close()
              go({ name: 'new-group' })
            }}
          />
          <Action
            icon={<Plus className="size-4" />}
            label={say('shell.add-an-account')}
            onPress={() => {
              close()
              go({ name: 'add-account' })
            }}
          />
          <Action
            icon={<Settings2 className="size-4" />}
            label={say('shell.manage-accounts')}
            onPress={() => {
              close()
              go({ name: 'settings', section: 'accounts' })
            }}
          />
        </div>
      )}
    </PopoverPanel>
  )
}

/** What others see of this account, and the bots that it shares there. */
function Profile({ account, close }: { readonly account: Account; readonly close: () => void }) {
  const shared = useQuery('bots.list', { account: account.account, userId: account.account }).value
  const open = (userId: string) => {
    close()
    go({ name: 'contact', userId })
  }
  return (
    <>
      <Action
        icon={<CircleUserRound className="size-4" />}
        label={say('shell.your-profile')}
        onPress={() => open(account.account)}
      />
      {shared !== undefined && shared.bots.length > 0 && (
        <ul aria-label={say('shell.shared-bots')} className="mb-1 ml-6 border-line border-l pl-1.5">
          {shared.bots.map(({ bot }) => (
            <li key={bot.userId}>
              <button
                type="button"
                onClick={() => open(bot.userId)}
                className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
              >
                <Avatar name={bot.name} seed={bot.userId} size="sm" />
                <span dir="auto" className="truncate">
                  {bot.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The groups of an account, under it. */
function GroupsOf({ account, close }: { readonly account: string; readonly close: () => void }) {
  const { owner } = useWallet()
  const requests = useQuery('approvals.list', { account, holder: null }).value?.requests ?? []
  const groups = useQuery('groups.list', { account }).value ?? []
  if (groups.length === 0) return null
  return (
    <ul className="mb-1 ml-6 border-line border-l pl-1.5">
      {[...groups]
        .sort((a, b) => a.order - b.order)
        .map((group) => {
          const here = owner.account === account && owner.holder === group.holder
          return (
            <li key={group.holder}>
              <button
                type="button"
                aria-current={here ? 'true' : undefined}
                onClick={() => {
                  selectAccount(account, group.holder)
                  close()
                  go({ name: 'home' })
                }}
                className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
              >
                <GroupAvatar group={group} size="sm" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">
                    {isolated(group.name)}
                  </span>
                  <span className="figure block truncate text-ink-3 text-xs">
                    {rich('shared.of-2', { threshold: group.threshold, members: group.members.length })}
                    <Worth account={account} holder={group.holder} />
                  </span>
                </span>
                <Needed
                  count={requests.filter(({ holder, tab }) => holder === group.holder && tab === 'needs_you').length}
                />
                {here && <Check className="size-4 text-accent-ink" aria-hidden="true" />}
              </button>
            </li>
          )
        })}
    </ul>
  )
}

/** What a group is worth, while the list is open. */
function Worth(props: { readonly account: string; readonly holder: string }) {
  const fiat = useQuery('home.read', props).value?.fiat
  if (fiat == null) return null
  return (
    <>
      {' · '}
      <Fiat value={addFiat(fiat.available, fiat.held)} approx className="text-ink-2" />
    </>
  )
}

function Action(props: { readonly icon: React.ReactNode; readonly label: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={props.onPress}
      className="flex h-9 w-full items-center gap-3 rounded-md px-2.5 text-left text-ink-2 hover:bg-hover hover:text-ink"
    >
      <span className="grid w-8 place-items-center" aria-hidden="true">
        {props.icon}
      </span>
      {heard(props.label)}
    </button>
  )
}
