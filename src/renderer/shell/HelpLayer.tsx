import { useEffect } from 'react'
import { useStore } from 'zustand'
import { whenIdle } from '../lib/idle.ts'
import { part } from '../lib/lazy.tsx'
import { firstTopic, type HelpTopic, help, openHelp, topicOf } from '../state/help.ts'
import { useQuery } from '../state/query.ts'
import { routes } from '../state/routes.ts'
import type { AppState } from '../state/types.ts'

const screen = () => import('../screens/help/index.tsx')
const Help = part(async () => (await screen()).Help)

/** Before it is needed: what puzzles may be that the host is silent or gone, and then nobody serves it. */
const readAhead = async (): Promise<void> => {
  await Help.preload()
  await (await screen()).readPages()
}

/** What somebody who presses F1 most likely wants to read. */
function topicNow(state: AppState | undefined): HelpTopic {
  if (state === undefined || state.vault.damage !== null || state.vault.locked) return 'locked'
  if (!state.accounts.some(({ stage }) => stage === 'ready')) return firstTopic()
  return topicOf(routes.getState().route)
}

/** The handbook opens by F1 from everywhere: over a screen, a dialog, a locked window and the first steps. */
export function HelpLayer() {
  const topic = useStore(help, (value) => value.topic)
  const state = useQuery('app.state', null).value
  useEffect(() => whenIdle(() => void readAhead().catch(() => undefined)), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (help.getState().topic === null) openHelp(topicNow(state))
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [state])
  return topic !== null && <Help topic={topic} />
}
