import {
  AppWindow,
  Archive,
  CircleAlert,
  Globe,
  Info,
  type LucideIcon,
  OctagonAlert,
  Scale,
  Shield,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import { useId } from 'react'
import { say } from '#words'
import { Page } from '../../components/Page.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { useQuery } from '../../state/query.ts'
import { go, type SettingsSection } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { About } from './About.tsx'
import { Accounts } from './Accounts.tsx'
import { Appearance } from './Appearance.tsx'
import { Backup } from './Backup.tsx'
import { isStopped, STOPPED, sectionsOf } from './model.ts'
import { Network } from './Network.tsx'
import { RulesPanel } from './rules/index.tsx'
import { Security } from './Security.tsx'
import { Stopped } from './Stopped.tsx'
import { pagesStanding, rulesStanding, type Standing, standingOf } from './standing.ts'
import { WebApps } from './WebApps.tsx'

const PANELS: Readonly<Record<SettingsSection, () => React.ReactNode>> = {
  accounts: () => <Accounts />,
  security: () => <Security />,
  backup: () => <Backup />,
  appearance: () => <Appearance />,
  network: () => <Network />,
  rules: () => <RulesPanel />,
  'web-apps': () => <WebApps />,
  stopped: () => <Stopped />,
  about: () => <About />,
}

const ICONS: Readonly<Record<SettingsSection, LucideIcon>> = {
  accounts: Users,
  security: Shield,
  backup: Archive,
  appearance: SlidersHorizontal,
  network: Globe,
  rules: Scale,
  'web-apps': AppWindow,
  stopped: OctagonAlert,
  about: Info,
}

export function Settings(props: { readonly section?: SettingsSection }) {
  const { state, account, owner } = useWallet()
  const failed = useQuery('payments.frozen', { account: account.account }).value ?? []
  const backup = useQuery('backup.read', null).value
  const rules = useQuery('policies.read', owner).value
  const sites = useQuery('webapps.sites', { account: account.account }).value
  const now = useNow()
  const known = { rules: rulesStanding(rules), 'web-apps': pagesStanding(sites) }
  const standing = (id: SettingsSection) =>
    id === 'rules' || id === 'web-apps' ? known[id] : standingOf(id, state, backup, now)
  const sections = sectionsOf(failed, account)
  const wanted = props.section ?? 'accounts'
  // Another account was chosen meanwhile, which has no such section.
  const current = wanted === 'rules' && sections.every(({ id }) => id !== wanted) ? 'accounts' : wanted
  return (
    <Page
      title={say('settings.settings')}
      side={
        <nav aria-label={say('settings.settings')}>
          <ul className="flex flex-wrap gap-0.5 max-[47.5rem]:px-1 min-[47.5rem]:grid">
            {sections.map(({ id, label }) => (
              <Entry
                key={id}
                label={label}
                icon={ICONS[id]}
                standing={standing(id)}
                here={id === current}
                stopped={id === STOPPED && isStopped(failed)}
                onPress={() => go({ name: 'settings', section: id }, 'replace')}
              />
            ))}
          </ul>
        </nav>
      }
    >
      <h2 className="mb-5 min-h-9 font-semibold text-xl leading-9 low:mb-2">
        {sections.find(({ id }) => id === current)?.label}
      </h2>
      <div className="grid content-start gap-9">{PANELS[current]()}</div>
    </Page>
  )
}

/** A section, with how things stand there: what one looks for is often read without opening it. */
function Entry(props: {
  readonly label: string
  readonly icon: LucideIcon
  readonly standing: Standing | null
  readonly here: boolean
  readonly stopped: boolean
  readonly onPress: () => void
}) {
  const { icon: Icon, standing, here } = props
  const id = useId()
  return (
    <li>
      <button
        type="button"
        aria-current={here ? 'page' : undefined}
        aria-describedby={standing === null ? undefined : id}
        onClick={props.onPress}
        className={cx(
          'flex min-h-9 w-full items-center gap-3.5 rounded-field px-3 py-1.5 text-left transition-colors duration-120 max-[47.5rem]:px-1.5 max-[47.5rem]:text-sm min-[47.5rem]:min-h-[3.375rem]',
          here ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <Icon
          className={cx('size-4.5 shrink-0 max-[47.5rem]:hidden', here ? 'text-accent-ink' : 'text-ink-3')}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <span className="min-w-0">
          <span className={cx('block font-[550]', props.stopped ? 'text-stop' : 'text-ink')}>{heard(props.label)}</span>
          {standing !== null && (
            <span
              id={id}
              aria-hidden="true"
              className={cx(
                'flex items-center gap-1 text-xs max-[47.5rem]:hidden',
                standing.tone === 'warn' ? 'text-warn' : 'text-ink-3',
              )}
            >
              {standing.tone === 'warn' && <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />}
              {heard(standing.text)}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
