import { join } from 'node:path'
import type * as Electron from 'electron'
import type { Clock, Log, Random } from '#contract/domain'
import type { Reply } from '#contract/errors'
import type { EventName, OutgoingProxy } from '#contract/ipc'
import type { CheckedFile } from '#updates'
import type { WebAppPage } from '#wallet'
import { say } from '#words'
import { bindMethods, forwardEvents, type HostedWallet } from '../binder.ts'
import { type FirstLook, followLook } from '../first-look.ts'
import { followLanguage, speakAs } from '../language.ts'
import { errorFields } from '../log.ts'
import type { Pages } from '../pages.ts'
import { createPageAnswers } from '../web-page.ts'
import { type Approvals, createApprovals } from './approval.ts'
import { endInOrder, heedEarlyEnd } from './ending.ts'
import { createInstaller, type Installer } from './install.ts'
import { claimLinks, nameProgram } from './installed.ts'
import { createLinks, type Links, linkFromArguments } from './links.ts'
import { followCapture, followTheme } from './looks.ts'
import { jumpList, menuTemplate } from './menu.ts'
import type { ElectronModule } from './module.ts'
import { createAsking, openOutside } from './outside.ts'
import { savePdf } from './paper.ts'
import { createPresence } from './presence.ts'
import { createScreenRule, NO_SCREEN, type ScreenPicker } from './screen-rule.ts'
import { createCameraRule, cutSession, guardSession, NO_CAMERA, registerScheme, servePages } from './session-rules.ts'
import { createFront, type Front, screenFromArguments } from './shown.ts'
import { createStanding } from './standing.ts'
import { refusedSwitches, switchWords } from './switches.ts'
import { createWebApps, type WebApps } from './web-apps.ts'
import { createWindows, hideAway, PARTITION, type Windows } from './window.ts'
import { keepWindowState, readWindowState } from './window-state.ts'

interface ElectronHostDeps {
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly screenPicker: ScreenPicker
  readonly dataDir: string
  readonly preload: string
  /** Preload of bots' pages. */
  readonly webPreload: string
  readonly pages: Pages
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Where the AppImage lies that runs; null where none does. */
  readonly appImage: string | null
  /** Starts a program that outlives this one. */
  readonly run: (path: string, args?: readonly string[]) => void
  /** Ends this program as it stands, also in the middle of what it cannot break off. */
  readonly kill: () => void
  /** Starts the wallet with what only windows can do for it. */
  readonly openWallet: (doors: WalletDoors) => Promise<OpenWallet>
}

interface OpenWallet extends HostedWallet {
  /** This run comes to its end by itself, though there is no time to close. */
  markEnded(): void
}

interface WalletDoors {
  /** What changes money or keys is agreed to through it. */
  readonly askInWindow: Approvals['ask']
  /** Opens the page of a bot. */
  readonly openWebApp: (page: WebAppPage) => void
  /** Shows an address whole and opens it in the person's own browser if they say so. */
  readonly openOutside: (url: string) => void
  /** Saves what the main window has for paper. */
  readonly savePdf: (fileName: string) => Promise<{ readonly saved: boolean }>
  /** Bots' pages go out by themselves, through the same proxy as the wallet. */
  readonly onProxy: (proxy: OutgoingProxy | null) => void
  /** Ends in order, and starts again on the network that was chosen meanwhile. */
  readonly startAnew: () => void
  /** Asks whether a checked file is to be installed, and does it. */
  readonly installUpdate: (file: CheckedFile) => ReturnType<Installer['install']>
}

/** What there is before Electron is ready. */
interface Host extends ElectronHostDeps {
  readonly electron: ElectronModule
  readonly windows: Windows
  readonly approvals: Approvals
  readonly links: Links
  readonly front: Front
  readonly webApps: WebApps
  /** Whether it is to come up again once it has ended. */
  readonly isToStartAnew: () => boolean
}

/** What there is once the wallet is open. */
interface RunningHost extends Host {
  /** How the window's page begins. */
  readonly look: () => FirstLook | null
  readonly wallet: OpenWallet
  readonly installer: Installer
  readonly lock: () => void
}

/** What ends the start may have something to say first. */
type EarlyStep = (host: Host) => 'go on' | 'end' | Promise<void>
type Step = (host: RunningHost) => void

const refuseSwitches: EarlyStep = ({ electron, argv, platform, appImage, log }) => {
  const switches = refusedSwitches(argv, platform, (name) => electron.app.commandLine.hasSwitch(name))
  if (switches === null) return 'go on'
  log('error', 'host.refused', { reason: switches })
  // Linux has no box before the program is ready, and whoever clicked an icon sees nothing else. There is no wallet yet.
  const told = platform === 'linux' ? electron.app.whenReady() : Promise.resolve()
  return Promise.all([speakAs(electron.app.getPreferredSystemLanguages()), told]).then(() => {
    electron.dialog.showErrorBox(say('main.cannot-start'), switchWords(switches, appImage !== null))
    electron.app.exit(78)
  })
}

const holdSingleInstance: EarlyStep = ({ electron, platform, links, front }) => {
  if (!electron.app.requestSingleInstanceLock()) {
    electron.app.exit(0)
    return 'end'
  }
  electron.app.on('second-instance', (_event, argv) => {
    links.take(linkFromArguments(argv))
    front.show(screenFromArguments(argv))
  })
  // An installed Coffer answers to its own links. Those of the messenger stay with whoever has them.
  if (electron.app.isPackaged) claimLinks(electron, platform)
  electron.app.on('open-url', (event, url) => {
    event.preventDefault()
    links.take(url)
    front.show(null)
  })
  return 'go on'
}

const nameForSystem: EarlyStep = ({ electron, platform }) => {
  if (electron.app.isPackaged) nameProgram(electron, platform)
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

const guardPages: Step = ({ electron, windows, pages, look, screenPicker, log }) => {
  const session = electron.session.fromPartition(PARTITION)
  const roleOf = (contents: Electron.WebContents | null) =>
    contents === null ? null : windows.roleOf(contents, contents.mainFrame)
  guardSession(session, {
    roleOf,
    isMainFrame: (frame) => {
      const main = windows.main()
      return main !== null && windows.roleOf(main.webContents, frame) === 'main'
    },
    camera: createCameraRule(electron),
    screen: createScreenRule(electron, screenPicker),
    notices: true,
  })
  const nothing = { roleOf: () => null, isMainFrame: () => false, camera: NO_CAMERA, screen: NO_SCREEN, notices: false }
  guardSession(electron.session.defaultSession, nothing)
  servePages(session, pages, look)
  for (const own of [session, electron.session.defaultSession]) {
    cutSession(own).catch((error: unknown) => {
      // A page of ours with a line to the network would be one protection less than there should be.
      log('error', 'network.not_cut', errorFields(error))
      electron.app.exit(70)
    })
  }
}

const answerWebApps: Step = ({ electron, webApps, front, wallet, log }) => {
  webApps.answer(createPageAnswers(wallet.calls, log))
  // The question stands in the main window, while the person looks at the page that asks.
  const stop = wallet.subscribe('data.changed', ({ topics }) => {
    if (!topics.includes('webapps')) return
    wallet.calls['webapps.asking'](null).then(
      (asks) => {
        if (asks.length > 0) front.show(null)
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

const bindPages: Step = ({ electron, windows, approvals, links, front, wallet, log, ...deps }) => {
  const invoke = bindMethods(wallet.calls, { ...deps, log })
  electron.ipcMain.handle('coffer:invoke', (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    const role = windows.roleOf(event.sender, event.senderFrame)
    if (role === 'approval') return approvals.invoke(name, input)
    if (role === 'main') {
      links.pageListens()
      front.pageListens()
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

function buildMenu({ electron, platform, lock, front }: RunningHost): void {
  const template = menuTemplate(platform, { lock, show: (screen) => front.show(screen) })
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template))
  if (platform === 'win32' && electron.app.isPackaged) electron.app.setJumpList(jumpList(process.execPath))
}

/** The main window, made anew where the program outlived it, as it does on macOS. */
function openMainWindow(host: RunningHost, mayHide: () => boolean): void {
  const { electron, platform, windows, links, front, dataDir, approvals, wallet, lock } = host
  const file = join(dataDir, 'window.json')
  const screens = electron.screen.getAllDisplays().map((display) => display.workArea)
  const window = windows.openMain(readWindowState(file, screens))
  const keep = keepWindowState(window, file)
  // Ending the program closes no window: it is gone without a word.
  electron.app.once('before-quit', keep)
  // Windows ends a session without asking a program to quit, and what is not done in this turn may never be.
  window.on('session-end', () => {
    lock()
    keep()
    wallet.markEnded()
  })
  const gone = (): void => {
    links.pageGone()
    front.pageGone()
  }
  window.webContents.on('did-start-loading', gone)
  window.once('closed', () => {
    electron.app.off('before-quit', keep)
    gone()
    approvals.dismiss()
  })
  window.on('close', (event) => {
    if (!mayHide()) return
    event.preventDefault()
    hideAway(window, platform)
  })
}

/** Closing the window hides it where the person wishes so; the program ends from the icon or the menu. */
const stayPresent: Step = (host) => {
  const { electron, links, front, argv } = host
  let isEnding = false
  const presence = createPresence({ ...host, open: () => front.show(null) })
  electron.app.once('before-quit', () => {
    isEnding = true
    presence.stop()
  })
  const open = (): void => openMainWindow(host, () => !isEnding && presence.stays())
  electron.app.on('activate', () => front.show(null))
  links.take(linkFromArguments(argv))
  open()
  front.opens(() => {
    if (!isEnding) open()
  })
  const asked = screenFromArguments(argv)
  if (asked !== null) front.show(asked)
}

/** The whole boot order. The first list runs before Electron is ready, the second once it is and the wallet is open. */
const BEFORE_READY: readonly EarlyStep[] = [refuseSwitches, nameForSystem, holdSingleInstance, cutNetwork, claimScheme]
const WHEN_READY: readonly Step[] = [
  guardPages,
  keepLinks,
  bindPages,
  answerWebApps,
  followCapture,
  followTheme,
  declineWhenLocked,
  followPower,
  buildMenu,
  endInOrder,
  stayPresent,
]

function sendToMain(windows: Windows, event: string, payload: unknown): void {
  windows.main()?.webContents.send(`coffer:event:${event}`, payload)
}

/** Runs the desktop program. Electron is an argument, so that every rule here can be tested without it. */
export async function startElectronHost(electron: ElectronModule, deps: ElectronHostDeps): Promise<void> {
  const { clock, log } = deps
  const standing = createStanding(log)
  const windows = createWindows({
    electron,
    standing: standing.words,
    report: standing.report,
    drawsHidden: deps.screenPicker !== 'portal',
    preload: deps.preload,
    webPreload: deps.webPreload,
    log,
    openOutside(url) {
      openOutside(electron, url).catch((error: unknown) => log('warn', 'outside.failed', errorFields(error)))
    },
  })
  const approvals = createApprovals({ openWindow: () => windows.openApproval(windows.main()), clock, log })
  const links = createLinks((text) => sendToMain(windows, 'link.opened', { text }))
  const front = createFront(windows, (screen) => sendToMain(windows, 'window.show', { screen }))
  const askOutside = createAsking(electron, log)
  const webApps = createWebApps({ electron, windows, front, links, clock, log, openOutside: askOutside })
  let isAnew = false
  const host: Host = { ...deps, electron, windows, approvals, links, front, webApps, isToStartAnew: () => isAnew }
  for (const step of BEFORE_READY) {
    const verdict = step(host)
    if (verdict !== 'go on') return verdict === 'end' ? undefined : verdict
  }

  const started = heedEarlyEnd(host)
  const installer = createInstaller(host)
  await electron.app.whenReady()
  const system = electron.app.getPreferredSystemLanguages()
  await speakAs(system)
  const opened = await deps.openWallet({
    askInWindow: (asked, prove) => approvals.ask(asked, prove),
    openWebApp: (page) => webApps.open(page),
    openOutside: askOutside,
    savePdf: (fileName) => savePdf({ electron, window: windows.main() }, fileName),
    onProxy: (proxy) => webApps.goThrough(proxy),
    startAnew() {
      isAnew = true
      electron.app.quit()
    },
    installUpdate: installer.install,
  })
  const ends: (() => void)[] = []
  const wallet: OpenWallet = {
    ...opened,
    subscribe(name, listener) {
      const end = opened.subscribe(name, listener)
      ends.push(end)
      return end
    },
  }
  try {
    standing.from(wallet.calls)
    const lock = (): void => {
      approvals.dismiss()
      wallet.lock()
    }
    const { look, stop: stopLooking } = await followLook(wallet)
    electron.app.once('before-quit', stopLooking)
    const running: RunningHost = { ...host, look, wallet, installer, lock }
    const stopFollowing = await followLanguage(wallet, system, () => buildMenu(running))
    electron.app.once('before-quit', stopFollowing)
    if (started()) {
      endInOrder(running)
      electron.app.quit()
      return
    }
    for (const step of WHEN_READY) step(running)
  } catch (error) {
    // What cannot be shown is not left open, and nothing listens to it any more: its files stay free for the next start.
    for (const end of ends) end()
    await wallet.close().catch(() => undefined)
    throw error
  }
}
