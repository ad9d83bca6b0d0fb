import { gunzipSync, gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'

interface Frame {
  readonly id?: string
  readonly action?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number }
}

export interface RawSocket {
  send(frame: Uint8Array): void
  /** Asks with these parameters, and answers what comes. */
  ask(params: Readonly<Record<string, unknown>>, more?: Readonly<Record<string, unknown>>): Promise<Frame>
  /** Why it was closed. */
  readonly closed: Promise<number>
  close(): void
}

/** A program at the socket that is not ours; rejects with the status of a refusal. */
export function rawSocket(
  url: string,
  { protocol = 'Mixin-OAuth-1', headers = {} }: { protocol?: string; headers?: Record<string, string> } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol, { headers })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const raw: RawSocket = {
    closed,
    close: () => socket.close(),
    send: (frame) => socket.send(frame),
    ask: (params, more = {}) =>
      new Promise((resolve) => {
        socket.once('message', (data: Buffer) => resolve(JSON.parse(gunzipSync(data).toString('utf8'))))
        socket.send(gzipSync(JSON.stringify({ id: 'one', action: 'REFRESH_OAUTH_CODE', params, ...more })))
      }),
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(raw))
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
    socket.on('error', () => undefined)
  })
}
