import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, failure } from '#contract/errors'
import { type AccountStore, openAccountStore, openProfileStore } from '#store'
import { Database } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { seal } from '../../src/store/row-checksum.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  accountFolder,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  request,
  tickingClock,
  time,
  user,
} from '../support/store.ts'
import { expectPrivate } from '../support/systems.ts'

let folder: string
let stores: AccountStore[]

beforeEach(() => {
  folder = newFolder('store')
  stores = []
})
afterEach(() => {
  for (const store of stores) store.close()
})

function open(): AccountStore {
  const store = openAccount(folder)
  stores.push(store)
  return store
}
const fileOf = (name: string) => join(accountFolder(folder), name)
const files = () => readdirSync(accountFolder(folder)).sort()
const digests = () =>
  Object.fromEntries(
    files().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(fileOf(name)))
        .digest('hex'),
    ]),
  )
const refusal = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** A store with an output and a payment, closed in good order. */
function settled(): void {
  const store = open()
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput(1), anOutput(2)], cursor: 2 })
  store.intents.payments.create(aPayment('p'))
  store.intents.payments.reserve(request('p'), [aPlan('p', [anOutput(1)])])
  store.intents.labels.set('u:1', 'kept', '')
  store.resync.done()
  store.close()
}

describe('openAccountStore', () => {
  it('keeps folders and files to their owner', () => {
    mkdirSync(join(folder, 'local'), { mode: 0o755 })
    settled()
    const store = open()
    store.intents.labels.set('u:2', 'in the -wal', '')
    expectPrivate(...files().map(fileOf), join(folder, 'local'), accountFolder(folder))
  })

  it('lets nobody else in until it is closed', () => {
    const first = open()
    expect(refusal(open)).toBe('store.in_use')
    first.close()
    expect(refusal(open)).toBeUndefined()
  })

  it('takes a damaged lock, which holds nothing, for no damage, and lets nobody else in as ever', () => {
    settled()
    writeFileSync(fileOf('lock'), 'no database'.repeat(100))
    const first = open()
    expect(first.notices()).toEqual([])
    expect(refusal(open)).toBe('store.in_use')
    first.close()
  })

  it('closes once, however often it is asked', () => {
    const store = open()
    store.close()
    store.close()
    expect(refusal(open)).toBeUndefined()
  })

  it('gives all of it up where a disk takes nothing any more, as the profile does', () => {
    const store = openAccount(folder)
    const openProfile = () => openProfileStore({ dir: folder, network: 'local', clock: tickingClock() })
    const profile = openProfile()
    const full = vi.spyOn(Database.prototype, 'pragma').mockImplementation(() => {
      throw failure('store.disk', 'no room')
    })
    expect([refusal(store.close), refusal(profile.close)]).toEqual(['store.disk', 'store.disk'])
    full.mockRestore()
    expect(refusal(open)).toBeUndefined()
    openProfile().close()
  })

  it('leaves only its databases and the lock behind', () => {
    settled()
    expect(files()).toEqual(['cache.db', 'intents.db', 'lock'])
  })

  /** What a newer Coffer would have left there. */
  const becomeNewer = (path: string): void => {
    const db = new Sqlite(path)
    db.pragma('user_version = 99')
    db.prepare("UPDATE meta SET value = '99', seal = ? WHERE key = 'version'").run(seal(['version', '99']))
    db.close()
  }

  it('refuses the files of a newer Coffer that were marked as damaged, which are for that one to mend', () => {
    for (const name of ['cache.db', 'intents.db']) {
      settled()
      becomeNewer(fileOf(name))
      writeFileSync(`${fileOf(name)}.suspect`, '')
      const before = digests()
      expect(refusal(open)).toBe('store.newer')
      expect(digests()).toEqual(before)
      rmSync(accountFolder(folder), { recursive: true })
    }
  })

  it('begins no empty journal where the copies of a lost one are of a newer Coffer', () => {
    const store = open()
    store.copyNow()
    store.close()
    const copies = join(accountFolder(folder), 'copies')
    for (const name of readdirSync(copies)) becomeNewer(join(copies, name))
    rmSync(fileOf('intents.db'))
    const left = () => [existsSync(fileOf('intents.db')), readdirSync(copies)]
    const before = left()
    expect(refusal(open)).toBe('store.newer')
    expect(left()).toEqual(before)
  })

  it('refuses the profile of a newer Coffer and does not change a byte', () => {
    const dir = folder
    openProfileStore({ dir, network: 'local', clock: tickingClock() }).close()
    const path = join(dir, 'local', 'profile.db')
    becomeNewer(path)
    const before = readFileSync(path)
    expect(refusal(() => openProfileStore({ dir, network: 'local', clock: tickingClock() }))).toBe('store.newer')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('refuses the files of a newer Coffer and does not change a byte', () => {
    for (const name of ['cache.db', 'intents.db']) {
      settled()
      becomeNewer(fileOf(name))
      const before = digests()
      expect(refusal(open)).toBe('store.newer')
      expect(digests()).toEqual(before)
      rmSync(accountFolder(folder), { recursive: true })
    }
  })

  it('refuses the files of another network or account and does not change a byte', () => {
    settled()
    const before = digests()
    const elsewhere = join(folder, 'mainnet')
    mkdirSync(elsewhere)
    renameSync(accountFolder(folder), join(elsewhere, ACCOUNT))
    const clock = tickingClock()
    expect(refusal(() => openAccountStore({ dir: folder, network: 'mainnet', account: ACCOUNT, clock }))).toBe(
      'store.other_network',
    )
    renameSync(join(elsewhere, ACCOUNT), join(folder, 'local', user('other')))
    expect(refusal(() => openAccountStore({ dir: folder, network: 'local', account: user('other'), clock }))).toBe(
      'store.other_network',
    )
    renameSync(join(folder, 'local', user('other')), accountFolder(folder))
    expect(digests()).toEqual(before)
  })

  it('stays with the network that it was bound to', () => {
    const store = open()
    store.bindNetwork('genesis a')
    store.close()
    const again = open()
    expect(refusal(() => again.bindNetwork('genesis b'))).toBe('store.other_network')
    expect(refusal(() => again.bindNetwork('genesis a'))).toBeUndefined()
  })

  it('names a folder that cannot be written', () => {
    writeFileSync(join(folder, 'local'), 'a file where the folder should be')
    expect(refusal(open)).toBe('store.disk')
  })
})

describe('resync', () => {
  const needed = () => open().resync.needed()

  it('is needed at first and until sync has run through', () => {
    const first = open()
    expect(first.resync.needed()).toBe('new')
    first.close()
    const second = open()
    expect(second.resync.needed()).toBe('new')
    second.resync.done()
    second.close()
    expect(needed()).toBeNull()
  })

  it('is needed when the cache was deleted', () => {
    settled()
    rmSync(fileOf('cache.db'))
    expect(needed()).toBe('cache_lost')
  })

  it('is needed when the intents were deleted', () => {
    settled()
    rmSync(fileOf('intents.db'))
    expect(needed()).toBe('intents_lost')
  })

  it('is needed when an older copy of one file was put back', () => {
    settled()
    copyFileSync(fileOf('intents.db'), join(folder, 'older'))
    settledAgain()
    copyFileSync(join(folder, 'older'), fileOf('intents.db'))
    expect(needed()).toBe('restored')
  })

  it('is needed where both files were used equally often, and not together', () => {
    settled()
    const there = join(folder, 'there')
    cpSync(accountFolder(folder), accountFolder(there), { recursive: true })
    settledAgain()
    const store = openAccount(there, { now: () => time(2_000_000) })
    expect(store.resync.needed()).toBeNull()
    store.close()
    copyFileSync(join(accountFolder(there), 'intents.db'), fileOf('intents.db'))
    expect(needed()).toBe('restored')
  })

  it('is needed after a use that was cut off, even when its -wal is gone', () => {
    settled()
    const store = open()
    const copy = join(folder, 'copy')
    mkdirSync(join(copy, 'local', ACCOUNT), { recursive: true })
    for (const name of ['cache.db', 'intents.db']) copyFileSync(fileOf(name), join(copy, 'local', ACCOUNT, name))
    store.close()
    const cut = openAccount(copy)
    expect(cut.resync.needed()).toBe('unclean')
    cut.close()
  })

  function settledAgain(): void {
    const store = open()
    store.intents.labels.set('u:2', 'later', '')
    store.close()
  }
})

describe('damaged files', () => {
  it('moves a damaged cache aside with its -wal and begins an empty one', () => {
    settled()
    writeFileSync(fileOf('cache.db'), 'this was a database')
    writeFileSync(fileOf('cache.db-wal'), 'and this its log')
    const store = open()
    expect(store.notices()).toMatchObject([{ file: 'cache', rescued: 0 }])
    expect(store.resync.needed()).toBe('cache_lost')
    expect(store.cache.outputs.cursor(aHolder().id)).toBe(0)
    const aside = files().filter((name) => name.startsWith('cache.db.damaged-'))
    expect(aside).toHaveLength(2)
    expect(readFileSync(fileOf(aside[0] ?? ''), 'utf8')).toBe('this was a database')
    expect(store.intents.payments.get(request('p'))?.state).toBe('reserved')
  })

  it('never overwrites what was set aside before', () => {
    for (const content of ['first', 'second']) {
      settledOr(content)
      const clock = { now: () => time(5) }
      openAccount(folder, clock).close()
    }
    const kept = files().filter((name) => name.startsWith('cache.db.damaged-'))
    expect(kept.map((name) => readFileSync(fileOf(name), 'utf8')).sort()).toEqual(['first', 'second'])
  })

  function settledOr(content: string): void {
    if (!existsSync(fileOf('cache.db'))) settled()
    writeFileSync(fileOf('cache.db'), content)
  }

  it('takes the database of another program for a damaged one', () => {
    settled()
    rmSync(fileOf('cache.db'))
    const other = new Sqlite(fileOf('cache.db'))
    other.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)')
    other.close()
    expect(open().notices()).toMatchObject([{ file: 'cache', reason: 'not a database of this kind' }])
  })

  it('takes a -wal without its database for damage', () => {
    settled()
    rmSync(fileOf('intents.db'))
    writeFileSync(fileOf('intents.db-wal'), 'left over')
    const store = open()
    expect(store.notices()).toMatchObject([{ file: 'intents', reason: 'database file is missing' }])
    expect(store.resync.needed()).toBe('intents_lost')
  })

  it('takes a record of payments that is gone for a loss where its cache is there', () => {
    settled()
    rmSync(fileOf('intents.db'))
    rmSync(fileOf('copies'), { recursive: true, force: true })
    const store = open()
    expect(store.notices()).toMatchObject([{ file: 'intents', setAside: '', reason: 'database file is missing' }])
    expect(store.resync.needed()).toBe('intents_lost')
  })

  /* Bytes of a header that SQLite tells of late, or as a mistake in a statement. */
  it.each([
    ['the number of the format that may be written', 18, 0x04],
    ['the number of the format of the schema', 47, 0x10],
  ])('takes a changed header for damage: %s', (_, at, bit) => {
    settled()
    for (const name of ['cache.db', 'intents.db']) {
      const bytes = readFileSync(fileOf(name))
      bytes[at] = (bytes[at] ?? 0) ^ bit
      writeFileSync(fileOf(name), bytes)
    }
    const files = open().notices()
    expect(files.map(({ file }) => file).sort()).toEqual(['cache', 'intents'])
  })

  it('takes a file that lost the mark of its owner for damaged, and for nobody else’s', () => {
    settled()
    const db = new Sqlite(fileOf('intents.db'))
    db.exec('DELETE FROM meta')
    db.close()
    expect(open().notices()).toMatchObject([{ file: 'intents' }])
  })

  it('finds a changed amount in an output and does not show it', () => {
    settled()
    const db = new Sqlite(fileOf('cache.db'))
    db.exec('UPDATE outputs SET units = units + 1 WHERE sequence = 1')
    db.close()
    expect(open().notices()).toMatchObject([{ file: 'cache' }])
  })

  it('finds a changed balance', () => {
    settled()
    const db = new Sqlite(fileOf('cache.db'))
    db.exec('UPDATE balances SET unspent_units = unspent_units + 1')
    db.close()
    expect(open().notices()).toMatchObject([{ file: 'cache' }])
  })

  it('refuses a row that was changed behind its back, and rebuilds at the next start', () => {
    settled()
    const db = new Sqlite(fileOf('cache.db'))
    db.prepare('UPDATE outputs SET mask = ? WHERE sequence = 1').run(Buffer.from(hashOf('thief'), 'hex'))
    db.close()
    const store = open()
    expect(refusal(() => store.cache.outputs.get(anOutput(1).output_id))).toBe('store.damaged')
    store.close()
    expect(open().notices()).toMatchObject([{ file: 'cache', reason: 'damage was seen while in use' }])
  })

  it('rescues everything of the intents but the rows that were damaged', () => {
    settled()
    const store = open()
    store.intents.payments.create(aPayment('q'))
    store.intents.payments.reserve(request('q'), [aPlan('q', [anOutput(2)])])
    store.close()
    const db = new Sqlite(fileOf('intents.db'))
    db.prepare(`UPDATE payment_inputs SET mask = ? WHERE output_id = ?`).run(
      Buffer.from(hashOf('thief'), 'hex'),
      Buffer.from(anOutput(2).output_id.replaceAll('-', ''), 'hex'),
    )
    db.exec("UPDATE holds SET units = 1; UPDATE labels SET label = label || '!' WHERE subject = 'u:none'")
    db.close()
    const rescued = open()
    expect(rescued.notices()).toMatchObject([{ file: 'intents' }])
    expect(rescued.notices()[0]?.rescued).toBeGreaterThan(5)
    expect(rescued.resync.needed()).toBe('intents_lost')
    expect(rescued.intents.labels.get('u:1')?.label).toBe('kept')
    expect(rescued.intents.payments.get(request('p'))?.state).toBe('reserved')
    expect(rescued.intents.payments.get(request('q'))).toBeUndefined()
    expect(rescued.intents.payments.holds()).toMatchObject([{ paymentId: request('p'), amount: anOutput(1).amount }])
    rescued.close()
    const again = open()
    expect(again.notices()).toHaveLength(1)
    again.dismissNotices()
    expect(again.notices()).toEqual([])
  })
})

describe('a copy', () => {
  it('is private and can be put back', () => {
    settled()
    const store = open()
    store.intents.labels.set('u:9', 'in the copy', '')
    store.copyNow()
    const path = store.copies()[0]?.path ?? ''
    expectPrivate(path)
    store.intents.labels.set('u:9', 'later', '')
    store.close()
    copyFileSync(path, fileOf('intents.db'))
    const back = open()
    expect(back.intents.labels.get('u:9')?.label).toBe('in the copy')
    expect(back.notices()).toEqual([])
    expect(back.resync.needed()).not.toBeNull()
  })
})

describe('migrations', () => {
  const source = new URL('../../src/store/migrations/', import.meta.url)

  it('import nothing of the application but the type of a migration', () => {
    for (const name of readdirSync(source)) {
      const imports = readFileSync(new URL(name, source), 'utf8').match(/^import .*$/gm)
      expect(imports, name).toEqual(["import type { Migration } from '../migrate.ts'"])
    }
  })

  it('lead to the schemas that are written down', async () => {
    settled()
    openProfileStore({ dir: folder, network: 'local', clock: tickingClock() }).close()
    for (const path of [fileOf('cache.db'), fileOf('intents.db'), join(folder, 'local', 'profile.db')]) {
      const db = new Sqlite(path, { readonly: true })
      const rows = db.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').pluck().all()
      db.close()
      const text = rows.map((sql) => `${String(sql).replace(/\n {4}/g, '\n')};\n`).join('\n')
      await expect(text).toMatchFileSnapshot(`schema/${basename(path, '.db')}.sql`)
    }
  })

  const steps = [
    { id: 1, sql: 'CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)' },
    { id: 2, sql: 'ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = x * 2' },
  ]
  const memory = () => new Database(join(folder, 'm.db'), { readonly: false, timeoutMs: 0 })

  it('run in order and once', () => {
    const db = memory()
    migrate(db, steps.slice(0, 1))
    migrate(db, steps)
    migrate(db, steps)
    expect(db.prepare('SELECT * FROM a').all()).toEqual([{ x: 1n, y: 2n }])
    db.close()
  })

  it('leave the old schema whole when a step fails half way', () => {
    const db = memory()
    migrate(db, steps.slice(0, 1))
    const broken = { id: 2, sql: 'ALTER TABLE a ADD COLUMN y INTEGER; UPDATE nothing SET y = 1' }
    expect(() => migrate(db, [...steps.slice(0, 1), broken])).toThrow()
    expect(db.prepare('SELECT * FROM a').all()).toEqual([{ x: 1n }])
    expect(db.pragma('user_version')).toBe(1n)
    db.close()
  })

  describe('that reword a declaration', () => {
    const checked = { id: 1, sql: 'CREATE TABLE a (x INTEGER CHECK (x IN (0, 1, 2))) STRICT; INSERT INTO a VALUES (1)' }
    const reword = { table: 'a', from: 'x IN (0, 1, 2)', to: 'x BETWEEN 0 AND 2' }
    const declared = 'SELECT sql FROM sqlite_schema'

    it('keep its rows, and check new ones by the new words at once and after a start', () => {
      const db = memory()
      migrate(db, [checked])
      migrate(db, [checked, { id: 2, sql: '', reword }])
      for (const each of [db, memory()]) {
        const add = each.prepare('INSERT INTO a VALUES (?)')
        expect(add.run(2n)).toBe(1)
        expect(() => add.run(3n)).toThrow(/CHECK/)
        expect(each.prepare(declared).get()).toEqual({
          sql: 'CREATE TABLE a (x INTEGER CHECK (x BETWEEN 0 AND 2)) STRICT',
        })
        expect(each.pragma('integrity_check')).toBe('ok')
        each.close()
      }
      const last = memory()
      expect(last.prepare('SELECT * FROM a').all()).toEqual([{ x: 1n }, { x: 2n }, { x: 2n }])
      last.close()
    })

    it('leave the old words when the step fails after it', () => {
      const db = memory()
      expect(() => migrate(db, [checked, { id: 2, sql: 'UPDATE nothing SET y = 1', reword }])).toThrow()
      db.close()
      const again = memory()
      expect(JSON.stringify(again.prepare(declared).get())).toContain('x IN (0, 1, 2)')
      expect(again.pragma('user_version')).toBe(1n)
      again.close()
    })

    it('leave nobody free to write the schema', () => {
      const db = memory()
      migrate(db, [checked, { id: 2, sql: '', reword }])
      expect(() => db.exec("UPDATE sqlite_schema SET sql = ''")).toThrow()
      expect(() => {
        db.pragma('writable_schema = ON')
        db.exec("UPDATE sqlite_schema SET sql = ''")
      }).toThrow()
      db.close()
    })

    it('are refused where those words are not there', () => {
      const db = memory()
      expect(() => migrate(db, [checked, { id: 2, sql: '', reword: { ...reword, from: 'x IN (1)' } }])).toThrow(/words/)
      expect(db.pragma('user_version')).toBe(1n)
      db.close()
    })
  })

  it('are refused when they are not numbered in a row', () => {
    const db = memory()
    expect(() => migrate(db, steps.slice(1))).toThrow(/numbered/)
    db.close()
  })
})
