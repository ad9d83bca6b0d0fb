import type { WireAnswer } from '#contract/ipc'

type Place = NonNullable<WireAnswer<'network.line'>['proxy']>

/** A proxy as it is being typed. */
export interface ProxyForm {
  readonly kind: Place['kind'] | 'none'
  readonly host: string
  readonly port: string
}

export const TOR_HOST = '127.0.0.1'

export const proxyForm = (proxy: Place | null): ProxyForm =>
  proxy === null
    ? { kind: 'none', host: '', port: '' }
    : { kind: proxy.kind, host: proxy.host, port: String(proxy.port) }

/** What was typed, null for none; undefined while it is not whole. The wallet reads it once more. */
export function proxyOf({ kind, host, port }: ProxyForm): Place | null | undefined {
  if (kind === 'none') return null
  const number = /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0
  if (host.trim() === '' || number < 1 || number > 65_535) return undefined
  return { kind, host: host.trim(), port: number }
}
