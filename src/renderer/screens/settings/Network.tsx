import { useState } from 'react'
import { say } from '#words'
import { ChangeNetwork } from '../../components/ChangeNetwork.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { groupDigits } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { formatSpan } from '../../lib/time.ts'
import { connectionWords, isAtLeast } from '../../state/connection.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Line } from './Line.tsx'
import { Nodes } from './Nodes.tsx'
import { PhoneApp } from './PhoneApp.tsx'
import { Group } from './rows.tsx'

const KINDS = {
  local: say('settings.a-network-of-your-own-on'),
  mainnet: say('settings.the-real-network-what-you-send'),
  custom: say('settings.a-network-by-its-address'),
} as const

const DIALECTS = {
  interface: say('settings.as-published-in-the-interface-description'),
  upstream: say('settings.as-the-official-service-speaks-it'),
} as const

export function Network() {
  const { state, account } = useWallet()
  const { network } = state
  const connection = useQuery('app.connection', { account: account.account })
  const retry = useAction('app.retry')
  const now = useNow()
  const { value } = connection
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Group
        text={KINDS[network.kind]}
        actions={<Button onPress={() => setChanging(true)}>{say('networks.change')}</Button>}
      >
        <Facts>
          <Fact name={say('settings.name')}>{network.name}</Fact>
          <Fact name={say('settings.address')}>
            <span className="-my-1.5 flex items-center justify-between gap-2">
              <span className="code select-text break-all">{network.baseUrl}</span>
              <CopyButton text={network.baseUrl} what={say('settings.address-of-the-service')} />
            </span>
          </Fact>
          <Fact name={say('settings.dialect')}>{DIALECTS[network.dialect]}</Fact>
        </Facts>
        <p className="border-line border-t py-3 text-ink-3 text-sm">{say('settings.each-network-by-itself')}</p>
      </Group>
      <Group
        title={say('settings.connection')}
        text={value === undefined ? undefined : connectionWords(value, now).meaning}
        actions={
          <>
            <Button onPress={() => go({ name: 'doctor' })}>{say('doctor.title')}</Button>
            <Button onPress={() => go({ name: 'compare' })}>{say('compare.compare-with-service')}</Button>
            <Button pending={retry.pending} onPress={() => void retry.run({ account: account.account })}>
              {say('settings.check-now')}
            </Button>
          </>
        }
      >
        {value === undefined ? (
          <Skeleton className="my-3 h-24 w-full rounded-lg" />
        ) : (
          <Facts>
            <Fact name={say('settings.state')}>
              <span className="font-medium">{connectionWords(value, now).word}</span>
            </Fact>
            <Fact name={say('settings.last-answer')}>
              {value.lastSuccess === null ? say('settings.none-yet') : <Time at={value.lastSuccess} form="age" />}
            </Fact>
            <Fact name={say('settings.read-up-to')}>
              <span className="figure">
                {rich('settings.sequence', { checkedToSequence: groupDigits(String(value.checkedToSequence)) })}
              </span>
            </Fact>
            <Fact name={say('settings.clock')}>
              <span className="figure">{heard(clockText(value.clockSkewSeconds))}</span>
            </Fact>
          </Facts>
        )}
      </Group>
      <Line />
      <Nodes />
      <PhoneApp />
      {isChanging && <ChangeNetwork network={network} onClose={() => setChanging(false)} />}
      {(connection.error ?? value?.problem ?? retry.error ?? null) !== null && (
        <ErrorNotice error={connection.error ?? value?.problem ?? retry.error ?? { code: 'internal', details: {} }} />
      )}
    </>
  )
}

function clockText(skew: number): string {
  if (Math.abs(skew) < 2) return say('settings.agrees-with-the-service')
  return say('settings.s-ahead-of-the-service', {
    span: formatSpan(Math.abs(skew)),
    more: isAtLeast(skew),
    skew: skew > 0,
  })
}
