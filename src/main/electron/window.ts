import type * as Electron from 'electron'
import { defined } from '#contract/defined'
import type { Log } from '#contract/domain'
import { say } from '#words'
import { PAGE_ORIGIN } from '../policy.ts'
import type { WebSite } from '../web-page.ts'
import { keepAnswering, keepOwnShown, webPageFailed } from './failing-page.ts'
import type { ElectronModule } from './module.ts'
import { asksForOutside, isAt } from './outside.ts'
import type { WindowBounds } from './window-state.ts'

/** `approval` is the one surface on which a signature is agreed to; neither can reach the other. */
export type WindowRole = 'main' | 'approval'

const ENTRY: Record<WindowRole, string> = {
  main: `${PAGE_ORIGIN}/index.html`,
  approval: `${PAGE_ORIGIN}/approval.html`,
}

/** In memory only: nothing a page stores, and no cache of it, reaches the disk. */
export const PARTITION = 'coffer'

/** What every page runs under. `preferencesAreSafe` compares what a window really got with this. */
const PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  devTools: false,
} as const satisfies Electron.WebPreferences

/** True if no value that a window runs under differs from ours. Members that Electron does not report are not judged. */
function preferencesAreSafe(actual: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(PREFERENCES).every(([name, value]) => actual[name] === undefined || actual[name] === value)
}

/** Not in Electron's published types, but there since its first versions: what a window really runs under. */
interface Inspectable {
  getLastWebPreferences?: () => Readonly<Record<string, unknown>> | null
}

/** Focus alone leaves a minimized window where it is. */
export function bringForward(window: Electron.BrowserWindow | null): void {
  if (window?.isMinimized()) window.restore()
  if (window?.isVisible() === false) window.show()
  window?.focus()
}

/** One that is hidden while it fills the screen leaves a black screen behind on macOS. */
export function hideAway(window: Electron.BrowserWindow, platform: NodeJS.Platform): void {
  if (platform === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide())
    window.setFullScreen(false)
  } else window.hide()
}

export interface Windows {
  openMain(bounds: WindowBounds): Electron.BrowserWindow
  openApproval(parent: Electron.BrowserWindow | null): Electron.BrowserWindow
  main(): Electron.BrowserWindow | null
  /** Which of our windows a frame is the page of; null for any other frame, page or window. */
  roleOf(contents: Electron.WebContents, frame: Electron.WebFrameMain | null): WindowRole | null
  /** A window for the page of a bot. It closes with the main one. */
  openWeb(page: WebWindow): Electron.BrowserWindow
  /** Whose page a frame is, if it is the top frame of a bot's window and still at the bot's own origin. */
  siteOf(contents: Electron.WebContents, frame: Electron.WebFrameMain | null): WebSite | null
}

interface WebWindow extends WebSite {
  readonly url: string
  readonly partition: string
  readonly title: string
  /** JSON text for the page's own functions. */
  readonly context: string
  /** Where the page wants to go that is not its own origin. */
  readonly leave: (url: string) => void
}

interface WindowsDeps {
  readonly electron: ElectronModule
  readonly preload: string
  /** Preload of bots' pages. */
  readonly webPreload: string
  readonly log: Log
  readonly openOutside: (url: string) => void
  /** Whether a window is drawn, and says so, before it is shown; with Wayland it is not. */
  readonly drawsHidden: boolean
  /** Where the money stands, in words. Never throws. */
  readonly standing: () => Promise<string>
  /** What ran and went wrong, as text that names nobody. */
  readonly report: () => Promise<string>
}

/** How contents of one kind may move. */
interface Moves {
  /** A page wants another address in one of its frames; false keeps it where it is. */
  readonly go: (url: string, isMainFrame: boolean) => boolean
  /** The same, where a server sends it on. */
  readonly redirect: (url: string, isMainFrame: boolean) => boolean
  /** A page wants a new window; it gets none. */
  readonly open: (url: string) => void
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? ''

interface Making {
  readonly moves: Moves
  readonly known: (id: number) => void
  readonly gone: (id: number) => void
}

/** What the factory knows of the windows that it made. */
interface Made extends WindowsDeps {
  readonly roles: Map<number, WindowRole>
  readonly sites: Map<number, WebSite>
  readonly webWindows: Set<Electron.BrowserWindow>
  /** The window that is being made; contents that appear meanwhile are its own. */
  making: Making | null
  main: Electron.BrowserWindow | null
}

/**
 * The only place that makes windows. Contents that appear any other way, or with other preferences, end the program:
 * by then something has gone wrong that a wallet should not go on after.
 */
export function createWindows(deps: WindowsDeps): Windows {
  const nothing = { roles: new Map(), sites: new Map(), webWindows: new Set<Electron.BrowserWindow>() }
  const made: Made = { ...deps, ...nothing, making: null, main: null }
  deps.electron.app.on('web-contents-created', (_event, contents) => watchContents(made, contents))
  // Chromium starts it anew by itself; that something was wrong is known from here alone.
  deps.electron.app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason !== 'clean-exit') deps.log('error', 'host.process_gone', { what: type, reason })
  })
  return {
    openMain: (bounds) => openMain(made, bounds),
    openApproval: (parent) => openApproval(made, parent),
    openWeb: (page) => openWeb(made, page),
    main: () => made.main,
    siteOf(contents, frame) {
      const site = made.sites.get(contents.id) ?? null
      if (site === null || !isTopFrame(frame)) return null
      return frame.origin === site.origin ? site : null
    },
    roleOf(contents, frame) {
      const role = made.roles.get(contents.id) ?? null
      if (role === null || !isTopFrame(frame)) return null
      return frame.origin === PAGE_ORIGIN && withoutFragment(frame.url) === ENTRY[role] ? role : null
    },
  }
}

const isTopFrame = (frame: Electron.WebFrameMain | null): frame is Electron.WebFrameMain =>
  frame !== null && !frame.isDestroyed() && frame.parent === null

function stop({ electron, log }: Made, reason: string): void {
  log('error', 'window.unsafe', { reason })
  electron.app.exit(70)
}

function watchContents(made: Made, contents: Electron.WebContents): void {
  if (made.making === null) {
    stop(made, 'contents that no factory made')
    return
  }
  const { moves, known, gone } = made.making
  const inspect = (): void => {
    const actual = (contents as Inspectable).getLastWebPreferences?.() ?? {}
    if (!preferencesAreSafe(actual)) stop(made, 'other preferences than ours')
  }
  inspect()
  contents.on('dom-ready', inspect)
  const { id } = contents
  known(id)
  contents.once('destroyed', () => gone(id))

  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    moves.open(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (details) => {
    if (!moves.go(details.url, details.isMainFrame)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => {
    if (!moves.redirect(details.url, details.isMainFrame)) details.preventDefault()
  })
  // A page that would rather stay could not be closed by anybody.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('devtools-opened', () => stop(made, 'developer tools in a window'))
  contents.on('render-process-gone', (_gone, { reason }) => made.log('error', 'page.gone', { reason }))
}

/** A page of ours may load itself again, and go nowhere else. */
const ownMoves = (role: WindowRole, openOutside: WindowsDeps['openOutside']): Moves => ({
  go: (url, isMainFrame) => isMainFrame && withoutFragment(url) === ENTRY[role],
  redirect: () => false,
  open: (url) => {
    if (asksForOutside(url)) openOutside(url)
  },
})

/** A bot's page moves within its origin; where else it leads is somebody else's to decide. Frames in it stay on the web. */
const webMoves = ({ origin, leave }: WebWindow): Moves => ({
  go(url, isMainFrame) {
    if (!isMainFrame) return /^(?:https:|about:blank$|about:srcdoc$|blob:|data:)/i.test(url) || isAt(origin, url)
    if (isAt(origin, url)) return true
    leave(url)
    return false
  },
  redirect(url, isMainFrame) {
    if (!isMainFrame) return /^https:/i.test(url) || isAt(origin, url)
    if (isAt(origin, url)) return true
    leave(url)
    return false
  },
  open: leave,
})

/** Runs what makes a window; the contents that appear in it are this window's. */
function making(made: Made, as: Making, make: () => Electron.BrowserWindow): Electron.BrowserWindow {
  made.making = as
  try {
    return make()
  } finally {
    made.making = null
  }
}

/** Shows a window once, when it has something to show: drawn, or at least a page. */
function showOnce({ drawsHidden, log }: Made, window: Electron.BrowserWindow): void {
  let isShown = false
  const show = (): void => {
    if (isShown) return
    isShown = true
    window.show()
    log('info', 'window.shown')
  }
  window.once('ready-to-show', show)
  if (!drawsHidden) window.webContents.once('dom-ready', show)
}

function openOwn(
  made: Made,
  role: WindowRole,
  options: Electron.BrowserWindowConstructorOptions,
): Electron.BrowserWindow {
  const { electron, preload, openOutside, roles } = made
  const as = {
    moves: ownMoves(role, openOutside),
    known: (id: number) => void roles.set(id, role),
    gone: (id: number) => void roles.delete(id),
  }
  return making(made, as, () => {
    const window = new electron.BrowserWindow({
      ...options,
      show: false,
      webPreferences: { ...PREFERENCES, preload, partition: PARTITION },
    })
    showOnce(made, window)
    keepOwnShown(made, window, { url: ENTRY[role], isMain: role === 'main' })
    return window
  })
}

function openMain(made: Made, bounds: WindowBounds): Electron.BrowserWindow {
  const window = openOwn(made, 'main', { ...bounds, title: 'Coffer' })
  made.main = window
  window.once('closed', () => {
    made.main = null
    for (const web of made.webWindows) web.destroy()
  })
  return window
}

/** What a person has made larger in the one window is larger in this one as well, which then needs the room, as far as each screen has it. */
function approvalSize({ electron }: Made, parent: Electron.BrowserWindow | null) {
  const zoom = Math.max(1, parent?.webContents.getZoomFactor() ?? 1)
  const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
  return {
    width: Math.min(Math.round(560 * zoom), ...areas.map(({ width }) => width)),
    height: Math.min(Math.round(720 * zoom), ...areas.map(({ height }) => height)),
  }
}

function openApproval(made: Made, parent: Electron.BrowserWindow | null): Electron.BrowserWindow {
  const window = openOwn(made, 'approval', {
    ...defined({ parent: parent ?? undefined }),
    ...approvalSize(made, parent),
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    title: say('main.approve'),
  })
  // The page has a title of its own, which is English.
  window.on('page-title-updated', (event) => event.preventDefault())
  return window
}

function openWeb(made: Made, page: WebWindow): Electron.BrowserWindow {
  const { electron, webPreload, sites, webWindows } = made
  const { account, bot, origin, url, partition, title, context } = page
  const as = {
    moves: webMoves(page),
    known: (id: number) => void sites.set(id, { account, bot, origin }),
    gone: (id: number) => void sites.delete(id),
  }
  return making(made, as, () => {
    const window = new electron.BrowserWindow({
      ...{ width: 480, height: 800, minWidth: 360, minHeight: 480, title, show: false, autoHideMenuBar: true },
      webPreferences: {
        ...{ ...PREFERENCES, preload: webPreload, partition },
        additionalArguments: [`--coffer-page=${encodeURIComponent(context)}`],
      },
    })
    webWindows.add(window)
    window.once('closed', () => webWindows.delete(window))
    window.on('page-title-updated', (event) => event.preventDefault())
    showOnce(made, window)
    window.webContents.on('render-process-gone', () => window.destroy())
    keepAnswering(made, window, { origin })
    window.loadURL(url).catch((error: unknown) => webPageFailed(made, window, page, error))
    return window
  })
}
