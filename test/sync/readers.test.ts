import { cpSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Clock,
  formatTime,
  type Hash,
  HOUR,
  type Holder,
  type HolderId,
  type Nanos,
  type Output,
  type OutputId,
  parseTime,
  type UserId,
} from '#contract/domain'
import { hashMembers, parseAmount, outputId as ruledId, storagePrice } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  BTC,
  newcomer,
  type Person,
  remoteAt,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
  XIN,
} from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { hashOf } from '../support/store.ts'

/** A transaction of 4 MiB has room for no longer one; in hex, with the rest of its record, it is more than 8 MiB. */
const LONGEST_MEMO = 4_194_304 - 450

let net: TestLocalnet
let sender: Person
let receiver: Person
let self: Holder
let line: FaultyLine
let folder: string
let store: AccountStore
let sync: Sync
let rounds: number
let reported: string[]

beforeAll(async () => {
  net = await startTestLocalnet()
  sender = await newcomer(net, 'Sender')
  await sender.fund(XIN, '100')
})

beforeEach(async () => {
  receiver = await newcomer(net, 'Receiver')
  const membersHash = hashMembers([receiver.id]) as Hash // a SHA3-256 digest
  self = { id: `${membersHash}:1` as HolderId, members: [receiver.id], membersHash, threshold: 1 } // how holders are named
  line = faultyLine()
  folder = newFolder('store')
  store = openAccountStore({ dir: folder, network: 'local', account: receiver.id, clock: systemClock })
  rounds = 0
  reported = []
  sync = syncOver(line.fetch)
})
afterEach(async () => {
  await sync.stop()
  store.close()
})

function syncOver(over: typeof fetch, clock: Clock = systemClock, holders: readonly Holder[] = [self]): Sync {
  const opened = createSync({
    account: receiver.id,
    remote: remoteAt(net.url, {
      fetch: over,
      authorize: async (request) => tokenFor(receiver, request, systemClock.now()),
    }),
    store,
    clock,
    log: (_level, event) => void reported.push(event),
    holders: () => holders,
    unknown: () => ({ users: [], assets: [] }),
    intervalMs: 60_000,
    unattendedIntervalMs: 60_000,
    unattendedMs: () => 0,
    statusChanged: () => undefined,
  })
  opened.onRound(async () => {
    rounds += 1
  })
  return opened
}

/** A payment with a memo of that many bytes, stored on the ledger. */
async function payWithMemo(to: UserId, bytes: number): Promise<void> {
  const burnt = { to: [sender.id], threshold: 64, amount: storagePrice(bytes) }
  const wish = { to: [to], amount: parseAmount('0.01') }
  await sender.send(await sender.build(XIN, [wish, burnt], { extra: '61'.repeat(bytes) }))
  await net.blocks(20)
}

const held = (state?: Output['state']) =>
  store.cache.outputs.list({ holder: self.id, limit: 100, ...(state === undefined ? {} : { state }) })
const history = () => store.cache.snapshots.list({ filter: {}, cursor: null, limit: 100 }).snapshots

describe('files whose last use was cut off', () => {
  it('are read on from where they were, and compared', async () => {
    await receiver.fund(BTC, '1')
    await sync.refresh()
    const copy = newFolder('store')
    cpSync(folder, copy, { recursive: true })
    await sync.stop()
    store.close()
    store = openAccountStore({ dir: copy, network: 'local', account: receiver.id, clock: systemClock })
    expect(store.resync.needed()).toBe('unclean')
    const asked: (string | null)[][] = []
    const other = syncOver((target, init) => {
      const { pathname, searchParams } = new URL(String(target))
      if (pathname === '/safe/outputs') asked.push([searchParams.get('state'), searchParams.get('offset')])
      return fetch(target, init)
    })
    await other.look()
    await other.stop()
    const cursor = String(store.cache.outputs.cursor(self.id))
    expect(asked).toEqual([
      [null, cursor],
      ['signed', '0'],
      ['unspent', '0'],
    ])
    expect(Number(cursor)).toBeGreaterThan(0)
    expect(store.resync.needed()).toBeNull()
  })
})

describe('coins that are confirmed', () => {
  const QUESTIONS = [
    ['together', []],
    ['one by one, where they may not be asked for together', [{ path: /outputs\/fetch$/, act: 'unknown' as const }]],
  ] as const

  it.each(QUESTIONS)('are read %s', async (_, faults) => {
    await receiver.fund(BTC, '1')
    await sync.refresh()
    const [id] = held('unspent').map(({ output_id }) => output_id)
    if (id === undefined) throw new Error('one coin is there')
    await receiver.pay(sender.id, BTC, '1')
    await net.blocks(20)
    line.faults.push(...faults)
    await sync.confirm(self, [id])
    expect(store.cache.outputs.get(id)?.state).toBe('spent')
    expect(line.passed.some((call) => call.endsWith(`/safe/outputs/${id}`))).toBe(faults.length > 0)
  })
})

describe('coins that are answered as they cannot be', () => {
  it.each(['/fetch$', '/[-0-9a-f]{36}$'])('do not count, where they are read at outputs%s', async (path) => {
    const { output_id: id } = await receiver.fund(BTC, '1')
    await sync.refresh()
    const wrong = (record: object) => ({ ...record, amount: '9000000000' })
    if (!path.startsWith('/fetch')) line.faults.push({ path: /outputs\/fetch$/, act: () => [] })
    const act = (data: object | object[]) => (Array.isArray(data) ? data.map(wrong) : wrong(data))
    line.faults.push({ path: new RegExp(`/safe/outputs${path}`), act })
    await sync.confirm(self, [id])
    expect(reported).toContain('sync.output_impossible')
    expect(held()).toEqual([])
  })
})

describe('coins that are answered beside those that were asked for', () => {
  it('are not taken, however many were asked for together', async () => {
    const asked = await receiver.fund(BTC, '1')
    await sync.refresh()
    const { output_id, transaction_hash, sequence, keys, mask } = await receiver.fund(BTC, '2')
    const other = { output_id, transaction_hash, sequence, keys, mask, amount: '2' }
    line.faults.push({ path: /outputs\/fetch$/, act: ([found]: object[]) => [found, { ...found, ...other }] })
    await sync.confirm(self, [asked.output_id])
    expect(held().map(({ output_id }) => output_id)).toEqual([asked.output_id])
    await sync.look()
    expect(held()).toHaveLength(2)
  })
})

describe('coins that cannot be confirmed', () => {
  it('are told, also where another coin is answered in their place', async () => {
    await receiver.fund(BTC, '1')
    await receiver.fund(BTC, '2')
    await sync.refresh()
    const [one, other] = held('unspent').map(({ output_id }) => output_id)
    if (one === undefined || other === undefined) throw new Error('two coins are there')
    line.faults.push({ path: /outputs\/fetch$/, act: () => [] })
    let record: unknown
    const kept = (data: unknown) => {
      record = data
      return data
    }
    line.faults.push({ path: new RegExp(`/safe/outputs/${other}$`), act: kept })
    await sync.confirm(self, [other])
    for (const answer of [() => ({ broken: true }), () => record]) {
      line.faults.push({ path: new RegExp(`/safe/outputs/${one}$`), act: answer, times: 1 })
      await expect(sync.confirm(self, [one])).rejects.toMatchObject({ code: 'remote.malformed' })
    }
    await sync.confirm(self, [one])
  })
})

describe('keys that are no points', () => {
  const NO_POINT = 'ff'.repeat(32)
  const listedWith = (fields: object) =>
    line.faults.push({
      path: /\/safe\/outputs$/,
      act: (rows: readonly object[]) => rows.map((row) => ({ ...row, mask: NO_POINT, keys: [NO_POINT], ...fields })),
    })

  it('keep an output out as soon as it counts, not while it is said to be spent', async () => {
    await receiver.fund(BTC, '1')
    listedWith({ state: 'spent' })
    await sync.refresh()
    expect(held()).toHaveLength(1)
    expect(reported).toEqual([])
    line.faults.length = 0
    listedWith({})
    await sync.refresh()
    expect(held()).toEqual([])
    expect(reported).toContain('sync.output_impossible')
    expect(store.cache.outputs.balances(self.id).filter(({ unspent }) => unspent.coins > 0)).toEqual([])
  })
})

describe('memos of megabytes', () => {
  it('are read up to the longest that is legal, and what comes after them too', async () => {
    await payWithMemo(receiver.id, LONGEST_MEMO)
    await sync.refresh()
    await receiver.fund(BTC, '1')
    await sync.refresh()
    expect(held().map(({ extra }) => extra.length)).toEqual([0, LONGEST_MEMO * 2])
    expect(history().map(({ memo }) => memo.length)).toEqual([0, LONGEST_MEMO * 2])
    expect(sync.status()).toMatchObject({ phase: 'live', problem: null })
  })

  it('do not stop history when several share a page', async () => {
    for (let at = 0; at < 2; at += 1) await payWithMemo(receiver.id, 2_200_000)
    await receiver.fund(BTC, '1')
    await sync.refresh()
    expect(history()).toHaveLength(3)
    expect(held()).toHaveLength(3)
  })

  it('are not read again in each round while they are the newest', async () => {
    await payWithMemo(receiver.id, 1_000_000)
    await sync.refresh()
    let bytes = 0
    line.faults.push({
      path: /\/safe\/snapshots$/,
      act: (data: readonly unknown[]) => {
        bytes += JSON.stringify(data).length
        return data
      },
    })
    sync.start()
    await expect.poll(() => rounds).toBe(2)
    expect(bytes).toBeLessThan(10)
  })

  it('do not hide that such a coin was spent elsewhere', async () => {
    await payWithMemo(receiver.id, 1_000_000)
    await sync.refresh()
    await receiver.pay(sender.id, XIN, '0.01')
    await net.blocks(20)
    await sync.refresh()
    expect(held('unspent')).toEqual([])
    expect(held('spent')).toHaveLength(1)
  })
})

describe('reconciling', () => {
  it('passes over an output that cannot be read, and reports it', async () => {
    await receiver.fund(BTC, '1')
    await receiver.fund(XIN, '1')
    await sync.refresh()
    const [xin, btc] = held()
    await receiver.pay(sender.id, XIN, '1')
    await receiver.pay(sender.id, BTC, '1')
    await net.blocks(20)
    line.faults.push({ path: new RegExp(`/safe/outputs/${btc?.output_id}`), act: () => ({ broken: true }) })
    await sync.refresh()
    expect(held('spent').map(({ output_id }) => output_id)).toEqual([xin?.output_id])
    expect(reported).toContain('sync.output_unreadable')
    line.faults.length = 0
    await sync.refresh()
    expect(held('spent')).toHaveLength(2)
  })

  it('has read again what a false sequence made the list pass by, also what is spent by then', async () => {
    await receiver.fund(BTC, '1')
    const far = {
      path: /\/safe\/outputs$/,
      act: (data: readonly object[]) => data.map((each) => ({ ...each, sequence: 9_000_000 })),
    }
    line.faults.push({ ...far, times: 1 })
    await sync.look()
    expect(store.cache.outputs.cursor(self.id)).toBe(9_000_000)
    await receiver.fund(XIN, '1')
    await receiver.pay(sender.id, XIN, '1')
    await receiver.fund(BTC, '2')
    await net.blocks(20)
    await sync.refresh()
    await sync.refresh()
    expect(held('unspent').map(({ amount }) => amount)).toEqual([parseAmount('2'), parseAmount('1')])
    expect(held('spent').map(({ amount }) => amount)).toEqual([parseAmount('1')])
    expect(store.cache.outputs.cursor(self.id)).toBeLessThan(9_000_000)
  })

  it('asks again for a coin that stands too far back by a false sequence', async () => {
    await sync.look()
    const coin = await receiver.fund(BTC, '1')
    await receiver.fund(BTC, '2')
    const act = ([first, ...others]: object[]) => [...others, { ...first, sequence: 9_000_000 }]
    line.faults.push({ path: /\/safe\/outputs$/, act, times: 1 })
    await sync.look()
    await receiver.pay(sender.id, BTC, '1', { inputs: [coin] })
    await receiver.fund(XIN, '3')
    await net.blocks(20)
    line.faults.push({ path: new RegExp(`/safe/outputs/${coin.output_id}`), act: () => ({ broken: true }) })
    await sync.refresh()
    expect(reported).toContain('sync.output_unreadable')
    line.faults.length = 0
    await sync.refresh()
    await sync.refresh()
    expect(held('unspent').map(({ amount }) => amount)).toEqual([parseAmount('3'), parseAmount('2')])
  })

  it('keeps each page before it asks for the next', async () => {
    for (let at = 0; at < 5; at += 1) await receiver.fund(BTC, '1')
    await sync.refresh()
    const [oldest] = held().toReversed()
    if (oldest === undefined) throw new Error('nothing is held')
    store.cache.outputs.applyReconciled(self, [{ ...oldest, state: 'signed' }])
    let pages = 0
    // A line on which longer pages are too large and which breaks after the first page of open outputs.
    const broken: typeof fetch = async (target, init) => {
      const url = new URL(String(target))
      if (url.searchParams.get('state') !== 'unspent') return fetch(target, init)
      if (Number(url.searchParams.get('limit')) > 4) return new Response(`{"data":["${'0'.repeat(9 * 1024 * 1024)}"]}`)
      pages += 1
      if (pages > 1) throw new TypeError('fetch failed')
      return fetch(target, init)
    }
    const other = syncOver(broken)
    await expect(other.refresh()).rejects.toMatchObject({ code: 'remote.unreachable' })
    expect(held('signed')).toEqual([])
    expect(held('unspent')).toHaveLength(5)
  })
})

describe('a list of a thousand open outputs and more', () => {
  const COUNT = 1_200
  /** What the service answers about the outputs list; each is like the one that is really there, but for its place. */
  let rows: Record<string, unknown>[]
  let asked: string[]
  let minutes: number
  let longest: number

  /** The real service, but for the outputs, of which there are many. */
  const many: typeof fetch = async (target, init) => {
    const { pathname, searchParams } = new URL(String(target))
    if (!pathname.startsWith('/safe/outputs')) return fetch(target, init)
    const wanted = searchParams.get('state')
    if (pathname.endsWith('/fetch')) {
      const { ids } = JSON.parse(Buffer.from(init?.body as Uint8Array | string).toString()) as { ids: string[] } // sent here
      asked.push(`${ids.length} together`)
      return Response.json({ data: rows.filter(({ output_id }) => ids.includes(String(output_id))) })
    }
    if (pathname !== '/safe/outputs') {
      asked.push('one')
      return Response.json({ data: rows.find(({ output_id }) => pathname.endsWith(String(output_id))) })
    }
    const behind = rows.filter(({ state, sequence }) => {
      return Number(sequence) > Number(searchParams.get('offset')) && (wanted === null || wanted === state)
    })
    const page = behind.slice(0, Math.min(longest, Number(searchParams.get('limit'))))
    if (wanted === 'unspent') asked.push(`${page.length} from ${page[0]?.['sequence']}`)
    return Response.json({ data: page })
  }
  const taken = () => asked.splice(0)
  const spend = (at: number) => {
    rows[at] = { ...rows[at], state: 'spent' }
  }
  const isSpent = (at: number) =>
    store.cache.outputs.get(String(rows[at]?.['output_id']) as OutputId)?.state === 'spent'

  async function passed(other: Sync, count: number): Promise<void> {
    minutes += count
    await other.look()
  }

  beforeEach(async () => {
    await receiver.fund(BTC, '1')
    const [real] = await receiver.remote.call('outputs.list', {
      query: { members: self.membersHash, threshold: 1, offset: 0, limit: 1, order: 'ASC' },
    })
    if (real === undefined) throw new Error('one output is there')
    rows = Array.from({ length: COUNT }, (_, at) => {
      const hash = hashOf(`many ${at}`)
      const times = { created_at: formatTime(real.created_at), updated_at: formatTime(real.updated_at) }
      const place = { transaction_hash: hash, output_index: 0, output_id: ruledId(hash, 0), sequence: at + 1 }
      return { ...real, ...times, ...place, amount: '1', deposit: null }
    })
    asked = []
    minutes = 0
    longest = 500
  })

  const watchedBy = (): Sync =>
    syncOver(many, { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + minutes * 60_000 })

  it('is compared whole at first, then a page at a time', async () => {
    const other = watchedBy()
    await other.look()
    expect(taken()).toEqual(['500 from 1', '500 from 501', '200 from 1001'])
    await passed(other, 1)
    expect(taken()).toEqual(['500 from 1'])
    await passed(other, 1)
    expect(taken()).toEqual([])
    await passed(other, 2)
    expect(taken()).toEqual(['500 from 501'])
    await other.stop()
  })

  it('shows what was spent elsewhere once its page is compared, and begins anew after the last', async () => {
    const other = watchedBy()
    await other.look()
    taken()
    for (const at of [3, 700, 1_100]) spend(at)
    await passed(other, 2)
    expect([3, 700, 1_100].map(isSpent)).toEqual([true, false, false])
    await passed(other, 2)
    expect([700, 1_100].map(isSpent)).toEqual([true, false])
    await passed(other, 2)
    expect(isSpent(1_100)).toBe(true)
    expect(taken()).toEqual(['500 from 1', 'one', '500 from 502', 'one', '197 from 1003', 'one'])
    await passed(other, 2)
    expect(taken()).toEqual(['500 from 1'])
    await other.stop()
  })

  it.each([
    ['somewhat', 300],
    ['much', 40],
  ])('is read and compared whole where pages are %s shorter than was asked for', async (_, most) => {
    longest = most
    const other = watchedBy()
    await other.look()
    expect(store.cache.outputs.balances(self.id)[0]?.unspent.coins).toBe(COUNT)
    expect(taken()).not.toContain('one')
    await other.stop()
  })

  it('is compared whole when that is asked for', async () => {
    const other = watchedBy()
    await other.look()
    for (const at of [3, 700, 1_100]) spend(at)
    await other.refresh()
    expect([3, 700, 1_100].map(isSpent)).toEqual([true, true, true])
    await other.stop()
  })

  it('is compared with a question for many where many were spent elsewhere', async () => {
    const other = watchedBy()
    await other.look()
    taken()
    for (let at = 0; at < 1_000; at += 1) spend(at)
    await other.refresh()
    expect([0, 500, 999, 1_000].map(isSpent)).toEqual([true, true, true, false])
    expect(taken()).toEqual(['200 from 1001', ...Array(3).fill('256 together'), '232 together'])
    await other.stop()
  })

  it('is compared whole in the round after history told of a spend that this journal did not make', async () => {
    const other = watchedBy()
    await other.look()
    spend(1_100)
    await receiver.pay(sender.id, BTC, '1')
    await net.blocks(20)
    await other.look()
    expect(isSpent(1_100)).toBe(false)
    await other.look()
    expect(isSpent(1_100)).toBe(true)
    taken()
    await other.look()
    expect(taken()).toEqual([])
    await other.stop()
  })

  it('is compared whole once in two minutes, however often somebody spends elsewhere', async () => {
    const other = watchedBy()
    await receiver.fund(BTC, '1')
    await other.look()
    const spendElsewhere = async (at: number) => {
      spend(at)
      await receiver.pay(sender.id, BTC, '1')
      await net.blocks(20)
      await other.look()
      await other.look()
      return isSpent(at)
    }
    expect(await spendElsewhere(1_100)).toBe(true)
    taken()
    expect(await spendElsewhere(1_150)).toBe(false)
    expect(taken()).toEqual([])
    await passed(other, 2)
    expect(isSpent(1_150)).toBe(true)
    await other.stop()
  })
})

describe('what tells of spends', () => {
  it('is read anew where the computer slept while it was read', async () => {
    let asleep = 0n
    const asked: bigint[] = []
    const other = syncOver(
      (target, init) => {
        const { pathname, searchParams } = new URL(String(target))
        if (pathname === '/safe/outputs' && searchParams.get('state') === null) asked.push(asleep)
        if (pathname === '/safe/snapshots') asleep = HOUR
        return fetch(target, init)
      },
      { ...systemClock, now: () => (systemClock.now() + asleep) as Nanos },
    )
    await other.readSpends(self)
    expect(asked).toEqual([0n, HOUR])
    await other.stop()
  })
})

describe('a comparison that takes longer than it rests afterwards', () => {
  let minutes = 0
  let compared = 0
  const slowBy = (each: number): Sync =>
    syncOver(
      (target, init) => {
        if (new URL(String(target)).searchParams.get('state') === 'unspent') {
          minutes += each
          compared += 1
        }
        return fetch(target, init)
      },
      { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + minutes * 60_000 },
    )

  it('rests all the same', async () => {
    await receiver.fund(BTC, '1')
    const other = slowBy(2)
    await other.look()
    expect(compared).toBeGreaterThan(0)
    compared = 0
    await other.look()
    expect(compared).toBe(0)
    minutes += 1
    await other.look()
    expect(compared).toBeGreaterThan(0)
    await other.stop()
  })
})

/** A deposit of one bitcoin that waits for its confirmations. */
async function depositOne(): Promise<void> {
  const [entry] = await receiver.remote.call('deposits.entries', {
    body: { chain_id: BTC, members: [receiver.id], threshold: 1 },
  })
  if (entry === undefined) throw new Error('no deposit entry came back')
  store.intents.depositPins.pin(self.id, entry)
  const { destination, tag } = entry
  await net.control.call('local.deposit', { body: { destination, tag, asset_id: BTC, amount: parseAmount('1') } })
}

describe('a deposit that is credited in the middle of a round', () => {
  it('leaves the list of pending ones together with the arrival of its coin', async () => {
    await depositOne()
    await sync.refresh()
    expect([store.cache.deposits.listPending(self.id).length, held().length]).toEqual([1, 0])
    // Outputs were read by then, deposits were not.
    const inTheMiddle: typeof fetch = async (target, init) => {
      if (new URL(String(target)).pathname.endsWith('/safe/snapshots')) await net.blocks(20)
      return fetch(target, init)
    }
    const other = syncOver(inTheMiddle)
    await other.refresh()
    expect([store.cache.deposits.listPending(self.id).length, held().length]).toEqual([0, 1])
    await other.stop()
  })
})

describe('a list of deposits that names one of another address on each of its pages', () => {
  it('ends after what is of this one, without it', async () => {
    await depositOne()
    let asked = 0
    let rows: object[] = []
    line.faults.push({
      path: /^\/safe\/deposits$/,
      act: (now: object[]) => {
        asked += 1
        rows =
          now.length > 0 ? [...now, ...now.map((row) => ({ ...row, deposit_id: sender.id, tag: 'another' }))] : rows
        return rows
      },
    })
    await sync.refresh()
    expect(store.cache.deposits.listPending(self.id)).toHaveLength(1)
    expect(asked).toBeLessThan(4)
  })
})

const timeOf = (row: { created_at: string } | undefined): object => ({ created_at: row?.created_at })

describe('a service that gives a row or two at a time', () => {
  const few = (most: number) => line.faults.push({ path: /./, act: (rows) => short(rows, most) })
  const short = (rows: unknown, most: number): unknown => (Array.isArray(rows) ? rows.slice(0, most) : rows)

  it.each([1, 2])('hides neither coins nor history behind a page of %i', async (most) => {
    for (let at = 0; at < 5; at += 1) await receiver.fund(BTC, '1')
    few(most)
    await sync.refresh()
    expect([held().length, history().length]).toEqual([5, 5])
    for (let at = 0; at < 3; at += 1) await receiver.fund(BTC, '1')
    await sync.refresh()
    expect([held().length, history().length]).toEqual([8, 8])
    expect(reported).toEqual([])
    // The last is known, and nothing behind it is asked for again and again.
    line.passed.length = 0
    await sync.refresh()
    expect(line.passed.filter((call) => call.endsWith('/safe/outputs')).length).toBeLessThan(16)
  })

  it('hides no deposit of the same time as the last of a page', async () => {
    for (let at = 0; at < 4; at += 1) await depositOne()
    let all: { created_at: string }[] = []
    line.faults.push({
      path: /^\/safe\/deposits$/,
      act(rows: typeof all, { searchParams }) {
        const offset = searchParams.get('offset')
        // The second and the third come into the list in one moment.
        if (offset === null) all = rows.map((row, at) => (at === 1 ? { ...row, ...timeOf(rows[2]) } : row))
        const behind = all.filter((row) => offset === null || parseTime(row.created_at) > parseTime(offset))
        return behind.slice(0, 2)
      },
    })
    await sync.refresh()
    expect(store.cache.deposits.listPending(self.id)).toHaveLength(4)
  })

  it('hides no deposit that is on its way', async () => {
    for (let at = 0; at < 3; at += 1) await depositOne()
    few(1)
    await sync.refresh()
    expect(store.cache.deposits.listPending(self.id)).toHaveLength(3)
  })
})

describe('a part of a round that fails', () => {
  it('does not keep the later ones from running, and is reported', async () => {
    await depositOne()
    line.faults.push({ path: /\/safe\/snapshots$/, act: () => ({ broken: true }) })
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.malformed' })
    expect(store.cache.deposits.listPending(self.id)).toHaveLength(1)
    expect(rounds).toBe(1)
    expect(store.resync.needed()).toBeNull()
    expect(sync.status()).toMatchObject({ phase: 'failing', problem: { code: 'remote.malformed' }, lastSuccess: null })
  })

  it('keeps what needs all outputs from running when it is the outputs', async () => {
    line.faults.push({ path: /\/safe\/outputs$/, act: () => ({ broken: true }) })
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.malformed' })
    expect(rounds).toBe(0)
    expect(store.resync.needed()).toBe('new')
    expect(line.passed).toContain('GET /safe/snapshots')
  })

  it.each([
    ['what is new', null, 0],
    ['what is open', 'unspent', 1],
  ])('leaves files to be read again where %s of one of several holders cannot be read', async (_, state, after) => {
    const members = [receiver.id, sender.id]
    const membersHash = hashMembers(members) as Hash // a SHA3-256 digest
    const group: Holder = { id: `${membersHash}:2` as HolderId, members, membersHash, threshold: 2 } // how holders are named
    const both = syncOver(line.fetch, systemClock, [self, group])
    const act = (rows: unknown, { searchParams: asked }: URL) =>
      asked.get('members') === self.membersHash && asked.get('state') === state ? { broken: true } : rows
    line.faults.push({ path: /\/safe\/outputs$/, act })
    await expect(both.refresh()).rejects.toMatchObject({ code: 'remote.malformed' })
    expect(rounds).toBe(after)
    expect([store.resync.needed(), both.status().caughtUp]).toEqual(['new', after > 0])
    line.faults.length = 0
    await both.refresh()
    expect(store.resync.needed()).toBeNull()
    await both.stop()
  })

  it('ends the round when the line is down', async () => {
    line.faults.push({ path: /\/safe\/outputs$/, act: 'before' })
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.unreachable' })
    expect(line.passed).toEqual([])
  })
})

describe('rounds that are asked for', () => {
  /** What was asked of the service: a word for each list that is read anew, and the paths of everything else. */
  function askedOf(): { readonly fetch: typeof fetch; take(): string[] } {
    let asked: string[] = []
    return {
      fetch(target, init) {
        const { pathname, searchParams } = new URL(String(target))
        asked.push(searchParams.get('state') === 'unspent' ? 'all that is known' : pathname)
        return fetch(target, init)
      },
      take() {
        const taken = asked
        asked = []
        return taken
      },
    }
  }

  it('read what is new without comparing what is known, unless that is asked for', async () => {
    await receiver.fund(BTC, '1')
    const { fetch, take } = askedOf()
    const other = syncOver(fetch)
    await other.refresh()
    expect(take()).toContain('all that is known')
    await receiver.fund(BTC, '2')
    await other.look()
    expect(held()).toHaveLength(2)
    expect(new Set(take())).toEqual(new Set(['/safe/outputs', '/safe/snapshots']))
    await other.refresh()
    expect(take()).toContain('all that is known')
  })

  it('are one for all who ask during another, which compares if one of them wants that', async () => {
    const { fetch, take } = askedOf()
    const other = syncOver(fetch)
    await other.refresh()
    take()
    const before = rounds
    const first = other.look()
    await expect.poll(() => take().length).toBeGreaterThan(0)
    await Promise.all([other.look(), other.refresh(), other.look(), first])
    expect(rounds - before).toBe(2)
    expect(take().filter((path) => path === 'all that is known')).toHaveLength(1)
  })

  it('put the next round of the loop off instead of bringing one more', async () => {
    await sync.refresh()
    sync.start()
    await expect.poll(() => rounds).toBe(2)
    await sync.look()
    await sync.look()
    expect(rounds).toBe(4)
  })
})

describe('lists of people', () => {
  it('leave nobody a contact who is none any more, though the service did not answer for them at once', async () => {
    const relate = (action: 'ADD' | 'REMOVE') =>
      receiver.remote.call('relationships.update', { body: { user_id: sender.id, action, full_name: 'Friend' } })
    const said = () => store.cache.users.get(sender.id)?.relationship
    await relate('ADD')
    await sync.refresh()
    await relate('REMOVE')
    line.faults.push({ path: /^\/users\/fetch$/, act: () => [], times: 1 })
    await sync.refresh()
    expect(said()).toBe('FRIEND')
    await sync.refresh()
    expect(said()).toBe('STRANGER')
  })

  it('say nothing of oneself', async () => {
    line.faults.push({ path: /^\/blocking_users$/, act: () => [{ user_id: receiver.id, full_name: 'Somebody' }] })
    await sync.refresh()
    expect(store.cache.users.get(receiver.id)?.full_name).not.toBe('Somebody')
    expect(store.cache.relations.list('blocked')).toEqual([])
  })
})
