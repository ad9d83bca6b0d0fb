import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Clock, Log } from '#contract/domain'
import { type Invoke, MESSAGE_MAX } from '../binder.ts'
import { styleHashes } from '../pages.ts'
import { pageHeaders } from '../policy.ts'
import { mayConnect } from './origin-check.ts'
import { isOfSameUser } from './same-user.ts'
import { type Served, serveFile } from './serve-files.ts'
import { CLOSE, type Line, readFirstFrame, serveLine } from './socket-session.ts'
import type { Tickets } from './tickets.ts'

const HOST = '127.0.0.1'
const FIRST_FRAME_WAIT_MS = 2000
/** Refused sockets that wait for their answer at once; more of them are told without delay, and without a line in the log. */
const HELD_MAX = 20

/**
 * There are so many places, for this computer's programs. Whoever says half a request, or reads half an answer, keeps one for seconds only.
 */
const PLACES = 100
const SILENCE_MS = 10_000
const PATIENCE = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 } as const

/** No compression: it would let a page learn of secrets by the length of frames, and costs more than loopback saves. */
const SOCKETS = {
  noServer: true,
  perMessageDeflate: false,
  maxPayload: MESSAGE_MAX,
  /** How long a client that was told to go may linger; not yet known to the library's types. */
  closeTimeout: 500,
} as const

interface PageServerDeps extends Pick<Served, 'pages' | 'look'> {
  /** 0 lets the system choose. */
  readonly port: number
  readonly tickets: Tickets
  readonly invoke: Invoke
  /** How many wallets were served before this one: a page that was away meanwhile is of another one. */
  readonly wallet: () => number
  readonly clock: Clock
  readonly log: Log
  /** A page is in and knows it, or the one that was let in went away. */
  readonly onPage: (connected: boolean) => void
  /** How many may be connected at once, and how long a client may keep a place without a word or a byte read. */
  readonly places?: number
  readonly silenceMs?: number
  /** Wrong tokens keep coming; told once, and again after a right one came between. */
  readonly onGuessing: () => void
}

export interface PageServer {
  readonly port: number
  /** `http://127.0.0.1:PORT/`, without any token. */
  readonly url: string
  connected(): boolean
  announce(event: string, payload: unknown): void
  close(): Promise<void>
}

/** Bare status lines: a refused client learns nothing, not even a page of ours. */
function refuseSocket(socket: Socket): void {
  socket.write('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  // Not ended alone: whoever never hangs up would keep one of the places.
  socket.destroySoon()
}

/**
 * The built page and one socket, on 127.0.0.1 only. It serves files to whoever asks with our Host (they hold nothing
 * secret) and lets one page with a token reach the wallet.
 */
export async function startPageServer(deps: PageServerDeps): Promise<PageServer> {
  const { tickets, log } = deps
  let served: Served = { ...deps, headers: {} }
  const stopping = new AbortController()
  let [guessing, held] = [false, 0]
  let current: { readonly socket: WebSocket; readonly line: Line } | null = null

  function letIn(socket: WebSocket): void {
    current?.line.close(CLOSE.replaced)
    const line = serveLine(socket, deps.invoke, () => {
      if (current?.socket !== socket) return
      tickets.confirm()
      deps.onPage(true)
    })
    current = { socket, line }
    socket.on('close', () => {
      if (current?.socket !== socket) return
      current = null
      tickets.release()
      deps.onPage(false)
    })
    void line.welcome(tickets.issueResume(), deps.wallet())
  }

  /** Nobody guesses 256 bits; who tries must not make us busy, fill the log, or keep the right one out. */
  async function refuseToken(socket: WebSocket): Promise<void> {
    const patienceMs = tickets.patienceMs()
    if (patienceMs === 0) guessing = false
    else if (!guessing) {
      guessing = true
      deps.onGuessing()
    }
    if (held < HELD_MAX) {
      held += 1
      log('warn', 'page.refused', { reason: 'token', waitMs: patienceMs })
      if (patienceMs > 0) await deps.clock.sleep(patienceMs, stopping.signal)
      held -= 1
    }
    socket.close(CLOSE.refused)
  }

  function judge(socket: WebSocket, token: string | null): void {
    const verdict = token === null ? 'malformed' : tickets.redeem(token, current !== null)
    if (verdict === 'open' || verdict === 'resume') letIn(socket)
    else if (verdict === 'refused') void refuseToken(socket)
    else socket.close(CLOSE[verdict])
  }

  function greet(socket: WebSocket): void {
    const waited = new AbortController()
    const enter = (data: RawData, isBinary: boolean): void => {
      // A frame may still arrive after we began to close, and a secret in it is one for which nobody would be let in.
      if (socket.readyState !== socket.OPEN) return
      waited.abort()
      judge(socket, readFirstFrame(data, isBinary, 'token'))
    }
    socket.on('error', () => socket.terminate())
    socket.once('close', () => waited.abort())
    socket.once('message', (data, isBinary) => {
      const nonce = readFirstFrame(data, isBinary, 'nonce')
      if (nonce === null) return enter(data, isBinary)
      const proofs = tickets.proveResume(nonce)
      if (proofs === null) {
        waited.abort()
        return void refuseToken(socket)
      }
      socket.once('message', enter)
      socket.send(JSON.stringify({ proofs }))
    })
    void deps.clock.sleep(FIRST_FRAME_WAIT_MS, waited.signal).then(() => {
      if (!waited.signal.aborted) socket.close(CLOSE.malformed)
    })
  }

  const server = createServer({ maxHeaderSize: 8192, ...PATIENCE }, (request, response) =>
    serveFile(served, request, response),
  )
  const sockets = new WebSocketServer(SOCKETS)
  server.maxConnections = deps.places ?? PLACES
  server.setTimeout(deps.silenceMs ?? SILENCE_MS)
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket // of a server that listens on TCP
    socket.on('error', () => socket.destroy())
    void (async () => {
      const may = mayConnect(request, served.port) && (await isOfSameUser(socket))
      if (!may || !server.listening) return refuseSocket(socket)
      sockets.handleUpgrade(request, socket, head, greet)
    })()
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: HOST, port: deps.port, exclusive: true }, resolve)
  })
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  served = { ...served, port, headers: pageHeaders(`ws://127.0.0.1:${port}`, styleHashes(deps.pages)) }

  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    connected: () => current !== null,
    announce: (event, payload) => current?.line.announce(event, payload),
    async close() {
      stopping.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets.clients) socket.close(CLOSE.going)
      server.closeIdleConnections()
      await Promise.race([closed, deps.clock.sleep(500)])
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await closed
    },
  }
}
