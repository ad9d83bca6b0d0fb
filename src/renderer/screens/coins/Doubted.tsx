import { OctagonX } from 'lucide-react'
import type { Assumption } from '#contract/errors'
import type { WireAnswer } from '#contract/ipc'
import { isolated, say, wording } from '#words'
import { DoctorLine, ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'

type DoubtedCoin = WireAnswer<'coins.doubted'>[number]
type FactName = DoubtedCoin['differences'][number]['fact']

const NAMES: Readonly<Record<FactName, string>> = {
  hash: say('coins.transaction'),
  index: say('coins.place'),
  amount: say('coins.amount'),
  asset: say('coins.asset'),
  mask: say('coins.mask'),
  keys: say('coins.keys'),
  members: say('coins.owners'),
  existence: say('coins.existence'),
}

/** Which line of the doctor looks at what they differ in; a coin that is gone is about none. */
function lineOf(coins: readonly DoubtedCoin[]): Assumption | null {
  const facts = new Set(coins.flatMap(({ differences }) => differences.map(({ fact }) => fact)))
  if (facts.has('hash') || facts.has('index')) return 'outputs-ids'
  return facts.size > (facts.has('existence') ? 1 : 0) ? 'recorded-bytes' : null
}

/** Coins that are neither counted nor spent, since what the service says of them cannot be true. */
export function Doubted() {
  const { owner } = useWallet()
  const coins = useQuery('coins.doubted', owner).value ?? []
  if (coins.length === 0) return null
  const title =
    coins.length === 1
      ? say('coins.a-coin-is-not-what-it')
      : say('coins.coin-are-not-what-they-were', { coins: coins.length })
  return (
    <Notice tone="stop" icon={<OctagonX />} title={title} className="mb-4">
      <p>{rich('coins.what-a-coin-is-never-changes', { coins: coins.length })}</p>
      <DoctorLine line={lineOf(coins)} />
      {coins.map((coin) => (
        <Disclosure key={coin.outputId} title={titleOf(coin)} className="mt-1">
          <Facts>
            <CodeFact name={say('coins.coin')} text={`${coin.hash}:${coin.index}`} />
            {coin.differences.flatMap(({ fact, kept, seen }) => [
              ...(kept === null
                ? []
                : [<Description key={`${fact} kept`} fact={fact} when="first" text={wording(kept)} />]),
              <Description key={`${fact} seen`} fact={fact} when="now" text={wording(seen)} />,
            ])}
          </Facts>
          <Recheck outputId={coin.outputId} isDenied={coin.differences.every(({ fact }) => fact === 'existence')} />
        </Disclosure>
      ))}
    </Notice>
  )
}

/** Keys and ids in groups of characters, which are compared one by one; the rest as it is spoken. */
function Description(props: { readonly fact: FactName; readonly when: 'first' | 'now'; readonly text: string }) {
  const { fact, text } = props
  const name = say('coins.first-or-now', { fact: NAMES[fact], when: props.when })
  if (fact === 'amount' || fact === 'index' || fact === 'asset') return <Fact name={name}>{isolated(text)}</Fact>
  return <CodeFact name={name} text={text} />
}

/** The service may have corrected itself; the wallet counts the coin again only where something bears it out. */
function Recheck({ outputId, isDenied }: { readonly outputId: string; readonly isDenied: boolean }) {
  const { owner } = useWallet()
  const recheck = useAction('coins.recheck')
  const away = useAction('coins.putAway')
  return (
    <div className="mt-2 grid gap-2">
      <ErrorNotice error={recheck.error} />
      <ErrorNotice error={away.error} />
      <div className="flex flex-wrap gap-2">
        <Button isPending={recheck.pending} onPress={() => void recheck.run({ ...owner, outputId })}>
          {say('common.check-again')}
        </Button>
        {isDenied && (
          <Button kind="quiet" isPending={away.pending} onPress={() => void away.run({ ...owner, outputId })}>
            {say('coins.put-it-away')}
          </Button>
        )}
      </div>
      {isDenied && <p className="text-ink-2 text-sm">{say('coins.put-away-means')}</p>}
    </div>
  )
}

function titleOf({ asset, amount, differences }: DoubtedCoin): string {
  const names = differences.map(({ fact }) => NAMES[fact].toLowerCase()).join(say('lib.separator'))
  const what =
    amount === null || asset === null
      ? say('coins.a-coin-that-was-never-counted')
      : `${amount} ${isolated(asset.symbol)}`
  return what + say('lib.colon') + names
}
