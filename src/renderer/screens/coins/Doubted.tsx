import { OctagonX } from 'lucide-react'
import type { WireAnswer } from '#contract/ipc'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { plural } from '../../lib/digits.ts'
import { isolated } from '../../lib/isolated.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'

type DoubtedCoin = WireAnswer<'coins.doubted'>[number]
type FactName = DoubtedCoin['differences'][number]['fact']

const NAMES: Readonly<Record<FactName, string>> = {
  hash: 'Transaction',
  index: 'Place',
  amount: 'Amount',
  asset: 'Asset',
  mask: 'Mask',
  keys: 'Keys',
  members: 'Owners',
  existence: 'Existence',
}

/** Coins that are neither counted nor spent, since what the service says of them cannot be true. */
export function Doubted() {
  const { owner } = useWallet()
  const coins = useQuery('coins.doubted', owner).value ?? []
  if (coins.length === 0) return null
  const title =
    coins.length === 1 ? 'A coin is not what it was' : `${plural(coins.length, 'coin')} are not what they were`
  return (
    <Notice tone="stop" icon={<OctagonX />} title={title} className="mb-4">
      <p>
        What a coin is never changes. The service describes {coins.length === 1 ? 'this one' : 'these'} in a way that
        cannot be true or differently than before, or denies that there is such a coin, so Coffer neither counts nor
        spends it. Nothing was lost by this.
      </p>
      {coins.map((coin) => (
        <Disclosure key={coin.outputId} title={titleOf(coin)} className="mt-1">
          <Facts>
            <CodeFact name="Coin" text={`${coin.hash}:${coin.index}`} />
            {coin.differences.flatMap(({ fact, kept, seen }) => [
              ...(kept === null ? [] : [<Description key={`${fact} kept`} fact={fact} when="first" text={kept} />]),
              <Description key={`${fact} seen`} fact={fact} when="now" text={seen} />,
            ])}
          </Facts>
          <Recheck outputId={coin.outputId} />
        </Disclosure>
      ))}
    </Notice>
  )
}

/** Keys and ids in groups of characters, which are compared one by one; the rest as it is spoken. */
function Description(props: { readonly fact: FactName; readonly when: 'first' | 'now'; readonly text: string }) {
  const { fact, text } = props
  const name = `${NAMES[fact]}, ${props.when}`
  if (fact === 'amount' || fact === 'index' || fact === 'asset') return <Fact name={name}>{isolated(text)}</Fact>
  return <CodeFact name={name} text={text} />
}

/** The service may have corrected itself; the wallet counts the coin again only where something bears it out. */
function Recheck({ outputId }: { readonly outputId: string }) {
  const { owner } = useWallet()
  const recheck = useAction('coins.recheck')
  return (
    <div className="mt-2 grid gap-2">
      {recheck.error !== null && <ErrorNotice error={recheck.error} />}
      <Button
        className="justify-self-start"
        isPending={recheck.pending}
        onPress={() => void recheck.run({ ...owner, outputId })}
      >
        Check again
      </Button>
    </div>
  )
}

function titleOf({ asset, amount, differences }: DoubtedCoin): string {
  const names = differences.map(({ fact }) => NAMES[fact].toLowerCase()).join(', ')
  const what =
    amount === null || asset === null ? 'A coin that was never counted' : `${amount} ${isolated(asset.symbol)}`
  return `${what}: ${names}`
}
