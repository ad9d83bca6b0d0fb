import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { openHelp } from './help.ts'
import { go, type Route } from './routes.ts'

/* A screen that the host asks for: by the menu, or by a task of the desktop. Each only shows something. */

const ROUTES: ReadonlyMap<unknown, Route> = new Map<string, Route>([
  ['send', { name: 'send' }],
  ['receive', { name: 'receive' }],
  ['approvals', { name: 'approvals' }],
  ['activity', { name: 'activity' }],
  ['settings', { name: 'settings' }],
])

const asked = createStore<{ readonly route: Route | null }>(() => ({ route: null }))

export function keepAskedScreen(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('screen' in payload)) return
  // It opens over whatever is there, also over a lock.
  if (payload.screen === 'help') openHelp('contents')
  const route = ROUTES.get(payload.screen)
  if (route !== undefined) asked.setState({ route })
}

/** Goes there as soon as there are screens: behind a lock it waits. */
export function useAskedScreen(): void {
  const route = useStore(asked, (value) => value.route)
  useEffect(() => {
    if (route === null) return
    asked.setState({ route: null })
    go(route)
  }, [route])
}
