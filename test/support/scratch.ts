import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Linux folder that is in memory. */
const MEMORY = '/dev/shm'
/** What a whole run writes, and as much again. */
const ROOM_BYTES = 6 * 1024 ** 3

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES
}

/**
 * A run's own folder for temporary files, removed at its end. Where there is one, it is in memory: every payment waits for the disk a
 * dozen times, which is no part of what is tested. `COFFER_DISK=1` keeps it on the disk.
 */
export function setup(): () => void {
  const onDisk = process.env['COFFER_DISK'] === '1' || !hasRoom(MEMORY)
  const folder = mkdtempSync(join(onDisk ? tmpdir() : MEMORY, 'coffer-tests-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A new folder, which lies in that of the run where there is a run. */
export const newFolder = (name = 'wallet'): string => mkdtempSync(join(tmpdir(), `coffer-${name}-`))
