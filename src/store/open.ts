import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DAY, type Log, type Nanos } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Topic } from '#contract/ipc'
import { type FileKind, topicsOf } from './changes.ts'
import { listCopies, makeCopy, type StoredCopy } from './copies.ts'
import { Database } from './database.ts'
import { copyTo, createPrivate, isForReadingOnly, moveDatabase, onDisk, removeTraces, sizeOf } from './files.ts'
import { type Look, lookAtNewest, openLook } from './look.ts'
import { type Meta, metaOf, schemaMark } from './meta.ts'
import { emptyAt, headVersion, type Migration, migrate, shapeOf, versionOf } from './migrate.ts'
import { type Notice, readNotices, writeNotices } from './notices.ts'
import { asideName, completeExchange, type Restoring, rebuild } from './rebuild.ts'
import { checkSeals, sealedTables } from './sealed.ts'

/** Written into every file, so that a database of another program is recognised: "CfW" and a digit for the kind. */
const APPLICATION_IDS = {
  profile: 0x43665701,
  cache: 0x43665702,
  intents: 0x43665703,
} as const satisfies Record<FileKind, number>

/** Files up to this size are checked completely at every opening; larger ones are looked through afterwards, see `look.ts`. */
const WHOLE_CHECK_BYTES = 4 * 1024 * 1024
/** How old a complete look may be before the next one begins; after an unclean exit or an upgrade one begins in any case. */
/** Rows of each table of a large precious file that are looked at before it is used. */
const NEWEST_ROWS = 2_000
const BUSY_TIMEOUT_MS = 2_000
const WAL_LIMIT_BYTES = 40 * 1024 * 1024

export interface FileSpec {
  readonly folder: string
  readonly kind: FileKind
  readonly migrations: readonly Migration[]
  /** Whose file it is; a file of another network or account is refused untouched. */
  readonly identity: Readonly<Record<'network' | 'account', string>>
  /** Checks of content that SQLite cannot make; throws `store.damaged`. Older files that are not precious stand it as well. */
  readonly audit: (db: Database) => void
  /** Makes what follows from the rows, in the transaction that upgraded an older file. */
  readonly derive?: (db: Database) => void
  /**
   * How a precious file comes back when it is damaged; null for one that the service fills again. Precious files survive a
   * power cut to the last commit and are copied before a migration.
   */
  readonly restoring: Restoring | null
  /** Whether what lies around it tells that there was one: then a missing file is a loss and no first use. */
  readonly isExpected?: () => boolean
  readonly now: () => Nanos
  readonly log?: Log
  /** Hears which answers a commit made old. */
  readonly changed?: (topics: readonly Topic[]) => void
}

export interface OpenedFile {
  readonly db: Database
  /** `replaced`: what lay there was set aside as damaged; this one holds what could be brought back. */
  readonly origin: 'new' | 'kept' | 'upgraded' | 'replaced'
  /** The last use did not end with `close`. */
  readonly unclean: boolean
  /** What was repaired, at this opening and before, until it is dismissed. */
  readonly notices: () => Notice[]
  readonly dismiss: () => void
  /** Damage was seen in use: the next opening repairs it. */
  readonly suspect: () => boolean
  /** Looks at a next piece of what opening left out, some milliseconds of work; tells whether there is more. Damage makes it suspect. */
  readonly look: () => boolean
  /** Brings everything into the main file, so that a copy of it is whole. Does nothing when nothing was written. */
  readonly rest: () => void
  /** Copies that were made beside a precious file, newest first; and making one, whichever way it ends. */
  readonly copies: () => StoredCopy[]
  readonly copy: () => void
  readonly close: () => void
}

/** Opens one database of a locked folder, as `lookAt` found it; a damaged one is set aside and comes back as far as it can. */
export function openFile(spec: FileSpec, found: Finding = lookAt(spec)): OpenedFile {
  const path = pathOf(spec)
  const notice = found.state === 'damaged' ? replace(spec, path, found.reason) : null
  createPrivate(path)
  let upgrading = true
  let suspect = false
  const reported = new Set<string>()
  const db = new Database(path, {
    readonly: false,
    timeoutMs: BUSY_TIMEOUT_MS,
    onDamage: () => {
      if (upgrading) return
      suspect = true
      // A disk that takes no mark must not hide what was wrong.
      try {
        mark(path)
      } catch (error) {
        spec.log?.('error', 'store.unmarked', { file: spec.kind, code: codeOf(error) })
      }
    },
    // Lists are read again and again; one line for each kind of row says enough.
    onUnreadable: (what) => {
      if (!reported.has(what)) spec.log?.('error', 'store.row_unreadable', { file: spec.kind, what })
      reported.add(what)
    },
  })
  try {
    configure(db, spec.restoring !== null)
    const version = versionOf(db)
    const pending = version < headVersion(spec.migrations)
    if (pending && version > 0 && spec.restoring !== null) copyTo(db, `${path}.version-${version}`)
    // One transaction, so that a kill leaves nothing, or the old file, or one that says whose it is and was looked through.
    db.transaction(() => {
      migrate(db, spec.migrations)
      if (version === 0) begin(db, spec)
      if (version === 0 && notice !== null) writeNotices(db, [notice])
      if (pending && version > 0) spec.derive?.(db)
      if (pending && version > 0 && spec.restoring !== null) spec.audit(db)
      markSchema(db, spec)
    })
    upgrading = false
    const meta = metaOf(db)
    const unclean = found.state === 'healthy' && meta.get('clean') !== 'yes'
    const looking = lookOn(db, spec, meta, {
      whole: found.state !== 'healthy' || found.whole,
      anew: unclean || pending,
    })
    meta.set('clean', 'no')
    const rest = resting(db)
    // The mark must lie in the main file: a lost -wal must not look like a clean exit.
    rest()
    const { kind, changed } = spec
    db.watch(
      (table) => void topicsOf(kind, table),
      (table) => changed?.(topicsOf(kind, table)),
    )
    return {
      db,
      origin: notice !== null ? 'replaced' : version === 0 ? 'new' : pending ? 'upgraded' : 'kept',
      unclean,
      notices: () => readNotices(db),
      dismiss: () => writeNotices(db, []),
      suspect: () => suspect,
      look: looking.step,
      rest,
      copies: () => listCopies(spec),
      copy: () => makeCopy(db, spec),
      close: () => {
        looking.keep()
        meta.set('clean', 'yes')
        db.pragma('wal_checkpoint(TRUNCATE)')
        db.close()
      },
    }
  } catch (error) {
    db.close()
    // What cannot be upgraded is not asked for again and again where the service has it all.
    if (upgrading && spec.restoring === null && codeOf(error) === 'store.damaged') mark(path)
    throw error
  }
}

const mark = (path: string): void => onDisk(() => writeFileSync(suspectPath(path), '', { mode: 0o600 }))

/** Marks a new file as ours and as whose. */
function begin(db: Database, { kind, identity }: Pick<FileSpec, 'kind' | 'identity'>): void {
  db.pragma(`application_id = ${APPLICATION_IDS[kind]}`)
  const meta = metaOf(db)
  for (const [key, value] of Object.entries(identity)) meta.set(key, value)
}

function markSchema(db: Database, { migrations }: Pick<FileSpec, 'migrations'>): void {
  metaOf(db).set('schema', schemaMark(db))
  metaOf(db).set('version', String(headVersion(migrations)))
}

/** Puts what can be brought back in the place of a damaged file, and says what that was. */
function replace(spec: FileSpec, path: string, reason: string): Notice {
  const facts = { file: spec.kind, at: spec.now(), reason }
  const { restoring } = spec
  const notice = ((): Notice => {
    if (restoring === null) {
      const aside = asideName(path, spec.now())
      moveDatabase(path, aside)
      return { ...facts, setAside: basename(aside), rescued: 0, restored: 0, missed: 0, copyAt: null }
    }
    const rebuilt = rebuild({ ...spec, path, restoring }, (db, { rows, ...became }) => {
      begin(db, spec)
      markSchema(db, spec)
      writeNotices(db, [...readNotices(db), { ...facts, ...became, restored: rows }])
    })
    return { ...facts, ...rebuilt, restored: rebuilt.rows }
  })()
  onDisk(() => rmSync(suspectPath(path), { force: true }))
  return notice
}

/** Key of how far an unfinished look has come. */
const LOOKED_TO = 'looked_to'

/** What is left to look through of an opened file, going on from where the last use stopped; nothing where opening did it all. */
function lookOn(db: Database, { kind, now, log }: FileSpec, meta: Meta, was: { whole: boolean; anew: boolean }) {
  const checked = (): void => {
    meta.set('checked_at', String(now()))
    meta.set(LOOKED_TO, '')
  }
  const place = meta.get(LOOKED_TO) || null
  const age = now() - BigInt(meta.get('checked_at') ?? '0')
  const isDue = was.anew || place !== null || age > DAY || age < 0n
  if (was.whole) checked()
  let look: Look | null = was.whole || !isDue ? null : openLook(db, was.anew ? null : place)
  return {
    step(): boolean {
      if (look === null || db.inTransaction) return look !== null
      try {
        if (look.step()) return true
        checked()
      } catch (error) {
        // Whoever hears of damage marks the file; that a look could not go on is no reason to end anything.
        log?.('error', 'store.look_ended', { file: kind, code: codeOf(error) })
      }
      look = null
      return false
    },
    keep(): void {
      const position = look?.position() ?? null
      if (position !== null) meta.set(LOOKED_TO, position)
    },
  }
}

function resting(db: Database): () => void {
  const changes = db.prepare<{ total: bigint }>('SELECT total_changes() AS total')
  let rested = -1n
  return () => {
    db.settle()
    const total = changes.get()?.total ?? 0n
    if (total === rested || db.inTransaction) return
    db.pragma('wal_checkpoint(TRUNCATE)')
    rested = total
  }
}

type Finding =
  | { readonly state: 'absent' }
  | { readonly state: 'healthy'; readonly whole: boolean }
  | { readonly state: 'damaged'; readonly reason: string }

const pathOf = (spec: FileSpec): string => join(spec.folder, `${spec.kind}.db`)

/**
 * Looks at a file through a read-only connection, so that what is refused (`store.newer`, `store.other_network`) or found
 * damaged keeps every byte it had, its -wal included.
 */
export function lookAt(spec: FileSpec): Finding {
  const path = pathOf(spec)
  if (spec.restoring !== null) completeExchange(path, spec.now())
  const found = find(spec, path)
  if (found.state === 'damaged') leaveNewer(spec, path)
  return found
}

/** What a newer Coffer wrote is for that one to mend, and a lost file for it to bring back. Throws `store.newer`. */
function leaveNewer(spec: FileSpec, path: string): void {
  const copies = spec.restoring === null ? [] : listCopies(spec).slice(0, 1)
  for (const each of [path, ...copies.map((copy) => copy.path)]) {
    const version = markedVersion(each)
    if (version > headVersion(spec.migrations)) {
      throw failure('store.newer', 'file was written by a newer Coffer', { details: { kind: spec.kind, version } })
    }
  }
}

/** The version that a file names in a row that still carries its checksum; 0 where none is to be read. */
function markedVersion(path: string): number {
  if (sizeOf(path) === 0) return 0
  try {
    const db = new Database(path, { readonly: true, timeoutMs: BUSY_TIMEOUT_MS })
    try {
      checkSeals(db, ['meta'])
      return Number(metaOf(db).get('version') ?? '0')
    } finally {
      db.close()
      onDisk(() => removeTraces(path))
    }
  } catch {
    return 0
  }
}

function find(spec: FileSpec, path: string): Finding {
  const size = sizeOf(path)
  const written = size + sizeOf(`${path}-wal`)
  if (size === 0) {
    // A -wal without its database can only be what is left of a damaged or half-deleted one; so can copies of it.
    const missing =
      sizeOf(`${path}-wal`) > 0 ||
      (spec.restoring !== null && listCopies(spec).length > 0) ||
      spec.isExpected?.() === true
    return missing ? { state: 'damaged', reason: 'database file is missing' } : { state: 'absent' }
  }
  if (existsSync(suspectPath(path))) return { state: 'damaged', reason: 'damage was seen while in use' }
  try {
    // SQLite only reads such a file, and says so no sooner than at the first write.
    if (isForReadingOnly(path)) return { state: 'damaged', reason: 'format was changed' }
    const db = new Database(path, { readonly: true, timeoutMs: BUSY_TIMEOUT_MS })
    try {
      return examine(db, written, spec)
    } finally {
      db.close()
      onDisk(() => removeTraces(path))
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
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) {
    return { state: 'damaged', reason: 'table is missing' }
  }
  checkSeals(db, ['meta'])
  const meta = metaOf(db)
  // The number in the header carries no checksum; the same number in a row does.
  const written = meta.get('version')
  if (written !== undefined && written !== String(version)) return { state: 'damaged', reason: 'version was changed' }
  if (version > headVersion(spec.migrations)) {
    throw failure('store.newer', 'file was written by a newer Coffer', { details: { kind: spec.kind, version } })
  }
  for (const [key, expected] of Object.entries(spec.identity)) {
    const found = meta.get(key)
    // A row that is gone says nothing; only one that is whole and names somebody else does.
    if (found === undefined) return { state: 'damaged', reason: 'mark of its owner is missing' }
    if (found !== expected) {
      throw failure('store.other_network', 'file belongs to another network or account', {
        details: { kind: spec.kind },
      })
    }
  }
  if (meta.get('schema') !== schemaMark(db)) return { state: 'damaged', reason: 'schema was changed' }
  if (written === undefined && !hasShapeOf(db, spec.migrations.slice(0, version))) {
    return { state: 'damaged', reason: 'version was changed' }
  }
  const whole = size <= WHOLE_CHECK_BYTES
  if (whole && db.pragma('integrity_check(1)') !== 'ok') return { state: 'damaged', reason: 'integrity check failed' }
  // The content of an older precious file is judged after its upgrade; whether its rows are whole, before it.
  if (spec.restoring !== null && version < headVersion(spec.migrations)) checkRows(db)
  else if (spec.restoring !== null && !whole) lookAtNewest(db, NEWEST_ROWS)
  else spec.audit(db)
  return { state: 'healthy', whole }
}

/** Every row and every reference of a sealed file of whichever version. Throws `store.damaged`. */
export function checkRows(db: Database): void {
  checkSeals(
    db,
    sealedTables(db).map(({ name }) => name),
  )
  if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) throw db.damaged('reference')
}

function hasShapeOf(db: Database, migrations: readonly Migration[]): boolean {
  const model = emptyAt(migrations)
  try {
    return shapeOf(model) === shapeOf(db)
  } finally {
    model.close()
  }
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
  db.pragma('cache_size = -32768')
  // Few checkpoints: pages of an index that many transactions touch are then copied once, and fewer questions wait for that. Eight times as
  // many pages take some tenths of a second more to read after a kill, which only a cache grows to.
  db.pragma(`wal_autocheckpoint = ${precious ? 8_000 : 64_000}`)
  db.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`)
}

const suspectPath = (path: string): string => `${path}.suspect`
