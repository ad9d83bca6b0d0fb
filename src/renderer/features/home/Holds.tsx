import { go } from '../../app/routes.ts'
import type { Hold } from '../../app/types.ts'
import { AssetIcon } from '../../parts/AssetIcon.tsx'
import { Figure } from '../../parts/figures.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Card } from '../../ui/Surface.tsx'

/** What coins are set aside for. Opening the payment shows how to finish it or let the coins go. */
export function Holds({ holds }: { readonly holds: readonly Hold[] }) {
  if (holds.length === 0) return null
  return (
    <section className="mt-8">
      <SectionTitle id="holds" className="mb-2">
        Held for
      </SectionTitle>
      <Card>
        <ul>
          {holds.map((hold) => (
            <li
              key={`${hold.paymentId} ${hold.asset.assetId}`}
              className="flex min-h-14 items-center gap-3.5 border-line border-b px-6 py-2 last:border-0"
            >
              <AssetIcon asset={hold.asset} size="sm" />
              <span className="min-w-0 flex-1 truncate">{hold.title}</span>
              <Figure value={hold.amount} symbol={hold.asset.symbol} className="font-medium" />
              <Button size="sm" onPress={() => go({ name: 'payment', paymentId: hold.paymentId })}>
                Open
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
