import { afterEach, beforeEach, expect, it } from 'vitest'
import { momentOf, type Nanos } from '#contract/domain'
import type { AccountStore } from '#store'
import { createKept } from '../../src/wallet/policies/kept.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { anOutput, aPayment, aPlan, asset, openAccount, request, spendOf } from '../support/store.ts'

/* What another computer signed counts for a limit once its journal came together with this one. */

const HOUR = 3_600_000_000_000n
const START = systemClock.now()

let time: bigint
/** How far the clock of the other computer stands ahead. */
let ahead: bigint
let here: AccountStore
let there: AccountStore
const clock = { ...systemClock, now: () => time as Nanos, monotonicMs: () => Number((time - START) / 1_000_000n) }

beforeEach(() => {
  time = START
  ahead = 0n
  here = openAccount(newFolder('store'), clock)
  there = openAccount(newFolder('store'), { now: () => (time + ahead) as Nanos })
})
afterEach(() => {
  here.close()
  there.close()
})

function sign({ intents: { payments } }: AccountStore, name: string, end: 'signed' | 'final' = 'signed'): void {
  const [id, coin] = [request(name), anOutput(name)]
  const { raw, spentBy: hash } = spendOf(coin)
  payments.create(aPayment(name))
  payments.reserve(id, [aPlan(name, [coin])])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hash)
  payments.storeSigned(id, [{ requestId: id, raw }])
  if (end === 'final') payments.markFinal(id, [id])
}

const kept = (store = here) => createKept({ store, clock, guarded: () => false, openedAt: () => momentOf(clock) })
const counted = () =>
  kept()
    .signed()
    .map(({ id, at }) => ({ id, hours: Number((time - at) / HOUR) }))
const merge = () => here.absorb(there.snapshot())

it('counts from when it was signed there', () => {
  kept().begin()
  sign(there, 'one', 'final')
  time += 3n * HOUR
  merge()
  expect(counted()).toEqual([{ id: request('one'), hours: 3 }])
  kept().tick()
  time += 20n * HOUR
  expect(counted()).toEqual([{ id: request('one'), hours: 23 }])
})

it('counts by what was told when it was signed, and looks and waits by their bytes, on no clock that was set back', () => {
  kept().begin()
  const [id, at] = [request('one'), time]
  time -= 5n * HOUR
  expect(kept().now()).toBe(at)
  kept().look(id, 'bytes')
  expect([kept().lookedAt(id, 'bytes'), kept().lookedAt(id, 'others')]).toEqual([at, null])
  const told = { prices: [[asset('BTC'), '2'] as const], currency: 'EUR', rate: 0.5 }
  kept().sign(id, told)
  expect(kept().signed()).toEqual([{ id, at, told }])
  const since = kept().waitingSince(id, 'bytes')
  time += 15n * HOUR
  expect([kept().waitingSince(id, 'bytes'), kept().waitingSince(id, 'others')]).toEqual([since, since + 10n * HOUR])
})

it('counts from now where it was signed by a clock that stood ahead', () => {
  kept().begin()
  ahead = 24n * 30n * HOUR
  sign(there, 'one', 'final')
  merge()
  kept().tick()
  time += HOUR
  expect(counted()).toEqual([{ id: request('one'), hours: 1 }])
})

it('counts from now where it was signed long ago and may still leave, and no more where it left then', () => {
  kept().begin()
  sign(there, 'pending')
  sign(there, 'gone', 'final')
  time += 48n * HOUR
  merge()
  expect(counted()).toEqual([{ id: request('pending'), hours: 0 }])
})

it('counts once, however often its journal is merged', () => {
  kept().begin()
  sign(there, 'one')
  time += 2n * HOUR
  merge()
  kept().tick()
  time += HOUR
  merge()
  expect(counted()).toEqual([{ id: request('one'), hours: 3 }])
  kept().tick()
  time += 30n * HOUR
  merge()
  kept().tick()
  expect(counted().filter(({ hours }) => hours < 24)).toEqual([])
})

it('counts once where it was taken over by its bytes before its journal came', () => {
  kept().begin()
  sign(there, 'one')
  time += HOUR
  kept().sign(request('one'))
  merge()
  expect(counted()).toEqual([{ id: request('one'), hours: 0 }])
})

it('counts though the program ended after the merge, before it was counted', () => {
  const dir = newFolder('store')
  here.close()
  here = openAccount(dir, clock)
  kept().begin()
  sign(there, 'one')
  merge()
  here.close()
  here = openAccount(dir, clock)
  expect(counted()).toEqual([{ id: request('one'), hours: 0 }])
})

it('counts beside what was signed here where only the other computer had kept a list', () => {
  sign(here, 'ours')
  sign(there, 'theirs')
  kept(there).begin()
  merge()
  expect(
    counted()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([request('ours'), request('theirs')].toSorted())
})
