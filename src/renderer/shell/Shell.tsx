import { Link2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { say } from '#words'
import { BESIDE } from '../components/Beside.tsx'
import { Guard } from '../components/Crashed.tsx'
import { LinkBanner } from '../components/LinkBanner.tsx'
import { ChartDrawing } from '../components/ValueChart.tsx'
import { shorten } from '../lib/digits.ts'
import { useMedia } from '../lib/hooks.ts'
import { whenIdle } from '../lib/idle.ts'
import { part } from '../lib/lazy.tsx'
import { Home } from '../screens/home/index.tsx'
import { useAskedScreen } from '../state/asked-screen.ts'
import { call } from '../state/bridge.ts'
import { opened } from '../state/host-connection.ts'
import { useMoneyWatch, useRequestWatch } from '../state/notices.ts'
import { heedCopies } from '../state/pasted.ts'
import { useKeepPlace } from '../state/place.ts'
import { queries, useQuery } from '../state/query.ts'
import { go, type Route, routes, useRoute } from '../state/routes.ts'
import { openScan, scan, scanDrops } from '../state/scan.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice, Skeleton } from '../ui/Surface.tsx'
import { ConnectionTold } from './ConnectionLine.tsx'
import { type Command, commandsOf, createKeyMatcher } from './commands.ts'
import { DamageBanner } from './DamageBanner.tsx'
import { EndedBanner } from './EndedBanner.tsx'
import { MissedBanner } from './MissedBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import { TopBar } from './TopBar.tsx'

const send = () => import('../screens/send/index.tsx')
const Send = part(async () => (await send()).Send)
const Drafts = part(async () => (await send()).Drafts)
const AskedScreen = part(async () => (await send()).AskedScreen)
const PaymentScreen = part(async () => (await send()).PaymentScreen)
const Runs = part(async () => (await import('../screens/runs/index.tsx')).Runs)
const Scheduled = part(async () => (await import('../screens/scheduled/index.tsx')).Scheduled)
const AssetScreen = part(async () => (await import('../screens/asset/index.tsx')).AssetScreen)
const StatementScreen = part(async () => (await import('../screens/statement/index.tsx')).StatementScreen)
const Receive = part(async () => (await import('../screens/receive/index.tsx')).Receive)
const Activity = part(async () => (await import('../screens/activity/index.tsx')).Activity)
const approvals = () => import('../screens/approvals/index.tsx')
const Approvals = part(async () => (await approvals()).Approvals)
const RequestScreen = part(async () => (await approvals()).RequestScreen)
const groups = () => import('../screens/groups/index.tsx')
const NewGroup = part(async () => (await groups()).NewGroup)
const MoveGroup = part(async () => (await groups()).MoveGroup)
const GroupScreen = part(async () => (await groups()).GroupScreen)
const contacts = () => import('../screens/contacts/index.tsx')
const Contacts = part(async () => (await contacts()).Contacts)
const ContactScreen = part(async () => (await contacts()).ContactScreen)
const collectibles = () => import('../screens/collectibles/index.tsx')
const Gallery = part(async () => (await collectibles()).Gallery)
const ItemScreen = part(async () => (await collectibles()).ItemScreen)
const CollectionScreen = part(async () => (await collectibles()).CollectionScreen)
const Inscribe = part(async () => (await collectibles()).Inscribe)
const NewCollection = part(async () => (await collectibles()).NewCollection)
const Scan = part(async () => (await import('../screens/scan/index.tsx')).Scan)
const LegacyOutputs = part(async () => (await import('../screens/accounts/index.tsx')).LegacyOutputs)
const WebAppAsk = part(async () => (await import('../screens/web-apps/index.tsx')).WebAppAsk)
const Coins = part(async () => (await import('../screens/coins/index.tsx')).Coins)
const Compare = part(async () => (await import('../screens/compare/index.tsx')).Compare)
const Doctor = part(async () => (await import('../screens/doctor/index.tsx')).Doctor)
const Settings = part(async () => (await import('../screens/settings/index.tsx')).Settings)
const Palette = part(async () => (await import('./Palette.tsx')).Palette)
const Keys = part(async () => (await import('./Palette.tsx')).Keys)
const PARTS = [
  ChartDrawing,
  Send,
  AssetScreen,
  StatementScreen,
  Drafts,
  AskedScreen,
  PaymentScreen,
  Receive,
  Activity,
  Coins,
  Compare,
  Doctor,
  Settings,
  Palette,
  Keys,
  Approvals,
  RequestScreen,
  NewGroup,
  GroupScreen,
  MoveGroup,
  Scan,
  Contacts,
  ContactScreen,
  Gallery,
  ItemScreen,
  CollectionScreen,
  Inscribe,
  NewCollection,
  LegacyOutputs,
  WebAppAsk,
] as const

/** The window of an open wallet: the sidebar, the screen, and what reaches over both. */
export function Shell() {
  const { state, account, owner, groups: known } = useWallet()
  const scanning = useStore(scan, (value) => value.open)
  const [over, setOver] = useState<'palette' | 'keys' | null>(null)
  const commands = useMemo(
    () =>
      commandsOf(
        state,
        {
          openPalette: () => setOver('palette'),
          openKeys: () => setOver('keys'),
          focusSearch: () => {
            go({ name: 'activity' })
            requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-search]')?.focus())
          },
        },
        known,
        account.account,
      ),
    [state, known, account.account],
  )
  // Also before that is read which opens over the screen: what is typed meanwhile is meant for it.
  useKeys(commands, state.preferences.letterKeys && over === null)
  useIdleTouch()
  useAskedScreen()
  useKeepPlace(account.account, owner.holder)
  // The other screens are read while nothing else is going on, so that going there is instant.
  useEffect(
    () =>
      whenIdle(() => {
        for (const one of PARTS) void one.preload().catch(() => undefined)
      }),
    [],
  )

  return (
    <div className="flex h-full flex-col min-[62.5rem]:flex-row">
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:shadow-overlay"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {say('shell.skip-to-content')}
      </button>
      <Around onPalette={() => setOver('palette')} />
      <Screen />
      {over === 'palette' && <Palette commands={commands} onClose={() => setOver(null)} />}
      <DropVeil />
      {/* What was read for one account says nothing to another one. */}
      {scanning && <Scan key={account.account} />}
      <WebAppAsk />
      <Watch />
      {over === 'keys' && <Keys commands={commands} onClose={() => setOver(null)} />}
    </div>
  )
}

/** What leads to the other screens: a column of its own, or a bar where there is no room for one. */
function Around({ onPalette }: { readonly onPalette: () => void }) {
  const isWide = useMedia('(width >= 62.5rem)')
  return isWide ? <Sidebar onPalette={onPalette} className="w-51 min-[75rem]:w-58" /> : <TopBar onPalette={onPalette} />
}

/** Looks after what came in and what is to be signed of all accounts, apart: news of it are no reason to draw the window anew. */
function Watch() {
  useRequestWatch()
  useMoneyWatch()
  useAskedAgain()
  useEffect(() => heedCopies(window), [])
  return null
}

/** What could not be asked without a line is asked once there is one. */
function useAskedAgain(): void {
  const { account } = useWallet().account
  const isLive = useQuery('app.connection', { account }).value?.state === 'live'
  useEffect(() => {
    if (isLive) queries.recovered()
  }, [isLive])
}

function Screen() {
  const step = useStore(routes, (place) => place.step)
  const route = useRoute()
  const { account, owner } = useWallet()
  const ref = useRef<HTMLElement>(null)
  useScrollMemory(ref, step)
  return (
    <div className="relative m-1.5 mt-0 flex min-h-0 min-w-0 flex-1 overflow-hidden rounded-sheet bg-surface shadow-card min-[62.5rem]:m-2 min-[62.5rem]:ml-0">
      <main
        ref={ref}
        id="main"
        tabIndex={-1}
        // What the focus goes to stays clear of what sticks to the edges.
        className="relative flex min-w-0 flex-1 scroll-pt-16 flex-col overflow-y-auto outline-none has-[:is(footer,[data-foot])]:scroll-pb-28 max-[62.5rem]:has-[+_*_>_aside]:invisible"
      >
        <ConnectionTold />
        <LinkBanner isTold className="sticky top-2 z-20 m-4 mb-0 low:mx-2 low:mt-2" />
        <DamageBanner />
        <EndedBanner />
        <OpenedLink />
        <MissedBanner />
        <Guard key={`${account.account} ${owner.holder ?? ''} ${step}`}>
          <View route={route} />
        </Guard>
      </main>
      <div id={BESIDE} className="contents" />
    </div>
  )
}

function View({ route }: { readonly route: Route }) {
  switch (route.name) {
    case 'home':
    case 'add-account':
      return <Home />
    case 'send':
      return (
        <Send
          key={`${route.draftId ?? ''} ${route.repeat ?? ''} ${route.assetId ?? ''} ${route.filled ?? ''}`}
          {...route}
          waiting={<ScreenSkeleton />}
        />
      )
    case 'asset':
      return <AssetScreen key={route.assetId} assetId={route.assetId} waiting={<ScreenSkeleton />} />
    case 'statement':
      return <StatementScreen filter={route.filter} waiting={<ScreenSkeleton />} />
    case 'drafts':
      return <Drafts waiting={<ScreenSkeleton />} />
    case 'runs':
      return <Runs {...route} waiting={<ScreenSkeleton />} />
    case 'scheduled':
      return <Scheduled {...route} waiting={<ScreenSkeleton />} />
    case 'asked':
      return <AskedScreen key={route.requestId} requestId={route.requestId} waiting={<ScreenSkeleton />} />
    case 'payment':
      return <PaymentScreen key={route.paymentId} paymentId={route.paymentId} waiting={<ScreenSkeleton />} />
    case 'receive':
      return <Receive {...route} waiting={<ScreenSkeleton />} />
    case 'activity':
      return <Activity {...route} waiting={<ScreenSkeleton />} />
    case 'coins':
      return <Coins {...route} waiting={<ScreenSkeleton />} />
    case 'compare':
      return <Compare waiting={<ScreenSkeleton />} />
    case 'doctor':
      return <Doctor waiting={<ScreenSkeleton />} />
    case 'approvals':
      return <Approvals {...route} waiting={<ScreenSkeleton />} />
    case 'request':
      return <RequestScreen key={route.requestId} requestId={route.requestId} waiting={<ScreenSkeleton />} />
    case 'new-group':
      return <NewGroup key={route.from} {...route} waiting={<ScreenSkeleton />} />
    case 'move-group':
      return <MoveGroup key={`${route.from} ${route.to}`} {...route} waiting={<ScreenSkeleton />} />
    case 'group':
      return <GroupScreen key={route.holder} holder={route.holder} waiting={<ScreenSkeleton />} />
    case 'contacts':
      return <Contacts {...route} waiting={<ScreenSkeleton />} />
    case 'contact':
      return <ContactScreen key={route.userId} userId={route.userId} waiting={<ScreenSkeleton />} />
    case 'legacy-outputs':
      return <LegacyOutputs waiting={<ScreenSkeleton />} />
    case 'collectibles':
      return <Gallery key={`${route.hidden === true}`} {...route} waiting={<ScreenSkeleton />} />
    case 'collectible':
      return <ItemScreen key={route.inscription} inscription={route.inscription} waiting={<ScreenSkeleton />} />
    case 'collection':
      return <CollectionScreen key={route.collection} collection={route.collection} waiting={<ScreenSkeleton />} />
    case 'inscribe':
      return <Inscribe key={route.collection} collection={route.collection} waiting={<ScreenSkeleton />} />
    case 'new-collection':
      return <NewCollection waiting={<ScreenSkeleton />} />
    case 'settings':
      return <Settings {...route} waiting={<ScreenSkeleton />} />
  }
}

/** Links from outside wait for a click, over a lock and a restart: none opens Send by itself. */
function OpenedLink() {
  const text = useStore(opened, (value) => value.text)
  const kept = useQuery('links.list', null).value ?? []
  const texts = [...new Set([...(text === null ? [] : [text]), ...kept.map((one) => one.text)])]
  const [first] = texts
  if (first === undefined) return null

  function take(link: string): void {
    if (text === link) opened.setState({ text: null })
    void call('links.drop', { text: link }).catch(() => undefined)
  }

  return (
    <Notice
      tone="info"
      icon={<Link2 />}
      title={texts.length === 1 ? say('shell.a-link-was-opened') : say('shell.links-wait', { count: texts.length })}
      live
      className="m-4 mb-0 low:mx-2 low:mt-2"
      action={
        <span className="flex gap-2">
          <Button size="sm" kind="quiet" onPress={() => take(first)}>
            {say('shell.ignore')}
          </Button>
          <Button
            size="sm"
            onPress={() => {
              take(first)
              openScan({ kind: 'text', text: first, source: 'link' })
            }}
          >
            {say('shell.look-at-it')}
          </Button>
        </span>
      }
    >
      {say('shell.it-comes-from-outside-coffer-nothing')}
      <span className="code mt-0.5 block break-all text-xs">{shorten(first, 60, 16)}</span>
    </Notice>
  )
}

/** What is dropped anywhere over the window is read, and only read. */
function DropVeil() {
  const [hovering, setHovering] = useState(false)
  useEffect(() => scanDrops(window, setHovering), [])
  if (!hovering) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-overlay p-6">
      <p className="rounded-xl bg-raised px-8 py-6 text-center font-medium text-lg shadow-overlay">
        {say('shell.drop-it-to-have-it-read')}
        <span className="block font-normal text-base text-ink-2">{say('shell.coffer-shows-what-it-is-nothing')}</span>
      </p>
    </div>
  )
}

function ScreenSkeleton() {
  return (
    <div className="mx-auto w-full max-w-250 px-10 py-9" aria-hidden="true">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="mt-8 h-40 w-full rounded-lg" />
    </div>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]), textarea, select'))

function useKeys(all: readonly Command[], letters: boolean): void {
  const commands = useMemo(
    () => (letters ? all : all.filter(({ keys }) => keys?.startsWith('Mod+') === true)),
    [all, letters],
  )
  const match = useRef(createKeyMatcher(() => performance.now()))
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.metaKey
      if (event.defaultPrevented || (isTyping(event.target) && !modified)) return
      // While a dialog is open its own keys count, not those of the screen behind it.
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null && !modified) return
      const command = match.current(event, commands)
      if (command === null) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [commands])
}

const TOUCH_MS = 5_000

/** Tells the wallet that somebody is there, which keeps the idle lock away. */
function useIdleTouch(): void {
  useEffect(() => {
    let last = 0
    const touch = () => {
      const now = performance.now()
      if (last !== 0 && now - last < TOUCH_MS) return
      last = now
      void call('session.touch', null).catch(() => undefined)
    }
    const kinds = ['pointerdown', 'keydown', 'wheel', 'pointermove', 'focus'] as const
    for (const kind of kinds) window.addEventListener(kind, touch, { passive: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touch)
    }
  }, [])
}
