import licences from '#licences' with { type: 'json' }
import { say } from '#words'
import { Fact, Facts } from '../../components/Facts.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useWallet } from '../../state/wallet.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { LogGroup } from './LogDialog.tsx'
import { Group } from './rows.tsx'
import { Updates } from './Updates.tsx'

const HOSTS = {
  electron: say('settings.window-of-its-own-electron'),
  browser: say('settings.browser-window-on-this-computer'),
} as const

/** What a person should know before trusting Coffer with money: its limits first. */
const LIMITS = [
  say('settings.a-balance-is-the-services-word'),
  say('settings.who-owns-a-receiving-key-of'),
  say('settings.change-comes-back-under-keys-that'),
  say('settings.a-final-payment-cannot-be-taken'),
  say('settings.waiting-may-have-happened'),
  say('settings.malware-while-unlocked'),
  say('settings.whoever-has-your-24-words-has'),
  say('settings.estimates-in-a-national-currency-come'),
]

const IN_BROWSER = say('settings.here-no-second-window-asks-before')

export function About() {
  const { state } = useWallet()
  return (
    <>
      <div className="flex items-center gap-4">
        <Mark className="size-12" />
        <div>
          <p className="font-semibold text-lg">Coffer</p>
          <p className="figure text-ink-2">{rich('settings.version', { version: state.version })}</p>
        </div>
      </div>
      <Updates />
      <Group title={say('settings.this-copy')}>
        <Facts>
          <Fact name={say('settings.runs-in')}>{HOSTS[state.host]}</Fact>
          <Fact name={say('settings.data-folder')}>
            <span className="-my-1.5 flex items-center justify-between gap-2">
              <span className="code select-text break-all">{state.dataDir}</span>
              <CopyButton text={state.dataDir} what={say('settings.data-folder-2')} />
            </span>
          </Fact>
        </Facts>
      </Group>
      <Group title={say('settings.what-to-know')}>
        <ul className="grid gap-2 py-3.5">
          {[...LIMITS, ...(state.host === 'browser' ? [IN_BROWSER] : [])].map((limit) => (
            <li key={limit} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2.25 size-1 shrink-0 rounded-full bg-ink-3" />
              <span className="text-ink-2">{heard(limit)}</span>
            </li>
          ))}
        </ul>
      </Group>
      <LogGroup />
      <Group title={say('settings.licences')} text={say('settings.coffer-stands-on-the-work-of')}>
        <Disclosure title={say('settings.packages', { licences: licences.length })} className="py-1">
          <dl className="grid gap-x-10 pb-3 min-[56.25rem]:grid-cols-2">
            {licences.map(({ name, version, licence }) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.5">
                <dt>
                  <bdi>{name}</bdi> <span className="figure text-ink-3">{version}</span>
                </dt>
                <dd className="text-ink-2">{licence}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </Group>
    </>
  )
}
