import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTickets } from '../../../src/main/browser/tickets.ts'
import { manualClock } from '../../support/clock.ts'
import { seededRandom } from '../../support/random.ts'

const nobody = (): void => undefined

const proofOf = (secret: string, nonce: string): string =>
  createHmac('sha256', createHash('sha256').update(secret).digest()).update(nonce).digest('hex')

function some() {
  const clock = manualClock()
  return { clock, tickets: createTickets(clock, seededRandom('tickets')) }
}

describe('createTickets', () => {
  it('makes links of 256 random bits', () => {
    const { tickets } = some()
    const links = [tickets.issueLink(), tickets.issueStandingLink(nobody), tickets.issueResume()]
    expect(new Set(links).size).toBe(3)
    for (const link of links) expect(Buffer.from(link, 'base64url')).toHaveLength(32)
  })

  it('takes a link of its own window once', () => {
    const { tickets } = some()
    const link = tickets.issueLink()
    expect(tickets.redeem(link, false)).toBe('open')
    tickets.confirm()
    expect(tickets.redeem(link, false)).toBe('refused')
  })

  it('takes a link again whose page never said that it got in, for half a minute, and for nobody else meanwhile', async () => {
    const { tickets, clock } = some()
    const link = tickets.issueLink()
    await clock.advance(29_999)
    expect(tickets.redeem(link, false)).toBe('open')
    tickets.issueResume()
    await clock.advance(3_600_000)
    tickets.release()
    await clock.advance(29_999)
    // The same page: it comes in the place of its own first try.
    expect(tickets.redeem(link, true)).toBe('resume')
    tickets.release()
    await clock.advance(30_000)
    expect(tickets.redeem(link, false)).toBe('refused')
  })

  it('takes either secret of a tab that may not have got its new one, and proves itself to either', () => {
    for (const which of [0, 1]) {
      const { tickets } = some()
      const first = tickets.issueResume()
      tickets.release()
      expect(tickets.redeem(first, false)).toBe('resume')
      const secrets = [first, tickets.issueResume()]
      tickets.release()
      const proofs = secrets.map((secret) => proofOf(secret, 'nonce'))
      expect(tickets.proveResume('nonce')?.toSorted()).toEqual(proofs.toSorted())
      expect(tickets.redeem(secrets[which] ?? '', false)).toBe('resume')
      tickets.issueResume()
      tickets.confirm()
      for (const secret of secrets) expect(tickets.redeem(secret, false)).toBe('refused')
    }
  })

  it('lets a link of its own window lapse after 30 seconds', async () => {
    const { tickets, clock } = some()
    const early = tickets.issueLink()
    await clock.advance(29_999)
    expect(tickets.redeem(early, false)).toBe('open')
    const late = tickets.issueLink()
    await clock.advance(30_000)
    expect(tickets.redeem(late, false)).toBe('refused')
  })

  it('keeps a printed link good until it has opened its window, and tells of that', async () => {
    const { tickets, clock } = some()
    let used = 0
    const link = tickets.issueStandingLink(() => {
      used += 1
    })
    expect(tickets.redeem(link, true)).toBe('busy')
    await clock.advance(86_400_000)
    expect(used).toBe(0)
    expect(tickets.redeem(link, false)).toBe('open')
    expect(used).toBe(0)
    tickets.confirm()
    expect(used).toBe(1)
    expect([tickets.redeem(link, false), tickets.redeem(link, true)]).toEqual(['refused', 'refused'])
    expect(used).toBe(1)
  })

  it('takes the next printed link when one was used', () => {
    const { tickets } = some()
    let next = ''
    const first = tickets.issueStandingLink(() => {
      next = tickets.issueStandingLink(nobody)
    })
    expect(tickets.redeem(first, false)).toBe('open')
    tickets.confirm()
    expect(tickets.redeem(next, false)).toBe('open')
  })

  it('takes the secret of a tab even while its old socket is open', () => {
    const { tickets } = some()
    const resume = tickets.issueResume()
    expect(tickets.redeem(resume, true)).toBe('resume')
    tickets.confirm()
    expect(tickets.redeem(resume, true)).toBe('refused')
  })

  it('lets the secret of a tab lapse a minute after its socket closed', async () => {
    const { tickets, clock } = some()
    const first = tickets.issueResume()
    await clock.advance(3_600_000)
    tickets.release()
    await clock.advance(59_999)
    expect(tickets.redeem(first, false)).toBe('resume')
    const second = tickets.issueResume()
    tickets.release()
    await clock.advance(60_000)
    expect(tickets.redeem(second, false)).toBe('refused')
  })

  it('forgets earlier secrets when it makes a new one', () => {
    const { tickets } = some()
    const first = tickets.issueResume()
    tickets.issueResume()
    expect(tickets.redeem(first, false)).toBe('refused')
  })

  it('grows slower with each refusal after five, and takes the right one at once', () => {
    const { tickets } = some()
    const link = tickets.issueStandingLink(nobody)
    const zeros = Buffer.alloc(32).toString('base64url')
    const waits = ['', 'x', `${link}x`, zeros, ...Array.from({ length: 96 }, (_, at) => `guess ${at}`)].map((guess) => {
      expect(tickets.redeem(guess, false)).toBe('refused')
      return tickets.patienceMs()
    })
    expect(waits.slice(0, 12)).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 8000])
    expect(waits.at(-1)).toBe(8000)
    expect(tickets.redeem(link, false)).toBe('open')
    tickets.redeem('x', false)
    expect(tickets.patienceMs()).toBe(0)
  })
})
