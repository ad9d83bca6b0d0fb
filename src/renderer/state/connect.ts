import type { Bridge } from '#contract/ipc'
import { keepAskedScreen } from './asked-screen.ts'
import { setBridge, subscribe, whenCalled } from './bridge.ts'
import { forgetAll } from './forget-on-lock.ts'
import { keepOpenedLink, link } from './host-connection.ts'
import { pages } from './pages.ts'
import { queries } from './query.ts'
import { createSocketBridge, keepSecret, takeSecret, type Wire } from './socket.ts'

/** Connects to whichever host there is. The first module that runs, so that the answer travels while the rest is read. */
export function connect(): void {
  const bridge = window.coffer ?? connectSocket()
  if (bridge === window.coffer) link.setState({ state: 'open' })
  setBridge(bridge)
  bridge.subscribe('link.opened', keepOpenedLink)
  bridge.subscribe('window.show', keepAskedScreen)
  bridge.subscribe('page.reload', loadAnew)
  subscribe('data.changed', (change) => {
    queries.changed(change)
    pages.changed(change)
  })
  whenCalled(() => {
    queries.acted()
    pages.acted()
  })
  subscribe('session.changed', () => {
    // Locked or unlocked: nothing that was read or typed before may stay on screen or in memory.
    forgetAll()
    queries.clear()
    pages.clear()
    queries.refresh('app.state', null)
  })
}

/** Another wallet is served from now on: nothing of the one before stays, neither on screen nor as the place to come back to. */
function loadAnew(): void {
  forgetAll()
  queries.clear()
  pages.clear()
  history.replaceState(null, '', location.pathname)
  location.reload()
}

function connectSocket(): Bridge {
  const bridge = createSocketBridge({
    secret: takeSecret(location, history, sessionStorage),
    // A browser's WebSocket has these members; only their event types are wider.
    open: () => new WebSocket(`ws://${location.host}/socket`) as Wire,
    onState: (state) => link.setState({ state }),
    later: (run, ms) => setTimeout(run, ms),
  })
  link.setState({ retry: bridge.retry })
  window.addEventListener('pagehide', () => keepSecret(bridge, sessionStorage))
  return bridge
}
