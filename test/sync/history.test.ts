import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Nanos, parseTime, type Snapshot } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { type AccountStore, openAccountStore } from '#store'
import { createSync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { remoteAt } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aSnapshot, time } from '../support/store.ts'

let store: AccountStore
beforeEach(() => {
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: ACCOUNT, clock: systemClock })
})
afterEach(() => store.close())

/** A history list that pages by time, as nobody has said how the real one treats its offset. */
function historyOf(snapshots: readonly Snapshot[], isInRange: (at: Nanos, offset: Nanos) => boolean): typeof fetch {
  return async (target) => {
    const { pathname, searchParams } = new URL(String(target))
    if (pathname !== '/safe/snapshots') return Response.json({ data: [] })
    const offset = searchParams.get('offset')
    const page = snapshots
      .filter(({ created_at }) => offset === null || isInRange(created_at, parseTime(offset)))
      .slice(0, Number(searchParams.get('limit')))
    return Response.json({ data: z.encode(ENDPOINTS['snapshots.list'].answer, page) })
  }
}

const OFFSETS = [
  { offset: 'inclusive', isInRange: (at: Nanos, offset: Nanos) => at >= offset },
  { offset: 'exclusive', isInRange: (at: Nanos, offset: Nanos) => at > offset },
]

describe.each(OFFSETS)('history, from a service whose offset is $offset', ({ isInRange }) => {
  const many = (count: number, at: Nanos, name: string) =>
    Array.from({ length: count }, (_, number) => aSnapshot(`${name} ${number}`, { created_at: at }))

  async function readOver(snapshots: readonly Snapshot[]): Promise<Set<string>> {
    const sync = createSync({
      remote: remoteAt('http://127.0.0.1:1', {
        ...{ dialect: 'upstream', fetch: historyOf(snapshots, isInRange), authorize: async () => 'token' },
      }),
      ...{
        account: ACCOUNT,
        store,
        clock: systemClock,
        log: () => undefined,
        holders: () => [],
        intervalMs: 60_000,
        unattendedIntervalMs: 60_000,
        unattendedMs: () => 0,
      },
      ...{ unknown: () => ({ users: [], assets: [] }), statusChanged: () => undefined },
    })
    await sync.refresh()
    await sync.stop()
    const { snapshots: kept } = store.cache.snapshots.list({ filter: {}, cursor: null, limit: 2_000 })
    return new Set(kept.map(({ snapshot_id }) => snapshot_id))
  }

  it('is whole when a page ends between two of one time', async () => {
    const all = [...many(499, time(1), 'before'), ...many(300, time(2), 'same'), ...many(5, time(3), 'after')]
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('goes on behind a time that has more of them than a page', async () => {
    const after = many(5, time(3), 'after')
    const read = await readOver([...many(10, time(1), 'before'), ...many(600, time(2), 'same'), ...after])
    for (const { snapshot_id } of after) expect(read).toContain(snapshot_id)
  })
})
