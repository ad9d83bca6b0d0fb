import { Coins as CoinsIcon, Tags, Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { say } from '#words'
import { COINS_MAX } from '../../components/coin.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { rich } from '../../lib/rich.tsx'
import { useTypedPages } from '../../state/pages.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go, type Route } from '../../state/routes.ts'
import type { Coin, Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Found } from '../../ui/SearchField.tsx'
import { Notice, SkeletonRows } from '../../ui/Surface.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { CoinDialog } from './CoinDialog.tsx'
import { CoinList } from './CoinList.tsx'
import { CombineColumn } from './CombineColumn.tsx'
import { Doubted } from './Doubted.tsx'
import { LabelsDialog } from './LabelsDialog.tsx'
import { canChoose, canCombine, combiningForm, questionOf, type Sort, START, type Summary, sorted } from './model.ts'
import { PlanCard } from './PlanCard.tsx'
import { NoCoins, SpentLine, Which } from './Which.tsx'

/** The coins of the account or group: what each is worth, what it is free for, and how to make many into one. */
export function Coins(props: Omit<Extract<Route, { name: 'coins' }>, 'name'>) {
  const { owner, group } = useWallet()
  const [wanted, setWanted] = useState(START)
  const [open, setOpen] = useState<string | null>(null)
  const [labels, setLabels] = useState(false)
  const [sort, setSort] = useState<Sort>({ by: 'came', down: true })
  const [picked, setPicked] = useState<ReadonlySet<string>>(NONE)
  const [combining, setCombining] = useState(false)
  const assetId = props.assetId ?? null
  const summary = useQuery('coins.summary', owner)
  const pages = useTypedPages('coins.list', { ...owner, assetId, ...questionOf(wanted) })
  const isNarrowed = wanted.state !== START.state || wanted.search.trim() !== ''
  const chosen = summary.value?.find((one) => one.asset.assetId === assetId)
  const plan = useQuery('coins.plan', assetId === null || group !== null ? undefined : { ...owner, assetId }).value
  const crowded = assetId === null ? summary.value?.find((one) => one.many) : undefined
  const coin = pages.rows.find((one) => one.outputId === open)
  // All coins have to be there before they can stand in another order.
  const order = pages.hasMore ? NEWEST : sort
  const coins = useMemo(() => sorted(pages.rows, order), [pages.rows, order])
  const taken = useMemo(() => coins.filter((one) => picked.has(one.outputId) && canChoose(one)), [coins, picked])
  const choose = useCallback((one: Coin, isChosen: boolean) => {
    setPicked((before) => {
      const after = new Set(before)
      if (isChosen) after.add(one.outputId)
      else after.delete(one.outputId)
      return after
    })
  }, [])
  const openCoin = useCallback(({ outputId }: Coin) => setOpen(outputId), [])
  const clear = () => {
    setPicked(NONE)
    setCombining(false)
  }

  return (
    <Page
      title={say('coins.coins')}
      actions={
        <Button kind="quiet" icon={<Tags className="size-4" />} onPress={() => setLabels(true)}>
          {say('coins.labels')}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        {chosen !== undefined && <Sums summary={chosen} />}
        <Which assetId={assetId} summaries={summary.value ?? []} wanted={wanted} onChange={setWanted} />
      </div>
      <Found
        count={pages.loading || pages.error !== null || !isNarrowed ? null : pages.rows.length}
        more={pages.hasMore}
      />
      <Doubted />
      {/* Who chooses coins by hand is offered those. */}
      {plan != null && (plan.state !== 'proposal' || taken.length === 0) && <PlanCard plan={plan} />}
      {group !== null && chosen !== undefined && chosen.available.coins > 1 && (
        <GroupCombine group={group} summary={chosen} />
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
      <ErrorNotice
        error={pages.error ?? summary.error}
        className="mb-4"
        onRetry={() => {
          pages.reload()
          summary.refresh()
        }}
      />
      <div className="@container">
        {pages.rows.length > 0 ? (
          <CoinList
            coins={coins}
            pages={pages}
            sort={order}
            onSort={pages.hasMore ? null : setSort}
            chosen={picked}
            onChoose={choose}
            onOpen={openCoin}
          />
        ) : pages.loading ? (
          <SkeletonRows label={say('coins.coins')} />
        ) : (
          // What cannot be read may well be there.
          pages.error === null && <NoCoins assetId={assetId} isNarrowed={isNarrowed} />
        )}
        {!isNarrowed && !pages.hasMore && pages.error === null && (
          <SpentLine assetId={assetId} onShow={() => setWanted({ ...START, state: 'spent' })} />
        )}
        {taken.length > 0 && (
          <ChosenBar coins={taken} combining={combining} onCombine={() => setCombining(!combining)} onClear={clear} />
        )}
      </div>
      {combining && canCombine(taken) && (
        <CombineColumn coins={taken} before={freeOf(summary.value, taken)} onClose={() => setCombining(false)} />
      )}
      {coin !== undefined && <CoinDialog key={coin.outputId} coin={coin} onClose={() => setOpen(null)} />}
      {labels && <LabelsDialog onClose={() => setLabels(false)} />}
    </Page>
  )
}

const NONE: ReadonlySet<string> = new Set()
const NEWEST: Sort = { by: 'came', down: true }

/** Free coins of the asset that the chosen ones are of. */
const freeOf = (summaries: readonly Summary[] | undefined, [first]: readonly Coin[]): number =>
  summaries?.find(({ asset }) => asset.assetId === first?.asset.assetId)?.available.coins ?? 0

function Sums({ summary }: { readonly summary: Summary }) {
  const { asset, available, held, frozen, signed } = summary
  return (
    <div className="min-w-0">
      <p className="break-words text-hero-2">
        <Figure value={available.amount} />
        <span className="text-[1.5rem] font-medium tracking-normal text-ink-2"> {asset.symbol}</span>
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        {rich('coins.coins-free', { count: available.coins })}
        {held.coins > 0 && <> · {rich('coins.held', { figure: <Figure value={held.amount} /> })}</>}
        {frozen.coins > 0 && <> · {rich('coins.frozen', { figure: <Figure value={frozen.amount} /> })}</>}
        {signed.coins > 0 && <> · {rich('coins.signed', { figure: <Figure value={signed.amount} /> })}</>}
      </p>
    </div>
  )
}

/** A group combines by a request that its members sign like any other: Send is filled with up to 256 coins, to the group. */
function GroupCombine({ group, summary }: { readonly group: Group; readonly summary: Summary }) {
  const { owner } = useWallet()
  const free = useAction('coins.list')
  const { assetId } = summary.asset

  function prepare(): void {
    const question = { assetId, state: 'available', search: '', cursor: null, limit: COINS_MAX } as const
    void free.run({ ...owner, ...question }, ({ rows }) => {
      const form = combiningForm(rows, group.address)
      if (form !== null) goSendFilled({ form, view: null })
    })
  }

  return (
    <>
      <Notice
        tone="plain"
        icon={<Users />}
        title={say('coins.combine-coin-into-one', { free: Math.min(summary.available.coins, COINS_MAX) })}
        className="mb-4"
        action={
          <Button size="sm" pending={free.pending} onPress={prepare}>
            {say('coins.prepare-a-request')}
          </Button>
        }
      >
        {say('coins.the-group-signs-it-like-any')}
      </Notice>
      <ErrorNotice error={free.error} className="mb-4" />
    </>
  )
}
