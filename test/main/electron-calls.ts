import type * as Electron from 'electron'

/*
 * Every call that the hosts' code makes of Electron, by the first major release whose published types have it (2 is the oldest that was
 * looked at). The compiler holds the names against Electron's own types, `electron-calls.test.ts` the list against the code.
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
  Notification: Electron.Notification & typeof Electron.Notification
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
type Names = Readonly<Record<number, string>>

export const CALLS = {
  App: {
    2: 'commandLine exit getLocale getLoginItemSettings getVersion off on once quit relaunch setAppUserModelId setAsDefaultProtocolClient setJumpList setLoginItemSettings setPath',
    3: 'isPackaged releaseSingleInstanceLock requestSingleInstanceLock whenReady',
    4: 'enableSandbox',
    22: 'getPreferredSystemLanguages',
    45: 'setDesktopName',
  },
  BrowserWindow: {
    2: 'close destroy focus hide isDestroyed isFocused isFullScreen isMinimized isVisible loadURL off on once restore setContentProtection setFullScreen show webContents',
    4: 'getNormalBounds',
  },
  CommandLine: { 2: 'appendSwitch', 5: 'hasSwitch' },
  ContextBridge: { 8: 'exposeInMainWorld' },
  DesktopCapturer: { 2: 'getSources' },
  Dialog: { 2: 'showErrorBox showMessageBox showSaveDialog' },
  DownloadItem: { 2: 'getURL' },
  IpcMain: { 7: 'handle' },
  IpcMainInvokeEvent: { 7: 'sender', 12: 'senderFrame' },
  IpcRenderer: { 2: 'on removeListener', 7: 'invoke' },
  Menu: { 2: 'buildFromTemplate setApplicationMenu' },
  NativeImage: { 2: 'createFromDataURL resize' },
  NativeTheme: { 7: 'shouldUseDarkColors themeSource' },
  Notification: { 2: 'close isSupported on show' },
  PowerMonitor: { 2: 'on' },
  Protocol: { 5: 'registerSchemesAsPrivileged', 25: 'handle' },
  Screen: { 2: 'getAllDisplays' },
  Session: {
    2: 'on protocol setPermissionRequestHandler setProxy webRequest',
    4: 'setPermissionCheckHandler',
    12: 'closeAllConnections setSpellCheckerEnabled',
    16: 'setDevicePermissionHandler',
    21: 'setBluetoothPairingHandler',
    22: 'setDisplayMediaRequestHandler',
  },
  Shell: { 2: 'openExternal', 9: 'openPath' },
  Tray: { 2: 'destroy on setContextMenu setTitle setToolTip' },
  WebContents: {
    2: 'getZoomFactor id off on once printToPDF send setWebRTCIPHandlingPolicy',
    9: 'forcefullyCrashRenderer',
    12: 'mainFrame setWindowOpenHandler',
  },
  WebFrame: { 2: 'executeJavaScript' },
  WebFrameMain: { 12: 'parent url', 21: 'origin', 34: 'isDestroyed' },
  WebRequest: { 2: 'onBeforeRequest' },
} as const satisfies Readonly<Record<ClassName, Names>>

export const ELECTRON_EVENTS = {
  App: {
    2: 'activate before-quit browser-window-created open-url select-client-certificate web-contents-created window-all-closed',
    3: 'second-instance',
    11: 'child-process-gone',
  },
  BrowserWindow: {
    2: 'blur close closed focus leave-full-screen page-title-updated ready-to-show responsive session-end unresponsive',
  },
  PowerMonitor: { 2: 'shutdown suspend', 3: 'lock-screen', 12: 'user-did-resign-active' },
  Session: { 2: 'will-download' },
  Notification: { 2: 'click' },
  Tray: { 2: 'click' },
  WebContents: {
    2: 'destroyed devtools-opened did-start-loading dom-ready will-attach-webview will-prevent-unload',
    4: 'will-redirect',
    10: 'render-process-gone',
    25: 'will-frame-navigate',
  },
} as const satisfies Partial<Record<ClassName, Names>>

export const namesOf = (of: Names): string[] => Object.values(of).flatMap((names) => names.split(' '))

type Word<Text> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text
/** The compiler refuses a name that Electron does not have. */
type Known<Members extends { readonly [Name in ClassName]: keyof Classes[Name] }> = Members
type Members = Known<{
  [Name in ClassName]: {
    [At in keyof (typeof CALLS)[Name]]: Word<(typeof CALLS)[Name][At]>
  }[keyof (typeof CALLS)[Name]]
}>

type Plain = boolean | number | string | null | undefined

/** What a stand-in may answer: the same, where it is a plain value; objects are stand-ins themselves. */
type Answer<Real> = Real extends Promise<infer Value> ? Promise<Answer<Value>> : Real extends Plain ? Real : unknown

/** A member takes whatever Electron takes. */
type StandInMember<Real> = Real extends (...given: infer Given) => infer Result
  ? (...given: { [At in keyof Given]: unknown extends Given[At] ? unknown : Given[At] }) => Answer<Result>
  : Answer<Real>

/** What stands in for an object of that class has every member that the code uses, in a form that fits Electron's own types. */
export type StandIn<Name extends ClassName> = {
  readonly [Member in Exclude<Members[Name], 'on' | 'once' | 'off' | 'removeListener'> &
    keyof Classes[Name]]: StandInMember<Classes[Name][Member]>
}
