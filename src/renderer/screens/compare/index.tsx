import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Facts } from '../../components/Facts.tsx'
import { AlignedFigure, Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { cx } from '../../lib/cx.ts'
import { formatFigure, placesOf, wholeOf } from '../../lib/digits.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

type Comparison = WireAnswer<'coins.compare'>
type Difference = Comparison['differences'][number]
type Side = Difference['wallet']

/** What is counted here beside what the service lists and the ledger holds; what differs can be read anew. */
export function Compare() {
  const { owner } = useWallet()
  const compare = useAction('coins.compare')
  const retry = useAction('app.retry')
  const [found, setFound] = useState<Comparison | undefined>(undefined)
  const isBusy = compare.pending || retry.pending

  const look = () => compare.run(owner, setFound)

  async function mend(): Promise<void> {
    if ((await retry.run({ account: owner.account })) !== undefined) await look()
  }

  return (
    <Page
      title={say('compare.compare')}
      narrow
      under={{ text: say('shell.settings'), onPress: () => go({ name: 'settings', section: 'network' }) }}
      actions={
        <Button kind="primary" pending={isBusy} onPress={() => void look()}>
          {found === undefined ? say('compare.compare-now') : say('compare.compare-again')}
        </Button>
      }
    >
      <p className="max-w-[60ch] text-pretty text-ink-2">{say('compare.what-it-does')}</p>
      <ErrorNotice error={compare.error} className="mt-4" />
      <ErrorNotice error={retry.error} className="mt-4" />
      {found !== undefined && (
        <div aria-busy={isBusy}>
          <Verdict found={found} pending={isBusy} onMend={() => void mend()} />
          <Sums found={found} />
          {found.differences.length > 0 && <Differences found={found} />}
        </div>
      )}
    </Page>
  )
}

function Verdict(props: { readonly found: Comparison; readonly pending: boolean; readonly onMend: () => void }) {
  const { found } = props
  const { differing, range } = found
  return (
    <div className="mt-5 grid gap-3">
      {differing === 0 ? (
        <p role="status" className="flex items-center gap-2 font-[550] text-ok">
          <CircleCheck className="size-[1.125rem]" aria-hidden="true" />
          {say('compare.all-agree')}
        </p>
      ) : (
        <Notice
          tone="warn"
          live
          icon={<TriangleAlert />}
          title={say('compare.coins-differ', { count: differing })}
          action={
            <Button pending={props.pending} onPress={props.onMend}>
              {say('compare.read-anew')}
            </Button>
          }
        >
          {range !== null && <When {...range} />}
        </Notice>
      )}
      {!found.ledgerAsked && <p className="text-ink-2 text-sm">{say('compare.ledger-not-asked')}</p>}
      {!found.complete && <p className="text-ink-2 text-sm">{say('compare.not-complete')}</p>}
    </div>
  )
}

/** When what differs came. */
function When({ from, to }: NonNullable<Comparison['range']>) {
  if (from === to) return rich('compare.came-at', { at: <Time at={from} /> })
  return rich('compare.between', { from: <Time at={from} />, to: <Time at={to} /> })
}

/** So many digits stand in a column beside the number of coins; a longer amount stands without its column. */
const LINED_UP = 14

function Sums({ found }: { readonly found: Comparison }) {
  const amounts = found.assets.flatMap(({ wallet, service, ledger }) =>
    [wallet, service, ledger].flatMap((side) => (side === null ? [] : [side.amount])),
  )
  const [whole, places] = [wholeOf(amounts), placesOf(amounts)]
  const isLinedUp = whole + places <= LINED_UP
  if (found.assets.length === 0) return <p className="mt-6 text-ink-2">{say('compare.no-coins')}</p>
  return (
    <table className="mt-6 w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{say('compare.by-asset')}</caption>
      <thead>
        <tr className="border-line border-b text-ink-2 text-xs">
          <th scope="col" className="h-9 w-[22%] font-normal">
            {say('coins.asset')}
          </th>
          {[say('compare.this-wallet'), say('compare.service'), say('compare.ledger')].map((name) => (
            <th key={name} scope="col" className="font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.assets.map(({ asset, wallet, service, ledger }) => (
          <tr key={asset.assetId} className="border-line border-b">
            <th scope="row" className="h-[3.125rem] font-normal">
              <span className="flex items-center gap-2.5">
                <AssetIcon asset={asset} size="sm" />
                <span className="truncate font-[550]">{asset.symbol}</span>
              </span>
            </th>
            {[wallet, service, ledger].map((side, at) => (
              <td key={at} className="pr-2">
                {side === null ? (
                  <span className="text-ink-2 text-sm">{say('compare.not-asked')}</span>
                ) : (
                  <span className="flex items-baseline gap-1.5">
                    {side.amount !== wallet.amount && <Unequal />}
                    <span className="text-right" style={isLinedUp ? { minWidth: `${whole + places}ch` } : undefined}>
                      <Figure
                        value={side.amount}
                        {...(isLinedUp && { decimals: places })}
                        className={cx('font-[550]', side.amount !== wallet.amount && 'text-warn')}
                      />
                    </span>
                    <span className="text-ink-2 text-xs">{rich('compare.in-coins', { count: side.coins })}</span>
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Unequal() {
  return (
    <>
      <span className="text-warn" aria-hidden="true">
        ≠
      </span>
      <span className="sr-only">{say('compare.differs')}</span>
    </>
  )
}

function Differences({ found }: { readonly found: Comparison }) {
  const amountOf = ({ wallet, service, ledger }: Comparison['differences'][number]): string =>
    wallet?.amount ?? service?.amount ?? ledger?.amount ?? '0'
  const places = placesOf(found.differences.map(amountOf))
  return (
    <section className="mt-8">
      <SectionTitle>{say('compare.what-differs')}</SectionTitle>
      <ul className="mt-2">
        {found.differences.map((coin) => (
          <li key={coin.outputId} className="border-line border-b py-2">
            <div className="flex items-center gap-3">
              <span className="min-w-0 flex-1 text-ink-2 text-sm">
                <Time at={coin.at} />
              </span>
              <AlignedFigure value={amountOf(coin)} symbol={coin.asset?.symbol ?? ''} places={places} />
            </div>
            <p className="text-sm">
              {rich('compare.sides', {
                wallet: sideWords(coin.wallet),
                service: sideWords(coin.service),
                ledger: found.ledgerAsked ? sideWords(coin.ledger) : say('compare.not-asked'),
              })}
            </p>
            <Disclosure title={say('activity.technical')}>
              <Facts>
                <CodeFact name={say('coins.coin')} text={`${coin.hash}:${coin.index}`} narrow />
                <CodeFact name={say('coins.output-id')} text={coin.outputId} narrow />
              </Facts>
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sideWords(side: Side): string {
  if (side === null) return say('compare.none')
  const amount = formatFigure(side.amount)
  const words = {
    unspent: say('compare.unspent', { amount }),
    signed: say('compare.signed', { amount }),
    spent: say('compare.spent', { amount }),
  }
  return words[side.state]
}
