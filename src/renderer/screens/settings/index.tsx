import { say } from '#words'
import { Page } from '../../components/Page.tsx'
import { cx } from '../../lib/cx.ts'
import { useQuery } from '../../state/query.ts'
import { go, type SettingsSection } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { About } from './About.tsx'
import { Accounts } from './Accounts.tsx'
import { Appearance } from './Appearance.tsx'
import { Backup } from './Backup.tsx'
import { isStopped, STOPPED, sectionsOf } from './model.ts'
import { Network } from './Network.tsx'
import { Security } from './Security.tsx'
import { Stopped } from './Stopped.tsx'
import { WebApps } from './WebApps.tsx'

const PANELS: Readonly<Record<SettingsSection, () => React.ReactNode>> = {
  accounts: () => <Accounts />,
  security: () => <Security />,
  backup: () => <Backup />,
  appearance: () => <Appearance />,
  network: () => <Network />,
  'web-apps': () => <WebApps />,
  stopped: () => <Stopped />,
  about: () => <About />,
}

export function Settings(props: { readonly section?: SettingsSection }) {
  const { account } = useWallet()
  const failed = useQuery('payments.frozen', { account: account.account }).value ?? []
  const current = props.section ?? 'accounts'
  return (
    <Page title={say('settings.settings')}>
      <div className="grid grid-cols-[168px_minmax(0,1fr)] gap-8">
        <nav aria-label={say('settings.settings')}>
          <ul className="grid gap-0.5">
            {sectionsOf(failed).map(({ id, label }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === current ? 'page' : undefined}
                  onClick={() => go({ name: 'settings', section: id }, 'replace')}
                  className={cx(
                    'flex h-9 w-full items-center rounded-md px-3 font-medium transition-colors duration-120',
                    id === current ? 'bg-pressed' : 'hover:bg-hover',
                    id === STOPPED && isStopped(failed)
                      ? 'text-stop'
                      : id === current
                        ? 'text-ink'
                        : 'text-ink-2 hover:text-ink',
                  )}
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid content-start gap-7">{PANELS[current]()}</div>
      </div>
    </Page>
  )
}
