import { Coins as CoinsIcon, Tags, Users } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import type { CoinState } from '../../components/coin.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { rich } from '../../lib/rich.tsx'
import { usePages } from '../../state/pages.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useQuery } from '../../state/query.ts'
import { go, type Route } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Coin, Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Card, Empty, Notice, Skeleton } from '../../ui/Surface.tsx'
import { CoinDialog } from './CoinDialog.tsx'
import { CoinList } from './CoinList.tsx'
import { Doubted } from './Doubted.tsx'
import { LabelsDialog } from './LabelsDialog.tsx'
import { STATES, type Summary } from './model.ts'
import { PlanCard } from './PlanCard.tsx'

const ALL = 'all'

/** Every output of the account or group: what it is worth, what it is free for, and how to make many into one. */
export function Coins(props: Omit<Extract<Route, { name: 'coins' }>, 'name'>) {
  const { owner, group } = useWallet()
  const [state, setState] = useState<CoinState | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [labels, setLabels] = useState(false)
  const assetId = props.assetId ?? null
  const summary = useQuery('coins.summary', owner)
  const pages = usePages('coins.list', { ...owner, assetId, state })
  const chosen = summary.value?.find((one) => one.asset.assetId === assetId)
  const plan = useQuery('coins.plan', assetId === null || group !== null ? undefined : { ...owner, assetId }).value
  const crowded = assetId === null ? summary.value?.find((one) => one.many) : undefined
  const coin = pages.rows.find((one) => one.outputId === open)

  return (
    <Page
      title={say('coins.coins')}
      actions={
        <Button kind="quiet" icon={<Tags className="size-4" />} onPress={() => setLabels(true)}>
          {say('coins.labels')}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          label={say('coins.asset')}
          className="w-72"
          value={assetId ?? ALL}
          onChange={(id) => go(id === ALL ? { name: 'coins' } : { name: 'coins', assetId: id }, 'replace')}
          options={[
            { id: ALL, text: say('coins.all-assets') },
            ...assetOptions(summary.value?.map((one) => one.asset) ?? [], (asset) => {
              const of = summary.value?.find((one) => one.asset.assetId === asset.assetId)
              return <span className="figure text-ink-2">{of === undefined ? '' : of.available.coins}</span>
            }),
          ]}
        />
        <Select
          label={say('coins.state')}
          className="w-44"
          value={state ?? ALL}
          onChange={(id) => setState(id === ALL ? null : (id as CoinState))}
          options={STATES}
        />
        {chosen !== undefined && <Sums summary={chosen} />}
      </div>
      <Doubted />
      {summary.error !== null && <ErrorNotice error={summary.error} className="mb-4" />}
      {plan != null && <PlanCard plan={plan} />}
      {group !== null && chosen !== undefined && chosen.available.coins > 1 && (
        <GroupCombine group={group} summary={chosen} coins={pages.rows} />
      )}
      {crowded !== undefined && (
        <Notice
          tone="info"
          icon={<CoinsIcon />}
          title={say('coins.coin-of', { coins: crowded.available.coins, symbol: crowded.asset.symbol })}
          className="mb-4"
          action={
            <Button size="sm" onPress={() => go({ name: 'coins', assetId: crowded.asset.assetId })}>
              {say('coins.look-at-them')}
            </Button>
          }
        >
          {say('coins.one-payment-can-use-256-coins')}
        </Notice>
      )}
      {pages.error !== null && (
        <ErrorNotice
          error={pages.error}
          className="mb-4"
          action={
            <Button size="sm" onPress={pages.reload}>
              {say('common.try-again')}
            </Button>
          }
        />
      )}
      <Card className="overflow-hidden">
        {pages.rows.length > 0 ? (
          <CoinList pages={pages} onOpen={({ outputId }) => setOpen(outputId)} />
        ) : pages.loading ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <Empty
            icon={<CoinsIcon />}
            title={state === null ? say('coins.no-coins-yet') : say('coins.no-coins-like-that')}
          >
            {state === null ? say('coins.every-amount-that-you-receive-is') : say('coins.choose-another-state-above')}
          </Empty>
        )}
      </Card>
      {coin !== undefined && (
        <CoinDialog key={`${coin.outputId} ${coin.state}`} coin={coin} onClose={() => setOpen(null)} />
      )}
      {labels && <LabelsDialog onClose={() => setLabels(false)} />}
    </Page>
  )
}

function Sums({ summary }: { readonly summary: Summary }) {
  const { asset, available, held, frozen } = summary
  return (
    <p className="ml-auto pb-1.5 text-right text-ink-2 text-sm">
      {rich('coins.available-in-coin', {
        figure: <Figure value={available.amount} symbol={asset.symbol} />,
        span: (inside) => <span className="font-medium text-ink">{inside}</span>,
        coins: available.coins,
      })}
      {held.coins > 0 && <> {rich('coins.held', { figure: <Figure value={held.amount} /> })}</>}
      {frozen.coins > 0 && <> {rich('coins.frozen', { figure: <Figure value={frozen.amount} /> })}</>}
    </p>
  )
}

/** A group combines by a request that its members sign like any other: Send is filled with up to 256 coins, to the group. */
function GroupCombine(props: { readonly group: Group; readonly summary: Summary; readonly coins: readonly Coin[] }) {
  const { group, summary } = props
  const free = props.coins
    .filter((coin) => coin.state === 'available' && coin.asset.assetId === summary.asset.assetId)
    .slice(0, 256)
  if (free.length < 2) return null
  return (
    <Notice
      tone="plain"
      icon={<Users />}
      title={say('coins.combine-coin-into-one', { free: free.length })}
      className="mb-4"
      action={
        <Button
          size="sm"
          onPress={() =>
            goSendFilled({
              form: {
                ...EMPTY_FORM,
                assetId: summary.asset.assetId,
                rows: [{ to: group.address, amount: '' }],
                coins: free.map((coin) => coin.outputId),
                label: say('coins.combine-coins'),
                source: say('coins.your-coins'),
              },
              view: null,
            })
          }
        >
          {say('coins.prepare-a-request')}
        </Button>
      }
    >
      {say('coins.the-group-signs-it-like-any')}
    </Notice>
  )
}
