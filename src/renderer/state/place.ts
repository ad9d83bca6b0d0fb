import { useEffect } from 'react'
import { call } from './bridge.ts'
import { notedWhose, noteWhose, type Route, routes, useRoute, type Whose } from './routes.ts'
import type { AppState } from './types.ts'
import { selection } from './wallet.tsx'

/* Where one was, for a window that is loaded anew and for the next start. */

interface KeptPlace extends Whose {
  readonly route: Route
}

const SETTLED_MS = 800
/** Letters of a name that are kept with a place: the rest of a longer one would leave no room for where it was. */
const NAME_MAX = 80

/** What cannot be come back to: it needs what only the window knew. */
function lasting(route: Route): Route | null {
  switch (route.name) {
    case 'add-account':
    case 'asked':
      return null
    case 'statement':
      return { name: 'activity' }
    case 'send':
      return { name: 'send' }
    case 'settings':
      return route.section === undefined ? { name: 'settings' } : { name: 'settings', section: route.section }
    case 'activity':
      return route.person === undefined
        ? route
        : { ...route, person: { ...route.person, name: shortened(route.person.name) } }
    default:
      return route
  }
}

const shortened = (name: string): string => [...name].slice(0, NAME_MAX).join('')

/** As the wallet keeps it; null for what cannot be come back to. */
export function placeText(whose: Whose, route: Route): string | null {
  const kept = lasting(route)
  return kept === null ? null : JSON.stringify({ ...whose, route: kept } satisfies KeptPlace)
}

function read(text: string | undefined): KeptPlace | null {
  if (text === undefined) return null
  try {
    const kept = JSON.parse(text) as KeptPlace // our own writing, and only compared and shown
    return typeof kept.account === 'string' && typeof kept.route.name === 'string' ? kept : null
  } catch {
    return null
  }
}

let isRestored = false

/** Once, before an open wallet is drawn: the account and the screen of the last time, as far as they are still there. */
export function restorePlace(state: AppState): void {
  if (isRestored || state.vault.locked) return
  isRestored = true
  const noted = notedWhose()
  const kept = noted === null ? read(state.preferences.place) : { ...noted, route: null }
  if (kept === null || !state.accounts.some(({ account, stage }) => account === kept.account && stage === 'ready'))
    return
  selection.setState({ account: kept.account, holder: kept.holder })
  if (kept.route !== null) routes.setState({ route: kept.route, step: 0 })
}

/** Keeps where one is, once one stays there. */
export function useKeepPlace(account: string, holder: string | null): void {
  const route = useRoute()
  useEffect(() => {
    noteWhose({ account, holder })
    const place = placeText({ account, holder }, route)
    if (place === null) return
    const timer = setTimeout(() => void call('app.setPreferences', { place }).catch(() => undefined), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [account, holder, route])
}
