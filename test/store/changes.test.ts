import { beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from '#contract/ipc'
import { CACHE_MIGRATIONS } from '../../src/store/cache/cache.ts'
import { type FileKind, topicsOf } from '../../src/store/changes.ts'
import type { Database } from '../../src/store/database.ts'
import { INTENTS_MIGRATIONS } from '../../src/store/intents/intents.ts'
import { emptyAt } from '../../src/store/migrate.ts'
import { openFile } from '../../src/store/open.ts'
import { PROFILE_MIGRATIONS } from '../../src/store/profile.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anOutput, aPayment, openAccount, tickingClock } from '../support/store.ts'

/* Whoever writes a row announces nothing: the file does, whatever wrote it. So each table is written here, by plain SQL. */

const MIGRATIONS = { intents: INTENTS_MIGRATIONS, cache: CACHE_MIGRATIONS, profile: PROFILE_MIGRATIONS } as const
const KINDS = Object.keys(MIGRATIONS) as FileKind[]

/** Tables in which nothing is shown to anybody; a new one must be added here or be given topics. */
const SHOWN_NOWHERE = {
  profile: [],
  intents: ['hints', 'seen_keys', 'item_names'],
  // A label's text is kept beside what it is found by; the label itself announces.
  cache: [
    'label_texts',
    'holders',
    'kernel_assets',
    'parties',
    'people',
    'progress',
    'rates',
    'snapshot_blocks',
    'snapshot_terms',
    'transaction_payees',
    'user_names',
    'user_words',
  ],
} as const satisfies Record<FileKind, readonly string[]>

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

/** Tables of a file as its schema has them, those apart that the search makes for itself. */
function tablesOf(kind: FileKind): string[] {
  const db = emptyAt(MIGRATIONS[kind])
  const names = db.prepare<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  db.close()
  return names.map(({ name }) => name).filter((name) => !/_words_|^sqlite_/.test(name))
}

function open(kind: FileKind) {
  const heard: Topic[][] = []
  const file = openFile({
    folder: folder,
    kind,
    migrations: MIGRATIONS[kind],
    identity: { network: 'local', account: kind === 'profile' ? '' : ACCOUNT },
    audit: () => undefined,
    restoring: null,
    now: tickingClock().now,
    changed: (topics) => heard.push([...topics]),
  })
  file.db.pragma('foreign_keys = OFF')
  file.db.pragma('ignore_check_constraints = ON')
  return { ...file, heard }
}

const VALUES: Readonly<Record<string, bigint | string | Buffer>> = { INTEGER: 7n, TEXT: 'a', BLOB: Buffer.alloc(32, 1) }

/** Some row, for a table that nothing is known of. */
function insertion(db: Database, table: string) {
  const columns = db
    .prepare<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)')
    .all(table)
    .filter(({ name }) => name !== 'row')
  const names = columns.map(({ name }) => name)
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    values: columns.map(({ type }) => VALUES[type] ?? 'a'),
    first: names[0] ?? '',
  }
}

describe.each(KINDS)('each table of %s.db', (kind) => {
  it.each(tablesOf(kind))('%s announces that it was written, changed and emptied', (table) => {
    const { db, heard, close } = open(kind)
    const { sql, values, first } = insertion(db, table)
    const topics = topicsOf(kind, table)
    db.prepare(sql).run(...values)
    // An index of words takes no such change.
    if (!table.endsWith('_words')) db.prepare(`UPDATE ${table} SET ${first} = ${first}`).run()
    db.prepare(table.endsWith('_words') ? `DELETE FROM ${table} WHERE rowid = 1` : `DELETE FROM ${table}`).run()
    const silent: readonly string[] = SHOWN_NOWHERE[kind]
    if (silent.includes(table)) expect(topics).toEqual([])
    else expect(topics).not.toEqual([])
    expect(heard.filter((each) => each.length > 0)).toEqual(topics.length === 0 ? [] : [topics, topics, topics])
    close()
  })

  it('cannot be written while it has no topics', () => {
    const { db, close } = open(kind)
    db.exec('CREATE TABLE later (a INTEGER) STRICT')
    expect(() => db.prepare('INSERT INTO later (a) VALUES (1)')).toThrow('has no topics')
    expect(() => db.prepare('SELECT a FROM later')).not.toThrow()
    close()
  })
})

describe('a commit', () => {
  const LABEL = "INSERT INTO settings (key, value, seal) VALUES (?, '1', 1)"

  it('announces once for all that was written in it, and not before', () => {
    const { db, heard, close } = open('intents')
    const write = db.prepare(LABEL)
    db.transaction(() => {
      write.run('a')
      db.transaction(() => write.run('b'))
      expect(heard).toEqual([])
    })
    expect(heard).toEqual([topicsOf('intents', 'settings')])
    close()
  })

  it('that is rolled back announces nothing, also not with the next one', () => {
    const { db, heard, close } = open('intents')
    const write = db.prepare(LABEL)
    expect(() =>
      db.transaction(() => {
        write.run('a')
        throw new Error('no')
      }),
    ).toThrow('no')
    db.transaction(() => undefined)
    expect(heard).toEqual([])
    close()
  })

  it('of a statement that changed no row announces nothing', () => {
    const { db, heard, close } = open('intents')
    db.prepare('DELETE FROM settings WHERE key = ?').run('nothing')
    expect(heard).toEqual([])
    close()
  })
})

describe('an account', () => {
  const settle = () => new Promise((done) => setImmediate(done))

  it('tells once of what was written to both of its files without waiting', async () => {
    const store = openAccount(folder)
    await settle()
    const heard: Topic[][] = []
    store.subscribe((topics) => heard.push([...topics].sort()))
    store.cache.outputs.applyReconciled(aHolder(), [anOutput(1)])
    store.intents.labels.set('output:1', 'Rent', '')
    expect(heard).toEqual([])
    await settle()
    expect(heard).toEqual([['activity', 'balances', 'labels']])
    store.close()
  })

  it('tells nothing when a page brings only what is known, and of a payment when it is made', async () => {
    const store = openAccount(folder)
    store.cache.outputs.applyReconciled(aHolder(), [anOutput(1)])
    await settle()
    const heard: Topic[][] = []
    const end = store.subscribe((topics) => heard.push([...topics].sort()))
    store.cache.outputs.applyReconciled(aHolder(), [anOutput(1)])
    await settle()
    expect(heard).toEqual([])
    store.intents.payments.create(aPayment('one'))
    await settle()
    expect(heard).toEqual([['activity', 'balances', 'payments']])
    end()
    store.intents.payments.cancel(aPayment('one').id)
    await settle()
    expect(heard).toHaveLength(1)
    store.close()
  })
})
