import {
  Activity,
  ArrowDownLeft,
  ArrowUpRight,
  CircleHelp,
  Coins,
  ContactRound,
  House,
  Images,
  Lock,
  type LucideIcon,
  ScanLine,
  Search,
  Settings,
  Signature,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { isolated, say } from '#words'
import { GroupAvatar } from '../components/group.tsx'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { call } from '../state/bridge.ts'
import { openHelp } from '../state/help.ts'
import { countsOf, neededText, useNeeds } from '../state/notices.ts'
import { go, type Route, type RouteName, useRoute } from '../state/routes.ts'
import { openScan } from '../state/scan.ts'
import { screenTitle } from '../state/title.ts'
import { selectAccount, useWallet } from '../state/wallet.tsx'
import { IconButton } from '../ui/Button.tsx'
import { AccountSwitcher } from './AccountSwitcher.tsx'
import { ConnectionLine } from './ConnectionLine.tsx'

interface Entry {
  readonly label: string
  readonly icon: LucideIcon
  readonly route: Route
  /** Routes during which this entry is the current one. */
  readonly covers: readonly RouteName[]
}

const entry = (label: string, icon: LucideIcon, route: Route, ...more: readonly RouteName[]): Entry => ({
  ...{ label, icon, route },
  covers: [route.name, ...more],
})

/** To look, to move, to keep. Entries join their part together with their screens: there are no dead ones. */
const LOOK: readonly Entry[] = [
  entry(say('shell.home'), House, { name: 'home' }, 'asset', 'add-account'),
  entry(say('shell.activity'), Activity, { name: 'activity' }, 'statement'),
  entry(say('shell.approvals'), Signature, { name: 'approvals' }, 'request'),
]
const MOVE: readonly Entry[] = [
  entry(say('shell.send'), ArrowUpRight, { name: 'send' }, 'drafts', 'payment', 'asked', 'scheduled', 'runs'),
  entry(say('shell.receive'), ArrowDownLeft, { name: 'receive' }),
]
const KEEP: readonly Entry[] = [
  entry(say('shell.contacts'), ContactRound, { name: 'contacts' }, 'contact'),
  entry(say('shell.coins'), Coins, { name: 'coins' }),
  entry(
    say('shell.collectibles'),
    Images,
    { name: 'collectibles' },
    'collectible',
    'collection',
    'inscribe',
    'new-collection',
  ),
  entry(say('shell.settings'), Settings, { name: 'settings' }, 'legacy-outputs', 'doctor', 'compare'),
]
const groupEntry = (holder: string): Entry =>
  entry(say('shell.group'), Users, { name: 'group', holder }, 'new-group', 'move-group')
const ALL = [...LOOK, ...MOVE, ...KEEP]

/** Below which entry the screen that is shown stands. */
function useEntry(): RouteName {
  const entry = useStore(screenTitle, (screen) => screen.entry)
  const { name } = useRoute()
  return entry ?? name
}

/** Coins may be left out, but for as long as they are on screen. */
function useKept(): readonly Entry[] {
  const { coinsInSidebar } = useWallet().state.preferences
  const isThere = useEntry() === 'coins'
  return coinsInSidebar || isThere ? KEEP : KEEP.filter(({ route }) => route.name !== 'coins')
}

/** What the screen that is shown is called in the list of screens. */
export function useHere(): string {
  const { group } = useWallet()
  const name = useEntry()
  if (name === 'group' && group !== null) return isolated(group.name)
  return ALL.find(({ covers }) => covers.includes(name))?.label ?? ''
}

/** All of the application in one list, beside the sheet or in a drawer. */
export function Sidebar({ onPalette, className }: { readonly onPalette: () => void; readonly className?: string }) {
  const { account, group } = useWallet()
  const kept = useKept()
  const counts = countsOf(useNeeds())
  const needed = counts.get(account.account) ?? 0
  return (
    <nav
      aria-label="Coffer"
      className={cx(
        'flex max-h-full min-h-0 shrink-0 flex-col overflow-hidden px-2.5 pb-2 min-[75rem]:px-3',
        className,
      )}
    >
      {/* However many groups there are, the network and the lock stay in sight. */}
      <div className="-mx-2.5 flex min-h-0 flex-1 flex-col overflow-y-auto px-2.5 pt-2.5 min-[75rem]:-mx-3 min-[75rem]:px-3 min-[75rem]:pt-3">
        <AccountSwitcher counts={counts} />
        <button
          type="button"
          onClick={onPalette}
          title={say('shell.find-a-command')}
          className="mt-2 mb-3.5 flex h-9 shrink-0 items-center gap-2.5 rounded-[0.625rem] bg-surface px-2.5 text-ink-3 shadow-[inset_0_0_0_1px_var(--line)] transition-colors duration-120 hover:text-ink-2 short:mb-2"
        >
          <Search className="size-4 shrink-0" aria-hidden="true" />
          <span className="flex-1 text-left">{say('shell.find')}</span>
          <span className="text-xs" aria-hidden="true">
            {say('shell.ctrl-k')}
          </span>
        </button>
        <Entries entries={LOOK} counts={{ approvals: needed }} />
        <Entries entries={MOVE} className={APART}>
          <OverEntry
            label={say('shell.scan')}
            hint={say('shell.scan-a-code-or-read-a')}
            icon={ScanLine}
            onPress={() => openScan()}
          />
        </Entries>
        <Entries entries={group === null ? kept : [groupEntry(group.holder), ...kept]} className={APART}>
          <OverEntry
            label={say('help.help')}
            hint={say('help.key')}
            icon={CircleHelp}
            onPress={() => openHelp('contents')}
          />
        </Entries>
        <Groups />
      </div>
      <div className="mt-2 flex shrink-0 items-center">
        <ConnectionLine />
        <IconButton
          label={say('shell.lock')}
          hint={say('shell.ctrl-l')}
          onPress={() => void call('session.lock', null).catch(() => undefined)}
        >
          <Lock className="size-4" />
        </IconButton>
      </div>
    </nav>
  )
}

const APART = 'mt-3.5 short:mt-2.5'
const ENTRY =
  'relative flex h-8.5 w-full shrink-0 select-none items-center gap-2.75 rounded-md px-2.5 font-medium transition-colors duration-120 short:h-7.75'
const ENTRY_HERE = 'bg-pressed font-semibold text-ink'
const ENTRY_THERE = 'text-ink-2 hover:bg-hover hover:text-ink'

/** Opens over the screen that is there. Always in the same place, since codes come at any moment, and so do questions. */
function OverEntry(props: {
  readonly label: string
  readonly hint: string
  readonly icon: LucideIcon
  readonly onPress: () => void
}) {
  const { icon: Icon } = props
  return (
    <li>
      <button type="button" title={spoken(props.hint)} onClick={props.onPress} className={cx(ENTRY, ENTRY_THERE)}>
        <Icon className="size-4.5 shrink-0" aria-hidden="true" />
        {heard(props.label)}
      </button>
    </li>
  )
}

/** Groups of the account, a click away where there is room. */
function Groups() {
  const { account, group: shown, groups } = useWallet()
  if (groups.length === 0) return null
  return (
    <section aria-label={say('shell.groups')} className="mt-5 hidden min-[75rem]:block">
      <p className="px-2.5 pb-1 font-medium text-ink-3 text-xs">{say('shell.groups')}</p>
      <ul className="flex flex-col gap-0.5">
        {[...groups]
          .sort((a, b) => a.order - b.order)
          .map((group) => {
            const here = shown?.holder === group.holder
            return (
              <li key={group.holder}>
                <button
                  type="button"
                  aria-current={here ? 'true' : undefined}
                  onClick={() => {
                    selectAccount(account.account, group.holder)
                    go({ name: 'home' })
                  }}
                  className={cx(ENTRY, 'gap-2 text-sm', here ? 'font-semibold text-ink' : ENTRY_THERE)}
                >
                  <GroupAvatar group={group} size="sm" />
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {isolated(group.name)}
                  </span>
                  <span className="figure text-ink-3 text-xs" aria-hidden="true">
                    {`${group.threshold}/${group.members.length}`}
                  </span>
                  <span className="sr-only">
                    {rich('shared.of-2', { threshold: group.threshold, members: group.members.length })}
                  </span>
                </button>
              </li>
            )
          })}
      </ul>
    </section>
  )
}

function Count({ count }: { readonly count: number }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="figure ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{heard(say('lib.comma') + neededText(count))}</span>
    </>
  )
}

function Entries(props: {
  readonly entries: readonly Entry[]
  readonly counts?: Readonly<Partial<Record<RouteName, number>>>
  readonly className?: string
  readonly children?: ReactNode
}) {
  const { entries, counts = {} } = props
  const current = useEntry()
  return (
    <ul className={cx('flex flex-col', props.className)}>
      {entries.map(({ label, icon: Icon, route, covers }) => {
        const here = covers.includes(current)
        const count = counts[route.name] ?? 0
        return (
          <li key={label}>
            <button
              type="button"
              aria-current={here ? 'page' : undefined}
              title={spoken(label)}
              onClick={() => go(route)}
              className={cx(ENTRY, here ? ENTRY_HERE : ENTRY_THERE)}
            >
              <Icon className={cx('size-4.5 shrink-0', here && 'text-accent-ink')} aria-hidden="true" />
              {label}
              {count > 0 && <Count count={count} />}
            </button>
          </li>
        )
      })}
      {props.children}
    </ul>
  )
}
