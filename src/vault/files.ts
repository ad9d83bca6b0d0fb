import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ensureFolder, replaceFile } from '#platform/files'

/** Text of a file, or null where there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The old file or the new one, never half of either, and for its owner's eyes alone. */
export function writeText(path: string, text: string): void {
  ensureFolder(dirname(path))
  const next = `${path}.next`
  rmSync(next, { force: true })
  const file = openSync(next, 'wx', 0o600)
  try {
    // A single write may take a part only, where a disk is nearly full.
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
  replaceFile(next, path)
}
