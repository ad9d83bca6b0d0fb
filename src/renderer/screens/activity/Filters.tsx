import { Search, X } from 'lucide-react'
import { say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import { cx } from '../../lib/cx.ts'
import type { ActivityFilter, Asset } from '../../state/types.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CONTROL } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { isFiltered, type Period } from './model.ts'

export interface FilterState {
  readonly filter: ActivityFilter
  readonly period: Period
  /** Days of a custom period, as date fields give them. */
  readonly fromDay: string
  readonly toDay: string
  /** Name of the person the list is narrowed to. */
  readonly person: string
}

const ALL = 'all'

export function Filters(props: {
  readonly state: FilterState
  readonly assets: readonly Asset[]
  readonly onChange: (patch: Partial<FilterState>) => void
  readonly onClear: () => void
}) {
  const { state, onChange } = props
  const { filter } = state
  const set = (patch: Partial<ActivityFilter>) => onChange({ filter: { ...filter, ...patch } })
  return (
    <search className="grid gap-2.5">
      <div className="relative">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3" aria-hidden="true" />
        <input
          data-search
          type="text"
          aria-label={say('activity.search-activity')}
          placeholder={say('activity.memo-label-name-number-symbol-or')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={filter.search}
          onChange={(event) => set({ search: event.target.value })}
          className={cx(CONTROL, 'h-9 pr-10 pl-9')}
        />
        {filter.search !== '' && (
          <IconButton
            label={say('activity.clear-the-search')}
            className="absolute top-0.5 right-0.5"
            onPress={() => set({ search: '' })}
          >
            <X className="size-4" />
          </IconButton>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={say('activity.asset')}
          hideLabel
          search={say('activity.search-assets')}
          className="w-44"
          value={filter.assetId ?? ALL}
          onChange={(id) => set({ assetId: id === ALL ? null : id })}
          options={[{ id: ALL, text: say('activity.all-assets') }, ...assetOptions(props.assets)]}
        />
        <Select
          label={say('activity.direction')}
          hideLabel
          className="w-36"
          value={filter.direction ?? ALL}
          onChange={(id) => set({ direction: id === 'in' || id === 'out' ? id : null })}
          options={[
            { id: ALL, text: say('activity.in-and-out') },
            { id: 'in', text: say('activity.in') },
            { id: 'out', text: say('activity.out') },
          ]}
        />
        <Select
          label={say('activity.kind')}
          hideLabel
          className="w-36"
          value={filter.kind ?? ALL}
          onChange={(id) => set({ kind: id === 'transfer' || id === 'deposit' || id === 'withdrawal' ? id : null })}
          options={[
            { id: ALL, text: say('activity.all-kinds') },
            { id: 'transfer', text: say('activity.transfers') },
            { id: 'deposit', text: say('activity.deposits') },
            { id: 'withdrawal', text: say('activity.withdrawals') },
          ]}
        />
        <Select
          label={say('activity.period')}
          hideLabel
          className="w-36"
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
        {state.period === 'custom' && (
          <>
            <DayField
              label={say('activity.from-day')}
              value={state.fromDay}
              onChange={(fromDay) => onChange({ fromDay })}
            />
            <DayField label={say('activity.to-day')} value={state.toDay} onChange={(toDay) => onChange({ toDay })} />
          </>
        )}
        {filter.opponent !== null && (
          <span className="flex h-9 items-center gap-1 rounded-md bg-accent-soft pr-1 pl-3 text-accent-ink">
            {say('activity.with', { person: state.person })}
            <IconButton
              label={say('activity.not-only', { person: state.person })}
              className="size-7"
              onPress={() => set({ opponent: null })}
            >
              <X className="size-4" />
            </IconButton>
          </span>
        )}
        {(isFiltered(filter) || state.period !== 'any') && (
          <Button kind="quiet" size="sm" onPress={props.onClear}>
            {say('activity.clear-all')}
          </Button>
        )}
      </div>
    </search>
  )
}

function DayField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <input
      type="date"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      className={cx(CONTROL, 'figure h-9 w-38')}
    />
  )
}
