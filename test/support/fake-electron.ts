import { EventEmitter } from 'node:events'
import type { ElectronModule } from '../../src/main/electron/module.ts'
import type { StandIn } from './electron-calls.ts'

/*
 * The parts of Electron that the host touches, as objects that remember what was done to them. They behave as Electron documents:
 * contents announce themselves while a window is being made, and only then.
 */

interface FakeFrame extends StandIn<'WebFrameMain'> {
  url: string
  origin: string
  parent: FakeFrame | null
  isDestroyed(): boolean
}

/** Electron tells more than the address, of which nothing is looked at. */
type OpenHandler = { bivariant(details: { url: string }): { action: string } }['bivariant']

class FakeContents extends EventEmitter implements StandIn<'WebContents'> {
  static made = 0
  readonly id: number
  readonly sent: [string, unknown][] = []
  /** What was asked of each print. */
  readonly printed: object[] = []
  readonly mainFrame: FakeFrame = { url: 'about:blank', origin: 'null', parent: null, isDestroyed: () => false }
  openHandler: OpenHandler | null = null
  webRtcPolicy = 'default'
  readonly preferences: Record<string, unknown>

  constructor(preferences: Record<string, unknown>) {
    super()
    FakeContents.made += 1
    this.id = FakeContents.made
    this.preferences = preferences
  }

  getLastWebPreferences(): Record<string, unknown> {
    return this.preferences
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  async printToPDF(options: object): Promise<Buffer> {
    this.printed.push(options)
    return Buffer.from('%PDF-1.7 of a test')
  }
  send(channel: string, payload: unknown): void {
    this.sent.push([channel, payload])
  }
  /** True if a navigation to there was let through. */
  tryNavigate(url: string, isMainFrame = true): boolean {
    let prevented = false
    this.emit('will-frame-navigate', { url, isMainFrame, preventDefault: () => (prevented = true) })
    return !prevented
  }
}

class FakeWindow extends EventEmitter implements StandIn<'BrowserWindow'> {
  readonly webContents: FakeContents
  readonly options: Record<string, unknown>
  focused = false
  visible = false
  destroyed = false
  minimized = false
  readonly loaded: string[] = []
  private readonly refuse: (url: string) => string | null

  constructor(
    app: EventEmitter,
    windows: FakeWindow[],
    options: Record<string, unknown>,
    refuse: (url: string) => string | null,
  ) {
    super()
    this.refuse = refuse
    this.options = options
    this.webContents = new FakeContents({ ...(options['webPreferences'] as Record<string, unknown>) })
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    const error = this.refuse(url)
    if (error !== null) throw Object.assign(new Error(error), { code: error })
    this.webContents.mainFrame.url = url
    // Electron says the origin of a scheme of our own without the last slash, as of any other.
    this.webContents.mainFrame.origin = url.startsWith('app://coffer/') ? 'app://coffer' : new URL(url).origin
  }
  show(): void {
    this.visible = true
    this.focus()
  }
  focus(): void {
    this.focused = true
    this.emit('focus')
  }
  blur(): void {
    this.focused = false
    this.emit('blur')
  }
  isFocused = (): boolean => this.focused
  isVisible = (): boolean => this.visible
  isMinimized = (): boolean => this.minimized
  isDestroyed = (): boolean => this.destroyed
  restore(): void {
    this.minimized = false
  }
  getNormalBounds = () => ({ x: 10, y: 20, width: 1100, height: 700 })
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('closed')
  }
  hide(): void {
    this.visible = false
  }
  close(): void {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) this.destroy()
  }
}

type Handler = (...args: never[]) => unknown
type Setting = Handler | null

class FakeSession extends EventEmitter implements StandIn<'Session'> {
  readonly handlers: Record<string, Handler | null> = {}
  proxy: unknown = null
  systemPicker = false
  spellChecker = true
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Response): void => {
      this.handlers[scheme] = handler as Handler
    },
  }
  readonly webRequest = {
    onBeforeRequest: (handler: Handler): void => {
      this.handlers['request'] = handler
    },
  }
  async setProxy(config: unknown): Promise<void> {
    this.proxy = config
  }
  closed = 0
  async closeAllConnections(): Promise<void> {
    this.closed += 1
  }
  setPermissionRequestHandler(handler: Setting): void {
    this.handlers['permission'] = handler
  }
  setPermissionCheckHandler(handler: Setting): void {
    this.handlers['check'] = handler
  }
  setDevicePermissionHandler(handler: Setting): void {
    this.handlers['device'] = handler
  }
  setDisplayMediaRequestHandler(handler: Setting, options?: { useSystemPicker: boolean }): void {
    this.handlers['display'] = handler
    this.systemPicker = options?.useSystemPicker === true
  }
  setBluetoothPairingHandler(handler: Setting): void {
    this.handlers['bluetooth'] = handler
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled
  }
}

/** What stands in the tray. */
class FakeTray extends EventEmitter implements StandIn<'Tray'> {
  tip = ''
  title = ''
  menu: readonly { readonly label?: string; readonly click?: () => void }[] = []
  gone = false
  setToolTip(tip: string): void {
    this.tip = tip
  }
  setTitle(title: string): void {
    this.title = title
  }
  setContextMenu(menu: unknown): void {
    // What `Menu.buildFromTemplate` made here is its template.
    this.menu = menu as FakeTray['menu']
  }
  destroy(): void {
    this.gone = true
  }
}

type Handlers = Map<string, (event: never, ...args: unknown[]) => unknown>

/** What was done to it, and what it does next. */
function traces() {
  return {
    windows: [] as FakeWindow[],
    exits: [] as number[],
    /** Schemes whose links the program asked for. */
    claimed: [] as string[],
    switches: [] as string[],
    schemes: [] as unknown[],
    opened: [] as string[],
    /** Files that the system was told to open, and what it says against it; empty is nothing. */
    openedPaths: [] as string[],
    refusesPaths: '',
    asked: [] as { message: string; detail?: string; buttons: string[] }[],
    /** What was said in boxes that only say. */
    errors: [] as string[],
    /** Names under which Windows knows the program. */
    names: [] as string[],
    menus: [] as unknown[],
    trays: [] as FakeTray[],
    /** What was asked of the system about its start. */
    logins: [] as { openAtLogin: boolean }[],
    /** What the list of tasks was set to. */
    jumpLists: [] as unknown[],
    /** What the screen has to offer. */
    sources: [{ id: 'screen:0:0', name: 'Entire screen' }],
    quits: 0,
    agree: false,
    /** Which button a person who agrees presses. */
    choice: 1,
    /** Names that were proposed for files, and where the person puts them; null is nowhere. */
    saving: [] as string[],
    saveAs: null as string | null,
  }
}

export type FakeElectron = ReturnType<typeof fakeElectron>

export function fakeElectron(
  given: {
    switches?: readonly string[]
    first?: boolean
    packaged?: boolean
    /** Why an address does not load, as `ERR_NAME_NOT_RESOLVED`. */
    refuse?: (url: string) => string | null
  } = {},
) {
  const fake = traces()
  const handlers: Handlers = new Map()
  const app = Object.assign(new EventEmitter(), {
    setPath: () => undefined,
    commandLine: {
      hasSwitch: (name: string) => given.switches?.includes(name) === true,
      // Asked of by the entry of `npm run smoke` alone.
      removeSwitch: () => undefined,
      appendSwitch: (name: string, value?: string) =>
        fake.switches.push(value === undefined ? name : `${name}=${value}`),
    },
    requestSingleInstanceLock: () => given.first ?? true,
    isPackaged: given.packaged ?? false,
    setAsDefaultProtocolClient: (scheme: string) => fake.claimed.push(scheme) > 0,
    setJumpList(list: unknown) {
      fake.jumpLists.push(list)
      return 'ok' as const
    },
    setAppUserModelId: (id: string) => fake.names.push(id),
    setLoginItemSettings: ({ openAtLogin }: { openAtLogin?: boolean }) =>
      fake.logins.push({ openAtLogin: openAtLogin === true }),
    enableSandbox: () => fake.switches.push('enable-sandbox'),
    whenReady: async () => undefined,
    getVersion: () => '1.2.3',
    getLocale: () => 'en-GB',
    getPreferredSystemLanguages: () => ['en-GB'],
    exit: (code = 0) => fake.exits.push(code),
    quit: () => {
      fake.quits += 1
    },
  } satisfies StandIn<'App'>)
  const session = new FakeSession()
  const sessions = new Map([['coffer', session]])
  const defaultSession = new FakeSession()
  const power = new EventEmitter()
  const module = {
    app,
    BrowserWindow: class extends FakeWindow {
      constructor(options: Record<string, unknown>) {
        super(app, fake.windows, options, given.refuse ?? (() => null))
      }
    },
    dialog: {
      showMessageBox: async (options: unknown) => {
        fake.asked.push(options as FakeElectron['asked'][number])
        return { response: fake.agree ? fake.choice : 0 }
      },
      showSaveDialog: async (...given: readonly unknown[]) => {
        fake.saving.push((given.at(-1) as { defaultPath?: string }).defaultPath ?? '')
        return { canceled: fake.saveAs === null, filePath: fake.saveAs ?? '' }
      },
      showErrorBox: (title: string, content: string) => void fake.errors.push(`${title}: ${content}`),
    } satisfies StandIn<'Dialog'>,
    desktopCapturer: { getSources: async () => fake.sources } satisfies StandIn<'DesktopCapturer'>,
    ipcMain: {
      handle: (channel: string, handler: (event: never, ...args: unknown[]) => unknown) =>
        handlers.set(channel, handler),
    } satisfies StandIn<'IpcMain'>,
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (menu: unknown) => fake.menus.push(menu),
    } satisfies StandIn<'Menu'>,
    Tray: class extends FakeTray {
      constructor() {
        super()
        fake.trays.push(this)
      }
    },
    nativeImage: { createFromDataURL: () => ({ resize: () => ({}) }) },
    powerMonitor: power,
    protocol: { registerSchemesAsPrivileged: (schemes: unknown[]) => fake.schemes.push(...schemes) },
    screen: {
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
    } satisfies StandIn<'Screen'>,
    nativeTheme: { shouldUseDarkColors: true } satisfies StandIn<'NativeTheme'>,
    session: {
      fromPartition: (partition: string) => {
        const known = sessions.get(partition) ?? new FakeSession()
        sessions.set(partition, known)
        return known
      },
      defaultSession,
    },
    shell: {
      openExternal: async (url: string) => void fake.opened.push(url),
      openPath: async (path: string) => {
        fake.openedPaths.push(path)
        return fake.refusesPaths
      },
    } satisfies StandIn<'Shell'>,
  }
  const answer = (channel: string, window: FakeWindow, frame: FakeFrame | null, ...args: readonly unknown[]) =>
    handlers.get(channel)?.({ sender: window.webContents, senderFrame: frame } as never, ...args)
  return Object.assign(fake, {
    // Only what the host uses is here; the host's own types say what that is.
    module: module as unknown as ElectronModule,
    ...{ app, session, defaultSession, power },
    /** By partition; those of bots' pages among them. */
    sessions,
    /** What the page at that frame of that window gets from `invoke`. */
    invoke: async (
      window: FakeWindow,
      name: unknown,
      input: unknown,
      frame: FakeFrame | null = window.webContents.mainFrame,
    ) => answer('coffer:invoke', window, frame, name, input),
    /** What the page of a bot gets at that frame of that window when it asks for balances. */
    askAssets: async (window: FakeWindow, ids: unknown, frame: FakeFrame | null = window.webContents.mainFrame) =>
      answer('coffer-page:assets', window, frame, ids),
    makeWindowElsewhere: () => void new module.BrowserWindow({ webPreferences: {} }),
  })
}
