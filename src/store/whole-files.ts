import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, parse, sep } from 'node:path'
import { failure } from '#contract/errors'
import { rename } from '#platform/files'
import { createPrivate, onDisk, privateFolder, putInPlace } from './files.ts'

/*
 * Files that are read and written as one piece: backups in a folder of the person's choice, and what is staged to be restored.
 */

/** A file larger than this is none of ours. */
const BYTES_MAX = 1024 * 1024 * 1024

/** On Windows a path from a drive on, as one without it means the drive of the moment. */
const isWhole = (path: string): boolean => isAbsolute(path) && (sep === '/' || parse(path).root.length > 1)

/** Throws `backup.no_folder` for what is no folder. */
function needFolder(path: string): void {
  if (!existsSync(path)) throw failure('backup.no_folder', 'the folder is gone')
  if (!onDisk(() => statSync(path)).isDirectory())
    throw failure('backup.no_folder', 'a file and no folder', { details: { file: true } })
}

/** Throws `input.invalid` for a path that would depend on where the program was started. */
function absolute(path: string): string {
  if (!isWhole(path)) throw failure('input.invalid', 'not a whole path', { details: { field: 'folder' } })
  return path
}

/**
 * Writes a file whole or not at all, readable by its owner alone: as `unfinished` first, then to the disk, then named.
 * The folder has to be there: one that is gone may be a disk that was taken out. Throws `backup.no_folder`, `store.disk`.
 */
export function writeWhole(folder: string, name: string, bytes: Uint8Array, unfinished = `${name}.partial`): string {
  needFolder(absolute(folder))
  const [path, partial] = [join(folder, name), join(folder, unfinished)]
  try {
    onDisk(() => rmSync(partial, { force: true }))
    createPrivate(partial)
    onDisk(() => writeFileSync(partial, bytes))
    putInPlace(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  return path
}

/** Makes a folder for its owner alone, or takes the one that is there as it is. Throws `store.disk`, `input.invalid`. */
export function makeFolder(folder: string): void {
  if (!existsSync(absolute(folder))) privateFolder(folder)
}

/**
 * The same in a folder that is there: above a name that was mistyped, or a disk that is not connected, all would be made anew on the very disk that
 * backups are to outlive. Throws `backup.no_folder`, `store.disk`.
 */
export function makeFolderWithin(folder: string): void {
  if (!isWhole(folder) || !existsSync(dirname(folder))) throw failure('backup.no_folder', 'nothing to put it in')
  makeFolder(folder)
  needFolder(folder)
}

/** Throws `backup.no_file` where there is none, `backup.none` where it is too large to be one, and `store.disk`. */
export function readWhole(path: string): Uint8Array {
  if (!isWhole(path) || !existsSync(path)) throw failure('backup.no_file', 'no such file')
  const about = onDisk(() => statSync(path))
  if (about.isDirectory()) throw failure('backup.no_file', 'a folder and no file', { details: { folder: true } })
  if (about.size > BYTES_MAX) throw failure('backup.none', 'too large to be a backup')
  return onDisk(() => new Uint8Array(readFileSync(path)))
}

/** A path as the system writes it. */
export const pathIn = (folder: string, name: string): string => join(folder, name)

/** Names of files in a folder that end so; none where there is no folder. Throws `backup.no_folder`, `store.disk`, `input.invalid`. */
export function namesIn(folder: string, ending: string): string[] {
  if (!existsSync(absolute(folder))) return []
  needFolder(folder)
  return onDisk(() => readdirSync(folder).filter((name) => name.endsWith(ending)))
}

export function removeWhole(path: string): void {
  onDisk(() => rmSync(absolute(path), { force: true }))
}

const STAGED = 'restore.staged'
const READY = 'restore'

/**
 * Lays parts ready to be taken over: all of them or none. From the moment this returns the restore will be done, now or at
 * the next start. Throws `store.disk`; nothing is then left.
 */
export function stage(folder: string, parts: readonly { readonly name: string; readonly bytes: Uint8Array }[]): void {
  const staged = join(folder, STAGED)
  try {
    onDisk(() => rmSync(staged, { recursive: true, force: true }))
    privateFolder(staged)
    for (const { name, bytes } of parts) {
      if (!/^[\w.-]+$/.test(name)) throw failure('internal', 'name of a part is not plain')
      writeWhole(staged, name, bytes)
    }
    onDisk(() => {
      rmSync(join(folder, READY), { recursive: true, force: true })
      rename(staged, join(folder, READY))
    })
  } catch (error) {
    rmSync(staged, { recursive: true, force: true })
    throw error
  }
}

/** Paths of what is ready to be taken over, by the names of the parts; null where nothing is. Clears what is not ready. */
export function staged(folder: string): ReadonlyMap<string, string> | null {
  onDisk(() => rmSync(join(folder, STAGED), { recursive: true, force: true }))
  const ready = join(folder, READY)
  if (!existsSync(ready)) return null
  return new Map(onDisk(() => readdirSync(ready)).map((name) => [name, join(ready, name)]))
}

/** All of it was taken over. */
export function unstage(folder: string): void {
  onDisk(() => rmSync(join(folder, READY), { recursive: true, force: true }))
}
