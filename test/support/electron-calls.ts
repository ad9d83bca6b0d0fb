import type * as Electron from 'electron'

/*
 * Every call that the hosts' code makes of Electron, with the first major release whose published types have it (2 is the oldest that was
 * looked at). The compiler holds the names against Electron's own types, `test/main/electron-calls.test.ts` the list against the code.
 */

interface Classes {
  App: Electron.App
  BrowserWindow: Electron.BrowserWindow
  CommandLine: Electron.CommandLine
  ContextBridge: Electron.ContextBridge
  DesktopCapturer: Electron.DesktopCapturer
  Dialog: Electron.Dialog
  DownloadItem: Electron.DownloadItem
  IpcMain: Electron.IpcMain
  IpcMainInvokeEvent: Electron.IpcMainInvokeEvent
  IpcRenderer: Electron.IpcRenderer
  Menu: typeof Electron.Menu
  NativeImage: Electron.NativeImage & typeof Electron.nativeImage
  NativeTheme: Electron.NativeTheme
  PowerMonitor: Electron.PowerMonitor
  Protocol: Electron.Protocol
  Screen: Electron.Screen
  Session: Electron.Session
  Shell: Electron.Shell
  Tray: Electron.Tray
  WebContents: Electron.WebContents
  WebFrame: Electron.WebFrame
  WebFrameMain: Electron.WebFrameMain
  WebRequest: Electron.WebRequest
}

export type ClassName = keyof Classes

export const CALLS = {
  App: {
    commandLine: 2,
    enableSandbox: 4,
    exit: 2,
    getLocale: 2,
    getPreferredSystemLanguages: 22,
    getVersion: 2,
    isPackaged: 3,
    off: 2,
    on: 2,
    once: 2,
    quit: 2,
    requestSingleInstanceLock: 3,
    setAppUserModelId: 2,
    setAsDefaultProtocolClient: 2,
    setJumpList: 2,
    setLoginItemSettings: 2,
    setPath: 2,
    whenReady: 3,
  },
  BrowserWindow: {
    close: 2,
    destroy: 2,
    focus: 2,
    getNormalBounds: 4,
    hide: 2,
    isDestroyed: 2,
    isFocused: 2,
    isMinimized: 2,
    isVisible: 2,
    loadURL: 2,
    on: 2,
    once: 2,
    restore: 2,
    show: 2,
    webContents: 2,
  },
  CommandLine: { appendSwitch: 2, hasSwitch: 5 },
  ContextBridge: { exposeInMainWorld: 8 },
  DesktopCapturer: { getSources: 2 },
  Dialog: { showErrorBox: 2, showMessageBox: 2, showSaveDialog: 2 },
  DownloadItem: { getURL: 2 },
  IpcMain: { handle: 7 },
  IpcMainInvokeEvent: { sender: 7, senderFrame: 12 },
  IpcRenderer: { invoke: 7, on: 2, removeListener: 2 },
  Menu: { buildFromTemplate: 2, setApplicationMenu: 2 },
  NativeImage: { createFromDataURL: 2, resize: 2 },
  NativeTheme: { shouldUseDarkColors: 7 },
  PowerMonitor: { on: 2 },
  Protocol: { handle: 25, registerSchemesAsPrivileged: 5 },
  Screen: { getAllDisplays: 2 },
  Session: {
    closeAllConnections: 12,
    on: 2,
    protocol: 2,
    setBluetoothPairingHandler: 21,
    setDevicePermissionHandler: 16,
    setDisplayMediaRequestHandler: 22,
    setPermissionCheckHandler: 4,
    setPermissionRequestHandler: 2,
    setProxy: 2,
    setSpellCheckerEnabled: 12,
    webRequest: 2,
  },
  Shell: { openExternal: 2, openPath: 9 },
  Tray: { destroy: 2, on: 2, setContextMenu: 2, setTitle: 2, setToolTip: 2 },
  WebContents: {
    id: 2,
    mainFrame: 12,
    on: 2,
    once: 2,
    printToPDF: 2,
    send: 2,
    setWebRTCIPHandlingPolicy: 2,
    setWindowOpenHandler: 12,
  },
  WebFrame: { executeJavaScript: 2 },
  WebFrameMain: { isDestroyed: 34, origin: 21, parent: 12, url: 12 },
  WebRequest: { onBeforeRequest: 2 },
} as const satisfies { readonly [Name in ClassName]: Partial<Record<keyof Classes[Name], number>> }

export const ELECTRON_EVENTS = {
  App: {
    activate: 2,
    'before-quit': 2,
    'open-url': 2,
    'second-instance': 3,
    'web-contents-created': 2,
    'window-all-closed': 2,
  },
  BrowserWindow: { blur: 2, close: 2, closed: 2, focus: 2, 'page-title-updated': 2, 'ready-to-show': 2 },
  PowerMonitor: { 'lock-screen': 3, shutdown: 2, suspend: 2, 'user-did-resign-active': 12 },
  Session: { 'will-download': 2 },
  Tray: { click: 2 },
  WebContents: {
    destroyed: 2,
    'devtools-opened': 2,
    'did-start-loading': 2,
    'dom-ready': 2,
    'render-process-gone': 10,
    'will-attach-webview': 2,
    'will-frame-navigate': 25,
    'will-redirect': 4,
  },
} as const satisfies Partial<Record<ClassName, Readonly<Record<string, number>>>>

type Plain = boolean | number | string | null | undefined

/** What a stand-in may answer: the same, where it is a plain value; objects are stand-ins themselves. */
type Answer<Real> = Real extends Promise<infer Value> ? Promise<Answer<Value>> : Real extends Plain ? Real : unknown

/** A member takes whatever Electron takes. */
type StandInMember<Real> = Real extends (...given: infer Given) => infer Result
  ? (...given: { [At in keyof Given]: unknown extends Given[At] ? unknown : Given[At] }) => Answer<Result>
  : Answer<Real>

type Listening = 'on' | 'once' | 'off' | 'removeListener'

/** What stands in for an object of that class has every member that the code uses, in a form that fits Electron's own types. */
export type StandIn<Name extends ClassName> = {
  readonly [Member in Exclude<keyof (typeof CALLS)[Name] & keyof Classes[Name], Listening>]: StandInMember<
    Classes[Name][Member]
  >
}
