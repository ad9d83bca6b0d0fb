import { readFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer as createSealed } from 'node:https'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Hash, NetworkProfile, UserId } from '#contract/domain'
import type { OutgoingProxy } from '#contract/ipc'
import { FEE_USER_ID } from '#protocol'
import { type Listening, listening } from '../support/listening.ts'
import { startProxy } from '../support/proxy.ts'

/* Proxies that write down where they were asked to go, and a sealed service under a name that nobody but they can resolve. */

const file = (name: string): string => readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'utf8')
/** The authority that vouches for the service, valid for a hundred years; its key is nowhere. */
export const AUTHORITY = file('authority.pem')
export const LEAF = file('service.pem')

/** `service` or `stranger`, who vouches for himself under the same name. */
export const certificateOf = (whose: string) => ({ key: file(`${whose}.key`), cert: file(`${whose}.pem`) })

export type RecordingProxy = Awaited<ReturnType<typeof served>>

/** Where each name leads, whatever port is asked for. */
type Leads = Readonly<Record<string, number>>

/** `asked`: where it was asked to go, as it was asked: `name:port`, or `ip` before what was resolved by somebody else. */
async function served(server: Server, kind: OutgoingProxy['kind'], asked: string[]) {
  server.on('connection', (socket) => socket.on('error', () => undefined))
  const { port, close } = await listening(server)
  const proxy: OutgoingProxy = { kind, host: '127.0.0.1', port }
  return { proxy, asked, close }
}

function join(near: Socket, port: number, ready: (far: Socket) => void): void {
  const far = connect(port, '127.0.0.1', () => ready(far))
  far.on('error', () => near.destroy())
  near.on('error', () => far.destroy())
  near.on('close', () => far.destroy())
}

/** Of SOCKS 5 what a client without a password needs. */
export async function startSocksProxy(leads: Leads): Promise<RecordingProxy> {
  const asked: string[] = []
  const server = createServer((near) => {
    near.once('data', () => {
      near.write(new Uint8Array([5, 0]))
      near.once('data', (wish) => {
        const isName = wish[3] === 3
        const length = wish[4] ?? 0
        const host = isName ? wish.subarray(5, 5 + length).toString() : 'ip'
        asked.push(`${host}:${wish.readUInt16BE(wish.length - 2)}`)
        const port = leads[host]
        const answer = (code: number): void => void near.write(new Uint8Array([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
        if (port === undefined) {
          answer(4)
          return void near.end()
        }
        join(near, port, (far) => {
          answer(0)
          near.pipe(far).pipe(near)
        })
      })
    })
  })
  return served(server, 'socks5', asked)
}

/** `status`: what it answers in place of a line. */
export async function startConnectProxy(leads: Leads, status = 200): Promise<RecordingProxy> {
  const asked: string[] = []
  const server = createPlain((_request, response) => void response.writeHead(405).end())
  server.on('connect', ({ url = '' }, near: Socket) => {
    asked.push(url)
    const port = leads[url.split(':')[0] ?? '']
    if (port === undefined || status !== 200)
      return void near.end(`HTTP/1.1 ${status === 200 ? 502 : status} No\r\n\r\n`)
    join(near, port, (far) => {
      near.write('HTTP/1.1 200 Go\r\n\r\n')
      near.pipe(far).pipe(near)
    })
  })
  return served(server, 'http', asked)
}

/** The local network behind a certificate, with a socket that echoes. */
export async function startSealed(upstream: string): Promise<Listening> {
  const server = createSealed(certificateOf('service'))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  return startProxy(upstream, server)
}

export const SERVICE: NetworkProfile = {
  ...{ name: 'custom-service.test', kind: 'custom', baseUrl: 'https://service.test', dialect: 'interface' },
  ...{ phoneSocket: 'wss://socket.test', depositKeys: [], feeUserId: FEE_USER_ID as UserId },
  networkId: '00'.repeat(32) as Hash,
}
