import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '#contract/domain'

const LINK_LIFE_MS = 30_000
const RESUME_LIFE_MS = 60_000
/**
 * Refusals that may be a person's, or an old tab's, mistakes; those after them are answered ever more slowly. They never close
 * the door, or any program of the same user could end the wallet.
 */
const MISTAKES = 5
const PATIENCE_MIN_MS = 250
const PATIENCE_MAX_MS = 8000

/** `open`: a link; `resume`: the tab that was here before; `busy`: a good link, but a window is connected. */
type Redeemed = 'open' | 'resume' | 'busy' | 'refused'

export interface Tickets {
  /** A link for a window that Coffer opens itself: works once, for 30 seconds. */
  issueLink(): string
  /**
   * A link for a person to carry: works until Coffer stops, for one window. `used` is called when it has let one in, since a browser
   * remembers addresses and this one is worth nothing from then on.
   */
  issueStandingLink(used: () => void): string
  /** A tab's secret for its own reload: works once, and makes every earlier one worthless. */
  issueResume(): string
  /**
   * Shows the tab that was here before that this is still the program which gave it its secret: an HMAC-SHA256, in hex, of its random text under the
   * SHA-256 of the secret. Null where there is no such tab.
   */
  proveResume(nonce: string): string | null
  /** The tab's socket is closed: its secret dies in a minute. */
  releaseResume(): void
  redeem(presented: string, busy: boolean): Redeemed
  /** Milliseconds to let pass before the last refusal is told; more with each in a row, 0 for the first five. */
  patienceMs(): number
}

interface Ticket {
  readonly digest: Uint8Array
  expiresAt: number
}

const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** All tickets are 256 random bits as base64url, held as digests and compared in constant time. */
export function createTickets(clock: Clock, random: Random): Tickets {
  let link: Ticket | null = null
  let standing: (Ticket & { readonly used: () => void }) | null = null
  let resume: Ticket | null = null
  let refusals = 0

  function mint(expiresAt: number): [string, Ticket] {
    const text = Buffer.from(random(32)).toString('base64url')
    return [text, { digest: digestOf(text), expiresAt }]
  }

  const fits = (ticket: Ticket | null, digest: Uint8Array): boolean => {
    const same = timingSafeEqual(ticket?.digest ?? new Uint8Array(32), digest)
    return ticket !== null && same && clock.monotonicMs() < ticket.expiresAt
  }

  return {
    issueLink() {
      const [text, ticket] = mint(clock.monotonicMs() + LINK_LIFE_MS)
      link = ticket
      return text
    },
    issueStandingLink(used) {
      const [text, ticket] = mint(Number.POSITIVE_INFINITY)
      standing = { ...ticket, used }
      return text
    },
    issueResume() {
      const [text, ticket] = mint(Number.POSITIVE_INFINITY)
      resume = ticket
      return text
    },
    proveResume: (nonce) => {
      const stands = resume !== null && clock.monotonicMs() < resume.expiresAt
      return resume !== null && stands ? createHmac('sha256', resume.digest).update(nonce).digest('hex') : null
    },
    releaseResume() {
      if (resume !== null) resume.expiresAt = clock.monotonicMs() + RESUME_LIFE_MS
    },
    redeem(presented, busy) {
      const digest = digestOf(presented)
      const [isLink, isStanding, isResume] = [fits(link, digest), fits(standing, digest), fits(resume, digest)]
      if (isResume) {
        resume = null
        refusals = 0
        return 'resume'
      }
      if (isLink || isStanding) {
        if (busy) return 'busy'
        refusals = 0
        if (isLink) link = null
        else {
          const used = standing?.used
          standing = null
          used?.()
        }
        return 'open'
      }
      refusals += 1
      return 'refused'
    },
    patienceMs: () =>
      refusals <= MISTAKES ? 0 : Math.min(PATIENCE_MAX_MS, PATIENCE_MIN_MS * 2 ** (refusals - MISTAKES - 1)),
  }
}
