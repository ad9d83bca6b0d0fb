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
   * SHA-256 of the secret, for each that it may hold. Null where there is no such tab.
   */
  proveResume(nonce: string): readonly string[] | null
  /** Whoever was let in has the secret for its reload: only now what let it in is spent. */
  confirm(): void
  /** The tab's socket is closed: its secret dies in a minute. What let it in lives on where it was not confirmed, for the same page to try again. */
  release(): void
  redeem(presented: string, busy: boolean): Redeemed
  /** Milliseconds to let pass before the last refusal is told; more with each in a row, 0 for the first five. */
  patienceMs(): number
}

interface Ticket {
  readonly digest: Uint8Array
  readonly lifeMs: number
  expiresAt: number
  readonly spent: () => void
}

const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()
const nothing = (): void => undefined

/** All tickets are 256 random bits as base64url, held as digests and compared in constant time. */
export function createTickets(clock: Clock, random: Random): Tickets {
  let link: Ticket | null = null
  let standing: Ticket | null = null
  let resume: Ticket | null = null
  /** What let somebody in who has not said yet that the next secret came. */
  let entered: Ticket | null = null
  let refusals = 0

  function mint(lifeMs: number, expiresAt: number, spent = nothing): [string, Ticket] {
    const text = Buffer.from(random(32)).toString('base64url')
    return [text, { digest: digestOf(text), lifeMs, expiresAt, spent }]
  }

  const lives = (ticket: Ticket | null): ticket is Ticket => ticket !== null && clock.monotonicMs() < ticket.expiresAt

  const fits = (ticket: Ticket | null, digest: Uint8Array): boolean => {
    const same = timingSafeEqual(ticket?.digest ?? new Uint8Array(32), digest)
    return same && lives(ticket)
  }

  function open(ticket: Ticket | null): Redeemed {
    entered = ticket
    if (ticket === link) link = null
    else standing = null
    return 'open'
  }

  return {
    issueLink() {
      const [text, ticket] = mint(LINK_LIFE_MS, clock.monotonicMs() + LINK_LIFE_MS)
      link = ticket
      return text
    },
    issueStandingLink(used) {
      const [text, ticket] = mint(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, used)
      standing = ticket
      return text
    },
    issueResume() {
      const [text, ticket] = mint(RESUME_LIFE_MS, Number.POSITIVE_INFINITY)
      resume = ticket
      return text
    },
    proveResume(nonce) {
      const proofs = [resume, entered]
        .filter(lives)
        .map(({ digest }) => createHmac('sha256', digest).update(nonce).digest('hex'))
      return proofs.length === 0 ? null : proofs
    },
    confirm() {
      const ticket = entered
      entered = null
      ticket?.spent()
    },
    release() {
      for (const ticket of [resume, entered]) {
        if (ticket !== null) ticket.expiresAt = clock.monotonicMs() + ticket.lifeMs
      }
    },
    redeem(presented, busy) {
      const digest = digestOf(presented)
      const [isLink, isStanding] = [fits(link, digest), fits(standing, digest)]
      const [isResume, isEntered] = [fits(resume, digest), fits(entered, digest)]
      if ((isLink || isStanding) && busy) return 'busy'
      if (!(isLink || isStanding || isResume || isEntered)) {
        refusals += 1
        return 'refused'
      }
      refusals = 0
      if (isLink || isStanding) return open(isLink ? link : standing)
      if (isResume) entered = resume
      resume = null
      return 'resume'
    },
    patienceMs: () =>
      refusals <= MISTAKES ? 0 : Math.min(PATIENCE_MAX_MS, PATIENCE_MIN_MS * 2 ** (refusals - MISTAKES - 1)),
  }
}
