import { ArrowRight, History, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import { Figure } from '../../components/figures.tsx'
import { MoneyStateLabel } from '../../components/money-state.tsx'
import { NO_FILTER } from '../../components/movement.ts'
import { Page } from '../../components/Page.tsx'
import { isHeld, rulesStop } from '../../components/review-model.ts'
import { useNow } from '../../lib/hooks.ts'
import { dayStart } from '../../lib/time.ts'
import { unbroken } from '../../lib/unbroken.tsx'
import { isDust } from '../../state/dust.ts'
import { useTypedPages } from '../../state/pages.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityFilter } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Found } from '../../ui/SearchField.tsx'
import { Card, Empty, SkeletonRows } from '../../ui/Surface.tsx'
import { Detail } from './Detail.tsx'
import { type FilterState, Filters, Narrowed } from './Filters.tsx'
import { List } from './List.tsx'
import { earliest, type Fold, hides, isFiltered, linesOf, neighboursOf, periodStart, unsignedOf } from './model.ts'
import { questionOf, withTag } from './question.ts'
import { SubUsers } from './SubUsers.tsx'

/** A bot's own movements, or those of the users that it made. */
const WHOSE = [
  { value: 'own', label: say('activity.this-bot') },
  { value: 'users', label: say('activity.all-users-of-this-bot') },
] as const

const START: FilterState = { filter: NO_FILTER, period: 'any', fromDay: '', toDay: '', person: '', until: '' }

/** What moved, by day; what is still under way stands on top. */
export function Activity(props: {
  readonly assetId?: string
  readonly row?: string
  readonly person?: { readonly userId: string; readonly name: string }
}) {
  const { owner, account, group } = useWallet()
  const [whose, setWhose] = useState<'own' | 'users'>('own')
  const [state, setState] = useState<FilterState>({
    ...START,
    person: props.person?.name ?? '',
    filter: { ...NO_FILTER, assetId: props.assetId ?? null, opponent: props.person?.userId ?? null },
  })
  const [selected, setSelected] = useState<string | null>(props.row ?? null)
  const assets = useQuery('assets.list', { account: owner.account }).value ?? []
  const now = useNow()
  const began = state.period === 'custom' ? dayStart(state.fromDay) : periodStart(state.period, now)
  const filter = useMemo(
    () => ({
      ...state.filter,
      search: questionOf(state.filter.search).search,
      from: began,
      to: earliest(state.period === 'custom' ? dayStart(state.toDay, 1) : null, dayStart(state.until, 1)),
    }),
    [state, began],
  )
  const list = useTypedPages('activity.list', { ...owner, filter })
  const today = new Date(now).setHours(0, 0, 0, 0)
  const { lines, fold, keepOpen } = useLines(list, today, selected)
  const neighbours = useMemo(() => neighboursOf(lines, selected), [lines, selected])
  const clear = () => setState(START)
  const change = (patch: Partial<FilterState>) => setState((before) => ({ ...before, ...patch }))

  function close(): void {
    const row = selected
    setSelected(null)
    keepOpen(row)
    // Back to the row that was opened, so that the keyboard goes on where it was.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus())
  }

  const own = (
    <div className="@container">
      <Waiting />
      <Filters state={state} assets={assets} onChange={change} onClear={clear} />
      <Narrowed state={state} onChange={change} onClear={clear} />
      <Found
        count={list.loading || list.error !== null || !isFiltered(list.asked.filter) ? null : list.rows.length}
        more={list.hasMore}
      />
      <ErrorNotice error={list.error} className="mt-4" onRetry={list.reload} />
      <div className="mt-2" aria-busy={list.loading}>
        {list.rows.length > 0 ? (
          <List
            lines={lines}
            selected={selected}
            loading={list.loading}
            hasMore={list.hasMore}
            onMore={list.more}
            onSelect={setSelected}
            onFold={(line) => {
              fold(line)
              // What it hides is not looked at any more.
              if (line.open && hides(lines, line, selected)) setSelected(null)
            }}
          />
        ) : list.loading ? (
          <div className="pt-[2.125rem]">
            <SkeletonRows label={say('activity.reading-activity')} />
          </div>
        ) : (
          list.error === null && <Nothing filter={list.asked.filter} onClear={clear} />
        )}
      </div>
      {selected !== null && (
        <Detail
          id={selected}
          neighbours={neighbours}
          onShow={setSelected}
          onClose={close}
          onPerson={(opponent, person) => {
            setState((before) => ({ ...before, person, filter: { ...before.filter, opponent } }))
            close()
          }}
          onTag={(tag) => {
            setState((before) => ({
              ...before,
              filter: { ...before.filter, search: withTag(before.filter.search, tag) },
            }))
            close()
          }}
        />
      )}
    </div>
  )

  return (
    <Page
      title={say('activity.activity')}
      actions={
        <>
          {account.kind === 'bot' && group === null && (
            <Segmented label={say('activity.whose')} options={WHOSE} value={whose} onChange={setWhose} small />
          )}
          {whose === 'own' && <ExportMenu filter={filter} />}
        </>
      }
    >
      {whose === 'users' ? <SubUsers account={owner.account} /> : own}
    </Page>
  )
}

/** The lines of what was read, with what is folded in them. Who looks for something sees all that is found. */
function useLines(list: ReturnType<typeof useTypedPages<'activity.list'>>, today: number, selected: string | null) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const searches = isFiltered(list.asked.filter)
  const { rows, hasMore } = list
  // The lines stay the same, and are not all drawn anew, while what is looked at is no row that a fold may hide.
  const shown = useMemo(() => rows.find((row) => row.id === selected && isDust(row))?.id ?? null, [rows, selected])
  const lines = useMemo(
    () => linesOf(rows, today, hasMore, searches ? null : { open, shown }),
    [rows, hasMore, today, searches, open, shown],
  )
  return {
    lines,
    fold({ key, open: isOpen }: Fold): void {
      setOpen((before) => new Set([...before].filter((each) => each !== key).concat(isOpen ? [] : [key])))
    },
    /** A fold that was open for this row alone stays so: the keyboard goes back there. */
    keepOpen(row: string | null): void {
      const above = lines
        .slice(
          0,
          lines.findIndex(({ key }) => key === row),
        )
        .findLast(({ kind }) => kind !== 'row')
      if (above?.kind === 'fold' && above.open) setOpen((before) => new Set([...before, above.key]))
    },
  }
}

/** Payments that wait for their owner to sign or to let them go. */
function Waiting() {
  const { owner } = useWallet()
  const open = useQuery('payments.open', owner).value
  const waiting = unsignedOf(open ?? [])
  const now = useNow()
  if (waiting.length === 0) return null
  return (
    <Card className="mb-5" label={say('activity.waiting-for-you')}>
      <h2 className="px-6 pt-4 pb-1 font-semibold">{say('activity.waiting-for-you')}</h2>
      <ul>
        {waiting.map((payment) => (
          <li key={payment.paymentId} className="border-line border-b last:border-0">
            <button
              type="button"
              onClick={() => go({ name: 'payment', paymentId: payment.paymentId })}
              className="flex min-h-13 w-full items-center gap-3.5 rounded-lg px-6 py-2 text-left outline-offset-[-2px] hover:bg-hover"
            >
              <AssetIcon asset={payment.asset} size="sm" />
              <span className="min-w-0 flex-1 break-words">{unbroken(wording(payment.title))}</span>
              {isHeld(payment.held, now) ? (
                <span className="text-sm text-warn">{rulesStop(payment.held.until)}</span>
              ) : (
                <MoneyStateLabel state={payment.money} className="text-sm" />
              )}
              <Figure value={payment.amount} symbol={payment.asset.symbol} className="font-medium" />
              <ArrowRight className="size-4 text-ink-3" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Nothing(props: { readonly filter: ActivityFilter; readonly onClear: () => void }) {
  const { search } = props.filter
  const isSearch = search !== '' && !isFiltered({ ...props.filter, search: '' })
  return (
    <Card className="mt-3">
      {isFiltered(props.filter) ? (
        <Empty
          icon={<SearchX />}
          title={
            search === '' ? say('activity.nothing-matches-these-filters') : say('activity.no-match-for', { search })
          }
          actions={
            <Button onPress={props.onClear}>
              {isSearch ? say('activity.clear-the-search') : say('activity.clear-all-filters')}
            </Button>
          }
        >
          {isSearch ? undefined : say('activity.movements-outside-of-the-filters-are')}
        </Empty>
      ) : (
        <Empty
          icon={<History />}
          title={say('activity.no-movements-yet')}
          actions={
            <>
              <Button kind="primary" onPress={() => go({ name: 'receive' })}>
                {say('activity.receive-your-first-asset')}
              </Button>
              <Button onPress={() => go({ name: 'send' })}>{say('activity.write-a-payment')}</Button>
            </>
          }
        >
          {say('activity.what-you-receive-and-send-appears')}
        </Empty>
      )}
    </Card>
  )
}
