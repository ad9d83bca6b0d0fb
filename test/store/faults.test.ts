import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { CACHE_MIGRATIONS, openCache } from '../../src/store/cache/cache.ts'
import { Database } from '../../src/store/database.ts'
import { lockFolder } from '../../src/store/files.ts'
import { INTENTS_MIGRATIONS } from '../../src/store/intents/intents.ts'
import { openPayments } from '../../src/store/intents/payments/payments.ts'
import { type Migration, migrate } from '../../src/store/migrate.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import {
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  hashOf,
  hexText,
  openAccount,
  request,
  tickingClock,
  user,
} from '../support/store.ts'

const WRITER = programOf('test/store/writer.ts')
const PAGE = 50
const holder = aHolder()

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

/** Runs the writer until it has said `answers` lines, then kills it without warning; gives what it said. */
function runAndKill(mode: string, answers: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, mode, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('\n').length > answers) child.kill('SIGKILL')
    })
    child.on('close', () => resolve(text.split('\n').slice(0, -1)))
  })
}

describe('a process that is killed', () => {
  it('leaves whole pages, each with its cursor, and loses none that it was told of', async () => {
    for (const answers of [1, 3, 7, 2, 11]) {
      const said = await runAndKill('pages', answers)
      const store = openAccount(folder)
      const cursor = store.cache.outputs.cursor(holder.id)
      expect(store.notices()).toEqual([])
      expect(store.resync.needed()).not.toBeNull()
      expect(cursor % PAGE).toBe(0)
      expect(cursor).toBeGreaterThanOrEqual(Number(said.at(-1)))
      expect(store.cache.outputs.balances(holder.id)).toMatchObject([
        { unspent: { coins: cursor, amount: BigInt(cursor) * 100_000_000n } },
      ])
      expect(store.cache.outputs.list({ holder: holder.id, limit: 1 }).map((output) => output.sequence)).toEqual([
        cursor,
      ])
      store.close()
    }
  })

  it('loses no payment that it was told is signed, and leaves no hold without a live payment', async () => {
    for (const answers of [1, 4, 2]) {
      const said = await runAndKill('payments', answers)
      const store = openAccount(folder)
      const { payments } = store.intents
      for (const number of said) {
        const payment = payments.get(request(Number(number)))
        expect(payment?.state).toBe('signed')
        expect(payment?.transactions[0]?.signedRaw).toBe(`7777${hexText(number)}`)
      }
      const live = payments.list({ live: true }).filter((each) => each.state !== 'draft')
      expect(
        payments
          .holds()
          .map((hold) => hold.paymentId)
          .sort(),
      ).toEqual(live.map((each) => each.id).sort())
      store.close()
    }
  })

  it('gives its lock back', async () => {
    await runAndKill('pages', 1)
    expect(() => openAccount(folder).close()).not.toThrow()
  })
})

describe('two processes', () => {
  it('cannot have one account at the same time', async () => {
    const store = openAccount(folder)
    expect(await runAndKill('open', 9)).toEqual(['store.in_use'])
    store.close()
    expect(await runAndKill('open', 9)).toEqual(['opened'])
  })

  it('cannot have its folder either once the one that has it was refused a second time', async () => {
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: 'store.in_use' }))
    expect(await runAndKill('lock', 9)).toEqual(['store.in_use'])
    unlock()
    expect(await runAndKill('lock', 9)).toEqual(['opened'])
  })
})

// Disk full

/** A file that may not grow any more until it is told so. */
function fullDisk(schema: readonly Migration[]): { db: Database; full(): void; room(): void } {
  const db = new Database(join(folder, 'small.db'), { readonly: false, timeoutMs: 0 })
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  migrate(db, schema)
  return {
    db,
    full: () => {
      db.exec('VACUUM')
      db.pragma(`max_page_count = ${db.pragma('page_count')}`)
    },
    room: () => void db.pragma('max_page_count = 1000000'),
  }
}

const refusal = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

describe('a full disk', () => {
  const id = request('p')
  const big = 'ab'.repeat(200_000)

  it('refuses each step of a payment, leaves the step before intact, and lets it go on with room', () => {
    const disk = fullDisk(INTENTS_MIGRATIONS)
    const payments = openPayments(disk.db, tickingClock(), () => undefined)
    const plan = { ...aPlan('p', [anOutput(1)]), requestId: id, extra: big }
    const steps: (() => unknown)[] = [
      () => payments.create(aPayment('p', { detail: big })),
      () => payments.reserve(id, [plan]),
      () => payments.storeKeys(id, [{ requestId: id, index: 0, mask: hashOf('m'), keys: [hashOf('k')], script: big }]),
      () => payments.storeRaw(id, [{ requestId: id, raw: big, hash: hashOf('h') }]),
      () => payments.markVerified(id, [{ requestId: id, record: big }]),
      () => payments.storeSigned(payments.approve(id, hashOf('digest')).id, [{ requestId: id, raw: big }]),
      () => payments.setProblem(id, { code: big, details: {} }),
    ]
    for (const step of steps) {
      const before = payments.get(id)
      const holds = payments.holds()
      disk.full()
      expect(refusal(step)).toBe('store.disk')
      expect(payments.holds()).toEqual(holds)
      // An approval fits without growing the file; every other step must have left nothing.
      if (before?.state !== 'verified') expect(payments.get(id)).toEqual(before)
      disk.room()
      expect(refusal(step)).toBeUndefined()
    }
    expect(payments.get(id)?.state).toBe('signed')
    disk.db.close()
  })

  it.each([
    ['by itself', {}],
    ['with others', { shared: 0 }],
  ])('keeps nothing of a page committed %s that did not fit, and takes it again with room', (_how, how) => {
    const disk = fullDisk(CACHE_MIGRATIONS)
    const cache = openCache(disk.db, {
      known: { any: () => false, of: () => undefined },
      names: { any: () => false, keep: () => undefined, heard: () => undefined },
      now: () => 1n as Nanos,
    })
    const page = (from: number) => ({
      ...{ ...how, holder, cursor: from + 99 },
      outputs: Array.from({ length: 100 }, (_, at) =>
        anOutput(from + at, {
          kernel_asset_id: hashOf(`asset ${from}`),
          senders: [user(from + at)],
          senders_hash: hashOf(`sender ${from + at}`),
          senders_threshold: 1,
        }),
      ),
    })
    cache.outputs.applyPage(page(1))
    cache.settle()
    disk.full()
    expect(refusal(() => cache.outputs.applyPage(page(101)))).toBe('store.disk')
    expect(cache.outputs.cursor(holder.id)).toBe(100)
    expect(cache.outputs.balances(holder.id)).toHaveLength(1)
    disk.room()
    cache.outputs.applyPage(page(101))
    cache.settle()
    expect(cache.outputs.get(anOutput(150).output_id)?.senders).toEqual([user(150)])
    expect(cache.outputs.balances(holder.id).map((balance) => balance.unspent.coins)).toEqual([100, 100])
    disk.db.close()
  })

  it('takes back what lists share, and then no list goes on as if its pages were there', () => {
    const disk = fullDisk(CACHE_MIGRATIONS)
    const cache = openCache(disk.db, {
      known: { any: () => false, of: () => undefined },
      names: { any: () => false, keep: () => undefined, heard: () => undefined },
      now: () => 1n as Nanos,
    })
    const page = (cursor: number, shared: number) => () =>
      cache.outputs.applyPage({ holder, outputs: [anOutput(cursor)], cursor, shared })
    const long = Array.from({ length: 500 }, (_, at) => aSnapshot(at, { memo: big.slice(0, 2_000) }))
    const before = cache.dropped()
    page(1, before)()
    disk.db.pragma(`max_page_count = ${disk.db.pragma('page_count')}`)
    expect(refusal(() => cache.snapshots.applyPage({ snapshots: long, cursor: 'x', shared: before }))).toBe(
      'store.disk',
    )
    disk.room()
    expect([cache.outputs.cursor(holder.id), cache.outputs.balances(holder.id)]).toEqual([0, []])
    expect(refusal(page(2, before))).toBe('store.disk')
    expect(refusal(() => cache.settle(before))).toBe('store.disk')
    for (const cursor of [1, 2]) page(cursor, cache.dropped())()
    cache.settle(cache.dropped())
    expect(cache.outputs.balances(holder.id)).toMatchObject([{ unspent: { coins: 2 } }])
    disk.db.close()
  })

  it.each(['snapshot_terms', 'snapshot_blocks'])(
    'leaves every word to be found where %s could not be begun',
    (table) => {
      const disk = fullDisk(CACHE_MIGRATIONS)
      const { snapshots } = openCache(disk.db, {
        known: { any: () => false, of: () => undefined },
        names: { any: () => false, keep: () => undefined, heard: () => undefined },
        now: () => 1n as Nanos,
      })
      const block = Array.from({ length: 7_680 }, (_, at) => aSnapshot(at, { memo: hexText(`order${at} rent`) }))
      for (let at = 0; at < block.length; at += 640)
        snapshots.applyPage({ snapshots: block.slice(at, at + 640), cursor: 'x' })
      const found = (search: string) => snapshots.list({ filter: { search }, limit: 5 }).snapshots.length
      const writeAll = () => {
        while (snapshots.prepare());
      }
      disk.db.exec(`CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`)
      expect(refusal(writeAll)).toBe('internal')
      expect([found('order4321'), found('rent')]).toEqual([1, 5])
      disk.db.exec('DROP TRIGGER refused')
      writeAll()
      expect([found('order4321'), found('order7'), found('rent')]).toEqual([1, 5, 5])
      disk.db.close()
    },
  )
})
