import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Linux folder that is in memory. */
const MEMORY = '/dev/shm'
/** What a whole run writes, and as much again. */
const ROOM_BYTES = 6 * 1024 ** 3
/** Another system that shares the folder has processes of the same numbers. */
const LEFT_MS = 3_600_000

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** What a run that was killed left, which in memory keeps that from whoever runs next. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^coffer-[a-z]+-(\d+)-/.exec(name)?.[1])
    const path = join(parent, name)
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const left = statSync(path, { throwIfNoEntry: false })
    const isOwn = left !== undefined && left.uid === (process.getuid?.() ?? left.uid)
    if (isOwn && Date.now() - left.mtimeMs > LEFT_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** A folder for the temporary files of this run, in memory where that has room: every payment waits for the disk a dozen times, which is no part of what is tested. */
export function runFolder(name: string, memory = MEMORY): string {
  for (const folder of [memory, tmpdir()]) if (existsSync(folder)) sweep(folder)
  const parent = process.env['COFFER_DISK'] !== '1' && hasRoom(memory) ? memory : tmpdir()
  return mkdtempSync(join(parent, `coffer-${name}-${process.pid}-`))
}
