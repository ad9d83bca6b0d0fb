import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated, say } from '#words'
import { Beside } from '../../components/Beside.tsx'
import { Figure } from '../../components/figures.tsx'
import { rich } from '../../lib/rich.tsx'
import { goSendFilled } from '../../state/prefilled-send.ts'
import type { Coin } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { combiningForm, sourcesOf, sumsOf } from './model.ts'

/** What combining the chosen coins does, and what it gives away; the review follows in Send. */
export function CombineColumn(props: {
  readonly coins: readonly Coin[]
  /** Free coins of that asset before. */
  readonly before: number
  readonly onClose: () => void
}) {
  const { coins, before } = props
  const { account, group } = useWallet()
  const [sum] = sumsOf(coins)
  if (sum === undefined) return null
  const sources = sourcesOf(coins)
  const form = combiningForm(coins, group?.address ?? account.account)
  return (
    <Beside
      label={say('coins.plan')}
      title={say('coins.plan')}
      subject={coins.map(({ outputId }) => outputId).join()}
      onClose={props.onClose}
    >
      <h2 className="text-xl font-semibold">{rich('coins.combine-coins-into-one', { coins: coins.length })}</h2>
      <p className="mt-1 text-ink-2">{say('coins.one-payment-to-yourself')}</p>
      <Frame className="mt-4" inner="!p-4" label={say('coins.what-becomes-of-them')}>
        <Drawing coins={coins} amount={sum.amount} symbol={sum.symbol} />
      </Frame>
      <dl className="mt-3">
        <Line name={say('coins.network-fee')}>{say('shared.none')}</Line>
        <Line name={say('coins.to')}>{group?.name ?? `${isolated(account.name)} ${account.identityNumber}`}</Line>
        <Line name={say('coins.coins-after')}>
          {rich('coins.instead-of', { after: before - coins.length + 1, before })}
        </Line>
      </dl>
      <p className="mt-3 flex gap-2.5 text-ink-2 text-sm">
        <CircleHelp className="mt-px size-4 shrink-0" aria-hidden="true" />
        {rich('coins.seen-to-belong-together', { sources })}
      </p>
      <Button
        size="lg"
        kind="primary"
        className="mt-6 w-full"
        onPress={() => form !== null && goSendFilled({ form, view: null })}
      >
        {group === null ? say('coins.review-combining') : say('coins.prepare-a-request')}
      </Button>
    </Beside>
  )
}

function Line(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-[2.625rem] items-center gap-4 border-line border-b py-2">
      <dt className="w-24 shrink-0 text-ink-2">{props.name}</dt>
      <dd className="min-w-0 break-words">{props.children}</dd>
    </div>
  )
}

/** So many coins are drawn, each as a line; the rest as one. */
const DRAWN = 6
const STEP = 30

function Drawing(props: { readonly coins: readonly Coin[]; readonly amount: string; readonly symbol: string }) {
  const { coins } = props
  const shown = coins.length > DRAWN ? coins.slice(0, DRAWN - 1) : coins
  const more = coins.length - shown.length
  const lines = shown.length + (more > 0 ? 1 : 0)
  const height = lines * STEP
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
      <ul>
        {shown.map((coin) => (
          <li key={coin.outputId} className="flex h-7.5 items-center text-sm">
            <Figure value={coin.amount} />
          </li>
        ))}
        {more > 0 && (
          <li className="flex h-7.5 items-center text-ink-2 text-sm">{rich('coins.and-more', { count: more })}</li>
        )}
      </ul>
      <svg
        viewBox={`0 0 60 ${height}`}
        height={height}
        className="w-full self-start"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {Array.from({ length: lines }, (_, at) => {
          const y = at * STEP + STEP / 2
          return (
            <path
              key={at}
              d={`M0 ${y} C32 ${y} 28 ${height / 2} 60 ${height / 2}`}
              className="stroke-button"
              strokeWidth="1.5"
              fill="none"
            />
          )
        })}
      </svg>
      <p className="border-accent border-l-2 pl-3">
        <span className="block text-who">
          <Figure value={props.amount} />
        </span>
        <span className="block text-ink-2 text-xs">{rich('coins.one-coin-of', { symbol: props.symbol })}</span>
      </p>
    </div>
  )
}
