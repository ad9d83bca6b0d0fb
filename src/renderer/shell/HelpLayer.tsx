import { useEffect } from 'react'
import { useStore } from 'zustand'
import { whenIdle } from '../lib/idle.ts'
import { part } from '../lib/lazy.tsx'
import { closeHelp, type HelpTopic, help, openHelp, topicOf } from '../state/help.ts'
import { link } from '../state/host-connection.ts'
import { useQuery } from '../state/query.ts'
import { routes } from '../state/routes.ts'
import type { AppState } from '../state/types.ts'

const Help = part(async () => (await import('../screens/help/index.tsx')).Help)

/** What somebody who presses F1 most likely wants to read. */
function topicNow(state: AppState | undefined): HelpTopic {
  if (state === undefined || state.vault.damage !== null || state.vault.locked) return 'locked'
  if (!state.accounts.some(({ stage }) => stage === 'ready')) return 'first-steps'
  return topicOf(routes.getState().route)
}

/** The handbook opens by F1 from everywhere: over a screen, a dialog, a locked window and the first steps. */
export function HelpLayer() {
  const topic = useStore(help, (value) => value.topic)
  const state = useQuery('app.state', null).value
  // Without a host nobody serves the pages.
  const isReachable = useStore(link, (value) => value.state === 'open')
  useEffect(() => whenIdle(() => void Help.preload().catch(() => undefined)), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (help.getState().topic === null) openHelp(topicNow(state))
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [state])
  useEffect(() => {
    if (!isReachable) closeHelp()
  }, [isReachable])
  return topic !== null && isReachable && <Help topic={topic} />
}
