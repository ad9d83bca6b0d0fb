import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

/*
 * Loaded into a program before anything else, also into the vault's own thread: says each place before and after a file of the vault
 * or an entry of the keychain is written or taken away, and ends the program at the one that is named. Everything else is left as it is.
 */

/** Where the program is to end; empty to let it pass. */
const { COFFER_KILLED_AT: killedAt = '' } = process.env
const times = new Map<string, number>()

/** The name of what lies there, without what is another in every run; undefined for files of others. */
function nameOf(path: string): string | undefined {
  const name = basename(path)
  if (/^vault(?:\.last)?\.json$/.test(name)) return name
  const entry = /^[0-9a-f]{32}\.(?<entry>.+)$/.exec(name)?.groups?.['entry']
  return entry === undefined ? undefined : entry === 'master' ? 'master entry' : 'account entry'
}

export function meet(point: string): void {
  fs.writeSync(1, `point ${point}\n`)
  if (point === killedAt) die()
}

function reached(place: string): void {
  const seen = times.get(place) ?? 0
  times.set(place, seen + 1)
  meet(`${place}#${seen}`)
}

/** Nothing may happen until the signal arrives. */
function die(): never {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('still alive')
}

const { renameSync, rmSync } = fs
fs.renameSync = (from, to) => {
  const name = nameOf(String(to))
  if (name !== undefined) reached(`${name} written, before`)
  renameSync(from, to)
  if (name !== undefined) reached(`${name} written, after`)
}
fs.rmSync = (path, options) => {
  const name = nameOf(String(path))
  const there = name !== undefined && fs.existsSync(path)
  if (there) reached(`${name} removed, before`)
  rmSync(path, options)
  if (there) reached(`${name} removed, after`)
}
syncBuiltinESMExports()
