import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * Folders and files as the system gives them. What it refuses is thrown as it says it.
 */

/**
 * A folder with those above it, each made for its owner alone, one by one: asked for all of them at once, Node asks for ever where a system
 * says of a folder that it is not there and does not make it either, as under `/proc` or where a disk of the network has gone.
 */
export function ensureFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (dirname(path) !== path) ensureFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another program may have been quicker.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Gives a file or folder another name, also where another program looks at it just now. */
export const rename = (from: string, to: string): void => whileHeld(() => renameSync(from, to))

/** Gives a finished file its name, in place of what had it: after a power cut there is the one or the other. */
export function replaceFile(from: string, to: string): void {
  // Windows writes out no file that was opened for reading alone.
  whileHeld(() => toDisk(from, 'r+'))
  rename(from, to)
  if (process.platform !== 'win32') toDisk(dirname(to), 'r')
}

function toDisk(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What Windows says of a file that another program has open: one that looks for viruses or makes an index opens each that is new. */
const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320]

/** The work of one moment, tried again where that is all that stands in its way. Throws what it throws last. */
export function whileHeld(work: () => void, { platform, wait } = { platform: process.platform, wait: waitHere }): void {
  for (const ms of platform === 'win32' ? WAITS_MS : []) {
    try {
      work()
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && HELD.has(error.code))) throw error
      wait(ms)
    }
  }
  work()
}

const waitHere = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
