import type * as Electron from 'electron'

/** What a bot's page may reach: what is on the web, never this computer, and its own server if that is here. */
export function mayReach(url: string, site: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, host } = new URL(url)
  if (protocol === 'data:' || protocol === 'blob:') return true
  if (host === new URL(site).host && ['http:', 'https:', 'ws:', 'wss:'].includes(protocol)) return true
  return (protocol === 'https:' || protocol === 'wss:') && !isHere(hostname)
}

/** Loopback, link-local and private addresses, by name or number; names that resolve to one are the browser's to refuse. */
function isHere(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name.endsWith('.local') ||
    name.startsWith('[') ||
    /^(?:0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(
      name,
    )
  )
}

/**
 * A page of a bot gets nothing of the computer: no permission, no device, no download. `site` is the origin of the page that is there now, `leave`
 * hears of links to other programs.
 */
export function guardWebSession(session: Electron.Session, site: () => string, leave: (url: string) => void): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    if (permission === 'openExternal' && 'externalURL' in details && details.externalURL !== undefined) {
      leave(details.externalURL)
    }
    callback(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !mayReach(url, site()) }))
  session.on('will-download', (event) => event.preventDefault())
}
