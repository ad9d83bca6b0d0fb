import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { msOf, type Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { listCopies } from './copies.ts'
import { Database } from './database.ts'
import { copyTo, moveDatabase, putInPlace, removeDatabase, removeTraces, SIDE_FILES, sizeOf } from './files.ts'
import { metaOf } from './meta.ts'
import { emptyAt, headVersion, type Migration, migrate, versionByShape, versionOf } from './migrate.ts'
import { isSealed, type Row, rescueSealed, sealedTables } from './sealed.ts'

/*
 * How a precious file comes back: what the damaged one still yields and what its newest copy has are brought together in
 * memory, written whole to a file of another name, and only then put in the place of the damaged one, which is kept.
 */

/** What a kind of file adds to bringing rows together. */
export interface Restoring {
  /** After a rescue: removes what lost a part of itself, and tells how many rows went. */
  readonly mend: (db: Database) => number
  /** Adds what the newest copy has and `to` has not, never older over newer. */
  readonly merge: (from: Database, to: Database, now: Nanos) => Merged
}

export interface Merged {
  /** Rows that only the copy had. */
  readonly rows: number
  /** Payments that only the copy had: what happened to them since is not known here. */
  readonly missed: number
}

interface RebuildSpec {
  readonly folder: string
  readonly kind: string
  readonly path: string
  readonly migrations: readonly Migration[]
  readonly identity: Readonly<Record<string, string>>
  readonly restoring: Restoring
  readonly now: () => Nanos
}

/** What became of a damaged file. */
interface Rebuilt extends Merged {
  /** Name of the damaged file, kept in the same folder; empty where there was none. */
  readonly setAside: string
  /** Rows that the damaged file still gave. */
  readonly rescued: number
  /** When the copy was made that the rest came from; null where there was none. */
  readonly copyAt: Nanos | null
}

const rebuiltPath = (path: string): string => `${path}.rebuilt`

/** Ends an exchange that a kill cut off, so that a file is never looked for between its two names. */
export function completeExchange(path: string, now: Nanos): void {
  removeDatabase(`${path}.rebuilding`)
  if (!existsSync(rebuiltPath(path))) return
  // Begun anew where the damaged file still has its name: what was made of it is made again.
  if (sizeOf(path) > 0) removeDatabase(rebuiltPath(path))
  else exchange(path, now)
}

/**
 * Builds the file that takes the place of a damaged or missing one, with `note` in it. Throws `store.disk`; the damaged file
 * then still lies where it lay.
 */
export function rebuild(spec: RebuildSpec, note: (db: Database, rebuilt: Rebuilt) => void): Rebuilt {
  const { path, restoring } = spec
  const found = salvage(path, spec)
  const target = found?.db ?? emptyAt(spec.migrations)
  try {
    const rescued = (found?.rows ?? 0) - restoring.mend(target)
    const copy = newestCopy(spec)
    const merged = copy === null ? { rows: 0, missed: 0 } : restoring.merge(copy.db, target, spec.now())
    copy?.db.close()
    const setAside = sizeOf(path) > 0 || sizeOf(`${path}-wal`) > 0 ? asideName(path, spec.now()) : ''
    const rebuilt = { ...merged, rescued, copyAt: copy?.at ?? null, setAside: basename(setAside) }
    note(target, rebuilt)
    copyTo(target, `${path}.rebuilding`)
    putInPlace(`${path}.rebuilding`, rebuiltPath(path))
    // An empty file that lies there holds nothing that could be named, and still has to go.
    exchange(path, spec.now(), setAside === '' ? undefined : setAside)
    return rebuilt
  } finally {
    target.close()
  }
}

/** The -wal of a damaged database must not be found beside another one, so all of it goes first. */
function exchange(path: string, now: Nanos, aside = asideName(path, now)): void {
  if (['', ...SIDE_FILES].some((suffix) => existsSync(path + suffix))) moveDatabase(path, aside)
  putInPlace(rebuiltPath(path), path)
}

/** Under which name a damaged file is kept; nothing that was set aside before is overwritten. */
export function asideName(path: string, now: Nanos): string {
  let target = `${path}.damaged-${msOf(now)}`
  while (['', ...SIDE_FILES].some((suffix) => existsSync(target + suffix))) target += '+'
  return target
}

interface Salvaged {
  readonly db: Database
  readonly rows: number
  /** Nothing of it was lost. */
  readonly whole: boolean
}

/**
 * Every whole row of a file, in a database in memory that has today's schema. Best effort: a file that cannot be opened,
 * or is somebody else's, gives null. Rows are judged by the schema that they were written under, and migrated then.
 */
export function salvage(
  source: string | Uint8Array,
  spec: Pick<RebuildSpec, 'migrations' | 'identity'>,
): Salvaged | null {
  if ((typeof source === 'string' ? sizeOf(source) : source.length) === 0) return null
  return attempt(() => {
    const from = new Database(source, { readonly: true, timeoutMs: 0 })
    try {
      const meta = from
        .prepare<Row & { key: string; value: string }>('SELECT * FROM meta')
        .all()
        .filter((row) => isSealed('meta', row))
      const fact = (key: string) => meta.find((row) => row.key === key)?.value
      // A damaged mark of whose file it is leaves the others to say so.
      const told = Object.entries(spec.identity).filter(([key]) => fact(key) !== undefined)
      if (told.length === 0 || told.some(([key, expected]) => fact(key) !== expected)) return null
      const version = versionByShape(from, spec.migrations) ?? versionOf(from)
      if (version < 1 || version > headVersion(spec.migrations)) return null
      const db = emptyAt(spec.migrations.slice(0, version))
      let [rows, whole] = [0, attempt(() => from.pragma('integrity_check(1)')) === 'ok']
      for (const table of sealedTables(db)) {
        const rescued = rescueSealed(from, db, table)
        rows += rescued
        whole &&= rescued === countOf(from, table.name)
      }
      migrate(db, spec.migrations)
      for (const { key, value } of meta) metaOf(db).set(key, value)
      return { db, rows, whole }
    } finally {
      from.close()
      if (typeof source === 'string') removeTraces(source)
    }
  })
}

const countOf = (db: Database, table: string): number =>
  attempt(() => Number(db.prepare<{ rows: bigint }>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0)) ?? -1

/** The newest copy that is whole, or else the newest that gives anything. */
function newestCopy(spec: RebuildSpec): (Salvaged & { readonly at: Nanos }) | null {
  let best: (Salvaged & { readonly at: Nanos }) | null = null
  for (const { path, at } of listCopies(spec)) {
    const found = salvage(path, spec)
    if (found === null) continue
    if (best !== null && !found.whole) {
      found.db.close()
      continue
    }
    best?.db.close()
    best = { ...found, at }
    if (found.whole) break
  }
  if (best !== null) spec.restoring.mend(best.db)
  return best
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) === 'store.disk') throw error
    return null
  }
}
