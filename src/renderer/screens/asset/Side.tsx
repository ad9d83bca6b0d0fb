import type { ReactNode } from 'react'
import { say, wording } from '#words'
import { CodeFact, Facts } from '../../components/Facts.tsx'
import { Fiat, Figure, PriceChange, useFigureLook } from '../../components/figures.tsx'
import { formatFiat, formatShare, isMinimum, isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQueries, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Balance } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Disclosure } from '../../ui/Surface.tsx'

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10.5 flex-wrap items-center justify-between gap-x-4 border-line border-b py-2">
      <dt className="text-ink-2">{name}</dt>
      <dd className="ml-auto min-w-0 text-right">{children}</dd>
    </div>
  )
}

function Sum({ amount, symbol }: { readonly amount: string; readonly symbol: string }) {
  if (!isSome(amount)) return <span className="text-ink-3">{say('shared.none')}</span>
  return <Figure value={amount} heardSymbol={symbol} className="font-medium" />
}

/** All places where it is: at hand, held, frozen, on its way, in coins, and in groups, which is nobody's alone. */
export function WhereItStands({ balance }: { readonly balance: Balance }) {
  const { owner, groups } = useWallet()
  const { assetId, symbol } = balance.asset
  const shown = owner.holder === null ? groups : []
  const found = useQueries(
    'balances.read',
    shown.map(({ holder }) => ({ account: owner.account, holder, assetId })),
  )
  const inGroups = shown.flatMap((group, at) => {
    const value = found[at]?.value
    return value !== undefined && isSome(value.total) ? [{ group, total: value.total }] : []
  })
  return (
    <section className="mb-8">
      <h2 className="mb-1 text-h2">{say('asset.where-it-stands')}</h2>
      <dl>
        <Line name={say('asset.can-be-spent')}>
          <Sum amount={balance.available} symbol={symbol} />
        </Line>
        <Line name={say('home.held-2')}>
          <Sum amount={balance.held} symbol={symbol} />
        </Line>
        {balance.frozen !== undefined && (
          <Line name={say('asset.of-it-frozen')}>
            <Sum amount={balance.frozen} symbol={symbol} />
          </Line>
        )}
        <Line name={say('home.arriving-2')}>
          <Sum amount={balance.arriving} symbol={symbol} />
        </Line>
        <Line name={say('asset.in-coins')}>
          <LinkButton className="figure" onPress={() => go({ name: 'coins', assetId })}>
            {rich('asset.coins', { coins: balance.coins })}
          </LinkButton>
        </Line>
        {inGroups.map(({ group, total }) => (
          <Line key={group.holder} name={group.name}>
            <Figure value={total} heardSymbol={symbol} className="font-medium" />
          </Line>
        ))}
      </dl>
    </section>
  )
}

/** What is known of the asset and of the network that it comes over. */
export function NetworkFacts({ balance }: { readonly balance: Balance }) {
  const { asset } = balance
  return (
    <section>
      <h2 className="mb-1 text-h2">{heard(wording(asset.name))}</h2>
      <dl>
        <Line name={say('asset.price')}>
          {asset.priceUsd === null ? (
            <Fiat value={null} />
          ) : (
            <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
              {asset.changeUsd !== null && (
                <span className="text-xs">
                  <PriceChange share={asset.changeUsd} />
                </span>
              )}
              <span className="figure font-medium">{heard(formatFiat(asset.priceUsd, 'USD'))}</span>
            </span>
          )}
        </Line>
        <Share balance={balance} />
        <Line name={say('asset.network')}>{heard(wording(asset.chainName))}</Line>
        <Line name={say('asset.confirmations')}>
          <span className="figure">{asset.confirmations}</span>
        </Line>
        <Deposits balance={balance} />
      </dl>
      <Disclosure title={say('asset.technical')} flush className="mt-1">
        <Facts>
          <CodeFact narrow name={say('asset.asset-id')} text={asset.assetId} />
          <CodeFact narrow name={say('shared.kernel-asset')} text={asset.kernelAssetId} />
        </Facts>
      </Disclosure>
    </section>
  )
}

function Share({ balance }: { readonly balance: Balance }) {
  const { owner } = useWallet()
  const { hidden } = useFigureLook()
  const { value } = useQuery('home.read', owner)
  const whole = Number(value?.fiat?.total ?? 0)
  if (hidden || balance.fiat === null || whole === 0) return null
  return (
    <Line name={say('asset.share-of-your-money')}>
      <span className="figure font-medium">{formatShare(Number(balance.fiat) / whole)}</span>
    </Line>
  )
}

/** What an address that is there already says of deposits; nothing is made to find out. */
function Deposits({ balance }: { readonly balance: Balance }) {
  const { owner } = useWallet()
  const { asset } = balance
  const { value } = useQuery('receive.address', { ...owner, chainId: asset.chainId, create: false })
  const listed = useQuery('assets.list', { account: owner.account }).value ?? []
  // The service names it for the address, which all assets of its chain share: of several it is not known of which.
  const isAlone = listed.filter(({ chainId }) => chainId === asset.chainId).length === 1
  return (
    <>
      {isAlone && value?.minimum !== undefined && isMinimum(value.minimum) && (
        <Line name={say('asset.least-deposit')}>
          <Figure value={value.minimum} heardSymbol={asset.symbol} plain />
        </Line>
      )}
      {asset.tag !== 'none' && (
        <Line name={say('asset.tag')}>{say(asset.tag === 'needed' ? 'asset.needed' : 'asset.possible')}</Line>
      )}
    </>
  )
}
