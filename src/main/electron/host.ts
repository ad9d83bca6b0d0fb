import { join } from 'node:path'
import type * as Electron from 'electron'
import { type Clock, cleanText, type Log, type Random } from '#contract/domain'
import type { Reply } from '#contract/errors'
import type { EventName, WindowAsk } from '#contract/ipc'
import type { WebAppPage } from '#wallet'
import { say } from '#words'
import { bindMethods, forwardEvents, type HostedWallet } from '../binder.ts'
import { type FirstLook, followLook } from '../first-look.ts'
import { followLanguage, speakAs } from '../language.ts'
import { errorFields } from '../log.ts'
import type { Pages } from '../pages.ts'
import { createPageAnswers } from '../web-page.ts'
import { type Approvals, createApprovals, type Decision } from './approval.ts'
import { createLinks, type Links, linkFromArguments } from './links.ts'
import { menuTemplate } from './menu.ts'
import type { ElectronModule } from './module.ts'
import { createAsking, openOutside } from './outside.ts'
import { savePdf } from './paper.ts'
import { createPresence } from './presence.ts'
import { createCameraRule, cutSession, guardSession, NO_CAMERA, registerScheme, servePages } from './session-rules.ts'
import { createWebApps, type WebApps } from './web-apps.ts'
import { bringForward, createWindows, PARTITION, type Windows } from './window.ts'
import { keepWindowState, readWindowState } from './window-state.ts'

const CLOSING_MS = 5000
/** As in the installers. */
const APP_ID = 'org.coffer.wallet'

interface ElectronHostDeps {
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly dataDir: string
  readonly preload: string
  /** Preload of bots' pages. */
  readonly webPreload: string
  readonly pages: Pages
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Starts the wallet with what only windows can do for it. */
  readonly openWallet: (doors: WalletDoors) => Promise<HostedWallet>
}

interface WalletDoors {
  /** What changes money or keys is agreed to through it. */
  readonly askInWindow: (asked: WindowAsk) => Promise<Decision>
  /** Opens the page of a bot. */
  readonly openWebApp: (page: WebAppPage) => void
  /** Shows an address whole and opens it in the person's own browser if they say so. */
  readonly openOutside: (url: string) => void
  /** Saves what the main window has for paper. */
  readonly savePdf: (fileName: string) => Promise<{ readonly saved: boolean }>
}

/** What there is before Electron is ready. */
interface Host extends ElectronHostDeps {
  readonly electron: ElectronModule
  readonly windows: Windows
  readonly approvals: Approvals
  readonly links: Links
  readonly webApps: WebApps
}

/** What there is once the wallet is open. */
interface RunningHost extends Host {
  /** How the window's page begins. */
  readonly look: () => FirstLook | null
  readonly wallet: HostedWallet
  readonly lock: () => void
}

/** Switches of Chromium that would open a debugger or take a protection away; a start that has one of them ends at once. */
const FORBIDDEN_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'load-extension',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'ppapi-plugin-launcher',
  'js-flags',
  'proxy-server',
  'ssl-key-log-file',
  'ignore-certificate-errors',
]

/** Ours, and those of a person's screen and language; a start with any other ends at once, whatever it would do. */
const KNOWN_SWITCH =
  /^--(?:(?:network|data|host|port|no-open|enable-sandbox|ozone-platform|ozone-platform-hint|enable-wayland-ime|force-device-scale-factor|lang|disable-gpu)(?:=.*)?)?$/s

/** What ends the start may have something to say first. */
type EarlyStep = (host: Host) => 'go on' | 'end' | Promise<void>
type Step = (host: RunningHost) => void

const refuseSwitches: EarlyStep = ({ electron, argv, log }) => {
  const unknown = argv.slice(1).filter((given) => given.startsWith('-') && !KNOWN_SWITCH.test(given))
  const forbidden = FORBIDDEN_SWITCHES.filter((name) => electron.app.commandLine.hasSwitch(name))
  const given = new Set([...forbidden.map((name) => `--${name}`), ...unknown.map((text) => text.split('=')[0] ?? '')])
  if (given.size === 0) return 'go on'
  const switches = cleanText([...given].join(', '), 200)
  log('error', 'host.refused', { reason: switches })
  return speakAs(electron.app.getPreferredSystemLanguages()).then(() => {
    electron.dialog.showErrorBox(say('main.cannot-start'), say('main.switches', { switches }))
    electron.app.exit(78)
  })
}

const holdSingleInstance: EarlyStep = ({ electron, links, windows }) => {
  if (!electron.app.requestSingleInstanceLock()) {
    electron.app.exit(0)
    return 'end'
  }
  electron.app.on('second-instance', (_event, argv) => {
    links.take(linkFromArguments(argv))
    bringForward(windows.main())
  })
  // An installed Coffer answers to its own links. Those of the messenger stay with whoever has them.
  if (electron.app.isPackaged) electron.app.setAsDefaultProtocolClient('coffer')
  electron.app.on('open-url', (event, url) => {
    event.preventDefault()
    links.take(url)
  })
  return 'go on'
}

/** Windows shows notices, and groups windows, under the name that the installer has given to the program. */
const nameForWindows: EarlyStep = ({ electron, platform }) => {
  if (platform === 'win32' && electron.app.isPackaged) electron.app.setAppUserModelId(APP_ID)
  return 'go on'
}

/** The wallet's requests are Node's. Chromium needs the network for bots' pages alone, so it is cut for each other session. */
const cutNetwork: EarlyStep = ({ electron }) => {
  electron.app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
  electron.app.commandLine.appendSwitch('disable-background-networking')
  electron.app.enableSandbox()
  return 'go on'
}

const claimScheme: EarlyStep = ({ electron }) => {
  registerScheme(electron)
  return 'go on'
}

const guardPages: Step = ({ electron, windows, pages, look, log }) => {
  const session = electron.session.fromPartition(PARTITION)
  const roleOf = (contents: Electron.WebContents | null) =>
    contents === null ? null : windows.roleOf(contents, contents.mainFrame)
  guardSession(session, { roleOf, camera: createCameraRule(electron), notices: true })
  guardSession(electron.session.defaultSession, { roleOf: () => null, camera: NO_CAMERA, notices: false })
  servePages(session, pages, look)
  for (const own of [session, electron.session.defaultSession]) {
    cutSession(own).catch((error: unknown) => {
      // A page of ours with a line to the network would be one protection less than there should be.
      log('error', 'network.not_cut', errorFields(error))
      electron.app.exit(70)
    })
  }
}

const answerWebApps: Step = ({ electron, webApps, windows, wallet, log }) => {
  webApps.answer(createPageAnswers(wallet.calls, log))
  // The question stands in the main window, while the person looks at the page that asks.
  const stop = wallet.subscribe('data.changed', ({ topics }) => {
    if (!topics.includes('webapps')) return
    wallet.calls['webapps.asking'](null).then(
      (asks) => {
        if (asks.length > 0) bringForward(windows.main())
      },
      () => undefined,
    )
  })
  electron.app.once('before-quit', stop)
}

/** A link waits in the wallet until somebody has looked at it, over a lock and a restart. */
const keepLinks: Step = ({ links, wallet, log }) => {
  links.onTaken((text) => {
    wallet.calls['app.keepLink']({ text }).catch((error: unknown) => log('warn', 'link.not_kept', errorFields(error)))
  })
}

const bindPages: Step = ({ electron, windows, approvals, links, wallet, log, ...deps }) => {
  const invoke = bindMethods(wallet.calls, { ...deps, log })
  electron.ipcMain.handle('coffer:invoke', (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    const role = windows.roleOf(event.sender, event.senderFrame)
    if (role === 'approval') return approvals.invoke(name, input)
    if (role === 'main') {
      links.pageListens()
      return invoke(name, input)
    }
    log('error', 'page.refused', { reason: 'sender' })
    return Promise.resolve({ ok: false, error: { code: 'host.refused', details: { reason: 'sender' } } })
  })
  const sendEvent = (name: EventName, payload: unknown) => sendToMain(windows, name, payload)
  const stopEvents = forwardEvents(wallet, log, sendEvent)
  electron.app.once('before-quit', stopEvents)
}

/** Whoever locked it, and be it time alone: a payment must not stand open above a locked wallet. */
const declineWhenLocked: Step = ({ electron, approvals, wallet }) => {
  const stop = wallet.subscribe('session.changed', ({ locked }) => {
    if (locked) approvals.dismiss()
  })
  electron.app.once('before-quit', stop)
}

const followPower: Step = ({ electron, lock }) => {
  electron.powerMonitor.on('suspend', lock)
  electron.powerMonitor.on('lock-screen', lock)
  // Another user of the computer takes over.
  electron.powerMonitor.on('user-did-resign-active', lock)
  electron.powerMonitor.on('shutdown', lock)
}

function buildMenu({ electron, platform, lock }: RunningHost): void {
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menuTemplate(platform, { lock })))
}

const openMainWindow: Step = ({ electron, windows, links, dataDir, argv, approvals, ...deps }) => {
  const file = join(dataDir, 'window.json')
  const screens = electron.screen.getAllDisplays().map((display) => display.workArea)
  const window = windows.openMain(readWindowState(file, screens))
  const keep = keepWindowState(window, file)
  // Ending the program closes no window: it is gone without a word.
  electron.app.once('before-quit', keep)
  window.webContents.on('did-start-loading', () => links.pageGone())
  window.once('closed', () => {
    links.pageGone()
    approvals.dismiss()
  })
  links.take(linkFromArguments(argv))
  stayPresent({ ...deps, electron, windows }, window)
}

/** Closing the window hides it where the person wishes so; the program ends from the icon or the menu. */
function stayPresent(
  host: Pick<RunningHost, 'electron' | 'windows' | 'platform' | 'wallet' | 'log'>,
  window: Electron.BrowserWindow,
): void {
  const { electron, windows } = host
  const open = (): void => bringForward(windows.main())
  const presence = createPresence({ ...host, open })
  let isEnding = false
  electron.app.once('before-quit', () => {
    isEnding = true
    presence.stop()
  })
  electron.app.on('activate', open)
  window.on('close', (event) => {
    if (isEnding || !presence.stays()) return
    event.preventDefault()
    window.hide()
  })
}

/** What was signed is stored, so a slow network does not keep the program from ending. */
const endInOrder: Step = ({ electron, approvals, wallet, clock }) => {
  electron.app.on('window-all-closed', () => electron.app.quit())
  electron.app.once('before-quit', (event) => {
    event.preventDefault()
    approvals.dismiss()
    const closed = wallet.close().catch(() => undefined)
    void Promise.race([closed, clock.sleep(CLOSING_MS)]).then(() => electron.app.exit(0))
  })
}

/** The whole boot order. The first list runs before Electron is ready, the second once it is and the wallet is open. */
const BEFORE_READY: readonly EarlyStep[] = [refuseSwitches, holdSingleInstance, nameForWindows, cutNetwork, claimScheme]
const WHEN_READY: readonly Step[] = [
  guardPages,
  keepLinks,
  bindPages,
  answerWebApps,
  declineWhenLocked,
  followPower,
  buildMenu,
  endInOrder,
  openMainWindow,
]

function sendToMain(windows: Windows, event: string, payload: unknown): void {
  windows.main()?.webContents.send(`coffer:event:${event}`, payload)
}

/** Runs the desktop program. Electron is an argument, so that every rule here can be tested without it. */
export async function startElectronHost(electron: ElectronModule, deps: ElectronHostDeps): Promise<void> {
  const { clock, log } = deps
  const windows = createWindows({
    electron,
    preload: deps.preload,
    webPreload: deps.webPreload,
    log,
    openOutside(url) {
      openOutside(electron, url).catch((error: unknown) => log('warn', 'outside.failed', errorFields(error)))
    },
  })
  const approvals = createApprovals({ openWindow: () => windows.openApproval(windows.main()), clock, log })
  const links = createLinks((text) => sendToMain(windows, 'link.opened', { text }))
  const askOutside = createAsking(electron, log)
  const webApps = createWebApps({ electron, windows, links, log, openOutside: askOutside })
  const host: Host = { ...deps, electron, windows, approvals, links, webApps }
  for (const step of BEFORE_READY) {
    const verdict = step(host)
    if (verdict !== 'go on') return verdict === 'end' ? undefined : verdict
  }

  await electron.app.whenReady()
  const system = electron.app.getPreferredSystemLanguages()
  await speakAs(system)
  const wallet = await deps.openWallet({
    askInWindow: (asked) => approvals.ask(asked),
    openWebApp: (page) => webApps.open(page),
    openOutside: askOutside,
    savePdf: (fileName) => savePdf({ electron, window: windows.main() }, fileName),
  })
  const lock = (): void => {
    approvals.dismiss()
    wallet.lock()
  }
  const { look, stop: stopLooking } = await followLook(wallet)
  electron.app.once('before-quit', stopLooking)
  const running: RunningHost = { ...host, look, wallet, lock }
  const stopFollowing = await followLanguage(wallet, system, () => buildMenu(running))
  electron.app.once('before-quit', stopFollowing)
  for (const step of WHEN_READY) step(running)
}
