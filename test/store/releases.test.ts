import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '#contract/errors'
import { memoText, openAccountStore, openProfileStore, type PaymentState } from '#store'
import { openVault } from '#vault'
import { Database } from '../../src/store/database.ts'
import { INTENTS_MIGRATIONS } from '../../src/store/intents/intents.ts'
import { migrate } from '../../src/store/migrate.ts'
import { PROFILE_MIGRATIONS } from '../../src/store/profile.ts'
import { testKeychain } from '../support/keychain.ts'
import { startTestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, accountFolder, request, tickingClock, user } from '../support/store.ts'
import { PASSPHRASE } from '../support/vault.ts'

/*
 * Files that released versions wrote, as they wrote them (test/store/make-release.ts), opened by the code of today.
 * Whatever migrations there are by now has to take them along.
 */

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
const RELEASES = readdirSync(FIXTURES)
/** What the maker would write today, which is to open like all others once it is released. */
const NEXT = 'the next release'
let next: string

beforeAll(() => {
  next = newFolder('next')
  const maker = fileURLToPath(new URL('./make-release.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [maker, next])
  expect(status, stderr.toString()).toBe(0)
})

let folder: string
beforeEach(() => {
  folder = newFolder('store')
})

const fileOf = (name: string) => join(accountFolder(folder), name)
const open = () => openAccountStore({ dir: folder, network: 'local', account: ACCOUNT, clock: tickingClock() })
const folderOf = (release: string) => (release === NEXT ? next : join(FIXTURES, release))
const take = (release: string) => cpSync(folderOf(release), folder, { recursive: true })
const statesOf = (release: string) =>
  readFileSync(join(folderOf(release), 'STATES'), 'utf8')
    .trim()
    .split('\n') as PaymentState[]

type Table = Readonly<Record<string, unknown>>[]

/** Every table of a file with its rows, without checksums and what openings count. */
function rowsOf(path: string): Record<string, Table> {
  const db = new Sqlite(path, { readonly: true })
  db.defaultSafeIntegers(true)
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta'")
    .pluck()
    .all() as string[]
  const tables = names.map((name): [string, Table] => [
    name,
    (db.prepare(`SELECT * FROM ${name}`).all() as Table).map(({ seal: _seal, ...row }) => row),
  ])
  db.close()
  return Object.fromEntries(tables)
}

/** Every row is there with every value that it had; a later schema may have added columns. */
function expectKept(before: Record<string, Table>, after: Record<string, Table>): void {
  for (const [name, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {})
    const kept = (after[name] ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
    expect(kept, name).toEqual(rows)
  }
}

describe.each([...RELEASES, NEXT])('files of %s', (release) => {
  it('are there with something of everything', () => {
    take(release)
    const empty = Object.entries(rowsOf(fileOf('intents.db'))).filter(([, rows]) => rows.length === 0)
    expect(empty).toEqual([])
  })

  it('keep every row of the journal and every seal', () => {
    take(release)
    const before = rowsOf(fileOf('intents.db'))
    const store = open()
    expect(store.notices()).toEqual([])
    for (const state of statesOf(release)) {
      const payment = store.intents.payments.get(request(state))
      expect(payment?.state).toBe(state)
      if (payment?.signedAt != null) expect(payment.transactions[0]?.signedRaw).toMatch(/^77770005/)
    }
    expect(store.intents.labels.get(`u:${user('alice')}`)?.note).toBe('owes me lunch')
    expect(store.intents.groups.list()).toMatchObject([{ name: 'Family', threshold: 2 }])
    expect(store.intents.requests.list()).toHaveLength(5)
    expect(store.intents.contactPins.get(user('alice'))?.identityNumber).toBe('7001')
    store.close()
    expectKept(before, rowsOf(fileOf('intents.db')))
    const again = open()
    expect(again.notices()).toEqual([])
    again.close()
  })

  it('may be left at any version in between by a kill', () => {
    for (let version = 1; version <= INTENTS_MIGRATIONS.length; version += 1) {
      take(release)
      const before = rowsOf(fileOf('intents.db'))
      const db = new Database(fileOf('intents.db'), { readonly: false, timeoutMs: 0 })
      const from = Number(db.pragma('user_version'))
      if (version > from) migrate(db, INTENTS_MIGRATIONS.slice(0, version))
      db.close()
      // A step that was not marked as ours counts as damage; all rows come back.
      const store = open()
      expect(store.intents.payments.list().length).toBeGreaterThan(0)
      store.close()
      expectKept(withoutHolds(before), withoutHolds(rowsOf(fileOf('intents.db'))))
      rmSync(folder, { recursive: true })
    }
  })

  it('keep every snapshot of the history, under another number, and what they are found by', () => {
    take(release)
    const numbered = (rows: Table | undefined) =>
      (rows ?? [])
        .map(({ row: _row, ...rest }) => rest)
        .sort((a, b) => (String(a['created_at']) < String(b['created_at']) ? -1 : 1))
    const before = numbered(rowsOf(fileOf('cache.db'))['snapshots'])
    expect(before.length).toBeGreaterThan(0)
    const store = open()
    const all = store.cache.snapshots.list({ limit: 100 }).snapshots
    expect(all).toHaveLength(before.length)
    for (const snapshot of all) {
      const [word] = memoText(snapshot.memo)?.split(' ') ?? []
      const found = store.cache.snapshots.list({ filter: { search: word ?? '' }, limit: 100 }).snapshots
      expect(found).toContainEqual(snapshot)
    }
    while (store.look());
    expect(store.suspect()).toBe(false)
    store.close()
    expect(numbered(rowsOf(fileOf('cache.db'))['snapshots'])).toEqual(before)
  })

  it('keep a copy of the old file where they had to be upgraded', () => {
    take(release)
    const db = new Sqlite(fileOf('intents.db'))
    const version = db.pragma('user_version', { simple: true })
    db.close()
    open().close()
    expect(existsSync(fileOf(`intents.db.version-${version}`))).toBe(version !== INTENTS_MIGRATIONS.length)
  })

  it('come back when they were damaged before the upgrade, but for the damaged rows', () => {
    take(release)
    const db = new Sqlite(fileOf('intents.db'))
    // As if the next version had never been: the rescue has to know the old schema.
    const before = rowsOf(fileOf('intents.db'))
    db.exec("UPDATE labels SET note = 'changed' WHERE note <> ''")
    db.close()
    const store = open()
    expect(store.notices()).toMatchObject([{ file: 'intents', missed: 0 }])
    expect(store.intents.labels.get(`u:${user('alice')}`)).toBeUndefined()
    store.close()
    const { ['labels']: labels, ...rest } = before
    expectKept(rest, rowsOf(fileOf('intents.db')))
    expect(rowsOf(fileOf('intents.db'))['labels']).toHaveLength((labels?.length ?? 0) - 1)
  })

  it('come back at any earlier version, damaged', () => {
    for (let version = 1; version < INTENTS_MIGRATIONS.length; version += 1) {
      take(release)
      writeOlder(version)
      const store = open()
      expect(store.notices()).toMatchObject([{ file: 'intents' }])
      expect(store.intents.labels.get('u:1')?.label).toBe('kept')
      store.close()
      rmSync(folder, { recursive: true })
    }
  })

  /** A journal of an earlier version with a damaged row in it. */
  function writeOlder(version: number): void {
    rmSync(fileOf('intents.db'))
    const store = openAccountStore({ dir: folder, network: 'local', account: ACCOUNT, clock: tickingClock() })
    store.intents.labels.set('u:1', 'kept', '')
    store.intents.labels.set('u:2', 'damaged', '')
    // That the newer one was taken away is no part of what is tested.
    store.dismissNotices()
    store.close()
    const newest = rowsOf(fileOf('intents.db'))['labels'] ?? []
    const meta = new Sqlite(fileOf('intents.db'))
    const facts = meta.prepare("SELECT * FROM meta WHERE key NOT IN ('version', 'schema')").all() as {
      key: string
      value: string
      seal: number
    }[]
    const seals = meta.prepare('SELECT subject, seal FROM labels').all() as { subject: string; seal: number }[]
    meta.close()
    rmSync(fileOf('intents.db'))
    const older = new Database(fileOf('intents.db'), { readonly: false, timeoutMs: 0 })
    migrate(older, INTENTS_MIGRATIONS.slice(0, version))
    older.pragma(`application_id = ${0x43665703}`)
    for (const { key, value, seal } of facts) {
      older.prepare('INSERT INTO meta VALUES (?, ?, ?)').run(key, value, BigInt(seal))
    }
    for (const row of newest) {
      const seal = seals.find(({ subject }) => subject === row['subject'])?.seal ?? 0
      const label = row['subject'] === 'u:2' ? 'other' : String(row['label'])
      older
        .prepare('INSERT INTO labels (subject, label, note, updated_at, revision, seal) VALUES (?, ?, ?, ?, ?, ?)')
        .run(String(row['subject']), label, '', row['updated_at'] as bigint, row['revision'] as bigint, BigInt(seal))
    }
    older.close()
  }

  it('keep the profile with its accounts and settings', () => {
    take(release)
    const path = join(folder, 'local', 'profile.db')
    const before = rowsOf(path)
    const profile = openProfileStore({ dir: folder, network: 'local', clock: tickingClock() })
    expect(profile.notices()).toEqual([])
    expect(profile.accounts.list()).toMatchObject([{ id: ACCOUNT, name: 'Maya' }])
    expect(profile.settings.get('preferences')).toMatchObject({ theme: 'dark', autoLockMinutes: 7 })
    profile.close()
    expectKept(before, rowsOf(path))
    expect(PROFILE_MIGRATIONS.length).toBeGreaterThan(0)
  })

  it('open their vault with its passphrase, and the keys in it are the same', async () => {
    take(release)
    const profile = openProfileStore({ dir: folder, network: 'local', clock: tickingClock() })
    const vault = await openVault({
      dir: join(folder, 'local', 'vault'),
      profileId: profile.id,
      keychain: { ...testKeychain(), get: () => Promise.reject(new Error('no keychain')) },
      clock: { ...tickingClock(), monotonicMs: () => 0, sleep: () => Promise.resolve() },
      log: () => undefined,
    })
    await vault.unlock(PASSPHRASE)
    expect(vault.accounts.describe(ACCOUNT).publicKey).toBe(profile.accounts.get(ACCOUNT)?.publicKey)
    await vault.close()
    profile.close()
  })

  it('have a local network that goes on, or is refused by name and left as it is', async () => {
    take(release)
    const ledger = join(folder, 'localnet', 'ledger.db')
    const before = readFileSync(ledger)
    try {
      const net = await startTestLocalnet({ dir: join(folder, 'localnet') })
      await net.close()
    } catch (error) {
      expect(codeOf(error)).toBe('store.newer')
      expect(readFileSync(ledger).equals(before)).toBe(true)
    }
  })
})

it('files of the next release will have a value in every column of the journal', () => {
  take(NEXT)
  const without = Object.entries(rowsOf(fileOf('intents.db'))).flatMap(([table, rows]) =>
    Object.keys(rows[0] ?? { rows: null })
      .filter((column) => rows.every((row) => row[column] === null))
      .map((column) => `${table}.${column}`),
  )
  expect(without).toEqual([])
})

/** Holds follow from the payments and are set anew when a journal comes back. */
function withoutHolds({ holds: _holds, ...rest }: Record<string, Table>): Record<string, Table> {
  return rest
}

describe('a number in the header of a file', () => {
  it('that was damaged does not make it a file of another version', () => {
    for (const number of [1, 2, 7, 99]) {
      take(RELEASES[0] ?? '')
      open().close()
      const before = rowsOf(fileOf('intents.db'))
      const bytes = readFileSync(fileOf('intents.db'))
      if (bytes.readUInt32BE(60) === number) continue
      bytes.writeUInt32BE(number, 60)
      writeFileSync(fileOf('intents.db'), bytes)
      const store = open()
      expect(store.notices()).toMatchObject([{ file: 'intents', reason: 'version was changed' }])
      store.close()
      expectKept(before, rowsOf(fileOf('intents.db')))
      rmSync(folder, { recursive: true })
    }
  })
})
