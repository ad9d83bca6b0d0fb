import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { auditCache, CACHE_MIGRATIONS, openCache } from '../../src/store/cache/cache.ts'
import { Database } from '../../src/store/database.ts'
import { auditIntents, INTENTS_MIGRATIONS, openIntents } from '../../src/store/intents/intents.ts'
import { dropIncomplete, mergeIntents } from '../../src/store/intents/merge.ts'
import { emptyAt, type Migration } from '../../src/store/migrate.ts'
import { checkRows, openFile } from '../../src/store/open.ts'
import { PROFILE_MIGRATIONS } from '../../src/store/profile.ts'
import {
  checkSeals,
  isSealed,
  type Row,
  sealedInsert,
  sealedTables,
  sealedWriter,
  sealOf,
} from '../../src/store/sealed.ts'
import { SEALED_COLUMNS } from '../../src/store/sealed-columns.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  accountFolder,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  openAccount,
  request,
  tickingClock,
  user,
} from '../support/store.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
const RELEASES = readdirSync(FIXTURES)
const KINDS = { intents: INTENTS_MIGRATIONS, cache: CACHE_MIGRATIONS, profile: PROFILE_MIGRATIONS } as const

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

const fileOf = (name: string) => join(accountFolder(folder), name)
const take = (release: string) => cpSync(join(FIXTURES, release), folder, { recursive: true })
const read = (path: string) => new Database(path, { readonly: true, timeoutMs: 0 })

/** The next version of a schema, in which every table has one more column. */
function grown(migrations: readonly Migration[]): Migration[] {
  const db = emptyAt(migrations)
  const sql = sealedTables(db).map(({ name }) => `ALTER TABLE ${name} ADD COLUMN later TEXT;`)
  db.close()
  return [...migrations, { id: migrations.length + 1, sql: sql.join('\n') }]
}

const openGrown = (kind: 'intents' | 'cache') =>
  openFile({
    folder: accountFolder(folder),
    kind,
    migrations: grown(KINDS[kind]),
    identity: { network: 'local', account: ACCOUNT },
    audit: kind === 'intents' ? auditIntents : auditCache,
    restoring: kind === 'intents' ? { mend: dropIncomplete, merge: mergeIntents } : null,
    now: () => 1n as Nanos,
  })

const refusal = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

describe('the law of seals', () => {
  it.each(Object.entries(KINDS))(
    'names every table of %s, and what it does not name holds nothing at first',
    (_, steps) => {
      const db = emptyAt(steps)
      const laws: Readonly<Record<string, readonly string[]>> = SEALED_COLUMNS
      for (const { name } of [...sealedTables(db), { name: 'meta' }]) {
        const columns = db
          .prepare<{ name: string; notnull: bigint; dflt_value: string | null }>(
            'SELECT name, "notnull", dflt_value FROM pragma_table_info(?)',
          )
          .all(name)
          .filter((column) => column.name !== 'row' && column.name !== 'seal')
        const law = laws[name] ?? []
        expect(
          law.filter((wanted) => !columns.some((column) => column.name === wanted)),
          name,
        ).toEqual([])
        expect(law, name).not.toEqual([])
        for (const column of columns.filter((each) => !law.includes(each.name))) {
          expect(column, name).toMatchObject({ notnull: 0n, dflt_value: null })
        }
      }
      db.close()
    },
  )
})

describe('rows of a sealed table', () => {
  it('are refused where a column that holds something is left empty', () => {
    const db = emptyAt(CACHE_MIGRATIONS)
    const insert = sealedInsert(db, 'set_aside', 'ON CONFLICT DO NOTHING')
    expect(refusal(() => insert([Buffer.alloc(16), null, '[]', null, '{}', '{}', 1n]))).toBe('internal')
    expect(refusal(() => insert([Buffer.alloc(0), 1n, '[]', null, '{}', '{}', 1n]))).toBe('internal')
    expect(db.prepare('SELECT * FROM set_aside').all()).toEqual([])
    db.close()
  })
})

describe.each(RELEASES)('seals of %s', (release) => {
  it('hold whatever order the columns have', () => {
    take(release)
    let rows = 0
    for (const path of [fileOf('intents.db'), fileOf('cache.db'), join(folder, 'local', 'profile.db')]) {
      const db = read(path)
      for (const { name } of [...sealedTables(db), { name: 'meta' }]) {
        for (const row of db.prepare<Row>(`SELECT * FROM ${name}`).all()) {
          const turned = Object.fromEntries(Object.entries(row).reverse())
          expect(sealOf(name, turned), name).toBe(row.seal)
          rows += 1
        }
      }
      db.close()
    }
    expect(rows).toBeGreaterThan(100)
  })

  it('hold in a journal whose every table gets one more column, and its rows are read and written as before', () => {
    take(release)
    const store = openAccount(folder)
    const before = store.intents.payments.list().map(({ id }) => store.intents.payments.get(id))
    store.close()
    const file = openGrown('intents')
    expect([file.origin, file.notices()]).toEqual(['upgraded', []])
    const intents = openIntents(file.db, tickingClock(), { onSpent: () => undefined, mirror: () => undefined })
    expect(before.length).toBeGreaterThan(0)
    expect(intents.payments.list().map(({ id }) => intents.payments.get(id))).toEqual(before)
    expect(intents.labels.get(`u:${user('alice')}`)?.note).toBe('owes me lunch')
    expect(intents.contactPins.get(user('alice'))?.identityNumber).toBe('7001')
    expect(intents.requests.list()).toHaveLength(5)
    intents.payments.create(aPayment('new'))
    const held = intents.payments.reserve(request('new'), [aPlan('new', [anOutput('new coin')])])
    expect(held).toMatchObject({ ok: true, payment: { state: 'reserved' } })
    intents.labels.set('u:1', 'kept', '')
    checkRows(file.db)
    file.close()
    const again = openGrown('intents')
    expect([again.origin, again.notices()]).toEqual(['kept', []])
    again.close()
  })

  it('hold in a cache whose every table gets one more column, and its rows are read and written as before', () => {
    take(release)
    const known = {
      known: { any: () => false, of: () => undefined },
      names: { any: () => false, keep: () => undefined, heard: () => undefined },
      now: () => 1n as Nanos,
    }
    const store = openAccount(folder)
    const [holder] = store.cache.holders.list()
    if (holder === undefined) throw new Error('fixture has a holder')
    const outputs = store.cache.outputs.list({ holder: holder.id, limit: 1000 })
    const { snapshots } = store.cache.snapshots.list({ limit: 1000 })
    const balances = store.cache.outputs.balances(holder.id)
    store.close()
    const file = openGrown('cache')
    expect([file.origin, file.notices()]).toEqual(['upgraded', []])
    const cache = openCache(file.db, known)
    expect(outputs.length).toBeGreaterThan(0)
    expect(cache.outputs.list({ holder: holder.id, limit: 1000 })).toEqual(outputs)
    expect(cache.snapshots.list({ limit: 1000 }).snapshots).toEqual(snapshots)
    expect(cache.outputs.balances(holder.id)).toEqual(balances)
    cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput('new coin')], cursor: 1 })
    cache.snapshots.applyPage({ snapshots: [aSnapshot(1_000_000)], cursor: 'c' })
    expect(cache.outputs.get(anOutput('new coin').output_id)).toEqual(anOutput('new coin'))
    checkRows(file.db)
    auditCache(file.db)
    file.close()
    const again = openGrown('cache')
    expect([again.origin, again.notices()]).toEqual(['kept', []])
    again.close()
  })

  it.each([
    ['holders', 'UPDATE holders SET members = zeroblob(16)'],
    ['assets', 'UPDATE kernel_assets SET asset_id = zeroblob(16)'],
    ['balances', 'UPDATE balances SET unspent_units = unspent_units + 1'],
  ])('are compared before a cache is upgraded, where money is counted by its rows: %s', (_, sql) => {
    take(release)
    const sqlite = new Sqlite(fileOf('cache.db'))
    sqlite.exec(sql)
    sqlite.close()
    const store = openAccount(folder)
    expect(store.notices()).toMatchObject([{ file: 'cache' }])
    expect(store.resync.needed()).toBe('cache_lost')
    store.close()
  })
})

describe('a column that a migration added', () => {
  it('is sealed by its name as soon as it holds something', () => {
    const db = emptyAt([...INTENTS_MIGRATIONS.slice(0, 1), { id: 2, sql: 'ALTER TABLE labels ADD COLUMN colour TEXT' }])
    const write = sealedWriter(db, 'labels', ['subject'], ['colour'])
    write(['u:1', 'one', '', 1n, 1n, null])
    write(['u:2', 'two', '', 1n, 2n, 'green'])
    checkSeals(db, ['labels'])
    for (const change of ["'red' WHERE subject = 'u:1'", "'red' WHERE subject = 'u:2'", "NULL WHERE subject = 'u:2'"]) {
      db.exec(`SAVEPOINT before; UPDATE labels SET colour = ${change}`)
      expect(refusal(() => checkSeals(db, ['labels']))).toBe('store.damaged')
      db.exec('ROLLBACK TO before')
    }
    db.close()
  })

  it('cannot lend what it holds to another one', () => {
    const row = { row: 1n, user_id: 'x', seal: 0n }
    expect(sealOf('people', { ...row, one: 'a', other: null })).not.toBe(
      sealOf('people', { ...row, one: null, other: 'a' }),
    )
    expect(isSealed('people', { ...row, seal: sealOf('people', { ...row, one: null }) })).toBe(true)
  })
})

type Cache = ReturnType<typeof openCache>

describe('rows of a cache that money is counted by', () => {
  /** Changes a row while its file is open and already looked through. */
  function changed(sql: string): Database {
    const store = openAccount(folder)
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput(1), anOutput(2)], cursor: 2 })
    store.cache.snapshots.applyPage({ snapshots: [aSnapshot(1)], cursor: 'c' })
    store.close()
    const sqlite = new Sqlite(fileOf('cache.db'))
    sqlite.exec(sql)
    sqlite.close()
    return new Database(fileOf('cache.db'), { readonly: false, timeoutMs: 0 })
  }
  const open = (db: Database) =>
    openCache(db, {
      known: { any: () => false, of: () => undefined },
      names: { any: () => false, keep: () => undefined, heard: () => undefined },
      now: () => 1n as Nanos,
    })

  it.each([
    ['a group’s members', 'UPDATE holders SET members = zeroblob(16)'],
    ['what an asset is', 'UPDATE kernel_assets SET asset_id = zeroblob(16)'],
  ])('are compared with their seal when they are read: %s', (_, sql) => {
    const db = changed(sql)
    expect(refusal(() => open(db))).toBe('store.damaged')
    db.close()
  })

  it.each([
    ['id', 'id', ({ snapshots }: Cache) => snapshots.get(aSnapshot(1).snapshot_id)],
    [
      'transaction',
      'transaction_hash',
      ({ snapshots }: Cache) => snapshots.byTransaction(aSnapshot(1).transaction_hash),
    ],
  ])('are damaged, and not absent, where the end of their name was changed: the %s of a snapshot', (_, column, ask) => {
    const db = changed(
      `UPDATE snapshots SET ${column} = CAST(substr(${column}, 1, 15) || zeroblob(length(${column}) - 15) AS BLOB)`,
    )
    const cache = open(db)
    expect(refusal(() => ask(cache))).toBe('store.damaged')
    db.close()
  })

  it('are compared with their seal when they are read: what a limit is counted by', () => {
    const store = openAccount(folder)
    store.cache.fiats.put([{ code: 'EUR', rate: 0.5 }])
    store.close()
    const db = changed("UPDATE rates SET rate = '0.01'")
    expect(refusal(() => open(db).rates.of('EUR', 0n))).toBe('store.damaged')
    db.close()
  })

  it('are compared with their seal when they are read: a balance', () => {
    const db = changed('UPDATE balances SET unspent_units = unspent_units + 1')
    const cache = open(db)
    expect(refusal(() => cache.outputs.balances(aHolder().id))).toBe('store.damaged')
    const coins = () => cache.outputs.coins({ holder: aHolder().id, kernelAsset: anOutput(1).kernel_asset_id })
    expect(refusal(coins)).toBe('store.damaged')
    db.close()
  })
})
