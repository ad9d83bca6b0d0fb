import { useState } from 'react'
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
    <Page title="Receive">
      <Tabs
        label="Ways to receive"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'chain',
            label: 'From another network',
            content: <FromChain {...(props.assetId === undefined ? {} : { assetId: props.assetId })} />,
          },
          { id: 'inside', label: 'Inside the network', content: <Inside /> },
          { id: 'incoming', label: 'Incoming', count: pending, content: <Incoming query={incoming} /> },
        ]}
      />
    </Page>
  )
}
