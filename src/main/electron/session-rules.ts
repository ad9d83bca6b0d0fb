import type * as Electron from 'electron'
import { findPage, type Pages } from '../pages.ts'
import { PAGE_HOST, PAGE_ORIGIN, pageHeaders } from '../policy.ts'
import type { ElectronModule, WindowRole } from './window.ts'

/** Must run before Electron is ready: makes `app:` a proper origin, so that `self` in the policy means something. */
export function registerScheme(electron: Pick<ElectronModule, 'protocol'>): void {
  electron.protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Answers `app://coffer/...` from the pages in memory, each with the policy. */
export function servePages(session: Electron.Session, pages: Pages): void {
  const headers = pageHeaders(null)
  session.protocol.handle('app', (request) => {
    const url = new URL(request.url)
    const page = request.method === 'GET' && url.host === PAGE_HOST ? findPage(pages, url.pathname) : undefined
    if (page === undefined) return new Response(null, { status: 404 })
    return new Response(page.body, { headers: { ...headers, 'Content-Type': page.type } })
  })
}

/** What a page of ours may ask of the computer: to put text on the clipboard, and to see whether it is still there. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'clipboard-read'])

export interface SessionRules {
  /** The window a request comes from, by its contents. */
  readonly roleOf: (contents: Electron.WebContents | null) => WindowRole | null
  /** True only while the code scanner is on screen. */
  readonly scanning: () => boolean
}

/** No network, no devices, no permissions but those few; downloads only of what a page of ours made itself. */
export function guardSession(session: Electron.Session, { roleOf, scanning }: SessionRules): void {
  function grants(contents: Electron.WebContents | null, permission: string, media: readonly unknown[]): boolean {
    if (roleOf(contents) !== 'main') return false
    if (permission === 'media') return scanning() && media.length > 0 && media.every((kind) => kind === 'video')
    return GRANTED.has(permission)
  }

  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    callback(details.isMainFrame && grants(contents, permission, media))
  })
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    const ours = details.isMainFrame && (origin === PAGE_ORIGIN || origin === `${PAGE_ORIGIN}/`)
    return ours && grants(contents, permission, details.mediaType === undefined ? [] : [details.mediaType])
  })
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !url.startsWith(`${PAGE_ORIGIN}/`) }))
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${PAGE_ORIGIN}/`)) event.preventDefault()
  })
}
