import { Fact, Facts } from '../../components/Facts.tsx'
import { useWallet } from '../../state/wallet.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { LICENCES } from './model.ts'
import { Group } from './rows.tsx'

const HOSTS = { electron: 'Window of its own (Electron)', browser: 'Browser window on this computer' } as const

/** What a person should know before trusting Coffer with money: its limits first. */
const LIMITS = [
  'Who owns a receiving key of a person is something the service says. No wallet can recompute it; for a kernel address Coffer does.',
  'Change comes back under keys that the service made. Coffer checks that it arrives and stops sending when it does not.',
  'A final payment cannot be taken back by anybody.',
  'Whoever has your 24 words has your money, on any computer.',
  'Estimates in a national currency come from the service and never enter a payment.',
]

const IN_BROWSER =
  'Here no second window asks before a payment: your passphrase does. Without one, whoever reaches this window can pay.'

export function About() {
  const { state } = useWallet()
  return (
    <>
      <div className="flex items-center gap-4">
        <Mark className="size-12" />
        <div>
          <p className="font-semibold text-lg">Coffer</p>
          <p className="figure text-ink-2">{`Version ${state.version}`}</p>
        </div>
      </div>
      <Group title="This copy">
        <Facts>
          <Fact name="Runs in">{HOSTS[state.host]}</Fact>
          <Fact name="Data folder">
            <span className="flex items-center justify-between gap-2">
              <span className="code select-text break-all">{state.dataDir}</span>
              <CopyButton text={state.dataDir} what="data folder" />
            </span>
          </Fact>
        </Facts>
      </Group>
      <Group title="What to know">
        <ul className="grid gap-2 py-3.5">
          {[...LIMITS, ...(state.host === 'browser' ? [IN_BROWSER] : [])].map((limit) => (
            <li key={limit} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-[9px] size-1 shrink-0 rounded-full bg-ink-3" />
              <span className="text-ink-2">{limit}</span>
            </li>
          ))}
        </ul>
      </Group>
      <Group title="Licences" text="Coffer stands on the work of others.">
        <Disclosure title={`${LICENCES.length} packages`} className="py-1">
          <dl className="grid grid-cols-2 gap-x-10 pb-3">
            {LICENCES.map(({ name, licence }) => (
              <div key={name} className="flex justify-between gap-4 border-line border-b py-1.5">
                <dt>{name}</dt>
                <dd className="text-ink-2">{licence}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </Group>
    </>
  )
}
