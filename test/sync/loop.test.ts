import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '#contract/domain'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { remoteAt } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT } from '../support/store.ts'

let store: AccountStore
beforeEach(() => {
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: ACCOUNT, clock: systemClock })
})
afterEach(() => store.close())

const refused = () => Response.json({ error: { status: 403, code: 403, description: 'No.' } }, { status: 403 })

/** How long a loop waits after each of its rounds while there was no input for so long; waiting takes no time. `each` hears of each round. */
async function waitsAfter(
  unattendedMs: number,
  answer: () => Response,
  each: (sync: Sync) => void = () => {},
): Promise<number[]> {
  const waits: number[] = []
  const enough = Promise.withResolvers<void>()
  const clock: Clock = {
    ...systemClock,
    sleep(ms, signal) {
      waits.push(ms)
      if (waits.length === 3) enough.resolve()
      return systemClock.sleep(waits.length < 3 ? 0 : 600_000, signal)
    },
  }
  const sync = createSync({
    remote: remoteAt('http://127.0.0.1:1', {
      ...{ dialect: 'upstream', fetch: async () => answer(), authorize: async () => 'token' },
    }),
    ...{ account: ACCOUNT, store, clock, log: () => undefined, holders: () => [], intervalMs: 10_000 },
    ...{
      unattendedIntervalMs: 60_000,
      unattendedMs: () => unattendedMs,
      unknown: () => ({ users: [], assets: [] }),
      statusChanged: () => undefined,
    },
  })
  sync.onRound(async () => each(sync))
  sync.start()
  await enough.promise
  await sync.stop()
  return waits
}

const nothing = () => Response.json({ data: [] })

describe('the loop', () => {
  it('asks every ten seconds while somebody is there', async () => {
    expect(await waitsAfter(4 * 60_000, nothing)).toEqual([10_000, 10_000, 10_000])
  })

  it('asks every minute once nobody has been there for five', async () => {
    expect(await waitsAfter(5 * 60_000, nothing)).toEqual([60_000, 60_000, 60_000])
  })

  it('comes back soon after a failure, whoever is there', async () => {
    expect(await waitsAfter(60 * 60_000, refused)).toEqual([1_000, 2_000, 4_000])
  })

  it('waits as long after each failure where every round leads to another', async () => {
    let rounds = 0
    const waits = await waitsAfter(0, refused, (sync) => {
      rounds += 1
      sync.soon('look')
    })
    expect([waits, rounds]).toEqual([[1_000, 2_000, 4_000], 3])
  })
})

describe('a round that each round leads to', () => {
  it('follows at once a few times, then with the next of the loop, and compares if one of them would have', async () => {
    let friends = 0
    let rounds = 0
    const sync = createSync({
      remote: remoteAt('http://127.0.0.1:1', {
        ...{ dialect: 'upstream', authorize: async () => 'token' },
        fetch: async (target) => {
          if (String(target).includes('/friends')) friends += 1
          return nothing()
        },
      }),
      ...{ account: ACCOUNT, store, clock: { ...systemClock, monotonicMs: () => 0 }, log: () => undefined },
      ...{ holders: () => [], intervalMs: 10_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0 },
      ...{ unknown: () => ({ users: [], assets: [] }), statusChanged: () => undefined },
    })
    const isOver = Promise.withResolvers<void>()
    sync.onRound(async () => {
      rounds += 1
      if (rounds > 20) isOver.resolve()
      else sync.soon('refresh')
      if (rounds === 6) setTimeout(isOver.resolve)
    })
    await sync.look()
    await isOver.promise
    expect(rounds).toBe(6)
    friends = 0
    await sync.look()
    expect([rounds, friends]).toEqual([7, 1])
    await sync.stop()
  })
})

describe('what is to be compared', () => {
  it('is compared in the round after one in which the line was down', async () => {
    let isDown = true
    let friends = 0
    const sync = createSync({
      remote: remoteAt('http://127.0.0.1:1', {
        ...{ dialect: 'upstream', authorize: async () => 'token' },
        fetch: async (target) => {
          if (isDown) throw new TypeError('fetch failed')
          if (String(target).includes('/friends')) friends += 1
          return nothing()
        },
      }),
      ...{ account: ACCOUNT, store, clock: { ...systemClock, monotonicMs: () => 0, sleep: async () => {} } },
      ...{ holders: () => [], intervalMs: 10_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0 },
      ...{ unknown: () => ({ users: [], assets: [] }), statusChanged: () => undefined, log: () => undefined },
    })
    isDown = false
    await sync.look()
    isDown = true
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.unreachable' })
    isDown = false
    friends = 0
    await sync.look()
    await sync.look()
    expect(friends).toBe(1)
    await sync.stop()
  })
})
