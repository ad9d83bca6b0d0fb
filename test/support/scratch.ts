import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFolder } from './run-folder.ts'

/** A run's own folder for temporary files, removed at its end. `COFFER_DISK=1` keeps it on the disk. */
export function setup(): () => void {
  const folder = runFolder('tests')
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
