import { Activity, ArrowDownLeft, ArrowUpRight, Coins, Ellipsis } from 'lucide-react'
import { memo, useDeferredValue, useMemo } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { formatChange, formatFiat } from '../../lib/digits.ts'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { Balance } from '../../state/types.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Card } from '../../ui/Surface.tsx'
import { sortBalances } from './model.ts'

const HEAD = 'h-10 px-3 font-medium text-ink-3 text-sm first:pl-6'
const CELL = 'h-[62px] px-3 py-2 break-words first:pl-6'

/** Rows that fill a window; the rest of a long table is drawn after these are on screen. */
const FIRST = 12

export function AssetTable({ balances }: { readonly balances: readonly Balance[] }) {
  const sorted = useMemo(() => sortBalances(balances), [balances])
  const shown = useDeferredValue(sorted, sorted.slice(0, FIRST))
  return (
    <Card className="overflow-hidden">
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">{say('home.assets')}</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {say('home.asset')}
            </th>
            <th scope="col" className={cx(HEAD, 'w-[13%] text-right')}>
              {say('home.price')}
            </th>
            <th scope="col" className={cx(HEAD, 'w-[31%] text-right')}>
              {say('home.available')}
            </th>
            <th scope="col" className={cx(HEAD, 'w-[21%] text-right')}>
              {say('home.value')}
            </th>
            <th scope="col" className="w-14">
              <span className="sr-only">{say('home.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((balance) => (
            <AssetRow key={balance.asset.assetId} balance={balance} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const some = (amount: string): boolean => /[1-9]/.test(amount)

const AssetRow = memo(function AssetRow({ balance }: { readonly balance: Balance }) {
  const { asset } = balance
  return (
    <tr className="group border-line border-t transition-colors duration-120 hover:bg-hover">
      <th scope="row" className={cx(CELL, 'font-normal')}>
        <div className="flex items-center gap-3.5">
          <AssetIcon asset={asset} />
          <div className="min-w-0">
            <button
              type="button"
              onClick={() => go({ name: 'activity', assetId: asset.assetId })}
              className="-mx-1 block rounded-sm px-1 font-medium hover:underline"
            >
              {asset.symbol}
            </button>
            <p className="flex items-center gap-1.5 truncate text-ink-3 text-sm">
              <span className="truncate">{assetDetail(asset)}</span>
              {asset.trust !== 'listed' && <Trust trust={asset.trust} />}
            </p>
          </div>
        </div>
      </th>
      <td className={cx(CELL, 'text-right')}>
        <Price balance={balance} />
      </td>
      <td className={cx(CELL, 'text-right')}>
        <Figure value={balance.available} symbol={asset.symbol} className="font-medium" />
        {(some(balance.held) || some(balance.arriving)) && (
          <p className="text-ink-3 text-sm">
            {some(balance.held) && <>{rich('home.held', { figure: <Figure value={balance.held} /> })}</>}
            {some(balance.held) && some(balance.arriving) && ' · '}
            {some(balance.arriving) && <>{rich('home.arriving', { figure: <Figure value={balance.arriving} /> })}</>}
          </p>
        )}
      </td>
      <td className={cx(CELL, 'text-right')}>
        <Fiat value={balance.fiat} />
      </td>
      <td className="pr-3 text-right">
        <Menu
          label={say('home.actions-for-on', { symbol: asset.symbol, chainName: asset.chainName })}
          trigger={
            <IconButton
              label={say('home.actions-for-on', {
                symbol: asset.symbol,
                chainName: asset.chainName,
              })}
            >
              <Ellipsis className="size-4" />
            </IconButton>
          }
          entries={[
            {
              id: 'send',
              label: say('home.send'),
              icon: <ArrowUpRight />,
              onAction: () => go({ name: 'send', assetId: asset.assetId }),
            },
            {
              id: 'receive',
              label: say('home.receive'),
              icon: <ArrowDownLeft />,
              onAction: () => go({ name: 'receive', assetId: asset.assetId }),
            },
            {
              id: 'history',
              label: say('home.history'),
              icon: <Activity />,
              onAction: () => go({ name: 'activity', assetId: asset.assetId }),
            },
            {
              id: 'coins',
              label: say('home.coins'),
              icon: <Coins />,
              onAction: () => go({ name: 'coins', assetId: asset.assetId }),
            },
          ]}
        />
      </td>
    </tr>
  )
})

function Trust({ trust }: { readonly trust: 'unlisted' | 'mismatch' }) {
  return trust === 'mismatch' ? (
    <span className="rounded-sm bg-stop-soft px-1.5 text-stop text-xs">{say('home.ids-contradict-each-other')}</span>
  ) : (
    <span className="rounded-sm bg-warn-soft px-1.5 text-warn text-xs">{say('home.not-in-coffers-table')}</span>
  )
}

/** Unit price and its change since yesterday, as text with a sign. */
function Price({ balance }: { readonly balance: Balance }) {
  const { priceUsd, changeUsd } = balance.asset
  if (priceUsd === null) {
    return (
      <span className="text-ink-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{say('home.no-price')}</span>
      </span>
    )
  }
  const change = changeUsd === null ? null : formatChange(changeUsd)
  return (
    <>
      <span className="figure">{formatFiat(priceUsd, 'USD')}</span>
      {change !== null && (
        <p
          className={cx(
            'figure text-sm',
            change.direction === 'up' ? 'text-ok' : change.direction === 'down' ? 'text-stop' : 'text-ink-3',
          )}
        >
          {change.text}
        </p>
      )}
    </>
  )
}
