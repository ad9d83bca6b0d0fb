import type { IncomingHttpHeaders } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { OAUTH_SOCKET } from '#contract/http'
import { refreshCode } from '../ledger/oauth-codes.ts'
import type { World } from '../ledger/world.ts'
import { REFUSED, Refusal } from '../refusal.ts'
import { encodeRefusal } from './envelope.ts'

/*
 * The socket on which apps ask phones for permissions, at the root of the same port. Each frame is one request and is answered
 * by one frame; what cannot be read as a request at all ends the connection. Published are only programs that ask. Assumed are:
 * how a refusal looks (`action: "ERROR"`), that a fresh code comes for none, one too old, or one of another app or challenge,
 * and that who declined leaves no scopes.
 */

const SOCKETS_MAX = 32
/** Far more than a request has, before and after it is unpacked. */
const FRAME_BYTES = 4096
const TEXT_BYTES = 16_384
const PATHS: ReadonlySet<string> = new Set(['/', '/upstream', '/upstream/'])
/** Of WebSocket: the data in a message was not what its type says. */
const UNREADABLE = 1007

interface SocketParts {
  readonly world: World
  /** Throws for who is no program of this machine. */
  readonly refuseForeign: (headers: IncomingHttpHeaders) => void
  /** What is said for anything thrown. */
  readonly refusalFor: (error: unknown) => Refusal
}

/** The frame that answers a request; undefined where there is none to be read. */
function answerTo(frame: Buffer, { world, refusalFor }: SocketParts): object | undefined {
  let asked: unknown
  try {
    asked = JSON.parse(gunzipSync(frame, { maxOutputLength: TEXT_BYTES }).toString('utf8'))
  } catch {
    return undefined
  }
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return undefined
  const given = 'id' in asked && typeof asked.id === 'string' ? asked.id.slice(0, 64) : ''
  try {
    const request = OAUTH_SOCKET.request.safeParse(asked)
    if (!request.success) {
      const [issue] = request.error.issues
      throw new Refusal(REFUSED.invalidField, `The request data has invalid field: ${issue?.path.join('.') ?? ''}.`)
    }
    const { id, action, params } = request.data
    const code = world.db.transaction(() => refreshCode(world, params))
    return { id, action, data: { type: 'authorization', ...OAUTH_SOCKET.answer.encode(code) } }
  } catch (error) {
    return { id: given, action: 'ERROR', ...JSON.parse(encodeRefusal(refusalFor(error), null).body) }
  }
}

function serve(socket: WebSocket, parts: SocketParts): void {
  socket.on('error', () => socket.terminate())
  socket.on('message', (data) => {
    const answer = Buffer.isBuffer(data) ? answerTo(data, parts) : undefined
    if (answer === undefined) socket.close(UNREADABLE)
    else socket.send(gzipSync(JSON.stringify(answer)))
  })
}

const refuse = (status: string): string => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`

export function addPhoneSocket(server: FastifyInstance, parts: SocketParts): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => OAUTH_SOCKET.protocol,
  })
  /** Why a connection is not upgraded; null where it is. */
  function refusal(url: string, headers: IncomingHttpHeaders): string | null {
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
    if (!PATHS.has(url)) return '404 Not Found'
    if (!offered.includes(OAUTH_SOCKET.protocol)) return '400 Bad Request'
    if (sockets.clients.size >= SOCKETS_MAX) return '503 Service Unavailable'
    try {
      parts.refuseForeign(headers)
      return null
    } catch {
      return '403 Forbidden'
    }
  }
  server.server.on('upgrade', (request, stream, head) => {
    const why = refusal(request.url ?? '', request.headers)
    if (why !== null) {
      // Nobody else hears of its errors any more, and whoever was refused may keep their end open for ever.
      stream.on('error', () => stream.destroy())
      stream.end(refuse(why), () => stream.destroy())
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, parts))
  })
  server.addHook('preClose', async () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
}
