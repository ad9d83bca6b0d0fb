import { ListFilter, X } from 'lucide-react'
import { say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import type { ActivityFilter, Asset } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DayPicker } from '../../ui/DayPicker.tsx'
import { PopoverPanel } from '../../ui/Overlay.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { isFiltered, isNarrowed, isTurned, type Period } from './model.ts'
import { questionOf, tagIn, withTag } from './question.ts'
import { Saved, type SavedSearch } from './Saved.tsx'
import { SearchHelp } from './SearchHelp.tsx'

export interface FilterState {
  readonly filter: ActivityFilter
  readonly period: Period
  /** Days of a custom period, as date fields give them. */
  readonly fromDay: string
  readonly toDay: string
  /** Name of the person the list is narrowed to. */
  readonly person: string
  /** The newest day that is shown: where one jumped to. Empty for today. */
  readonly until: string
}

interface FiltersProps {
  readonly state: FilterState
  readonly assets: readonly Asset[]
  readonly onChange: (patch: Partial<FilterState>) => void
  readonly onClear: () => void
}

/** What is searched stays above the list; where the sheet is narrow the other filters are behind one button. */
export function Filters(props: FiltersProps) {
  const { state, onChange } = props
  const { filter } = state
  const set = (patch: Partial<ActivityFilter>) => onChange({ filter: { ...filter, ...patch } })
  const chosen = [
    filter.assetId,
    filter.direction,
    filter.kind,
    tagIn(filter.search),
    state.period === 'any' ? null : state.period,
  ]
  const count = chosen.filter((each) => each !== null).length
  return (
    <div className="sticky top-0 z-10 -mx-6 -mt-3 flex h-14 max-[62.5rem]:mt-0 items-center gap-2 border-line border-b bg-surface px-6 pb-3 max-[30rem]:static max-[30rem]:h-auto max-[30rem]:flex-wrap [@media(height<30rem)]:static min-[75rem]:-mx-9 min-[75rem]:px-9">
      <SearchField
        label={say('activity.search-activity')}
        placeholder={say('activity.memo-label-name-number-symbol-or')}
        className="min-w-0 max-w-[24rem] flex-1 max-[30rem]:max-w-none max-[30rem]:basis-full"
        value={filter.search}
        onChange={(search) => set({ search })}
      >
        <SearchHelp onType={(search) => set({ search })} />
      </SearchField>
      <div className="flex items-center gap-1 @max-[43.75rem]:hidden">
        <Choices {...props} quiet />
      </div>
      <div className="max-[30rem]:-ml-3 @min-[43.75rem]:hidden">
        <PopoverPanel
          label={say('activity.filter')}
          placement="bottom end"
          trigger={
            <Button kind="quiet" icon={<ListFilter className="size-4" />}>
              {count === 0 ? say('activity.filter') : rich('activity.filters-chosen', { count })}
            </Button>
          }
        >
          <div className="grid gap-3 p-4">
            <Choices {...props} />
            <DayPicker
              label={say('activity.go-to-day')}
              value={state.until}
              onChange={(until) => onChange({ until })}
            />
          </div>
        </PopoverPanel>
      </div>
      <span className="ml-auto flex items-center">
        <span className="@max-[32.5rem]:hidden">
          <DayPicker
            quiet
            label={say('activity.go-to-day')}
            value={state.until}
            onChange={(until) => onChange({ until })}
          />
        </span>
        <Saved now={savedOf(state)} onChoose={(saved) => onChange(stateOf(saved))} />
      </span>
    </div>
  )
}

const ALL = 'all'

function Choices({ state, assets, onChange, quiet = false }: FiltersProps & { readonly quiet?: boolean }) {
  const { filter } = state
  const set = (patch: Partial<ActivityFilter>) => onChange({ filter: { ...filter, ...patch } })
  const look = { hideLabel: quiet, quiet }
  const tags = useQuery('labels.tags', { account: useWallet().owner.account }).value ?? []
  return (
    <>
      <Select
        {...look}
        label={say('activity.asset')}
        search={say('activity.search-assets')}
        value={filter.assetId ?? ALL}
        onChange={(id) => set({ assetId: id === ALL ? null : id })}
        options={[{ id: ALL, text: say('activity.all-assets') }, ...assetOptions(assets)]}
      />
      <Select
        {...look}
        label={say('activity.direction')}
        value={filter.direction ?? ALL}
        onChange={(id) => set({ direction: id === 'in' || id === 'out' ? id : null })}
        options={[
          { id: ALL, text: say('activity.in-and-out') },
          { id: 'in', text: say('activity.in') },
          { id: 'out', text: say('activity.out') },
        ]}
      />
      <Select
        {...look}
        label={say('activity.kind')}
        value={filter.kind ?? ALL}
        onChange={(id) => set({ kind: id === 'transfer' || id === 'deposit' || id === 'withdrawal' ? id : null })}
        options={[
          { id: ALL, text: say('activity.all-kinds') },
          { id: 'transfer', text: say('activity.transfers') },
          { id: 'deposit', text: say('activity.deposits') },
          { id: 'withdrawal', text: say('activity.withdrawals') },
        ]}
      />
      {tags.length > 0 && (
        <Select
          {...look}
          label={say('activity.tag')}
          search={say('activity.search-tags')}
          value={tagIn(filter.search) ?? ALL}
          onChange={(id) => set({ search: withTag(filter.search, id === ALL ? null : id) })}
          options={[{ id: ALL, text: say('activity.all-tags') }, ...tags.map(({ tag }) => ({ id: tag, text: tag }))]}
        />
      )}
      <Select
        {...look}
        label={say('activity.period')}
        value={state.period}
        onChange={(id) => onChange({ period: id as Period })} // the options below are the periods
        options={[
          { id: 'any', text: say('activity.any-time') },
          { id: 'today', text: say('activity.today') },
          { id: 'week', text: say('activity.last-7-days') },
          { id: 'month', text: say('activity.last-30-days') },
          { id: 'year', text: say('activity.this-year') },
          { id: 'custom', text: say('activity.from-to') },
        ]}
      />
    </>
  )
}

/** What is chosen, to be kept under a name; null while nothing is. */
function savedOf({ filter, period, fromDay, toDay, person }: FilterState): Omit<SavedSearch, 'name'> | null {
  if (!isFiltered(filter) && period === 'any') return null
  const { search, assetId, direction, kind, opponent } = filter
  return { search, assetId, direction, kind, opponent, person, period, fromDay, toDay }
}

function stateOf({ name: _, period, fromDay, toDay, person, ...filter }: SavedSearch): Partial<FilterState> {
  return { filter: { ...filter, from: null, to: null }, period, fromDay, toDay, person }
}

/** What else narrows the list, each a click from being gone. */
export function Narrowed({ state, onChange, onClear }: Omit<FiltersProps, 'assets'>) {
  const { filter } = state
  const { unread } = questionOf(filter.search)
  const isMore = isNarrowed(state)
  if (!isMore && unread.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3">
      {state.period === 'custom' && (
        <>
          <DayPicker
            label={say('activity.from-day')}
            value={state.fromDay}
            onChange={(fromDay) => onChange({ fromDay })}
          />
          <DayPicker label={say('activity.to-day')} value={state.toDay} onChange={(toDay) => onChange({ toDay })} />
        </>
      )}
      {isTurned(state) && (
        <p role="status" className="text-sm text-warn">
          {say('activity.days-turned')}
        </p>
      )}
      {unread.length > 0 && (
        <p role="status" className="min-w-0 max-w-full break-words text-sm text-warn">
          {rich('activity.not-understood', { parts: unread.join(' ') })}
        </p>
      )}
      {filter.opponent !== null && (
        <span className="flex h-8 items-center gap-1 rounded-full bg-accent-soft pr-1 pl-3 text-accent-ink text-sm">
          {rich('activity.with', { person: state.person })}
          <IconButton
            label={say('activity.not-only', { person: state.person })}
            className="size-6 rounded-full"
            onPress={() => onChange({ filter: { ...filter, opponent: null } })}
          >
            <X className="size-3.5" />
          </IconButton>
        </span>
      )}
      {isMore && (
        <Button kind="quiet" size="sm" className="first:-ml-2" onPress={onClear}>
          {say('activity.clear-all')}
        </Button>
      )}
    </div>
  )
}
