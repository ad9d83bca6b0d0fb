import {
  Activity,
  ArrowDownLeft,
  ArrowUpRight,
  Coins,
  ContactRound,
  Eye,
  EyeOff,
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
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { call } from '../state/bridge.ts'
import { countsOf, neededText, useNeeds } from '../state/notices.ts'
import { go, type Route, type RouteName, useRoute } from '../state/routes.ts'
import { openScan } from '../state/scan.ts'
import { useWallet } from '../state/wallet.tsx'
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

/** In order of use. Entries join this list together with their screens: there are no dead ones. */
const MAIN: readonly Entry[] = [
  { label: say('shell.home'), icon: House, route: { name: 'home' }, covers: ['home'] },
  {
    label: say('shell.send'),
    icon: ArrowUpRight,
    route: { name: 'send' },
    covers: ['send', 'drafts', 'payment', 'asked'],
  },
  { label: say('shell.receive'), icon: ArrowDownLeft, route: { name: 'receive' }, covers: ['receive'] },
  { label: say('shell.approvals'), icon: Signature, route: { name: 'approvals' }, covers: ['approvals', 'request'] },
  { label: say('shell.activity'), icon: Activity, route: { name: 'activity' }, covers: ['activity'] },
  { label: say('shell.coins'), icon: Coins, route: { name: 'coins' }, covers: ['coins'] },
  {
    label: say('shell.collectibles'),
    icon: Images,
    route: { name: 'collectibles' },
    covers: ['collectibles', 'collectible', 'collection', 'inscribe', 'new-collection'],
  },
  { label: say('shell.contacts'), icon: ContactRound, route: { name: 'contacts' }, covers: ['contacts', 'contact'] },
]
const FOOT: readonly Entry[] = [
  { label: say('shell.settings'), icon: Settings, route: { name: 'settings' }, covers: ['settings', 'legacy-outputs'] },
]

const groupEntry = (holder: string): Entry => ({
  label: say('shell.group'),
  icon: Users,
  route: { name: 'group', holder },
  covers: ['group'],
})

/** 232 px with names; 72 px with icons in narrow windows, where the names stay for screen readers and on hover. */
export function Sidebar({ onPalette }: { readonly onPalette: () => void }) {
  const { state, account, group } = useWallet()
  const counts = countsOf(useNeeds())
  const needed = counts.get(account.account) ?? 0
  const { hideAmounts } = state.preferences
  return (
    <nav
      aria-label="Coffer"
      className="flex w-[72px] shrink-0 flex-col gap-1 overflow-y-auto border-line border-r px-3 pt-4 pb-3 min-[1100px]:w-[232px] short:pt-3 short:pb-2"
    >
      <AccountSwitcher counts={counts} />
      <button
        type="button"
        onClick={onPalette}
        title={say('shell.find-a-command')}
        className="mt-3 mb-3 flex h-9 shrink-0 items-center justify-center gap-2.5 rounded-md bg-surface px-2.5 text-ink-3 text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors duration-120 hover:text-ink-2 min-[1100px]:justify-start short:my-1 short:h-8"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only min-[1100px]:not-sr-only min-[1100px]:flex-1 min-[1100px]:text-left">
          {say('shell.find')}
        </span>
        <span className="hidden text-xs min-[1100px]:block" aria-hidden="true">
          {say('shell.ctrl-k')}
        </span>
      </button>
      <Entries entries={group === null ? MAIN : [...MAIN, groupEntry(group.holder)]} counts={{ approvals: needed }} />
      <div className="flex-1" />
      <ScanEntry />
      <Entries entries={FOOT} />
      <hr className="mx-1 my-2 border-line short:my-1" />
      <div className="flex flex-col items-center gap-1 min-[1100px]:flex-row min-[1100px]:gap-0">
        <ConnectionLine />
        <IconButton
          label={hideAmounts ? say('shell.show-amounts') : say('shell.hide-amounts')}
          hint={say('shell.ctrl-shift-h')}
          onPress={() => void call('app.setPreferences', { hideAmounts: !hideAmounts }).catch(() => undefined)}
        >
          {hideAmounts ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </IconButton>
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

const ENTRY =
  'relative flex h-9 w-full shrink-0 select-none items-center justify-center gap-3 rounded-md px-2.5 font-medium transition-colors duration-120 min-[1100px]:justify-start short:h-8'

/** Always in the same place, since codes come at any moment. Opens over the screen that is there. */
function ScanEntry() {
  return (
    <button
      type="button"
      title={say('shell.scan-a-code-or-read-a')}
      onClick={() => openScan()}
      className={cx(ENTRY, 'text-ink-2 hover:bg-hover hover:text-ink')}
    >
      <ScanLine className="size-[18px] shrink-0 text-ink-3" aria-hidden="true" />
      <span className="sr-only min-[1100px]:not-sr-only">{say('shell.scan')}</span>
    </button>
  )
}

function Count({ count }: { readonly count: number }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="figure absolute top-0.5 right-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent text-xs min-[1100px]:static min-[1100px]:ml-auto"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{`, ${neededText(count)}`}</span>
    </>
  )
}

function Entries(props: {
  readonly entries: readonly Entry[]
  readonly counts?: Readonly<Partial<Record<RouteName, number>>>
}) {
  const { entries, counts = {} } = props
  const current = useRoute()
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ label, icon: Icon, route, covers }) => {
        const here = covers.includes(current.name)
        const count = counts[route.name] ?? 0
        return (
          <li key={label}>
            <button
              type="button"
              aria-current={here ? 'page' : undefined}
              title={label}
              onClick={() => go(route)}
              className={cx(ENTRY, here ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink')}
            >
              <Icon
                className={cx('size-[18px] shrink-0', here ? 'text-accent-ink' : 'text-ink-3')}
                aria-hidden="true"
              />
              <span className="sr-only min-[1100px]:not-sr-only">{label}</span>
              {count > 0 && <Count count={count} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
