import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Clock, DAY, HOUR, type Holder, MINUTE, type Nanos, parseTime, type Snapshot } from '#contract/domain'
import { failure } from '#contract/errors'
import { ENDPOINTS } from '#contract/http'
import { parseSignedAmount } from '#protocol/text'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { manualClock, systemClock } from '../support/clock.ts'
import { remoteAt } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, aSnapshot, time, user } from '../support/store.ts'

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

function syncOver(fetch: typeof globalThis.fetch, holders: readonly Holder[] = [], clock: Clock = systemClock): Sync {
  return createSync({
    remote: remoteAt('http://127.0.0.1:1', { dialect: 'upstream', fetch, authorize: async () => 'token' }),
    ...{ account: ACCOUNT, store, clock, log: () => undefined, holders: () => holders },
    ...{ intervalMs: 60_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0 },
    ...{ unknown: () => ({ users: [], assets: [] }), statusChanged: () => undefined },
  })
}

const OFFSETS = [
  { offset: 'inclusive', isInRange: (at: Nanos, offset: Nanos) => at >= offset },
  { offset: 'exclusive', isInRange: (at: Nanos, offset: Nanos) => at > offset },
]

describe.each(OFFSETS)('history, from a service whose offset is $offset', ({ isInRange }) => {
  const many = (count: number, at: Nanos, name: string) =>
    Array.from({ length: count }, (_, number) => aSnapshot(`${name} ${number}`, { created_at: at }))

  async function readOver(snapshots: readonly Snapshot[]): Promise<Set<string>> {
    const sync = syncOver(historyOf(snapshots, isInRange))
    await sync.refresh()
    await sync.stop()
    return kept()
  }

  function kept(): Set<string> {
    const { snapshots: kept } = store.cache.snapshots.list({ filter: {}, cursor: null, limit: 2_000 })
    return new Set(kept.map(({ snapshot_id }) => snapshot_id))
  }

  it('is whole when a page ends between two of one time', async () => {
    const all = [...many(499, time(1), 'before'), ...many(300, time(2), 'same'), ...many(5, time(3), 'after')]
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('is whole where a program ended in the middle of a page', async () => {
    const all = Array.from({ length: 350 }, (_, at) => aSnapshot(`at ${at}`, { created_at: time(at + 1) }))
    const { snapshots } = store.cache
    let pieces = 0
    const ends: AccountStore['cache']['snapshots']['applyPage'] = (page) => {
      pieces += 1
      if (pieces > 1) throw failure('store.disk', 'it ends here')
      return snapshots.applyPage(page)
    }
    const whole = store
    store = { ...whole, cache: { ...whole.cache, snapshots: { ...snapshots, applyPage: ends } } }
    const cut = syncOver(historyOf(all, isInRange))
    await cut.refresh().catch(() => undefined)
    await cut.stop()
    store = whole
    expect([kept().size, pieces]).toEqual([100, 2])
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('is whole of a service that gives one at a time', async () => {
    const all = [1, 2, 3, 4].flatMap((at) => many(1, time(at), `at ${at}`))
    const one: typeof fetch = async (target, init) => {
      const answer = await historyOf(all, isInRange)(target, init)
      const { data } = (await answer.json()) as { data: unknown[] }
      return Response.json({ data: data.slice(0, 1) })
    }
    const sync = syncOver(one)
    await sync.refresh()
    await sync.stop()
    expect(kept()).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('goes on behind a time that has more of them than a page', async () => {
    const after = many(5, time(3), 'after')
    const read = await readOver([...many(10, time(1), 'before'), ...many(600, time(2), 'same'), ...after])
    for (const { snapshot_id } of after) expect(read).toContain(snapshot_id)
  })

  it('takes in nothing that somebody else received or sent', async () => {
    const own = [...many(3, time(1), 'before'), ...many(3, time(3), 'after')]
    const of = (whose: Snapshot[]) => whose.map((each) => ({ ...each, user_id: user('mallory') }))
    const behind = of(many(5, time(4), 'behind'))
    const all = [...own.slice(0, 3), ...of(many(600, time(2), 'foreign')), ...own.slice(3), ...behind]
    const ids = new Set(own.map(({ snapshot_id }) => snapshot_id))
    expect(await readOver(all)).toEqual(ids)
    const [last] = many(1, time(5), 'last') as [Snapshot]
    expect(await readOver([...all, last])).toEqual(ids.add(last.snapshot_id))
  })

  it('takes in what the service lists late, behind what came after it', async () => {
    const [before, late, after] = [many(3, time(1), 'before'), many(2, time(2), 'late'), many(3, time(3), 'after')]
    await readOver([...before, ...after])
    const all = [...before, ...late, ...after]
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('goes on before a movement whose time is still to come', async () => {
    const ahead = many(1, (systemClock.now() + 365n * DAY) as Nanos, 'ahead')
    const first = many(3, time(1), 'first')
    await readOver([...first, ...ahead])
    const all = [...first, ...many(3, (time(1) + 2n * DAY) as Nanos, 'second'), ...ahead]
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('is not read again in each round where the clock here is behind', async () => {
    const later = Array.from({ length: 30 }, (_, at) =>
      aSnapshot(`later ${at}`, { created_at: (systemClock.now() + BigInt(at + 1) * DAY) as Nanos }),
    )
    await readOver(later)
    const asked: Nanos[] = []
    const sync = syncOver(
      historyOf(later, (at, from) => {
        asked.push(from)
        return isInRange(at, from)
      }),
    )
    await sync.look()
    asked.length = 0
    await sync.look()
    await sync.stop()
    expect(asked.length).toBeGreaterThan(0)
    for (const from of asked) expect(from).toBeGreaterThanOrEqual((later.at(-1)?.created_at ?? 0n) - 1n)
  })

  it('goes on before many movements of times still to come that the service does not know any more', async () => {
    const first = many(3, time(1), 'first')
    const told = many(30, (systemClock.now() + 365n * DAY) as Nanos, 'told')
    await readOver([...first, ...told])
    const second = many(3, (time(1) + 2n * DAY) as Nanos, 'second')
    const read = await readOver([...first, ...second])
    for (const { snapshot_id } of second) expect(read).toContain(snapshot_id)
  })

  it('is whole where what is known last came with a time that was false', async () => {
    const [first, last] = [many(3, time(1), 'first'), many(1, time(2), 'last')]
    await readOver([...first, ...last.map((each) => ({ ...each, created_at: time(3_602) }))])
    const all = [...first, ...last, ...many(1, time(1_800), 'next'), ...many(1, time(7_200), 'later')]
    expect(await readOver(all)).toEqual(new Set(all.map(({ snapshot_id }) => snapshot_id)))
  })

  it('is not taken in where it begins behind what is known last', async () => {
    await readOver([...many(3, time(1), 'before'), ...many(1, time(2), 'last')])
    await expect(readOver(many(3, time(3), 'after'))).rejects.toMatchObject({ code: 'remote.malformed' })
    expect(kept().size).toBe(4)
  })

  it('is not taken in where a page begins behind the one before, which is kept', async () => {
    const all = Array.from({ length: 900 }, (_, at) => aSnapshot(`each ${at}`, { created_at: time(1 + at) }))
    let pages = 0
    const passing: typeof fetch = (target, init) => {
      if (new URL(String(target)).pathname === '/safe/snapshots') pages += 1
      return historyOf(pages < 2 ? all : all.slice(700), isInRange)(target, init)
    }
    const sync = syncOver(passing)
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.malformed' })
    await sync.stop()
    expect(kept().size).toBe(500)
    expect((await readOver(all)).size).toBe(900)
  })

  it('is not taken in where it begins behind what is known last of what is not still to come', async () => {
    const ahead = many(1, (systemClock.now() + 365n * DAY) as Nanos, 'ahead')
    await readOver([...many(3, time(1), 'before'), ...many(1, time(2), 'last'), ...ahead])
    const after = [...many(3, time(3), 'after'), ...ahead]
    await expect(readOver(after)).rejects.toMatchObject({ code: 'remote.malformed' })
    expect(kept().size).toBe(5)
  })
})

it('a spend made elsewhere has coins compared in the next round, also where a later page could not be read', async () => {
  const spend = aSnapshot('spend', { created_at: time(1), amount: parseSignedAmount('-1') })
  const more = Array.from({ length: 600 }, (_, at) => aSnapshot(`more ${at}`, { created_at: time(2 + at) }))
  let snapshots: Snapshot[] = []
  let pages = 0
  let compared = 0
  const sync = syncOver(
    async (target, init) => {
      const { pathname, searchParams } = new URL(String(target))
      if (searchParams.get('state') === 'unspent') compared += 1
      if (pathname === '/safe/snapshots' && snapshots.length > 0) {
        pages += 1
        if (pages === 2) return Response.json({ data: 'broken' })
      }
      return historyOf(snapshots, (at, offset) => at >= offset)(target, init)
    },
    [aHolder('me')],
  )
  await sync.look()
  snapshots = [spend, ...more]
  await expect(sync.look()).rejects.toMatchObject({ code: 'remote.malformed' })
  compared = 0
  await sync.look()
  await sync.stop()
  expect(compared).toBe(1)
})

it.each([
  ['another movement', 'other', {}],
  ["somebody else's", 'waiting', { withdrawal: { withdrawal_hash: 'ab', receiver: 'somewhere' } }],
])('%s than the withdrawal that was asked for is not taken in', async (_, name, more) => {
  const at = (systemClock.now() - MINUTE) as Nanos
  const withdrawal = { withdrawal_hash: '', receiver: 'somewhere' }
  const waiting = aSnapshot('waiting', { created_at: at, amount: parseSignedAmount('-1'), withdrawal })
  const other = aSnapshot(name, { created_at: at, user_id: user('alice'), ...more })
  const sync = syncOver(async (target, init) => {
    const { pathname } = new URL(String(target))
    if (!pathname.startsWith('/safe/snapshots/')) return historyOf([waiting], () => true)(target, init)
    return Response.json({ data: z.encode(ENDPOINTS['snapshots.read'].answer, other) })
  })
  await sync.refresh()
  await sync.stop()
  const { snapshots } = store.cache.snapshots.list({ filter: {}, cursor: null, limit: 10 })
  expect(snapshots).toEqual([waiting])
})

describe('the hash of a withdrawal on the other chain', () => {
  const anyHash = 'ab'.repeat(32)
  let asked: string[]
  let isOut: boolean

  /** Each left so long ago; the service has their hashes once they are out. */
  function leaving(ages: readonly bigint[]) {
    const clock = manualClock()
    ;[asked, isOut] = [[], false]
    const told = (one: Snapshot): Snapshot => ({
      ...one,
      withdrawal: { withdrawal_hash: isOut ? anyHash : '', receiver: 'somewhere' },
    })
    const withdrawals = ages
      .map((age, at) =>
        aSnapshot(`leaving ${at}`, { created_at: (clock.now() - age) as Nanos, amount: parseSignedAmount('-1') }),
      )
      .sort((a, b) => Number(a.created_at - b.created_at))
    const answer: typeof fetch = async (target, init) => {
      const { pathname } = new URL(String(target))
      const one = withdrawals.find(({ snapshot_id: id }) => pathname === `/safe/snapshots/${id}`)
      if (one === undefined) return historyOf(withdrawals.map(told), (at, offset) => at >= offset)(target, init)
      asked.push(one.snapshot_id)
      return Response.json({ data: z.encode(ENDPOINTS['snapshots.read'].answer, told(one)) })
    }
    return { sync: syncOver(answer, [], clock), clock }
  }

  const known = (): number =>
    store.cache.snapshots
      .list({ filter: { kind: 'withdrawal' }, cursor: null, limit: 500 })
      .snapshots.filter(({ withdrawal }) => withdrawal?.withdrawal_hash === anyHash).length

  it('comes for each of more than are asked for in a round', async () => {
    const { sync, clock } = leaving(Array.from({ length: 70 }, (_, at) => DAY + BigInt(at)))
    await sync.look()
    isOut = true
    await clock.advance(3_600_000)
    for (let rounds = 0; rounds < 4; rounds += 1) await sync.look()
    await sync.stop()
    expect(known()).toBe(70)
  })

  it.each(['weeks', 'years'])('comes for one that took %s', async (long) => {
    const { sync, clock } = leaving([(long === 'weeks' ? 30n : 900n) * DAY, MINUTE])
    await sync.look()
    isOut = true
    await clock.advance((long === 'weeks' ? 1 : 20) * 24 * 3_600_000)
    await sync.look()
    await sync.stop()
    expect(known()).toBe(2)
  })

  it('comes for one behind thousands that left since', async () => {
    const { sync, clock } = leaving([DAY])
    await sync.look()
    const { snapshots } = store.cache
    const withdrawal = { withdrawal_hash: anyHash, receiver: 'elsewhere' }
    const later = Array.from({ length: 5_500 }, (_, at) =>
      aSnapshot(`later ${at}`, {
        ...{ created_at: (clock.now() - MINUTE + BigInt(at)) as Nanos, amount: parseSignedAmount('-1'), withdrawal },
      }),
    )
    snapshots.applyPage({ snapshots: later, cursor: snapshots.cursor() ?? '' })
    isOut = true
    await clock.advance(3_600_000)
    await sync.look()
    await sync.stop()
    const first = snapshots.list({ filter: { kind: 'withdrawal', to: (clock.now() - 12n * HOUR) as Nanos }, limit: 2 })
    expect(first.snapshots.map((one) => one.withdrawal?.withdrawal_hash)).toEqual([anyHash])
  })

  it('is asked for whenever a person asks', async () => {
    const { sync } = leaving(Array.from({ length: 30 }, (_, at) => 30n * DAY + BigInt(at)))
    await sync.look()
    isOut = true
    await sync.refresh()
    await sync.stop()
    expect(known()).toBe(30)
  })

  it('is asked for less and less often the longer it does not come', async () => {
    const { sync, clock } = leaving([MINUTE, 30n * DAY])
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await sync.look()
      await clock.advance(10_000)
    }
    await sync.stop()
    const counts = [...Map.groupBy(asked, (id) => id).values()].map((each) => each.length)
    expect(counts.sort((a, b) => a - b)).toEqual([1, 10])
  })
})
