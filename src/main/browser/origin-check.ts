import type { IncomingMessage } from 'node:http'

/*
 * Who may speak to the loopback server at all, before any token is looked at. A page of another site can make a browser send
 * requests here (cross-site requests, rebound DNS names), but it cannot choose their Host, Origin and Sec-Fetch headers.
 */

/** The one value of a header that may appear once; undefined when missing, null when sent more than once. */
function single(request: IncomingMessage, name: string): string | undefined | null {
  const values = request.headersDistinct[name]
  return values === undefined ? undefined : values.length === 1 ? values[0] : null
}

function hostIsOurs(request: IncomingMessage, port: number): boolean {
  return single(request, 'host') === `127.0.0.1:${port}`
}

/**
 * A request for a file: our Host, no foreign Origin, and from our own page or a navigation of a whole window (typed, or
 * from the redirect file). A script or frame of another site asking for our files is refused.
 */
export function mayRead(request: IncomingMessage, port: number): boolean {
  const origin = single(request, 'origin')
  const site = single(request, 'sec-fetch-site')
  const navigates = single(request, 'sec-fetch-mode') === 'navigate' && single(request, 'sec-fetch-dest') === 'document'
  return (
    hostIsOurs(request, port) &&
    (origin === undefined || origin === `http://127.0.0.1:${port}`) &&
    (site === undefined || site === 'same-origin' || (site !== null && navigates))
  )
}

/** A request to open the socket: our Host, our Origin exactly, and same-origin where the browser says so. */
export function mayConnect(request: IncomingMessage, port: number): boolean {
  const site = single(request, 'sec-fetch-site')
  return (
    hostIsOurs(request, port) &&
    single(request, 'origin') === `http://127.0.0.1:${port}` &&
    (site === undefined || site === 'same-origin') &&
    request.method === 'GET' &&
    request.url === '/socket'
  )
}
