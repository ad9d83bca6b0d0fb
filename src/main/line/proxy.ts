import { failure } from '#contract/errors'
import type { OutgoingProxy } from '#contract/ipc'

const KINDS: Readonly<Record<string, OutgoingProxy['kind']>> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  // By this name others tell apart that the proxy resolves names. Here it always does.
  'socks5h:': 'socks5',
}
const PORTS: Readonly<Record<OutgoingProxy['kind'], number>> = { http: 8080, https: 443, socks5: 1080 }

/** A proxy as an address. Throws `input.proxy`; with a password too, since there is no place for it before the vault is open. */
export function parseProxy(text: string): OutgoingProxy {
  const url = URL.canParse(text) ? new URL(text) : null
  const kind = url === null ? undefined : KINDS[url.protocol]
  if (
    url === null ||
    kind === undefined ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname + url.search + url.hash)
  ) {
    throw failure('input.proxy', 'not the address of a proxy', { details: { reason: 'form' } })
  }
  if (url.username !== '' || url.password !== '') {
    throw failure('input.proxy', 'a proxy with a password', { details: { reason: 'password' } })
  }
  // Of the schemes that it knows the parser leaves out their usual ports.
  const usual = url.protocol === 'http:' && /:80\/?$/.test(text) ? 80 : PORTS[kind]
  return { kind, host: url.hostname, port: url.port === '' ? usual : Number(url.port) }
}

export const formatProxy = ({ kind, host, port }: OutgoingProxy): string => `${kind}://${host}:${port}`

/** A proxy as a person typed it, in the form in which it is used. Throws `input.proxy`. */
export const readProxy = (proxy: OutgoingProxy): OutgoingProxy =>
  parseProxy(formatProxy({ ...proxy, host: proxy.host.trim() }))

/** A host as sockets take it. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether a host, as it stands in a URL, is this computer. */
export const isHere = (hostname: string): boolean => LOOPBACK.has(hostname)
