import { ArrowDownLeft, ArrowUpRight, CircleAlert, Clock3, Eye, EyeOff, Info, OctagonAlert, Wallet } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { cx } from '../../lib/cx.ts'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { formatShortDay } from '../../lib/time.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Attention, Home as HomeView } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Card, Empty, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { AssetTable } from './AssetTable.tsx'
import { Holds } from './Holds.tsx'
import { attentionLine, figuresOf } from './model.ts'

export function Home() {
  const { owner } = useWallet()
  const { value, error, refresh } = useQuery('home.read', owner)
  return (
    <Page
      title={say('home.home')}
      actions={
        <>
          <Button icon={<ArrowDownLeft className="size-4" />} onPress={() => go({ name: 'receive' })}>
            {say('home.receive')}
          </Button>
          <Button kind="primary" icon={<ArrowUpRight className="size-4" />} onPress={() => go({ name: 'send' })}>
            {say('home.send')}
          </Button>
        </>
      }
    >
      {error !== null && (
        <ErrorNotice
          error={error}
          className="mb-5"
          action={
            <Button size="sm" onPress={refresh}>
              {say('common.try-again')}
            </Button>
          }
        />
      )}
      {value === undefined ? error === null && <HomeSkeleton /> : <Filled home={value} />}
    </Page>
  )
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
    <Card className="mb-4 px-6 py-5" label={say('home.balance')}>
      <p className="text-ink-2 text-sm">{say('home.available')}</p>
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
    </Card>
  )
}

function Filled({ home }: { readonly home: HomeView }) {
  if (home.reading === null) return <Money home={home} />
  return (
    <>
      <Reading {...home.reading} />
      <AttentionStrip items={home.attention} />
    </>
  )
}

function Money({ home }: { readonly home: HomeView }) {
  const { state } = useWallet()
  const empty = home.balances.length === 0
  return (
    <>
      <Figures home={home} />
      <AttentionStrip items={home.attention} />
      {empty ? (
        <Card>
          <Empty
            icon={<Wallet />}
            title={say('home.nothing-here-yet')}
            actions={
              <>
                <Button kind="primary" onPress={() => go({ name: 'receive' })}>
                  {say('home.receive-your-first-asset')}
                </Button>
                {state.network.kind === 'local' && (
                  <Button onPress={() => go({ name: 'receive', tab: 'incoming' })}>
                    {say('home.simulate-a-deposit')}
                  </Button>
                )}
              </>
            }
          >
            {state.network.kind === 'local'
              ? say('home.this-is-the-local-network-everything')
              : say('home.what-you-receive-appears-here-with')}
          </Empty>
        </Card>
      ) : (
        <AssetTable balances={home.balances} />
      )}
      <Holds holds={home.holds} balances={home.balances} />
    </>
  )
}

function Figures({ home }: { readonly home: HomeView }) {
  const figures = figuresOf(home)
  return (
    <Card className="@container mb-4" label={say('home.balance')}>
      <div className="grid @2xl:grid-cols-[1.5fr_1fr_1fr] grid-cols-2">
        <AvailableFigure home={home} />
        <SideFigure
          label={say('home.held-2')}
          figure={figures.held}
          active={home.holds.length > 0}
          onPress={() => {
            const heading = document.getElementById('holds')
            heading?.scrollIntoView({ block: 'center' })
            heading?.focus()
          }}
        />
        <SideFigure
          label={say('home.arriving-2')}
          figure={figures.arriving}
          active={
            home.balances.some((one) => /[1-9]/.test(one.arriving)) ||
            home.attention.some((one) => one.kind === 'arriving')
          }
          onPress={() => go({ name: 'receive', tab: 'incoming' })}
        />
      </div>
    </Card>
  )
}

function AvailableFigure({ home }: { readonly home: HomeView }) {
  const { available } = figuresOf(home)
  return (
    <div className="col-span-2 border-line border-b @2xl:border-b-0 px-6 py-5 @2xl:col-span-1 [overflow-wrap:anywhere]">
      <p className="flex items-center gap-1 text-ink-2 text-sm">
        {say('home.available')}
        <HideAmounts />
      </p>
      {home.fiat !== null ? (
        <p className="mt-0.5 font-semibold text-3xl">
          <Fiat value={available.value} />
        </p>
      ) : (
        <p className="mt-0.5 font-semibold text-2xl">{available.line}</p>
      )}
      <p className="mt-1 text-ink-3 text-sm">
        {home.fiat?.asOf != null
          ? rich('home.estimate-prices', { time: <Time at={home.fiat.asOf} form="age" /> })
          : say('home.no-price-estimates-on-this-network')}
      </p>
    </div>
  )
}

/** Beside the figure that others should not see first. */
function HideAmounts() {
  const { hideAmounts } = useWallet().state.preferences
  const set = useAction('app.setPreferences')
  return (
    <IconButton
      label={hideAmounts ? say('shell.show-amounts') : say('shell.hide-amounts')}
      hint={say('shell.ctrl-shift-h')}
      className="-my-1.5"
      onPress={() => void set.run({ hideAmounts: !hideAmounts })}
    >
      {hideAmounts ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
    </IconButton>
  )
}

function SideFigure(props: {
  readonly label: string
  readonly figure: { readonly value: string | null; readonly line: string }
  readonly active: boolean
  readonly onPress: () => void
}) {
  const { label, figure, active } = props
  const inner = (
    <>
      <span className="block text-ink-2 text-sm">{label}</span>
      <span className={cx('mt-1 block text-xl', active ? 'font-semibold' : 'text-ink-3')}>
        {figure.value === null ? active ? figure.line : '–' : <Fiat value={figure.value} />}
      </span>
      <span className={cx('mt-1.5 block text-sm', active ? 'text-accent-ink group-hover:underline' : 'text-ink-3')}>
        {figure.line}
      </span>
    </>
  )
  const place = 'min-w-0 border-line px-6 py-5 @2xl:border-l [overflow-wrap:anywhere] nth-3:border-l'
  if (!active) return <div className={place}>{inner}</div>
  return (
    <button
      type="button"
      onClick={props.onPress}
      className={cx(
        'group flex flex-col items-start text-left transition-colors duration-120 last:rounded-br-lg hover:bg-hover @2xl:last:rounded-tr-lg',
        place,
      )}
    >
      {inner}
    </button>
  )
}

const ICONS = { info: <Info />, warn: <CircleAlert />, stop: <OctagonAlert /> } as const

function AttentionStrip({ items }: { readonly items: readonly Attention[] }) {
  if (items.length === 0) return null
  return (
    <section aria-label={say('home.needs-a-look')} className="mb-4 grid gap-2">
      {items.map((item) => {
        const line = attentionLine(item)
        return (
          <Notice
            key={`${item.kind} ${'paymentId' in item ? item.paymentId : 'requestId' in item ? item.requestId : ''}`}
            tone={line.tone === 'info' ? 'plain' : line.tone}
            icon={item.kind === 'arriving' ? <Clock3 /> : ICONS[line.tone]}
            title={line.title}
            action={
              <Button size="sm" onPress={() => follow(line.target)}>
                {line.action}
              </Button>
            }
          >
            {line.text}
          </Notice>
        )
      })}
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
      go({ name: 'receive', tab: 'incoming' })
      return
    case 'coins':
      go({ name: 'coins' })
      return
    case 'security':
    case 'stopped':
      go({ name: 'settings', section: target.name })
  }
}

function HomeSkeleton() {
  return (
    <div role="status" aria-label={say('home.reading-balances')}>
      <Skeleton className="mb-4 h-[122px] w-full rounded-lg" />
      <Skeleton className="h-[340px] w-full rounded-lg" />
    </div>
  )
}
