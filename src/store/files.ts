import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { codeOf, failure } from '#contract/errors'
import { ensureFolder, rename, replaceFile } from '#platform/files'
import { Database } from './database.ts'

/*
 * Files and folders of the store as the system sees them: private, named whole or not at all. All throw `store.disk`.
 */

/** What SQLite keeps beside a database. */
export const SIDE_FILES = ['-wal', '-shm', '-journal'] as const

export function onDisk<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw failure('store.disk', 'folder or file cannot be written', { cause: error })
  }
}

/** Makes a folder that only its owner can enter. */
export function privateFolder(path: string): void {
  onDisk(() => {
    ensureFolder(path)
    chmodSync(path, 0o700)
  })
}

/**
 * SQLite gives its -wal the permissions of the database, so an empty private file is all that is needed. One that is there is not opened: to
 * close it again would drop each lock that this process has on it.
 */
export function createPrivate(path: string): void {
  onDisk(() => {
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  })
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Place of the number in a database's header from which on a program may not write it, and the last that all may. */
const [WRITE_FORMAT_AT, LAST_WRITE_FORMAT] = [18, 2]

/** Whether the header says that the file was written by a later SQLite, which ours never were. */
export function isForReadingOnly(path: string): boolean {
  return onDisk(() => {
    const file = openSync(path, 'r')
    try {
      const format = new Uint8Array(1)
      return readSync(file, format, 0, 1, WRITE_FORMAT_AT) === 1 && (format[0] ?? 0) > LAST_WRITE_FORMAT
    } finally {
      closeSync(file)
    }
  })
}

/** Removes a database that nobody needs, with all that belongs to it. */
export function removeDatabase(path: string): void {
  onDisk(() => {
    for (const suffix of ['', ...SIDE_FILES]) rmSync(path + suffix, { force: true })
  })
}

/** A look leaves an index into the -wal and, where there was none, an empty -wal. */
export function removeTraces(path: string): void {
  rmSync(`${path}-shm`, { force: true })
  if (sizeOf(`${path}-wal`) === 0) rmSync(`${path}-wal`, { force: true })
}

/** Gives a finished file its name, in place of what had it. */
export const putInPlace = (from: string, to: string): void => onDisk(() => replaceFile(from, to))

/** Renames a database with all that belongs to it, or what is left of it; nothing is deleted. */
export function moveDatabase(from: string, to: string): void {
  onDisk(() => {
    for (const suffix of ['', ...SIDE_FILES]) {
      if (existsSync(from + suffix)) rename(from + suffix, to + suffix)
    }
  })
}

/** Writes a compact copy of a database to a private file; one of the same name is replaced. */
export function copyTo(db: Database, path: string): void {
  removeDatabase(path)
  createPrivate(path)
  db.prepare('VACUUM INTO ?').run(path)
}

/** A compact copy of a database as bytes; `path` is where it lies meanwhile. */
export function snapshotOf(db: Database, path: string): Uint8Array {
  try {
    copyTo(db, path)
    return new Uint8Array(onDisk(() => readFileSync(path)))
  } finally {
    rmSync(path, { force: true })
  }
}

/**
 * Takes a folder for this process: an exclusive SQLite lock on an empty file, which the system drops when the process
 * dies, however it dies. Throws `store.in_use` when somebody else has it.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}/lock`
  createPrivate(path)
  try {
    return holdLock(path)
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    // Nothing is ever written there. Who could read it that far shows that nobody holds it.
    onDisk(() => truncateSync(path))
    return holdLock(path)
  }
}

function holdLock(path: string): () => void {
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
