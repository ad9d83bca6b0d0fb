import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FirstLook } from '../first-look.ts'
import { dressed, findPage, isFront, type Page, type Pages } from '../pages.ts'
import { mayRead } from './origin-check.ts'
import { isOfSameUser } from './same-user.ts'

export interface Served {
  readonly pages: Pages
  /** How the window's page begins; null if that is not known. */
  readonly look: () => FirstLook | null
  /** Where it listens. */
  readonly port: number
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers with a file of the built page, or with a bare status. */
export function serveFile(served: Served, request: IncomingMessage, response: ServerResponse): void {
  const refuse = (status: number) => response.writeHead(status, { 'Content-Length': '0' }).end()
  if (!mayRead(request, served.port)) return void refuse(403)
  if (request.method !== 'GET' && request.method !== 'HEAD') return void refuse(405)
  const target = request.url ?? ''
  const page = findPage(served.pages, target)
  if (page === undefined) return void refuse(404)
  const about = {
    ...served.headers,
    'Content-Type': page.type,
    'Cache-Control': target.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store',
  }
  if (request.method === 'HEAD') response.writeHead(200, about).end()
  else if (isFront(target)) void serveFront(served, page, request, response.writeHead(200, about))
  else response.writeHead(200, { ...about, 'Content-Length': page.body.byteLength }).end(page.body)
}

/** A browser makes a place for the page as soon as its headers are there, while it is found out who asks. */
async function serveFront({ look }: Served, page: Page, { socket }: IncomingMessage, response: ServerResponse) {
  response.flushHeaders()
  // Other users of this computer may have the page, which is nobody's secret, but not learn whether the wallet is open.
  const isOwn = await isOfSameUser(socket)
  response.end(dressed(page, isOwn ? look() : null).body)
}
