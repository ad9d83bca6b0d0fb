import { Unplug } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ErrorNotice } from '../parts/ErrorNotice.tsx'
import { FigureLook } from '../parts/figures.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Surface.tsx'
import { useConnectionStaleness } from './connection.ts'
import { link } from './link.ts'
import { useQuery } from './query.ts'
import { followHistory, go, useRoute } from './routes.ts'
import { Shell } from './Shell.tsx'
import type { LinkState } from './socket.ts'
import { useTheme } from './theme.ts'
import type { Account, AppState } from './types.ts'
import { selectAccount, useSelectedAccount, WalletProvider } from './wallet.tsx'

const Lock = lazy(async () => ({ default: (await import('../features/lock/index.tsx')).Lock }))
const Onboarding = lazy(async () => ({ default: (await import('../features/onboarding/index.tsx')).Onboarding }))

/** Chooses between locked, setting up and open. */
export function App() {
  const query = useQuery('app.state', null)
  const linkState = useStore(link, (value) => value.state)
  const state = query.value
  const account = useSelectedAccount(state)
  useTheme(state?.preferences.theme)
  useEffect(() => followHistory(window), [])

  if (linkState in ENDED) return <Ended state={linkState} />
  if (state === undefined) {
    if (query.error === null) return null
    return (
      <main className="mx-auto max-w-lg p-10">
        <ErrorNotice error={query.error} action={<Button onPress={query.refresh}>Try again</Button>} />
      </main>
    )
  }
  return (
    <Suspense fallback={null}>
      {state.vault.locked ? <Lock state={state} account={account} /> : <Unlocked state={state} account={account} />}
    </Suspense>
  )
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

  if (needed || settingUp) {
    const resume = route.name === 'add-account' || isReady(account) ? null : account
    const other = state.accounts.find((one) => one.stage === 'ready')
    return (
      <Onboarding
        state={state}
        resume={resume}
        onDone={(id) => {
          selectAccount(id)
          go({ name: 'home' }, 'replace')
          setSettingUp(false)
        }}
        {...(other === undefined
          ? {}
          : {
              onLeave: () => {
                selectAccount(other.account)
                go({ name: 'home' }, 'replace')
                setSettingUp(false)
              },
            })}
      />
    )
  }
  return (
    <WalletProvider state={state} account={account}>
      <Open state={state} account={account} />
    </WalletProvider>
  )
}

function Open({ state, account }: { readonly state: AppState; readonly account: Account }) {
  const stale = useConnectionStaleness(account.account)
  return (
    <FigureLook hidden={state.preferences.hideAmounts} currency={state.preferences.currency} stale={stale}>
      <Shell />
    </FigureLook>
  )
}

/** The ways in which a window of the browser host loses its wallet for good, in words. */
const ENDED: Partial<Record<LinkState, { readonly title: string; readonly text: string }>> = {
  refused: {
    title: 'Open Coffer from its link',
    text: 'This window has no access, or its access was used up. Start Coffer again, or open the link it printed.',
  },
  elsewhere: {
    title: 'Coffer is open in another window',
    text: 'Only one window at a time can reach the wallet. Close the other one, then try again here.',
  },
  replaced: {
    title: 'Coffer goes on in another window',
    text: 'This window was taken over by a newer one. You can close it.',
  },
  broken: {
    title: 'This window and Coffer do not understand each other',
    text: 'Nothing was sent. Close the window and start Coffer again.',
  },
  closed: {
    title: 'Coffer was closed',
    text: 'What was saved is saved. A payment that was under way is checked, not repeated, when you start Coffer again.',
  },
}

function Ended({ state }: { readonly state: LinkState }) {
  const retry = useStore(link, (value) => value.retry)
  const words = ENDED[state]
  return (
    <main className="grid h-full place-items-center">
      <Empty
        icon={<Unplug />}
        title={words?.title ?? ''}
        actions={state === 'elsewhere' && <Button onPress={retry}>Try again</Button>}
      >
        {words?.text}
      </Empty>
    </main>
  )
}
