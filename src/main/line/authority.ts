import { X509Certificate } from 'node:crypto'
import { msOf, type Nanos, nanosOf } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Authority } from '#contract/ipc'

export interface TrustedAuthority extends Authority {
  /** The certificate alone, whatever else stood in the file. */
  readonly pem: string
}

const refuse = (reason: 'unreadable' | 'several' | 'not_authority' | 'expired' | 'not_yet'): never => {
  throw failure('input.authority', 'not a certificate authority to be believed', { details: { reason } })
}

function certificateIn(pem: string): X509Certificate {
  const blocks = pem.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/g) ?? []
  if (blocks.length > 1) return refuse('several')
  try {
    return new X509Certificate(pem)
  } catch {
    return refuse('unreadable')
  }
}

/** The authority of a PEM file. Throws `input.authority` for what is none, and where `now` is given for what is out of its time. */
export function readAuthority(pem: string, now: Nanos | null): TrustedAuthority {
  const certificate = certificateIn(pem)
  if (!certificate.ca) refuse('not_authority')
  const until = Date.parse(certificate.validTo)
  if (now !== null) {
    const at = msOf(now)
    if (until < at) refuse('expired')
    if (Date.parse(certificate.validFrom) > at) refuse('not_yet')
  }
  return {
    pem: certificate.toString(),
    subject: certificate.subject.split('\n').reverse().join(', '),
    validUntil: nanosOf(until),
    fingerprint: certificate.fingerprint256,
  }
}
