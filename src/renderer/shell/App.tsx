import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { firstScreen } from '#contract/topics'
import { speakWhole } from '#words'
import { Guard } from '../components/Crashed.tsx'
import { whenIdle, whenPainted } from '../lib/idle.ts'
import { firstPart, part } from '../lib/lazy.tsx'
import { Onboarding } from '../screens/onboarding/index.tsx'
import { firstState } from '../state/first.ts'
import { link } from '../state/host-connection.ts'
import { useLanguage } from '../state/language.ts'
import { restorePlace } from '../state/place.ts'
import { useQuery } from '../state/query.ts'
import { followHistory, go, useRoute } from '../state/routes.ts'
import type { LinkState } from '../state/socket.ts'
import { useTheme } from '../state/theme.ts'
import type { Account, AppState } from '../state/types.ts'
import { selectAccount, useSelectedAccount } from '../state/wallet.tsx'
import { HelpLayer } from './HelpLayer.tsx'
import { start, stylesRead } from './start.tsx'

const Lock = firstPart(async () => (await import('../screens/lock/index.tsx')).Lock)
const Damaged = firstPart(async () => (await import('../screens/lock/Damaged.tsx')).Damaged)
const Open = firstPart(async () => (await import('./Open.tsx')).Open)
const Ended = part(async () => (await import('./Trouble.tsx')).Ended)
const Unreadable = part(async () => (await import('./Trouble.tsx')).Unreadable)

const ENDS: readonly LinkState[] = ['refused', 'elsewhere', 'replaced', 'broken', 'closed']

/** Reads what the first screen is drawn with, so that it replaces the page's frame whole. */
async function readFirst(): Promise<void> {
  const state = await firstState()
  if (state === null) return
  restorePlace(state)
  const screen = firstScreen(state)
  if (screen === 'open') await Open.preload()
  else if (screen === 'locked') await (state.vault.damage === null ? Lock : Damaged).preload()
}

/** The window: what there is to do, and the handbook above it. */
function App() {
  // The words of all other screens come once this one is painted.
  useEffect(() => whenPainted(() => void speakWhole().catch(() => undefined)), [])
  return (
    <>
      <Guard>
        <Stage />
      </Guard>
      <Guard>
        <HelpLayer />
      </Guard>
    </>
  )
}

/** Chooses between locked, setting up and open. */
function Stage() {
  const query = useQuery('app.state', null)
  const linkState = useStore(link, (value) => value.state)
  const state = query.value
  const account = useSelectedAccount(state)
  useTheme(state?.preferences.theme)
  useLanguage(state?.preferences.language)
  useEffect(() => followHistory(window), [])
  const opened = state?.vault.locked === false ? state : null
  // Before it is seen: who unlocks comes back to where one was.
  useLayoutEffect(() => {
    if (opened !== null) restorePlace(opened)
  }, [opened])
  // What comes after setting up or unlocking; and the words for the end must be there before it comes: afterwards nobody serves them.
  useEffect(() => whenIdle(() => void Promise.allSettled([Open.preload(), Ended.preload()])), [])

  if (ENDS.includes(linkState)) return <Ended state={linkState} />
  if (state === undefined) {
    return query.error === null ? null : <Unreadable error={query.error} onRetry={query.refresh} />
  }
  if (state.vault.damage !== null) return <Damaged state={state} damage={state.vault.damage} />
  if (state.vault.locked) return <Lock state={state} account={account} />
  return <Unlocked state={state} account={account} />
}

const isReady = (account: Account | null): account is Account => account !== null && account.stage === 'ready'

/** Setting up stays on screen until the person leaves it, also when the last step has made the account ready. */
function Unlocked({ state, account }: { readonly state: AppState; readonly account: Account | null }) {
  const route = useRoute()
  const needed = !isReady(account) || route.name === 'add-account'
  const [settingUp, setSettingUp] = useState(needed)
  useEffect(() => {
    if (needed) setSettingUp(true)
  }, [needed])

  if (!needed && !settingUp) return <Open state={state} account={account} />
  const fromBackup = route.name === 'add-account' && route.from === 'backup'
  const lost = account?.stage === 'lost' && (route.name !== 'add-account' || fromBackup) ? account : null
  const named = route.name === 'add-account' ? state.accounts.find((one) => one.account === route.account) : undefined
  const resume = named ?? (route.name === 'add-account' || isReady(account) || lost !== null ? null : account)
  const other = state.accounts.find((one) => one.stage === 'ready')
  // From a second account one goes back to the first, be it set up or not.
  const back = other ?? (route.name === 'add-account' ? account : null)
  const leave = (id: string) => {
    selectAccount(id)
    go({ name: 'home' }, 'replace')
    setSettingUp(false)
  }
  return (
    <Onboarding
      key={route.name === 'add-account' ? `add ${route.account ?? ''}` : 'first'}
      state={state}
      resume={resume}
      lost={lost}
      fromBackup={fromBackup}
      onDone={leave}
      {...(back === null ? {} : { onLeave: () => leave(back.account) })}
    />
  )
}

/** Renders the window. It is no module of its own that does so by being read: that would be one more file to wait for. */
export async function begin(): Promise<void> {
  // What failed of the first screen says so in its place; without styles nothing does.
  const [styles] = await Promise.allSettled([stylesRead(), readFirst()])
  if (styles.status === 'rejected') throw styles.reason
  start(<App />)
}
