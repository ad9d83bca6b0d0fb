import type * as Electron from 'electron'
import type { Log } from '#contract/domain'
import { PAGE_ORIGIN } from '../policy.ts'
import { asksForOutside } from './outside.ts'
import type { WindowBounds } from './window-state.ts'

export type ElectronModule = typeof Electron

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
export function preferencesAreSafe(actual: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(PREFERENCES).every(([name, value]) => actual[name] === undefined || actual[name] === value)
}

/** Not in Electron's published types, but there since its first versions: what a window really runs under. */
interface Inspectable {
  getLastWebPreferences?: () => Readonly<Record<string, unknown>> | null
}

export interface Windows {
  openMain(bounds: WindowBounds): Electron.BrowserWindow
  openApproval(parent: Electron.BrowserWindow | null): Electron.BrowserWindow
  main(): Electron.BrowserWindow | null
  /** Which of our windows a frame is the page of; null for any other frame, page or window. */
  roleOf(contents: Electron.WebContents, frame: Electron.WebFrameMain | null): WindowRole | null
}

export interface WindowsDeps {
  readonly electron: ElectronModule
  readonly preload: string
  readonly log: Log
  readonly openOutside: (url: string) => void
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? ''

/**
 * The only place that makes windows. Contents that appear any other way, or with other preferences, end the program:
 * by then something has gone wrong that a wallet should not go on after.
 */
export function createWindows({ electron, preload, log, openOutside }: WindowsDeps): Windows {
  const roles = new Map<number, WindowRole>()
  let making: WindowRole | null = null
  let mainWindow: Electron.BrowserWindow | null = null

  function stop(reason: string): void {
    log('error', 'window.unsafe', { reason })
    electron.app.exit(70)
  }

  electron.app.on('web-contents-created', (_event, contents) => {
    if (making === null) return stop('contents that no factory made')
    const role = making
    const inspect = (): void => {
      const actual = (contents as Inspectable).getLastWebPreferences?.() ?? {}
      if (!preferencesAreSafe(actual)) stop('other preferences than ours')
    }
    inspect()
    contents.on('dom-ready', inspect)
    roles.set(contents.id, role)
    contents.once('destroyed', () => roles.delete(contents.id))

    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(({ url }) => {
      if (asksForOutside(url)) openOutside(url)
      return { action: 'deny' }
    })
    contents.on('will-frame-navigate', (details) => {
      // A page may load itself again, and go nowhere else.
      if (!details.isMainFrame || withoutFragment(details.url) !== ENTRY[role]) details.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('devtools-opened', () => stop('developer tools in a window'))
    contents.on('render-process-gone', (_gone, { reason }) => log('error', 'page.gone', { reason }))
  })

  function make(role: WindowRole, options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow {
    making = role
    try {
      const window = new electron.BrowserWindow({
        ...options,
        show: false,
        webPreferences: { ...PREFERENCES, preload, partition: PARTITION },
      })
      window.once('ready-to-show', () => window.show())
      void window.loadURL(ENTRY[role])
      return window
    } finally {
      making = null
    }
  }

  return {
    openMain(bounds) {
      const window = make('main', { ...bounds, minWidth: 1024, minHeight: 640, title: 'Coffer' })
      mainWindow = window
      window.once('closed', () => {
        mainWindow = null
      })
      return window
    },
    openApproval(parent) {
      return make('approval', {
        ...(parent === null ? {} : { parent }),
        width: 560,
        height: 720,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        title: 'Coffer: approve',
      })
    },
    main: () => mainWindow,
    roleOf(contents, frame) {
      const role = roles.get(contents.id) ?? null
      if (role === null || frame === null || frame.isDestroyed() || frame.parent !== null) return null
      return frame.origin === PAGE_ORIGIN && withoutFragment(frame.url) === ENTRY[role] ? role : null
    },
  }
}
