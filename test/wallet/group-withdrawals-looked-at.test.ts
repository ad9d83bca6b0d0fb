import { expect, it } from 'vitest'
import { DAY, HOUR, type Nanos, type RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { createWithdrawals } from '../../src/wallet/approvals/withdrawals.ts'
import { hashOf, request } from '../support/store.ts'

/* When a group's withdrawal that was not seen to leave is looked at again. */

const BEGUN = 1_790_000_000_000_000_000n as Nanos

function start(names: readonly string[] = ['withdrawal']) {
  const time = { wall: BEGUN as bigint, passed: 0n }
  const known = names.map((name) => ({
    ...{ id: request(name), state: 'final', hash: hashOf(name) },
    detail: { createdAt: BEGUN - 2n * HOUR, record: { receivers: [{ destination: 'bc1q' }] }, members: [] },
  })) as unknown as Request[] // what decides when it is looked at, and nothing else of it
  const looked: RequestId[] = []
  const requestStore = {
    list: () => known,
    find: (id: RequestId) => known.find((each) => each.id === id),
    refresh: (each: Request) => {
      looked.push(each.id)
      return Promise.reject(failure('remote.not_found', 'nothing answers'))
    },
  }
  const clock = { now: () => time.wall as Nanos, monotonicMs: () => Number(time.passed / 1_000_000n) }
  const parts = { requestStore, clock, log: () => undefined } as unknown as Parameters<typeof createWithdrawals>[0]
  return {
    looked,
    round: createWithdrawals(parts).round,
    pass: (span: bigint) => {
      time.wall += span
      time.passed += span
    },
    set: (span: bigint) => {
      time.wall += span
    },
  }
}

it('comes once a part of its age has passed', async () => {
  const { looked, round, pass } = start()
  await round()
  await round()
  expect(looked.length).toBe(1)
  pass(HOUR / 20n)
  await round()
  expect(looked.length).toBe(1)
  pass(HOUR / 10n)
  await round()
  expect(looked.length).toBe(2)
})

it('comes no later because the clock had been ahead and was set back', async () => {
  const { looked, round, pass, set } = start()
  set(30n * DAY)
  await round()
  set(-30n * DAY)
  pass(HOUR / 5n)
  await round()
  expect(looked.length).toBe(2)
  await round()
  expect(looked.length).toBe(2)
})

it('comes to a few in a round, each in its turn, though none of them is answered', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `withdrawal ${at}`)
  const { looked, round, pass } = start(names)
  for (const count of [5, 10, 12, 12]) {
    await round()
    expect(looked.length).toBe(count)
  }
  expect(new Set(looked)).toEqual(new Set(names.map(request)))
  pass(HOUR)
  await round()
  expect(looked.length).toBe(17)
})
