import type { Clock, NetworkProfile } from '#contract/domain'

/*
 * Reads what items and collections point to. The addresses are words of strangers, so this asks nothing of the network
 * that could carry an identity, goes where they point only by a few rules, and stops at a size and a time.
 */

const CONTENT_BYTES_MAX = 5 * 1024 * 1024
const CONTENT_MS = 20_000
const REDIRECTS_MAX = 3
/** All that is kept in memory. */
const SHELF_BYTES = 64 * 1024 * 1024
const KERNEL = 'https://kernel.mixin.dev'

type Missing = 'none' | 'address' | 'unreachable' | 'redirected' | 'too_large' | 'too_slow' | 'refused'
type Read = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: Missing }

type Network = Pick<NetworkProfile, 'kind' | 'baseUrl'>

/** The kernel's object storage of a network: an extra by its transaction, or one member of it. */
function objectUrl({ kind, baseUrl }: Network, hash: string, member?: string): string {
  const origin = kind === 'mainnet' ? KERNEL : new URL(baseUrl).origin
  return `${origin}/objects/${hash}${member === undefined ? '' : `/${member}`}`
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Numbers instead of names, and names of a home or an office: nothing of a stranger's lies there. */
const INSIDE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\]|localhost|[^.]+|.*\.(?:local|localhost|internal|lan|home|arpa))\.?$/i

/**
 * Where an address may be read: HTTPS by name, without a user, on the usual port. A play network's contents lie on this
 * machine. Undefined for anything else.
 */
function allowedUrl(text: string, network: Network): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return undefined
  if (network.kind === 'local' && LOOPBACK.test(url.hostname)) return url.protocol === 'http:' ? url : undefined
  return url.protocol === 'https:' && url.port === '' && !INSIDE.test(url.hostname) ? url : undefined
}

/** The host that would hear of it, and whether it is the network's own storage, which knows of the item anyway. */
function placeOf(text: string, network: Network): { host: string; own: boolean } {
  const url = allowedUrl(text, network)
  if (url === undefined) return { host: '', own: false }
  return { host: url.host, own: url.origin === new URL(objectUrl(network, '0')).origin }
}

export interface ContentDeps {
  readonly network: Network
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export type Contents = ReturnType<typeof openContents>

export function openContents({ network, fetch, clock }: ContentDeps) {
  const shelf = new Map<string, Uint8Array>()
  const underWay = new Map<string, Promise<Read>>()
  let kept = 0

  function keep(url: string, bytes: Uint8Array): void {
    shelf.set(url, bytes)
    kept += bytes.length
    for (const [oldest, old] of shelf) {
      if (kept <= SHELF_BYTES) return
      shelf.delete(oldest)
      kept -= old.length
    }
  }

  async function body(response: Response): Promise<Read> {
    const declared = Number(response.headers.get('content-length') ?? '0')
    if (declared > CONTENT_BYTES_MAX) {
      await response.body?.cancel()
      return { ok: false, reason: 'too_large' }
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body ?? []) {
      size += part.length
      // Leaving the loop ends the connection.
      if (size > CONTENT_BYTES_MAX) return { ok: false, reason: 'too_large' }
      parts.push(part)
    }
    return { ok: true, bytes: Buffer.concat(parts) }
  }

  async function follow(start: URL, signal: AbortSignal): Promise<Read> {
    let url = start
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const response = await fetch(url.href, {
        redirect: 'manual',
        signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { accept: '*/*' },
      })
      if (response.status < 300 || response.status > 399) {
        if (response.status === 200) return body(response)
        await response.body?.cancel()
        return { ok: false, reason: 'refused' }
      }
      await response.body?.cancel()
      const target = response.headers.get('location') ?? ''
      const next = URL.canParse(target, url.href) ? allowedUrl(new URL(target, url.href).href, network) : undefined
      // Never from one scheme to another, and from the network's own storage to nowhere else.
      if (next === undefined || next.protocol !== url.protocol || placeOf(start.href, network).own) {
        return { ok: false, reason: 'redirected' }
      }
      url = next
    }
    return { ok: false, reason: 'redirected' }
  }

  async function load(url: URL): Promise<Read> {
    const stopped = new AbortController()
    const rested = new AbortController()
    let late = false
    const limit = clock.sleep(CONTENT_MS, rested.signal).then(() => {
      late = !rested.signal.aborted
      if (late) stopped.abort()
    })
    try {
      const read = await follow(url, stopped.signal)
      if (read.ok) keep(url.href, read.bytes)
      return read
    } catch {
      return { ok: false, reason: late ? 'too_slow' : 'unreachable' }
    } finally {
      rested.abort()
      await limit
    }
  }

  return {
    /** Bytes at an address, from memory if they were read before. Never throws. */
    async read(address: string): Promise<Read> {
      if (address === '') return { ok: false, reason: 'none' }
      const url = allowedUrl(address, network)
      if (url === undefined) return { ok: false, reason: 'address' }
      const known = shelf.get(url.href)
      if (known !== undefined) return { ok: true, bytes: known }
      const reading = underWay.get(url.href) ?? load(url).finally(() => underWay.delete(url.href))
      underWay.set(url.href, reading)
      return reading
    },
    place: (address: string) => placeOf(address, network),
    /** What a transaction stored, or one member of it. */
    object: (hash: string, member?: string): string => objectUrl(network, hash, member),
  }
}
