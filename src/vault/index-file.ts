import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { msOf } from '#contract/domain'
import { failure } from '#contract/errors'
import { rename } from '#platform/files'
import { readText, writeText } from './files.ts'
import { sumOf } from './seal.ts'

/*
 * `vault.json` says where sealed texts lie, whose they are and which there are; without a keychain it holds them too. It is written
 * whole, with a checksum, once as its last good copy and then itself, so that one damaged file never takes the keys along.
 */

const VERSION = 2

const facts = {
  store: z.enum(['keychain', 'file']),
  accounts: z.array(z.string()),
  entries: z.record(z.string(), z.string()),
}
const body = z.object({ ...facts, profile: z.string().nullable() })
/** Of a Coffer that kept the profile's id in `profile.db` only. */
const older = z.object({ ...facts, version: z.literal(1) })
const file = z.object({ version: z.literal(VERSION), sum: z.string(), body: z.unknown() })

export type IndexBody = z.infer<typeof body>

interface IndexFinding {
  readonly index: IndexBody | null
  /** `copy`: the file itself is damaged or gone. `damaged`: so is its copy, or there is none. `none`: there never was one. */
  readonly origin: 'file' | 'copy' | 'damaged' | 'none'
}

const pathOf = (dir: string): string => join(dir, 'vault.json')
const copyOf = (dir: string): string => join(dir, 'vault.last.json')

/**
 * What an earlier run left. A copy that fell behind is written anew. Throws nothing for what a file holds, but `store.newer` where a newer
 * Coffer wrote it and no copy is of ours: one changed letter may look so too, and then the copy tells.
 */
export function findIndex(dir: string): IndexFinding {
  const text = readText(pathOf(dir))
  const copy = readText(copyOf(dir))
  const index = parse(text)
  if (index !== null) {
    if (text !== null && text !== copy) writeText(copyOf(dir), text)
    return { index, origin: 'file' }
  }
  const last = parse(copy)
  if (copy !== null && last !== null && text === null && last.accounts.length === 0) {
    // The very first writing was cut short after its copy: nothing was lost, and it is brought to its end.
    writeText(pathOf(dir), copy)
    return { index: last, origin: 'file' }
  }
  if (last !== null) return { index: last, origin: 'copy' }
  if (isNewer(text) || isNewer(copy)) {
    throw failure('store.newer', 'the vault is of a newer Coffer', { details: { kind: 'vault' } })
  }
  return { index: null, origin: text === null && copy === null ? 'none' : 'damaged' }
}

export function writeIndex(dir: string, next: IndexBody): void {
  const text = JSON.stringify({ version: VERSION, sum: sumOf(next), body: next })
  // What is refused must not hold: the file itself counts, and comes last.
  writeText(copyOf(dir), text)
  writeText(pathOf(dir), text)
}

/**
 * Renames what lies there, so that nothing of it is written over; nothing is deleted. A copy that is good stays where it is: it may
 * be the only one, and the program may be killed right after.
 */
export function setIndexAside(dir: string, now: bigint, { copyToo }: { readonly copyToo: boolean }): void {
  for (const path of copyToo ? [pathOf(dir), copyOf(dir)] : [pathOf(dir)]) {
    if (readText(path) === null) continue
    let target = `${path}.damaged-${msOf(now)}`
    while (readText(target) !== null) target += '+'
    rename(path, target)
    rmSync(`${path}.next`, { force: true })
  }
}

function parse(text: string | null): IndexBody | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    const first = older.safeParse(value)
    if (first.success) return { store: first.data.store, profile: null, ...pick(first.data) }
    const read = file.parse(value)
    return sumOf(read.body) === read.sum ? body.parse(read.body) : null
  } catch {
    return null
  }
}

function isNewer(text: string | null): boolean {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && 'version' in value && Number(value.version) > VERSION
  } catch {
    return false
  }
}

const pick = ({ accounts, entries }: Pick<IndexBody, 'accounts' | 'entries'>) => ({ accounts, entries })
