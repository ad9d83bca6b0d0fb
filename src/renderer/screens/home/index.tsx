import {
  ArrowDownLeft,
  ChevronRight,
  CircleAlert,
  CirclePause,
  Clock3,
  CloudOff,
  Info,
  OctagonAlert,
  Signature,
  Wallet,
} from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { say } from '#words'
import { DayChange } from '../../components/DayChange.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat } from '../../components/figures.tsx'
import { NewVersions } from '../../components/NewVersions.tsx'
import { Page } from '../../components/Page.tsx'
import { ReceiveSend } from '../../components/ReceiveSend.tsx'
import { useValue, ValueChart } from '../../components/ValueChart.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { firstPart } from '../../lib/lazy.tsx'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { formatShortDay } from '../../lib/time.ts'
import { unbroken } from '../../lib/unbroken.tsx'
import { cutOffLine } from '../../state/connection.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Attention, Balance, Home as HomeView } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Disclosure, Empty, Skeleton } from '../../ui/Surface.tsx'
import { AssetTable } from './AssetTable.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Holds } from './Holds.tsx'
import { apart, attentionLine, figuresOf, type SideFigure, unpricedOf } from './model.ts'
import { useLately } from './newest.ts'
import { Parts } from './Parts.tsx'
import { useWhose, Whose } from './Whose.tsx'

/** Comes after the first figures, as what it shows does, with menus and more that these have no need of. */
const Lately = firstPart(async () => (await import('./Lately.tsx')).Lately)

export function Home() {
  const { account, owner } = useWallet()
  const whose = useWhose()
  // For its phone a watch-only account writes down what it pays itself; a group's payment begins with a key.
  const mayBegin = account.kind !== 'watch' || owner.holder === null
  const { value, error, refresh } = useQuery('home.read', { ...owner, ...whose })
  return (
    <Page title={say('home.home')} bare>
      <div className="grid gap-x-7 gap-y-5 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[62.5rem]:grid-rows-[auto_1fr] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11">
        <div className="grid grid-cols-2 gap-2 min-[62.5rem]:col-start-2">
          <ReceiveSend
            home={value}
            onReceive={() => go({ name: 'receive' })}
            onSend={mayBegin ? () => go({ name: 'send' }) : undefined}
          />
        </div>
        <div className="min-[62.5rem]:col-start-1 min-[62.5rem]:row-span-2 min-[62.5rem]:row-start-1">
          <ErrorNotice error={error} onRetry={refresh} className="mb-5" />
          {value === undefined ? error === null && <HomeSkeleton /> : <Filled home={value} />}
        </div>
        <div className="min-[62.5rem]:col-start-2">
          {value !== undefined && <Waiting items={value.attention} />}
          <NewVersions />
          {/* History is read oldest first: what came last is not known before all of it is. */}
          {value?.reading === null && <Latest />}
        </div>
      </div>
    </Page>
  )
}

/** What shows the newest movements is read when they have come: before the first figures are painted it would be in their way. */
function Latest() {
  return useLately(useWallet().owner) !== undefined && <Lately />
}

/** In place of figures that would be no sums yet. */
function Reading({ coins, span }: NonNullable<HomeView['reading']>) {
  const now = useNow(1_000)
  const [from, until] = span === null ? [now, now] : [Date.parse(span.from), Date.parse(span.until)]
  const found =
    span === null
      ? say('home.coins-found-so-far', { coins })
      : say('home.read-up-to', { coins, day: formatShortDay(span.until, now) })
  return (
    <section className="mb-6" aria-label={say('home.balance')}>
      <p className="font-medium text-ink-2">{say('home.available')}</p>
      <p role="status" className="mt-0.5 font-semibold text-2xl">
        {say('home.reading-your-coins')}
      </p>
      <p className="mt-1 mb-3 text-ink-2 text-sm">{found}</p>
      {span !== null && (
        <Progress
          label={say('home.reading-your-coins')}
          value={until - from}
          of={Math.max(now, until) - from}
          text={found}
        />
      )}
    </section>
  )
}

function Filled({ home }: { readonly home: HomeView }) {
  return home.reading === null ? <Money home={home} /> : <Reading {...home.reading} />
}

function Money({ home }: { readonly home: HomeView }) {
  return (
    <>
      <Figures home={home} />
      {home.balances.length === 0 ? <NoMoney /> : <Assets balances={home.balances} />}
      <Parts parts={home.parts} />
      <Holds holds={home.holds} balances={home.balances} />
    </>
  )
}

/** What there is of each asset; what its owner hid stands behind a line of its own, and is never out of reach. */
function Assets({ balances }: { readonly balances: readonly Balance[] }) {
  const ids = useHidden()
  const { listed, hidden } = useMemo(() => apart(balances, ids), [balances, ids])
  return (
    <>
      {listed.length > 0 && <AssetTable rows={listed} all={balances} />}
      {hidden.length > 0 && (
        <Disclosure title={say('home.hidden-assets', { count: hidden.length })} className="mt-2">
          <AssetTable rows={hidden} all={balances} aside />
          <p className="mt-2 text-ink-3 text-sm">{say('home.hidden-still-count')}</p>
        </Disclosure>
      )}
    </>
  )
}

const NONE: readonly string[] = []

const useHidden = (): readonly string[] => useWallet().state.preferences.hiddenAssets ?? NONE

/** Nothing came yet, or all went: only the first is a beginning. */
function NoMoney() {
  const { owner, account } = useWallet()
  const known = useLately(owner)
  if (known === undefined) return null
  if (owner.holder === null && account.kind !== 'watch' && known.rows.length === 0) return <FirstSteps />
  return (
    <div className="border-line border-t">
      <Empty icon={<Wallet />} title={say('home.nothing-here-yet')}>
        {say('home.what-you-receive-appears-here-with')}
      </Empty>
    </div>
  )
}

/** That figures are of before, and since when: in a narrow window nothing else says so. */
function CutOff() {
  const { account } = useWallet()
  const { value } = useQuery('app.connection', { account: account.account })
  const retry = useAction('app.retry')
  const line = cutOffLine(value, useNow())
  if (line === null) return null
  return (
    <p className="mt-1 flex min-h-7.5 flex-wrap items-center gap-x-2.5 text-ink-2 text-sm">
      <CloudOff className="size-4 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0">{heard(line)}</span>
      <LinkButton onPress={() => void retry.run({ account: account.account })}>{say('common.try-again')}</LinkButton>
    </p>
  )
}

/** One total, how it moved, and what is not at hand: then the line of its value. */
function Figures({ home }: { readonly home: HomeView }) {
  const { owner } = useWallet()
  const whose = useWhose()
  const course = useValue({ owner, whose, assetId: null, of: 'value' })
  const { available, held, arriving } = figuresOf(home)
  const day = course.value?.day ?? null
  const ids = useHidden()
  const isWorthKnown = home.balances.length === 0 || unpricedOf(home.balances).length < home.balances.length
  const unpriced = unpricedOf(apart(home.balances, ids).listed)
  return (
    <section className="mb-6" aria-label={say('home.balance')}>
      <Whose />
      {home.fiat !== null && isWorthKnown ? (
        <p className="mt-1.5 text-[2.625rem] font-[580] leading-[3rem] tracking-[-0.034em] max-[30rem]:text-[2rem] max-[30rem]:leading-[2.375rem] min-[75rem]:text-total">
          <Fiat value={home.fiat.total} quietFraction className="[overflow-wrap:anywhere]" />
        </p>
      ) : (
        <p className="mt-1.5 font-semibold text-2xl">{heard(available.line)}</p>
      )}
      <CutOff />
      <div className="mt-1 flex min-h-6.5 flex-wrap items-center gap-x-3 gap-y-2">
        {home.fiat === null ? (
          <p className="text-ink-3 text-sm">{say('home.no-price-estimates-on-this-network')}</p>
        ) : isWorthKnown ? (
          day !== null && <DayChange day={day} />
        ) : (
          <p className="text-ink-3 text-sm">{say('home.no-price-is-known')}</p>
        )}
        {held.isThere && (
          <Chip
            label={say('home.held-2')}
            icon={<CirclePause />}
            figure={held}
            onPress={() => {
              const heading = document.getElementById('holds')
              heading?.scrollIntoView({ block: 'center' })
              heading?.focus()
            }}
          />
        )}
        {arriving.isThere && (
          <Chip
            label={say('home.arriving-2')}
            icon={<ArrowDownLeft />}
            figure={arriving}
            onPress={() => go({ name: 'receive', tab: 'incoming' })}
          />
        )}
      </div>
      {home.fiat !== null && isWorthKnown && unpriced.length > 0 && (
        <p className="mt-1 text-ink-3 text-sm">
          {rich('home.not-in-the-total', { count: unpriced.length, symbol: unpriced[0]?.asset.symbol ?? '' })}
        </p>
      )}
      {home.fiat !== null && (
        <div className="mt-3">
          <ValueChart
            {...course}
            of="value"
            height={172}
            empty={say(isWorthKnown ? 'home.value-is-drawn-here' : 'home.value-needs-a-price')}
          />
        </div>
      )}
    </section>
  )
}

/** Money that is not available: absent where there is none. */
function Chip(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly figure: SideFigure
  readonly onPress: () => void
}) {
  const { label, icon, figure } = props
  return (
    <button
      type="button"
      title={spoken(figure.line)}
      onClick={props.onPress}
      className="flex h-6.5 items-center gap-1.5 rounded-full px-2.5 text-ink-2 text-sm shadow-[inset_0_0_0_1px_var(--line-button)] transition-colors duration-120 hover:bg-hover [&>svg]:size-3.5"
    >
      {icon}
      {label}
      <span className="font-semibold text-ink">
        {figure.value === null ? heard(figure.line) : <Fiat value={figure.value} />}
      </span>
    </button>
  )
}

const ICONS = { info: <Info />, warn: <CircleAlert />, stop: <OctagonAlert /> } as const
const TONES = { info: 'text-accent-ink', warn: 'text-warn', stop: 'text-stop' } as const

/** What waits for a person, each with the one thing to do about it. */
function Waiting({ items }: { readonly items: readonly Attention[] }) {
  const now = useNow()
  if (items.length === 0) return null
  return (
    <section aria-label={say('home.needs-a-look')} className="mb-7">
      <h2 className="mb-2.5 text-[0.9375rem] font-semibold leading-[1.375rem]">{say('home.needs-a-look')}</h2>
      <ul className="rounded-lg bg-sunken px-1 py-1">
        {items.map((item) => {
          const line = attentionLine(item, now)
          return (
            <li
              key={`${item.kind} ${'paymentId' in item ? item.paymentId : 'requestId' in item ? item.requestId : ''}`}
              className="border-line border-b last:border-0"
            >
              <button
                type="button"
                onClick={() => follow(line.target)}
                className="flex w-full items-center gap-2.5 rounded-md px-2 py-2.5 text-left transition-colors duration-120 hover:bg-hover"
              >
                <span className={cx('shrink-0 [&_svg]:size-5', TONES[line.tone])} aria-hidden="true">
                  {item.kind === 'arriving' ? (
                    <Clock3 />
                  ) : item.kind === 'needs_signature' ? (
                    <Signature />
                  ) : (
                    ICONS[line.tone]
                  )}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block text-pretty font-medium leading-[1.1875rem]">{unbroken(line.title)}</span>
                  <span className="mt-0.5 block text-pretty text-ink-2 text-xs [overflow-wrap:anywhere]">
                    {heard(line.text)}
                  </span>
                  <span className="sr-only">{line.action}</span>
                </span>
                <ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function follow(target: ReturnType<typeof attentionLine>['target']): void {
  switch (target.name) {
    case 'payment':
    case 'request':
      go(target)
      return
    case 'incoming':
    case 'inside':
      go({ name: 'receive', tab: target.name })
      return
    case 'coins':
      go({ name: 'coins' })
      return
    case 'scheduled':
      go({ name: 'scheduled' })
      return
    case 'security':
    case 'backup':
    case 'stopped':
      go({ name: 'settings', section: target.name })
  }
}

function HomeSkeleton() {
  return (
    <div role="status" aria-label={say('home.reading-balances')}>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-2 mb-9 h-12 w-64" />
      <Skeleton className="h-75 w-full rounded-lg" />
    </div>
  )
}
