import { expect, it } from 'vitest'
import { DAY, type Nanos, type RequestId, type UserId } from '#contract/domain'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { createVerdicts } from '../../src/wallet/approvals/verdicts.ts'
import { systemClock } from '../support/clock.ts'
import type { RequestReview } from '../support/worded.ts'

/* What a list says of a request that was judged a while ago. */

it('is marked once another request asks for the same, without being judged anew', () => {
  const request = { id: 'one' as RequestId, updatedAt: 1n as Nanos } as Request
  let hasSame = false
  const verdicts = createVerdicts({
    ...{ account: 'me' as UserId, clock: systemClock, log: () => undefined },
    requestStore: { find: () => request, unfinished: () => [request] },
    waits: () => true,
    judge: async () => {
      throw new Error('nobody judges it')
    },
    hasSame: () => hasSame,
    ready: () => true,
    changed: () => undefined,
  })
  const verdict = (said: RequestReview['verdict']) => {
    verdicts.learn(request.id, { verdict: said, checks: [{ id: 'row:amount', result: said }] } as unknown as Parameters<
      typeof verdicts.learn
    >[1])
    return verdicts.of(request)
  }
  expect(verdict('ok')).toBe('ok')
  hasSame = true
  expect(verdicts.of(request)).toBe('attention')
  // What stops it is worse.
  expect(verdict('stop')).toBe('stop')
})

it('is judged anew where it was judged while the clock stood ahead', async () => {
  const detail = { by: 'me', record: null, reviewBy: null, signers: [], source: 'found' }
  const request = { id: 'one', holder: 'ours', updatedAt: 1n, state: 'open', detail } as unknown as Request
  let [now, judged] = [systemClock.now(), 0]
  const verdicts = createVerdicts({
    ...{ account: 'me' as UserId, clock: { ...systemClock, now: () => now }, log: () => undefined },
    requestStore: { find: () => request, unfinished: () => [request] },
    waits: () => true,
    judge: async () => {
      judged += 1
      return { verdict: 'ok', checks: [] } as unknown as Awaited<
        ReturnType<Parameters<typeof createVerdicts>[0]['judge']>
      >
    },
    hasSame: () => false,
    ready: () => true,
    changed: () => undefined,
  })
  now = (now + 30n * DAY) as Nanos
  verdicts.round()
  await expect.poll(() => judged).toBe(1)
  now = (now - 30n * DAY) as Nanos
  await expect
    .poll(() => {
      verdicts.round()
      return judged
    })
    .toBe(2)
  await verdicts.stop()
})
