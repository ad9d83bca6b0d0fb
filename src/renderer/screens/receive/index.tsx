import { useState } from 'react'
import { say } from '#words'
import { Page } from '../../components/Page.tsx'
import { useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { FromChain } from './FromChain.tsx'
import { Incoming } from './Incoming.tsx'
import { Inside } from './Inside.tsx'

type Tab = 'chain' | 'inside' | 'incoming'

export function Receive(props: { readonly tab?: Tab; readonly assetId?: string }) {
  const { owner } = useWallet()
  const [tab, setTab] = useState<Tab>(props.tab ?? 'chain')
  const incoming = useQuery('receive.incoming', owner)
  const pending = incoming.value?.filter((deposit) => deposit.state === 'pending').length ?? 0
  return (
    <Tabs
      label={say('receive.ways-to-receive')}
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          id: 'chain',
          label: say('receive.from-another-network'),
          content: <FromChain assetId={props.assetId} incoming={incoming} />,
        },
        { id: 'inside', label: say('receive.inside-the-network'), content: <Inside /> },
        { id: 'incoming', label: say('receive.incoming'), count: pending, content: <Incoming query={incoming} /> },
      ]}
      frame={(list, content) => (
        <Page title={say('receive.receive')} actions={list} column="wide">
          {content}
        </Page>
      )}
    />
  )
}
