import { failure } from '#contract/errors'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const SECURE: ReadonlySet<string> = new Set(['https:', 'wss:'])

/** Nothing of ours goes over an open line, but on this computer. Throws `remote.insecure`. */
export function needSecure(address: string): void {
  let url: URL
  try {
    url = new URL(address)
  } catch (error) {
    throw failure('remote.insecure', 'the address of the service is not a URL', { cause: error })
  }
  const isOpen = url.protocol === 'http:' || url.protocol === 'ws:'
  if (!(SECURE.has(url.protocol) || (isOpen && LOOPBACK.has(url.hostname)))) {
    throw failure('remote.insecure', 'the service must be reached over a sealed line')
  }
}
