import { Coins } from 'lucide-react'
import { say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { STATES, type Summary, type Wanted } from './model.ts'

const ALL = 'all'
/** Of so many assets one is found by typing. */
const MANY = 12

/** Which coins are listed. */
export function Which(props: {
  readonly assetId: string | null
  readonly summaries: readonly Summary[]
  readonly wanted: Wanted
  readonly onChange: (wanted: Wanted) => void
}) {
  const { assetId, summaries, wanted, onChange } = props
  return (
    // Beside the sums it stands in one line with them, or as a whole in the next.
    <div className="flex min-w-0 flex-[1_1_26rem] flex-wrap items-end gap-x-6 gap-y-2">
      <SearchField
        label={say('coins.search')}
        placeholder={say('coins.search-in')}
        value={wanted.search}
        onChange={(search) => onChange({ ...wanted, search })}
        className="min-w-44 max-w-80 flex-1"
      />
      <div className="ml-auto flex gap-1">
        <Select
          label={say('coins.asset')}
          hideLabel
          quiet
          {...(summaries.length > MANY && { search: say('activity.search-assets') })}
          value={assetId ?? ALL}
          onChange={(id) => go(id === ALL ? { name: 'coins' } : { name: 'coins', assetId: id }, 'replace')}
          options={[
            { id: ALL, text: say('coins.all-assets') },
            ...assetOptions(
              summaries.map((one) => one.asset),
              (asset) => {
                const of = summaries.find((one) => one.asset.assetId === asset.assetId)
                return <span className="figure text-ink-2">{of === undefined ? '' : of.available.coins}</span>
              },
            ),
          ]}
        />
        <Select
          label={say('coins.state')}
          hideLabel
          quiet
          value={wanted.state}
          onChange={(id) => onChange({ ...wanted, state: id as Wanted['state'] })}
          options={STATES}
        />
      </div>
    </div>
  )
}

const useSpent = (assetId: string | null): number | null | undefined => {
  const { owner } = useWallet()
  return useQuery('coins.spent', { ...owner, assetId }).value
}

/** That there were others, which a list of what there is leaves out. */
export function SpentLine({ assetId, onShow }: { readonly assetId: string | null; readonly onShow: () => void }) {
  const count = useSpent(assetId)
  if (count === undefined || count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-1 py-3 text-ink-3 text-sm">
      {count === null ? say('coins.many-spent-are-not-listed') : rich('coins.spent-are-not-listed', { count })}
      <Button size="sm" kind="quiet" onPress={onShow}>
        {say('coins.show-spent')}
      </Button>
    </p>
  )
}

/** No coin is like what is asked for, none is left, or none came yet. */
export function NoCoins({ assetId, isNarrowed }: { readonly assetId: string | null; readonly isNarrowed: boolean }) {
  const spent = useSpent(assetId)
  const none = spent === 0 ? say('coins.no-coins-yet') : say('coins.none-unspent')
  return (
    <Empty icon={<Coins />} title={isNarrowed ? say('coins.no-coins-like-that') : none}>
      {isNarrowed ? say('coins.choose-another-state-above') : say('coins.every-amount-that-you-receive-is')}
    </Empty>
  )
}
