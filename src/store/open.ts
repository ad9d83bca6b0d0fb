import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Log, Nanos } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { seal } from './columns.ts'
import { Database } from './database.ts'
import { headVersion, type Migration, migrate, versionOf } from './migrate.ts'
import { checkSeals, sealedWriter } from './sealed.ts'

/** Written into every file, so that a database of another program is recognised: "CfW" and a digit for the kind. */
const APPLICATION_IDS = { profile: 0x43665701, cache: 0x43665702, intents: 0x43665703 } as const

/** Files up to this size are checked completely at every opening; larger ones after an unclean exit and weekly. */
const FULL_CHECK_BYTES = 16 * 1024 * 1024
const WEEK: bigint = 7n * 86_400n * 1_000_000_000n
const BUSY_TIMEOUT_MS = 2_000
const WAL_LIMIT_BYTES = 40 * 1024 * 1024

export type FileKind = keyof typeof APPLICATION_IDS

export interface FileSpec {
  readonly folder: string
  readonly kind: FileKind
  readonly migrations: readonly Migration[]
  /** Precious files survive a power cut to the last commit and are copied before a migration. */
  readonly precious: boolean
  /** Whose file it is; a file of another network or account is refused untouched. */
  readonly identity: Readonly<Record<'network' | 'account', string>>
  /** Checks of content that SQLite cannot make; throws `store.damaged`. */
  readonly audit: (db: Database) => void
  /** Copies what can be saved out of a damaged file into the new one, and tells how many rows that were. */
  readonly rescue?: (from: Database, to: Database) => number
  readonly now: () => Nanos
  readonly log?: Log
}

export interface OpenedFile {
  readonly db: Database
  /** `replaced`: the file that lay there was set aside as damaged and this one is empty. */
  readonly origin: 'new' | 'kept' | 'upgraded' | 'replaced'
  /** The last use did not end with `close`. */
  readonly unclean: boolean
  /** Where a damaged file went, what was wrong with it, and how many of its rows were taken over. */
  readonly setAside: { readonly name: string; readonly reason: string; readonly rescued: number } | null
  readonly close: () => void
}

/** Makes a folder that only its owner can enter. Throws `store.disk`. */
export function privateFolder(path: string): void {
  onDisk(() => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  })
}

/**
 * Takes a folder for this process: an exclusive SQLite lock on an empty file, which the system drops when the process
 * dies, however it dies. Throws `store.in_use` when somebody else has it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  createPrivate(path)
  const lock = new Database(path, { readonly: false, timeoutMs: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error
  }
  return () => lock.close()
}

/** Opens one database of a locked folder, as `lookAt` found it; a damaged one is set aside and a new one begun. */
export function openFile(spec: FileSpec, found: Finding = lookAt(spec)): OpenedFile {
  const path = pathOf(spec)
  const asideName = found.state === 'damaged' ? moveAside(path, spec.now()) : null
  createPrivate(path)
  const reported = new Set<string>()
  const db = new Database(path, {
    readonly: false,
    timeoutMs: BUSY_TIMEOUT_MS,
    onDamage: () => writeFileSync(suspectPath(path), '', { mode: 0o600 }),
    // Lists are read again and again; one line for each kind of row says enough.
    onUnreadable: (what) => {
      if (!reported.has(what)) spec.log?.('error', 'store.row_unreadable', { file: spec.kind, what })
      reported.add(what)
    },
  })
  try {
    configure(db, spec.precious)
    const version = versionOf(db)
    const pending = version < headVersion(spec.migrations)
    if (pending && version > 0 && spec.precious) copyTo(db, `${path}.version-${version}`)
    let rescued = 0
    if (version > 0) migrate(db, spec.migrations)
    else {
      // One transaction, so that a kill leaves nothing or a file that says whose it is.
      db.transaction(() => {
        migrate(db, spec.migrations)
        db.pragma(`application_id = ${APPLICATION_IDS[spec.kind]}`)
        const meta = metaOf(db)
        for (const [key, value] of Object.entries(spec.identity)) meta.set(key, value)
        if (asideName !== null) rescued = rescue(join(spec.folder, asideName), db, spec)
      })
    }
    const meta = metaOf(db)
    meta.set('schema', schemaMark(db))
    if (found.state !== 'healthy' || found.complete) meta.set('checked_at', String(spec.now()))
    const unclean = found.state === 'healthy' && meta.get('clean') !== 'yes'
    meta.set('clean', 'no')
    // The mark must lie in the main file: a lost -wal must not look like a clean exit.
    db.pragma('wal_checkpoint(TRUNCATE)')
    return {
      db,
      origin: asideName !== null ? 'replaced' : version === 0 ? 'new' : pending ? 'upgraded' : 'kept',
      unclean,
      setAside:
        found.state === 'damaged' && asideName !== null ? { name: asideName, reason: found.reason, rescued } : null,
      close: () => {
        meta.set('clean', 'yes')
        db.pragma('wal_checkpoint(TRUNCATE)')
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Small facts about a file, kept in it. */
export interface Meta {
  get(key: string): string | undefined
  set(key: string, value: string): void
}

export function metaOf(db: Database): Meta {
  const read = db.prepare<{ value: string }>('SELECT value FROM meta WHERE key = ?')
  const write = sealedWriter(db, 'meta', ['key'], ['value'])
  return {
    get: (key) => read.get(key)?.value,
    set: (key, value) => void write([key, value]),
  }
}

/** Writes a compact copy of a database beside it or elsewhere; a copy of the same name is replaced. */
export function copyTo(db: Database, path: string): void {
  onDisk(() => {
    rmSync(path, { force: true })
    createPrivate(path)
  })
  db.prepare('VACUUM INTO ?').run(path)
}

export type Finding =
  | { readonly state: 'absent' }
  | { readonly state: 'healthy'; readonly complete: boolean }
  | { readonly state: 'damaged'; readonly reason: string }

const pathOf = (spec: FileSpec): string => join(spec.folder, `${spec.kind}.db`)

/**
 * Looks at a file through a read-only connection, so that what is refused (`store.newer`, `store.other_network`) or found
 * damaged keeps every byte it had, its -wal included.
 */
export function lookAt(spec: FileSpec): Finding {
  const path = pathOf(spec)
  const size = sizeOf(path)
  if (size === 0) {
    // A -wal without its database can only be what is left of a damaged or half-deleted one.
    return sizeOf(`${path}-wal`) > 0 ? { state: 'damaged', reason: 'database file is missing' } : { state: 'absent' }
  }
  if (existsSync(suspectPath(path))) return { state: 'damaged', reason: 'damage was seen while in use' }
  try {
    const db = new Database(path, { readonly: true, timeoutMs: BUSY_TIMEOUT_MS })
    try {
      return examine(db, size, spec)
    } finally {
      db.close()
      removeTraces(path)
    }
  } catch (error) {
    if (codeOf(error) === 'store.damaged') {
      return { state: 'damaged', reason: error instanceof Error ? error.message : 'unreadable' }
    }
    throw error
  }
}

function examine(db: Database, size: number, spec: FileSpec): Finding {
  db.pragma('cell_size_check = ON')
  const version = versionOf(db)
  const application = Number(db.pragma('application_id'))
  if (version === 0 && application === 0 && db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) {
    return { state: 'absent' }
  }
  if (application !== APPLICATION_IDS[spec.kind]) return { state: 'damaged', reason: 'not a database of this kind' }
  if (version > headVersion(spec.migrations)) {
    throw failure('store.newer', 'file was written by a newer Coffer', { details: { kind: spec.kind, version } })
  }
  checkSeals(db, ['meta'])
  const meta = metaOf(db)
  for (const [key, expected] of Object.entries(spec.identity)) {
    if (meta.get(key) !== expected) {
      throw failure('store.other_network', 'file belongs to another network or account', {
        details: { kind: spec.kind },
      })
    }
  }
  if (meta.get('schema') !== schemaMark(db)) return { state: 'damaged', reason: 'schema was changed' }
  const checkedAt = BigInt(meta.get('checked_at') ?? '0')
  const complete =
    size <= FULL_CHECK_BYTES || meta.get('clean') !== 'yes' || spec.now() - checkedAt > WEEK || spec.now() < checkedAt
  const verdict = db.pragma(complete ? 'integrity_check(1)' : 'quick_check(1)')
  if (verdict !== 'ok') return { state: 'damaged', reason: 'integrity check failed' }
  // Content is judged by the schema it was written under; after an upgrade the next opening does it.
  if (version === headVersion(spec.migrations)) spec.audit(db)
  return { state: 'healthy', complete }
}

/** A checksum of the schema as text; a changed letter in it would give a column another name or type. */
function schemaMark(db: Database): string {
  const rows = db
    .prepare<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name')
    .all()
  return String(seal(rows.flatMap((row) => [row.name, row.sql])))
}

/** Best effort: a file that cannot even be opened, or is somebody else's, gives nothing. */
function rescue(path: string, db: Database, spec: FileSpec): number {
  if (spec.rescue === undefined || sizeOf(path) === 0) return 0
  try {
    const from = new Database(path, { readonly: true, timeoutMs: BUSY_TIMEOUT_MS })
    try {
      const meta = metaOf(from)
      const ours = Object.entries(spec.identity).every(([key, expected]) => meta.get(key) === expected)
      return ours && versionOf(from) === headVersion(spec.migrations) ? spec.rescue(from, db) : 0
    } finally {
      from.close()
      removeTraces(path)
    }
  } catch (error) {
    if (codeOf(error) === 'store.disk') throw error
    return 0
  }
}

/** A look leaves an index into the -wal and, where there was none, an empty -wal. */
function removeTraces(path: string): void {
  rmSync(`${path}-shm`, { force: true })
  if (sizeOf(`${path}-wal`) === 0) rmSync(`${path}-wal`, { force: true })
}

function configure(db: Database, precious: boolean): void {
  // Nobody else may use the file, and no -shm file is needed that could be lost or go stale.
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${precious ? 'FULL' : 'NORMAL'}`)
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -65536')
  // Few checkpoints: pages of an index that many transactions touch are then copied once.
  db.pragma('wal_autocheckpoint = 8000')
  db.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`)
}

/** SQLite gives its -wal the permissions of the database, so an empty private file is all that is needed. */
function createPrivate(path: string): void {
  onDisk(() => {
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  })
}

/** Renames a database with all that belongs to it; nothing is ever deleted. Gives the new path. */
function moveAside(path: string, now: Nanos): string {
  let target = `${path}.damaged-${now / 1_000_000n}`
  while (existsSync(target)) target += '+'
  onDisk(() => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
    }
    rmSync(suspectPath(path), { force: true })
  })
  return basename(target)
}

const suspectPath = (path: string): string => `${path}.suspect`

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function onDisk(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw failure('store.disk', 'folder or file cannot be written', { cause: error })
  }
}
