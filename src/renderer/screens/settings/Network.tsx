import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { groupDigits } from '../../lib/digits.ts'
import { useNow } from '../../lib/hooks.ts'
import { connectionWords } from '../../state/connection.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { PhoneApp } from './PhoneApp.tsx'
import { Group } from './rows.tsx'

const KINDS = {
  local: 'A network of your own on this computer, with play money. Nothing leaves it.',
  mainnet: 'The real network. What you send is real money.',
  custom: 'A network that Coffer was started with.',
} as const

const DIALECTS = {
  interface: 'As published in the interface description',
  upstream: 'As the official service speaks it',
} as const

export function Network() {
  const { state, account } = useWallet()
  const { network } = state
  const connection = useQuery('app.connection', { account: account.account })
  const retry = useAction('app.retry')
  const now = useNow()
  const { value } = connection
  return (
    <>
      <Group title="Network" text={KINDS[network.kind]}>
        <Facts>
          <Fact name="Name">{network.name}</Fact>
          <Fact name="Address">
            <span className="flex items-center justify-between gap-2">
              <span className="code select-text break-all">{network.baseUrl}</span>
              <CopyButton text={network.baseUrl} what="address of the service" />
            </span>
          </Fact>
          <Fact name="Dialect">{DIALECTS[network.dialect]}</Fact>
        </Facts>
        <p className="border-line border-t py-3 text-ink-3 text-sm">
          A network is chosen when Coffer starts; its data is kept in a folder of its own and never mixed with
          another’s.
        </p>
      </Group>
      <Group
        title="Connection"
        text={value === undefined ? undefined : connectionWords(value, now).meaning}
        actions={
          <Button size="sm" pending={retry.pending} onPress={() => void retry.run({ account: account.account })}>
            Check now
          </Button>
        }
      >
        {value === undefined ? (
          <Skeleton className="my-3 h-24 w-full rounded-lg" />
        ) : (
          <Facts>
            <Fact name="State">
              <span className="font-medium">{connectionWords(value, now).word}</span>
            </Fact>
            <Fact name="Last answer">
              {value.lastSuccess === null ? 'None yet' : <Time at={value.lastSuccess} form="age" />}
            </Fact>
            <Fact name="Read up to">
              <span className="figure">{`Sequence ${groupDigits(String(value.checkedToSequence))}`}</span>
            </Fact>
            <Fact name="Clock">
              <span className="figure">{clockText(value.clockSkewSeconds)}</span>
            </Fact>
          </Facts>
        )}
      </Group>
      <PhoneApp />
      {(connection.error ?? value?.problem ?? retry.error ?? null) !== null && (
        <ErrorNotice error={connection.error ?? value?.problem ?? retry.error ?? { code: 'internal', details: {} }} />
      )}
    </>
  )
}

function clockText(skew: number): string {
  if (Math.abs(skew) < 2) return 'Agrees with the service'
  return `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service`
}
