import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { msOf, type Nanos, nanosOf } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { Database } from './database.ts'
import { copyTo, onDisk, privateFolder, putInPlace, removeDatabase } from './files.ts'

/** Days of which the last copy is kept. */
const KEPT = 7
const FOLDER = 'copies'

export interface StoredCopy {
  readonly path: string
  readonly at: Nanos
  readonly bytes: number
}

/** Where the copies of a file lie: beside it, each named by the time it was made, the last of each day. */
interface CopiesPlace {
  readonly folder: string
  readonly kind: string
  readonly now: () => Nanos
}

const nameOf = (kind: string, at: Nanos): string =>
  `${kind}-${new Date(msOf(at)).toISOString().replaceAll(/[:.]/g, '')}.db`

/** The time in a copy's name, or null for any other file. */
function timeOf(kind: string, name: string): Nanos | null {
  const found = /^([a-z]+)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/.exec(name)
  if (found === null || found[1] !== kind) return null
  const ms = Date.parse(`${found[2]}T${found[3]}:${found[4]}:${found[5]}.${found[6]}Z`)
  return Number.isNaN(ms) ? null : nanosOf(ms)
}

/**
 * Newest first. One of a time that has not come was named by a clock that stood wrong, then or now: those come last. Throws nothing: where no folder
 * is, there are no copies.
 */
export function listCopies({ folder, kind, now }: CopiesPlace): StoredCopy[] {
  const time = now()
  const place = join(folder, FOLDER)
  if (!existsSync(place)) return []
  return onDisk(() => readdirSync(place))
    .flatMap((name) => {
      const at = timeOf(kind, name)
      const path = join(place, name)
      return at === null ? [] : [{ path, at, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }]
    })
    .sort((one, other) => Number(one.at > time) - Number(other.at > time) || (one.at < other.at ? 1 : -1))
}

/**
 * Makes the copy of a day: written whole under another name, looked through, and only then named. Whatever ends it in
 * between (a kill, a full disk) leaves the copies that were there. `audit` throws `store.damaged` for what must not be kept.
 */
export function makeCopy(
  db: Database,
  { folder, kind, now, audit }: CopiesPlace & { readonly audit: (db: Database) => void },
): void {
  const place = join(folder, FOLDER)
  privateFolder(place)
  const partial = join(place, `${kind}.partial`)
  try {
    copyTo(db, partial)
    checkWhole(partial, audit)
    putInPlace(partial, join(place, nameOf(kind, now())))
  } catch (error) {
    // A disk that is full has no room for half a copy either.
    attemptRemoval(partial)
    // What cannot be copied whole is not whole itself.
    throw codeOf(error) === 'store.damaged' ? db.damaged('file') : error
  }
  for (const { path } of superfluous(listCopies({ folder, kind, now }))) onDisk(() => rmSync(path, { force: true }))
}

function checkWhole(path: string, audit: (db: Database) => void): void {
  const copy = new Database(path, { readonly: true, timeoutMs: 0 })
  try {
    if (copy.pragma('integrity_check(1)') !== 'ok') throw copy.damaged('copy')
    audit(copy)
  } finally {
    copy.close()
  }
}

function attemptRemoval(path: string): void {
  try {
    removeDatabase(path)
  } catch (error) {
    if (codeOf(error) !== 'store.disk') throw error
  }
}

/** All but the newest of each of the last days. */
function superfluous(copies: readonly StoredCopy[]): StoredCopy[] {
  const days = new Set<string>()
  return copies.filter(({ at }) => {
    const day = new Date(msOf(at)).toISOString().slice(0, 10)
    if (days.has(day) || days.size >= KEPT) return true
    days.add(day)
    return false
  })
}
