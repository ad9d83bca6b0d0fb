import { CofferError, type ErrorCode, failure } from '#contract/errors'

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

/** What OpenSSL and Node say of a certificate that nobody vouches for, or that is another's. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** A line that did not come about, with who stood between where that is known. The cause may lie in a cause: `fetch` wraps. */
export function unreachable(error: unknown): CofferError {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const own = causes.find((cause) => cause instanceof CofferError)
  if (own !== undefined) return own
  const isUntrusted = causes.some((cause) => cause instanceof Error && 'code' in cause && UNTRUSTED.has(cause.code))
  const details = isUntrusted ? { by: 'certificate' } : {}
  return failure('remote.unreachable', 'the service could not be reached', { details, cause: error })
}

/** Troubles of the line or the server. What else may help later (a coin that is locked, a chain behind) is for people to decide. */
export const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'remote.unreachable',
  'remote.timeout',
  'remote.server',
  'remote.rate_limited',
])
