import { request as askPlainly } from 'node:http'
import { request as askSecurely } from 'node:https'
import { connect, type Socket } from 'node:net'
import { failure } from '#contract/errors'
import type { OutgoingProxy } from '#contract/ipc'
import { bareHost } from './proxy.ts'

interface Target {
  readonly host: string
  readonly port: number
}

/** Tor may have to build a way first. */
const TUNNEL_MS = 30_000

const refused = (reason: 'silent' | 'refuses' | 'password', cause?: unknown): Error =>
  failure('remote.unreachable', 'the proxy brought nobody', { details: { by: 'proxy', reason }, cause })

/**
 * A line to a host through the proxy, which alone hears its name and resolves it. It is there after so long, or given up, whatever the proxy sends
 * meanwhile. Throws `remote.unreachable` that names the proxy.
 */
export async function tunnel(proxy: OutgoingProxy, target: Target, mostMs = TUNNEL_MS): Promise<Socket> {
  return proxy.kind === 'socks5' ? bySocks(proxy, target, mostMs) : byConnect(proxy, target, mostMs)
}

async function bySocks(proxy: OutgoingProxy, { host, port }: Target, mostMs: number): Promise<Socket> {
  const { SocksClient, SocksClientError } = await import('socks')
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host: bareHost(proxy.host), port: proxy.port, type: 5 },
      command: 'connect',
      destination: { host: bareHost(host), port },
      timeout: mostMs,
    })
    return socket
  } catch (error) {
    throw refused(error instanceof SocksClientError && /rejected/i.test(error.message) ? 'refuses' : 'silent', error)
  }
}

function byConnect(proxy: OutgoingProxy, { host, port }: Target, mostMs: number): Promise<Socket> {
  const authority = `${host}:${port}`
  const ask = proxy.kind === 'https' ? askSecurely : askPlainly
  return new Promise((resolve, reject) => {
    const asking = ask({
      ...{ host: bareHost(proxy.host), port: proxy.port, method: 'CONNECT', path: authority, agent: false },
      headers: { host: authority },
    })
    // Not a time without bytes, which a byte now and then would never let pass.
    const timer = setTimeout(() => asking.destroy(new Error('no answer')), mostMs)
    const refuse = (status: number | undefined): void => {
      clearTimeout(timer)
      asking.destroy()
      reject(refused(status === 407 ? 'password' : 'refuses'))
    }
    asking.on('connect', ({ statusCode }, socket: Socket, head) => {
      if (statusCode !== 200 || head.length > 0) {
        socket.destroy()
        return refuse(statusCode)
      }
      clearTimeout(timer)
      resolve(socket)
    })
    asking.on('response', ({ statusCode }) => refuse(statusCode))
    asking.on('error', (error) => {
      clearTimeout(timer)
      reject(refused('silent', error))
    })
    asking.end()
  })
}

/** Where Tor listens: as a service of the system, or brought by its browser. */
const TOR_PORTS = [9050, 9150] as const
const GREETING_MS = 2000

/** Whether something answers the greeting of SOCKS 5 there without asking for a password. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(GREETING_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => resolve(false))
    socket.on('connect', () => socket.write(new Uint8Array([5, 1, 0])))
    socket.once('data', (answer) => end(answer[0] === 5 && answer[1] === 0))
  })
}

/** The first port at which something like Tor answers; null where nothing does. */
export async function findTor(ports: readonly number[] = TOR_PORTS): Promise<number | null> {
  for (const port of ports) if (await greets(port)) return port
  return null
}
