import type * as Electron from 'electron'
import { say } from '#words'
import type { FirstLook } from '../first-look.ts'
import { dressed, findPage, isApproval, isFront, type Pages, styleHashes } from '../pages.ts'
import { PAGE_HOST, PAGE_ORIGIN, pageHeaders } from '../policy.ts'
import { askPerson } from './ask-person.ts'
import type { ElectronModule } from './module.ts'
import type { ScreenRule } from './screen-rule.ts'
import type { WindowRole } from './window.ts'

/** Must run before Electron is ready: makes `app:` a proper origin, so that `self` in the policy means something. */
export function registerScheme(electron: Pick<ElectronModule, 'protocol'>): void {
  electron.protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/**
 * Electron dresses every page in the theme that is chosen. The approval's hears of no change while it is open, so it keeps none of its own beside that.
 */
const lookOf = (path: string, look: FirstLook | null): FirstLook | null =>
  look !== null && isApproval(path) ? { ...look, theme: 'system' } : look

/** Answers `app://coffer/...` from the pages in memory, each with the policy; the window's own as it begins. */
export function servePages(session: Electron.Session, pages: Pages, look: () => FirstLook | null): void {
  const headers = pageHeaders(null, styleHashes(pages))
  session.protocol.handle('app', (request) => {
    const url = new URL(request.url)
    const page = request.method === 'GET' && url.host === PAGE_HOST ? findPage(pages, url.pathname) : undefined
    if (page === undefined) return new Response(null, { status: 404 })
    const { body } = isFront(url.pathname) ? dressed(page, lookOf(url.pathname, look())) : page
    return new Response(body, { headers: { ...headers, 'Content-Type': page.type } })
  })
}

/**
 * What the main window may ask of the computer: to put text on the clipboard and see whether it is still there, and to say
 * that a request waits for a signature. The system has its own switch for notices.
 */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'clipboard-read', 'notifications'])

interface SessionRules {
  /** The window a request comes from, by its contents. */
  readonly roleOf: (contents: Electron.WebContents | null) => WindowRole | null
  /** Whether a frame is the top one of the main page. */
  readonly isMainFrame: (frame: Electron.WebFrameMain | null) => boolean
  readonly camera: CameraRule
  readonly screen: ScreenRule
  /** Whether pages of ours may show notices of the system. */
  readonly notices: boolean
}

/** Whether the person lets the window see through the camera. Asked outside of the page, which could press its own buttons. */
interface CameraRule {
  readonly allowed: () => boolean
  readonly ask: () => Promise<boolean>
}

export const NO_CAMERA: CameraRule = { allowed: () => false, ask: async () => false }

/** One question per run of the program, by a dialog of the system. A refusal may be reconsidered. */
export function createCameraRule(electron: Pick<ElectronModule, 'dialog'>): CameraRule {
  let allowed = false
  let asking: Promise<boolean> | null = null

  async function question(): Promise<boolean> {
    const buttons = [say('main.no'), say('main.use-camera')]
    allowed = (await askPerson(electron, say('main.camera'), say('main.camera-detail'), buttons)) === 1
    return allowed
  }

  return {
    allowed: () => allowed,
    ask() {
      if (allowed) return Promise.resolve(true)
      asking ??= question().finally(() => {
        asking = null
      })
      return asking
    },
  }
}

/**
 * No host is resolved and none is reached: everything, also this computer, goes to a proxy that is nowhere. `app:` is
 * answered from memory before any proxy.
 */
export function cutSession(session: Electron.Session): Promise<void> {
  return session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://0.0.0.0:1', proxyBypassRules: '<-loopback>' })
}

/** No network, no devices, no permissions but those few; downloads only of what a page of ours made itself. */
export function guardSession(session: Electron.Session, rules: SessionRules): void {
  const { roleOf, camera, screen, notices } = rules
  const isFilm = (media: readonly unknown[]) => media.length > 0 && media.every((kind) => kind === 'video')

  function grants(contents: Electron.WebContents | null, permission: string, media: readonly unknown[]): boolean {
    if (roleOf(contents) !== 'main') return false
    if (permission === 'media') return camera.allowed() && isFilm(media)
    return GRANTED.has(permission)
  }

  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    if (permission === 'media' && details.isMainFrame && roleOf(contents) === 'main' && isFilm(media)) {
      camera.ask().then(callback, () => callback(false))
      return
    }
    if (permission === 'display-capture' && details.isMainFrame && roleOf(contents) === 'main' && isFilm(media)) {
      screen.ask().then(callback, () => callback(false))
      return
    }
    callback(details.isMainFrame && grants(contents, permission, media))
  })
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    if (origin !== PAGE_ORIGIN && origin !== `${PAGE_ORIGIN}/`) return false
    // Chromium asks about notices on behalf of an origin, so that Electron can name neither a page nor a frame.
    if (permission === 'notifications' && contents === null) return notices
    const media = details.mediaType === undefined ? [] : [details.mediaType]
    return details.isMainFrame && grants(contents, permission, media)
  })
  session.setDevicePermissionHandler(() => false)
  guardCapture(session, rules)
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setSpellCheckerEnabled(false)
  // What a page of ours has made itself is a file that it saves, or a picture.
  const isMade = (url: string) => url.startsWith(`blob:${PAGE_ORIGIN}/`)
  const isServed = (url: string) => url.startsWith(`${PAGE_ORIGIN}/`)
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isServed(url) && !isMade(url) }))
  session.on('will-download', (event, item) => {
    if (!isMade(item.getURL())) event.preventDefault()
  })
}

/** Electron asks here what is captured once it may be; null is the refusal, and an object without a picture an error of the one who answers. */
function guardCapture(session: Electron.Session, { isMainFrame, screen }: SessionRules): void {
  session.setDisplayMediaRequestHandler(
    ({ frame, videoRequested, audioRequested }, callback) => {
      if (!isMainFrame(frame) || !videoRequested || audioRequested) return callback(null)
      screen.take().then(
        (source) => callback(source === null ? null : { video: source }),
        () => callback(null),
      )
    },
    { useSystemPicker: screen.systemPicker },
  )
}
