import { rootCertificates } from 'node:tls'
import type { buildConnector } from 'undici'
import type { OutgoingProxy } from '#contract/ipc'
import type { TrustedAuthority } from './authority.ts'
import { isHere } from './proxy.ts'
import { tunnel } from './tunnel.ts'

/** How the service is reached. */
export interface Setting {
  readonly proxy: OutgoingProxy | null
  readonly authority: TrustedAuthority | null
}

export type Connect = buildConnector.connector

/** One way out: every request and socket that takes it is joined by the same function, and ends with it. */
export interface Way {
  readonly fetch: typeof fetch
  /** Null where sockets are opened as ever. */
  readonly connect: Connect | null
  close(): Promise<void>
}

const CONNECTING_MS = 15_000

/** No proxy and no authority: as this runtime does it by itself. */
const PLAIN: Way = { fetch: (input, init) => fetch(input, init), connect: null, close: async () => undefined }

/** `serviceHosts`: the hosts for which the own authority is believed, and no others. */
export async function openWay({ proxy, authority }: Setting, serviceHosts: ReadonlySet<string>): Promise<Way> {
  if (proxy === null && authority === null) return PLAIN
  // Read only where it is needed: most wallets start without.
  const { Agent, buildConnector, fetch: ask } = await import('undici')
  const usual = buildConnector({ timeout: CONNECTING_MS })
  const believing =
    authority === null ? usual : buildConnector({ timeout: CONNECTING_MS, ca: [...rootCertificates, authority.pem] })
  const connect: Connect = (options, callback) => {
    const secure = serviceHosts.has(options.hostname) ? believing : usual
    // What runs on this computer is nobody else's to bring.
    if (proxy === null || isHere(options.hostname)) return secure(options, callback)
    const port = options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : Number(options.port)
    tunnel(proxy, { host: options.hostname, port }).then(
      (socket) =>
        options.protocol === 'https:' ? secure({ ...options, httpSocket: socket }, callback) : callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
  const agent = new Agent({ connect })
  const asked = ask as unknown as (input: string, init: object) => Promise<Response> // the same interface, of the package
  return {
    fetch: (input, init) => asked(input instanceof Request ? input.url : String(input), { ...init, dispatcher: agent }),
    connect,
    close: () => agent.destroy(),
  }
}
