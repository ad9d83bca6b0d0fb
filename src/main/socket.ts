import type { ClientRequestArgs } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ClientOptions, WebSocket } from 'ws'
import type { OpenSocket } from '#remote'
import { bareHost } from './line/proxy.ts'
import type { Connect } from './line/way.ts'

const OPENING_MS = 15_000
/** Frames are asked for one by one; who sends many more at once is not listened to. */
const UNREAD_MAX = 8

/** The same way as requests take, in the form in which Node asks for a connection. */
function joinedBy(connect: Connect, url: URL): Pick<ClientOptions, 'createConnection'> {
  type Done = (error: Error | null, socket: Duplex) => void
  const join = (_options: ClientRequestArgs, done: Done): undefined => {
    const { hostname, port, host } = url
    const protocol = url.protocol === 'wss:' ? 'https:' : 'http:'
    connect({ hostname, host, protocol, port, servername: bareHost(hostname) }, (error, socket) => {
      // Node takes the second only where there is no first.
      done(error, socket as Duplex)
    })
  }
  return { createConnection: join as unknown as NonNullable<ClientOptions['createConnection']> } // Node's own may answer later, which its types leave out
}

/** Opens sockets by the way of now, and ends those that stand. */
export function socketOpener(way: () => Connect | null): { readonly open: OpenSocket; endAll(): void } {
  const standing = new Set<WebSocket>()
  const open: OpenSocket = (url, options) => {
    const connect = way()
    const socket = newSocket(url, options, connect === null ? {} : joinedBy(connect, new URL(url)))
    standing.add(socket)
    socket.once('close', () => standing.delete(socket))
    return lend(socket, options)
  }
  return {
    open,
    endAll() {
      for (const socket of standing) socket.terminate()
    },
  }
}

type Wish = Parameters<OpenSocket>[1]

/** A socket to the service: no compression but the frames' own, no redirect, and no longer frames than were asked for. */
const newSocket = (url: string, { protocol, maxBytes }: Wish, also: ClientOptions): WebSocket =>
  new WebSocket(url, protocol, {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: maxBytes,
    handshakeTimeout: OPENING_MS,
    ...also,
  })

function lend(socket: WebSocket, { signal }: Wish): ReturnType<OpenSocket> {
  const frames: Uint8Array<ArrayBuffer>[] = []
  let isClosed = false
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    if (frames.length >= UNREAD_MAX || !Buffer.isBuffer(data)) socket.terminate()
    else frames.push(new Uint8Array(data))
    wake()
  })
  const close = (): void => {
    isClosed = true
    // Nothing that was said on it is worth waiting for.
    socket.terminate()
    wake()
  }
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      close()
      reject(new Error('not wanted any more'))
    }
    socket.on('close', () => {
      isClosed = true
      signal.removeEventListener('abort', aborted)
      wake()
    })
    socket.on('error', reject)
    socket.on('open', () => {
      resolve({
        send: (frame) => socket.send(frame),
        async next() {
          while (frames.length === 0 && !isClosed) {
            await new Promise<void>((resume) => {
              wake = resume
            })
          }
          return frames.shift() ?? null
        },
        close,
      })
    })
    if (signal.aborted) aborted()
    else signal.addEventListener('abort', aborted, { once: true })
  })
}
