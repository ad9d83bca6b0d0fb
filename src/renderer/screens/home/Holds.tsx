import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Figure } from '../../components/figures.tsx'
import { heard } from '../../lib/heard.tsx'
import { go } from '../../state/routes.ts'
import type { Hold, Home } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Card } from '../../ui/Surface.tsx'

/** What coins are set aside for, and those that are frozen: all that Held is made of. Opening one shows how to let the coins go. */
export function Holds({ holds, balances }: Pick<Home, 'holds' | 'balances'>) {
  const frozen = balances.flatMap(({ asset, frozen: amount }) => (amount === undefined ? [] : [{ asset, amount }]))
  if (holds.length + frozen.length === 0) return null
  return (
    <section className="mt-8">
      <SectionTitle id="holds" className="mb-2">
        {say('home.held-for')}
      </SectionTitle>
      <Card>
        <ul aria-labelledby="holds">
          {holds.map((hold) => (
            <Row
              key={`${hold.paymentId} ${hold.asset.assetId}`}
              {...hold}
              onOpen={() => go({ name: 'payment', paymentId: hold.paymentId })}
            >
              {heard(wording(hold.title))}
            </Row>
          ))}
          {frozen.map(({ asset, amount }) => (
            <Row
              key={asset.assetId}
              asset={asset}
              amount={amount}
              onOpen={() => go({ name: 'coins', assetId: asset.assetId })}
            >
              {say('home.frozen-coins')}
            </Row>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function Row(
  props: Pick<Hold, 'asset' | 'amount'> & {
    readonly onOpen: () => void
    readonly children: ReactNode
  },
) {
  const { asset, amount, onOpen, children } = props
  return (
    <li className="flex min-h-14 items-center gap-3.5 border-line border-b px-6 py-2 last:border-0">
      <AssetIcon asset={asset} size="sm" />
      <span className="min-w-0 flex-1 text-pretty break-words">{children}</span>
      <Figure value={amount} symbol={asset.symbol} className="font-medium" />
      <Button size="sm" onPress={onOpen}>
        {say('home.open')}
      </Button>
    </li>
  )
}
