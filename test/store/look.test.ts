import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { CACHE_MIGRATIONS } from '../../src/store/cache/cache.ts'
import { INTENTS_MIGRATIONS } from '../../src/store/intents/intents.ts'
import { openLook } from '../../src/store/look.ts'
import { emptyAt } from '../../src/store/migrate.ts'
import { newFolder } from '../support/scratch.ts'
import {
  accountFolder,
  aHolder,
  anOutput,
  aSnapshot,
  hexText,
  kernel,
  openAccount,
  request,
  spent,
  tickingClock,
} from '../support/store.ts'

/* Files that are too large to be checked whole while somebody waits for them. */

const holder = aHolder()
const OUTPUTS = Array.from({ length: 9_000 }, (_, at) => {
  const output = anOutput(at + 1, { amount: toAmount(BigInt(at + 1)) })
  return at % 3 === 0 ? spent(output) : output
})
const SNAPSHOTS = Array.from({ length: 9_000 }, (_, at) =>
  aSnapshot(at, { memo: hexText(`memo ${at}`), request_id: request(at) }),
)
const LABELS = 2_500
const labelOf = (at: number) => `u:${String(at).padStart(4, '0')}`

let model: string
let folder: string
let stores: AccountStore[]
/** Two days after the last complete look, so that another one is due. */
let clock: { now(): Nanos }

beforeAll(() => {
  model = newFolder('store')
  const store = openAccount(model)
  for (let at = 0; at < OUTPUTS.length; at += 500) {
    store.cache.outputs.applyPage({ holder, outputs: OUTPUTS.slice(at, at + 500), cursor: at + 500 })
    store.cache.snapshots.applyPage({ snapshots: SNAPSHOTS.slice(at, at + 500), cursor: `${at}` })
  }
  for (let at = 0; at < LABELS; at += 1) store.intents.labels.set(labelOf(at), 'label', 'n'.repeat(2_000))
  store.resync.done()
  store.close()
  // The first opening brings labels over; what would be damaged of them would be mended by it.
  openAccount(model).close()
  for (const name of ['cache.db', 'intents.db']) {
    expect(statSync(join(accountFolder(model), name)).size).toBeGreaterThan(4 * 1024 * 1024)
  }
})

beforeEach(() => {
  folder = newFolder('store')
  stores = []
  const ticking = tickingClock()
  clock = { now: () => (ticking.now() + 2n * 86_400n * 1_000_000_000n) as Nanos }
  cpSync(model, folder, { recursive: true })
})
afterEach(() => {
  for (const store of stores) store.close()
  rmSync(folder, { recursive: true, force: true })
})

const fileOf = (name: string) => join(accountFolder(folder), name)
function open(): AccountStore {
  const store = openAccount(folder, clock)
  stores.push(store)
  return store
}
function lookThrough(store: AccountStore): void {
  while (store.look());
}
function edit(name: string, work: (db: Sqlite.Database) => void): void {
  const db = new Sqlite(fileOf(name))
  db.unsafeMode()
  work(db)
  db.close()
}
/** Takes a row out of one index and nothing else, as when a page of that index was lost. */
function loseFromIndex(index: string, table: string, row: number): void {
  let kept: unknown[] = []
  let schema: unknown[] = []
  edit('cache.db', (db) => {
    db.defaultSafeIntegers(true)
    kept = db.prepare(`SELECT * FROM ${table} WHERE row = ?`).raw().get(row) as unknown[]
    db.prepare(`DELETE FROM ${table} WHERE row = ?`).run(row)
    schema = db.prepare('SELECT * FROM sqlite_schema WHERE name = ?').raw().get(index) as unknown[]
    db.pragma('writable_schema = ON')
    db.prepare('DELETE FROM sqlite_schema WHERE name = ?').run(index)
  })
  edit('cache.db', (db) => db.prepare(`INSERT INTO ${table} VALUES (${kept.map(() => '?').join(', ')})`).run(...kept))
  edit('cache.db', (db) => {
    db.pragma('writable_schema = ON')
    db.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...schema)
  })
}

/** undefined when the store says that it cannot answer; any other error is the test's failure. */
function ask<Answer>(work: () => Answer): Answer | 'refused' {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) === 'store.damaged') return 'refused'
    throw error
  }
}

describe('a large file that is whole', () => {
  it('is looked through to its end, and not again on the same day', () => {
    const store = open()
    expect(store.look()).toBe(true)
    lookThrough(store)
    expect(store.suspect()).toBe(false)
    store.close()
    expect(open().look()).toBe(false)
  })

  it('is looked through by itself, with nobody asking', () => {
    edit('cache.db', (db) => db.exec('UPDATE outputs SET updated_at = 1 WHERE sequence = 5'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const store = open()
      for (let pieces = 0; pieces < 20_000 && !store.suspect(); pieces += 1) vi.advanceTimersByTime(100)
      expect(store.suspect()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is gone through from where the last use stopped', () => {
    // How many rows a piece has is learnt from how long one took: on a loaded machine the second use would come less far by the same number of them.
    const clockOfPieces = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clockOfPieces.mockRestore())
    let steps = 0
    const whole = open()
    while (whole.look()) steps += 1
    whole.close()
    rmSync(folder, { recursive: true, force: true })
    cpSync(model, folder, { recursive: true })
    // A row of the table that comes first in the cache is damaged after that was looked at: only a later look finds it.
    const first = open()
    for (let step = 0; step < steps - 3; step += 1) first.look()
    first.close()
    edit('cache.db', (db) => db.exec('UPDATE outputs SET updated_at = 1 WHERE sequence = 5'))
    const second = open()
    lookThrough(second)
    expect(second.suspect()).toBe(false)
  })

  it('is looked through from its beginning after a use that was cut off', () => {
    edit('cache.db', (db) => db.exec('UPDATE outputs SET updated_at = 1 WHERE sequence = 5'))
    const store = open()
    const copy = newFolder('store')
    cpSync(folder, copy, { recursive: true })
    store.close()
    // On the day of the last complete look, when none would be due.
    const cut = openAccount(copy)
    expect(cut.resync.needed()).toBe('unclean')
    lookThrough(cut)
    expect(cut.suspect()).toBe(true)
    cut.close()
  })
})

const LOST = [
  [
    'a row',
    () =>
      edit('cache.db', (db) =>
        db.exec('UPDATE snapshots SET memo = NULL WHERE row = (SELECT min(row) FROM snapshots)'),
      ),
  ],
  [
    'what we spent',
    () => edit('cache.db', (db) => db.exec('INSERT INTO own_spends VALUES (zeroblob(16), zeroblob(32), 1, 1)')),
  ],
  ['an index', () => loseFromIndex('outputs_id', 'outputs', 8)],
  ['an index of some rows', () => loseFromIndex('outputs_open', 'outputs', 8)],
  ['what rows refer to', () => edit('cache.db', (db) => db.exec('PRAGMA foreign_keys = OFF; DELETE FROM people'))],
] as const

describe('damage in a large cache', () => {
  it.each(LOST)('is found afterwards: %s', (_what, damage) => {
    damage()
    const store = open()
    expect(store.suspect()).toBe(false)
    lookThrough(store)
    expect(store.suspect()).toBe(true)
    store.close()
    const again = open()
    expect(again.notices()).toMatchObject([{ file: 'cache', reason: 'damage was seen while in use' }])
    expect(again.resync.needed()).toBe('cache_lost')
  })

  it('never shows a wrong balance or coin, and nothing else that is wrong is left unfound', () => {
    const unspent = OUTPUTS.filter(({ state }) => state === 'unspent')
    const amount = unspent.reduce((sum, output) => sum + output.amount, 0n)
    const coins = unspent.map((output) => ({ id: output.output_id, amount: output.amount }))
    let found = 0
    for (let seed = 0; seed < 18; seed += 1) {
      rmSync(folder, { recursive: true, force: true })
      cpSync(model, folder, { recursive: true })
      const bytes = readFileSync(fileOf('cache.db'))
      const pages = bytes.length / 4096
      // Spread over the file, the first page apart.
      const page = 1 + Math.floor(((seed + 0.5) * (pages - 1)) / 18)
      const at = page * 4096
      if (seed % 3 === 0) bytes.fill(0, at, at + 4096)
      else if (seed % 3 === 1)
        bytes.copyWithin(at, 4096 * (1 + ((page * 7) % (pages - 1))), 4096 * (2 + ((page * 7) % (pages - 1))))
      else bytes[at + 1_500] = (bytes[at + 1_500] ?? 0) ^ 4
      writeFileSync(fileOf('cache.db'), bytes)
      const store = open()
      if (store.notices().length > 0) {
        found += 1
        expect(store.cache.outputs.balances(holder.id), `seed ${seed}`).toEqual([])
        store.close()
        continue
      }
      const balances = ask(() => store.cache.outputs.balances(holder.id))
      if (balances !== 'refused') {
        expect(balances, `seed ${seed}`).toMatchObject([{ unspent: { coins: unspent.length, amount } }])
      }
      const walked = ask(() => [
        ...store.cache.outputs.coins({ holder: holder.id, kernelAsset: kernel('BTC') }).ascending(),
      ])
      if (walked !== 'refused') expect(isDeepStrictEqual(walked, coins), `coins of seed ${seed}`).toBe(true)
      lookThrough(store)
      if (store.suspect()) found += 1
      else {
        for (const output of OUTPUTS) {
          if (!isDeepStrictEqual(store.cache.outputs.get(output.output_id), output)) expect.fail(`output, seed ${seed}`)
        }
        for (const snapshot of SNAPSHOTS) {
          if (!isDeepStrictEqual(store.cache.snapshots.get(snapshot.snapshot_id), snapshot))
            expect.fail(`snapshot, seed ${seed}`)
        }
        for (const at of [7, 1_234, 8_900]) {
          const { snapshots } = store.cache.snapshots.list({ filter: { search: `memo ${at}` }, cursor: null, limit: 9 })
          expect(snapshots.map(({ snapshot_id }) => snapshot_id)).toEqual([SNAPSHOTS[at]?.snapshot_id])
        }
      }
      store.close()
    }
    expect(found).toBe(18)
  })
})

describe('damage in a large journal', () => {
  const change = (at: number) =>
    edit('intents.db', (db) => db.prepare("UPDATE labels SET label = 'other' WHERE subject = ?").run(labelOf(at)))

  it('is found before the journal is used where it is in the newest rows', () => {
    change(LABELS - 1)
    expect(open().notices()).toMatchObject([{ file: 'intents', reason: expect.stringContaining('labels') }])
  })

  it('is found afterwards in older ones, and the rest comes back with the next start', () => {
    change(3)
    const store = open()
    expect(store.notices()).toEqual([])
    lookThrough(store)
    expect(store.suspect()).toBe(true)
    store.close()
    const again = open()
    expect(again.notices()).toMatchObject([{ file: 'intents', reason: 'damage was seen while in use' }])
    expect(again.intents.labels.get(labelOf(3))).toBeUndefined()
    expect(again.intents.labels.get(labelOf(4))?.label).toBe('label')
  })
})

describe('a look', () => {
  it.each([
    ['cache', CACHE_MIGRATIONS],
    ['intents', INTENTS_MIGRATIONS],
  ])('asks every index of %s by an index', (_kind, migrations) => {
    const db = emptyAt(migrations)
    const asked: string[] = []
    const spy = {
      prepare: (sql: string) => {
        asked.push(sql)
        return db.prepare(sql)
      },
    }
    const look = openLook(
      new Proxy(db, { get: (_, name) => (name === 'prepare' ? spy.prepare : Reflect.get(db, name).bind(db)) }),
      null,
    )
    while (look.step());
    const names = db
      .prepare<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all()
    for (const { name } of names)
      expect(
        asked.some((sql) => sql.includes(`INDEXED BY ${name} `)),
        name,
      ).toBe(true)
    for (const sql of asked.filter((each) => each.includes('wanted'))) {
      const ways = db
        .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...Array.from(sql.matchAll(/\?/g), () => null))
      expect(
        ways.filter(({ detail }) => /^SCAN/.test(detail)),
        sql,
      ).toEqual([])
    }
    db.close()
  })
})
