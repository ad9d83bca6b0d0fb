import { expect, it } from 'vitest'
import type { Nanos, RequestId, UserId } from '#contract/domain'
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
