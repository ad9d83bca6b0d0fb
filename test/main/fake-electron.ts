import { EventEmitter, once } from 'node:events'
import type { ElectronModule } from '../../src/main/electron/module.ts'
import type { StandIn } from './electron-calls.ts'

/*
 * The parts of Electron that the host touches, as objects that remember what was done to them. They behave as Electron documents:
 * contents announce themselves while a window is being made, and only then.
 */

/** Electron tells more than a test does. */
type Handler = { bivariant(...given: readonly unknown[]): unknown }['bivariant']
type OpenHandler = { bivariant(details: { url: string }): { action: string } }['bivariant']

interface FakeFrame extends StandIn<'WebFrameMain'> {
  url: string
  origin: string
  parent: FakeFrame | null
}

class FakeContents extends EventEmitter implements StandIn<'WebContents'> {
  static made = 0
  readonly id = ++FakeContents.made
  readonly sent: [string, unknown][] = []
  /** What was asked of each print. */
  readonly printed: object[] = []
  readonly mainFrame: FakeFrame = { url: 'about:blank', origin: 'null', parent: null, isDestroyed: () => false }
  openHandler: OpenHandler | null = null
  webRtcPolicy = 'default'
  readonly preferences: Record<string, unknown>

  constructor(preferences: unknown) {
    super()
    this.preferences = { ...(preferences as Record<string, unknown>) }
  }
  getLastWebPreferences = () => this.preferences
  zoom = 1
  getZoomFactor = () => this.zoom
  setWebRTCIPHandlingPolicy = (policy: string) => (this.webRtcPolicy = policy)
  setWindowOpenHandler = (handler: OpenHandler) => (this.openHandler = handler)
  /** Its program ends as if it had crashed, in a turn of its own. */
  forcefullyCrashRenderer() {
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }))
  }
  send = (channel: string, payload: unknown) => void this.sent.push([channel, payload])
  async printToPDF(options: object) {
    this.printed.push(options)
    return Buffer.from('%PDF-1.7 of a test')
  }
  /** True if a navigation to there was let through. */
  tryNavigate = (url: string, isMainFrame = true) => passes(this, 'will-frame-navigate', { url, isMainFrame })
}

/** Whether nobody who hears of it prevents it. */
export function passes(of: EventEmitter, event: string, details: object = {}, ...more: readonly unknown[]): boolean {
  let prevented = false
  of.emit(event, { ...details, preventDefault: () => (prevented = true) }, ...more)
  return !prevented
}

class FakeWindow extends EventEmitter implements StandIn<'BrowserWindow'> {
  readonly webContents: FakeContents
  readonly options: Record<string, unknown>
  focused = false
  visible = false
  destroyed = false
  minimized = false
  readonly loaded: string[] = []
  readonly #refuse: (url: string) => string | null

  constructor(options: Record<string, unknown>, refuse: (url: string) => string | null) {
    super()
    this.#refuse = refuse
    this.options = options
    this.webContents = new FakeContents(options['webPreferences'])
  }
  async loadURL(url: string) {
    this.loaded.push(url)
    const error = this.#refuse(url)
    if (error !== null) throw Object.assign(new Error(error), { code: error })
    // Electron says the origin of a scheme of our own without the last slash, as of any other.
    const origin = url.startsWith('app://coffer/') ? 'app://coffer' : new URL(url).origin
    Object.assign(this.webContents.mainFrame, { url, origin })
  }
  show() {
    this.visible = true
    this.focus()
  }
  focus() {
    this.focused = true
    this.emit('focus')
  }
  blur() {
    this.focused = false
    this.emit('blur')
  }
  destroy() {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('closed')
  }
  close() {
    if (passes(this, 'close')) this.destroy()
  }
  /** Left out of pictures of the screen. */
  isProtected = false
  setContentProtection = (isProtected: boolean) => (this.isProtected = isProtected)
  hide = () => (this.visible = false)
  /** It leaves the full screen in its own time: a test says when. */
  fullScreen = false
  isFullScreen = () => this.fullScreen
  setFullScreen = (fullScreen: boolean) => (this.fullScreen = fullScreen)
  restore = () => (this.minimized = false)
  isFocused = () => this.focused
  isVisible = () => this.visible
  isMinimized = () => this.minimized
  isDestroyed = () => this.destroyed
  getNormalBounds = () => ({ x: 10, y: 20, width: 1100, height: 700 })
}

class FakeSession extends EventEmitter implements StandIn<'Session'> {
  readonly handlers: Record<string, Handler | null> = {}
  proxy: unknown = null
  systemPicker = false
  spellChecker = true
  closed = 0
  readonly #keep = (name: string) => (handler: Handler | null) => (this.handlers[name] = handler)
  readonly protocol = { handle: (scheme: string, handler: Handler) => this.#keep(scheme)(handler) }
  readonly webRequest = { onBeforeRequest: this.#keep('request') }
  readonly setPermissionRequestHandler = this.#keep('permission')
  readonly setPermissionCheckHandler = this.#keep('check')
  readonly setDevicePermissionHandler = this.#keep('device')
  readonly setBluetoothPairingHandler = this.#keep('bluetooth')
  setDisplayMediaRequestHandler(handler: Handler | null, options?: { useSystemPicker: boolean }) {
    this.#keep('display')(handler)
    this.systemPicker = options?.useSystemPicker === true
  }
  /** What comes of a request to there. */
  judge(url: string) {
    let answer: unknown
    this.handlers['request']?.({ url }, (given: unknown) => (answer = given))
    return answer
  }
  /** Whether these contents get a permission that they ask for. */
  grants = (contents: unknown, permission: string, details: object) =>
    new Promise<unknown>((resolve) => this.handlers['permission']?.(contents, permission, resolve, details))
  setProxy = async (config: unknown) => (this.proxy = config)
  closeAllConnections = async () => (this.closed += 1)
  setSpellCheckerEnabled = (enabled: boolean) => (this.spellChecker = enabled)
}

/** What stands in the tray. */
class FakeTray extends EventEmitter implements StandIn<'Tray'> {
  tip = ''
  title = ''
  menu: readonly { readonly label?: string; readonly click?: () => void }[] = []
  gone = false
  setToolTip = (tip: string) => (this.tip = tip)
  setTitle = (title: string) => (this.title = title)
  /** What `Menu.buildFromTemplate` made here is its template. */
  setContextMenu = (menu: unknown) => (this.menu = menu as FakeTray['menu'])
  destroy = () => (this.gone = true)
}

/** What the system shows beside the programs. */
class FakeNotice extends EventEmitter implements Omit<StandIn<'Notification'>, 'isSupported'> {
  readonly title: string
  readonly body: string
  state: 'made' | 'shown' | 'closed' = 'made'
  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super()
    this.title = title
    this.body = body
  }
  show(): void {
    this.state = 'shown'
  }
  close(): void {
    this.state = 'closed'
  }
}

/** What was done to it, and what it does next. */
const traces = () => ({
  windows: [] as FakeWindow[],
  exits: [] as (number | 'kill')[],
  /** Schemes whose links the program asked for. */
  claimed: [] as string[],
  /** Programs and arguments that they are to be opened with, where it said so. */
  claimedWith: [] as unknown[][],
  switches: [] as string[],
  schemes: [] as unknown[],
  opened: [] as string[],
  /** Files that the system was told to open, and what it says against it; empty is nothing. */
  openedPaths: [] as string[],
  refusesPaths: '',
  asked: [] as { message: string; detail?: string; buttons: string[] }[],
  /** Ends when the person answers what they are asked. */
  thinks: null as Promise<unknown> | null,
  /** What was said in boxes that only say. */
  errors: [] as string[],
  /** Names under which the system knows the program. */
  names: [] as string[],
  menus: [] as unknown[],
  trays: [] as FakeTray[],
  notices: [] as FakeNotice[],
  /** What was asked of the system about its start. */
  logins: [] as { openAtLogin: boolean }[],
  /** What the list of tasks was set to. */
  jumpLists: [] as unknown[],
  /** What the screen has to offer. */
  sources: [{ id: 'screen:0:0', name: 'Entire screen' }],
  quits: 0,
  /** Arguments of starts that follow this one. */
  anew: [] as (readonly string[])[],
  /** How often it let go of being the only one. */
  freed: 0,
  agree: false,
  /** Which button a person who agrees presses. */
  choice: 1,
  /** Names that were proposed for files, and where the person puts them; null is nowhere. */
  saving: [] as string[],
  saveAs: null as string | null,
})

export type FakeElectron = ReturnType<typeof fakeElectron>

export interface FakeOptions {
  readonly switches?: readonly string[]
  readonly first?: boolean
  readonly packaged?: boolean
  /** Whether the system starts the program already. */
  readonly startsAlready?: boolean
  /** Why an address does not load, as `ERR_NAME_NOT_RESOLVED`. */
  readonly refuse?: (url: string) => string | null
}

export function fakeElectron(options: FakeOptions = {}) {
  const { switches = [], first = true, packaged = false, startsAlready = false, refuse = () => null } = options
  const fake = traces()
  const handlers = new Map<string, Handler>()
  const app = Object.assign(new EventEmitter(), {
    setPath: () => undefined,
    commandLine: {
      hasSwitch: (name: string) => switches.includes(name),
      // Asked of by the entry of `npm run smoke` alone.
      removeSwitch: () => undefined,
      appendSwitch: (name: string, value?: string) =>
        fake.switches.push(value === undefined ? name : `${name}=${value}`),
    },
    requestSingleInstanceLock: () => first,
    isPackaged: packaged,
    setAsDefaultProtocolClient: (scheme: string, ...command: unknown[]) => {
      if (command.length > 0) fake.claimedWith.push(command)
      return fake.claimed.push(scheme) > 0
    },
    setJumpList: (list: unknown) => (fake.jumpLists.push(list) > 0 ? 'ok' : 'error'),
    setAppUserModelId: (id: string) => fake.names.push(id),
    setDesktopName: (name: string) => fake.names.push(name),
    getLoginItemSettings: () => ({ openAtLogin: fake.logins.at(-1)?.openAtLogin ?? startsAlready }),
    setLoginItemSettings: ({ openAtLogin = false }) => fake.logins.push({ openAtLogin }),
    enableSandbox: () => fake.switches.push('enable-sandbox'),
    whenReady: async (): Promise<void> => undefined,
    getVersion: () => '1.2.3',
    getLocale: () => 'en-GB',
    getPreferredSystemLanguages: () => ['en-GB'],
    exit: (code = 0) => fake.exits.push(code),
    quit: () => (fake.quits += 1),
    relaunch: ({ args = [] } = {}) => fake.anew.push(args),
    releaseSingleInstanceLock: () => (fake.freed += 1),
  } satisfies StandIn<'App'>)
  /** By partition; those of bots' pages among them. */
  const sessions = new Map<string, FakeSession>()
  const fromPartition = (partition: string): FakeSession => {
    const known = sessions.get(partition) ?? new FakeSession()
    sessions.set(partition, known)
    return known
  }
  const defaultSession = new FakeSession()
  const power = new EventEmitter()
  const module = {
    app,
    BrowserWindow: class extends FakeWindow {
      constructor(options: Record<string, unknown>) {
        super(options, refuse)
        fake.windows.push(this)
        app.emit('web-contents-created', {}, this.webContents)
        app.emit('browser-window-created', {}, this)
      }
    },
    dialog: {
      showMessageBox: async (...given: readonly unknown[]) => {
        const options = given.at(-1) as FakeElectron['asked'][number] & { readonly signal?: AbortSignal }
        fake.asked.push(options)
        const { signal } = options
        await Promise.race([fake.thinks, ...(signal ? [once(signal, 'abort')] : [])])
        if (signal?.aborted) return { response: 0 }
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
      handle: (channel: string, handler: Handler) => handlers.set(channel, handler),
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
    Notification: class extends FakeNotice {
      static isSupported = () => true
      constructor(words: { readonly title: string; readonly body: string }) {
        super(words)
        fake.notices.push(this)
      }
    },
    nativeImage: { createFromDataURL: () => ({ resize: () => ({}) }) },
    powerMonitor: power,
    protocol: { registerSchemesAsPrivileged: (schemes: unknown[]) => fake.schemes.push(...schemes) },
    screen: {
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
    } satisfies StandIn<'Screen'>,
    nativeTheme: { shouldUseDarkColors: true, themeSource: 'system' } satisfies StandIn<'NativeTheme'>,
    session: { fromPartition, defaultSession },
    shell: {
      openExternal: async (url: string) => void fake.opened.push(url),
      openPath: async (path: string) => (fake.openedPaths.push(path) > 0 ? fake.refusesPaths : ''),
    } satisfies StandIn<'Shell'>,
  }
  /** What the page at that frame of that window gets on a channel. */
  const asking =
    (channel: string) =>
    async (
      window: FakeWindow,
      args: readonly unknown[],
      senderFrame: FakeFrame | null = window.webContents.mainFrame,
    ) =>
      handlers.get(channel)?.({ sender: window.webContents, senderFrame }, ...args)
  const [call, askAssets] = [asking('coffer:invoke'), asking('coffer-page:assets')]
  return Object.assign(fake, {
    // Only what the host uses is here; the host's own types say what that is.
    module: module as unknown as ElectronModule,
    ...{ app, session: fromPartition('coffer'), defaultSession, power, sessions },
    invoke: (window: FakeWindow, name: unknown, input: unknown, frame?: FakeFrame | null) =>
      call(window, [name, input], frame),
    /** The page of a bot asks for balances. */
    askAssets: (window: FakeWindow, ids: unknown, frame?: FakeFrame | null) => askAssets(window, [ids], frame),
    makeWindowElsewhere: () => void new module.BrowserWindow({ webPreferences: {} }),
  })
}
