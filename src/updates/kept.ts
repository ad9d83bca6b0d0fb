import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Random } from '#contract/domain'
import { CofferError, failure } from '#contract/errors'
import { UPDATE_CHOICES } from '#contract/ipc'
import { time } from '#contract/wire'
import { makeFolder, readWhole, writeWhole } from '#store'

/* `updates.json`: what the person chose, the last release that was believed, the lot of this computer, and which version ran here last. */

const NAME = 'updates.json'
const VERSION = 1

const mark = z.object({
  root: z.string().default(''),
  serial: z.number(),
  counter: z.number(),
  keySum: z.string(),
  manifestSum: z.string(),
})

const file = z.object({
  version: z.literal(VERSION),
  /** Null until the person has said. */
  choice: z.enum(UPDATE_CHOICES).nullable(),
  lot: z.string().regex(/^[0-9a-f]{32}$/),
  lookedAt: time.nullable(),
  mark: mark.nullable(),
  texts: z.object({ key: z.string(), manifest: z.string() }).nullable(),
  /** The version that ran last; null before the first. */
  ran: z.string().nullable().default(null),
  /** The version that came in by an update and was not seen yet. */
  news: z.string().nullable().default(null),
})

export type Kept = Omit<z.output<typeof file>, 'version'>

export interface KeptFile {
  read(): Kept
  write(patch: Partial<Kept>): void
}

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined

/**
 * Opens or begins the file. One that cannot be read is begun anew: nothing is then asked of anybody before the person has chosen again.
 * Throws `store.newer` for one of a newer Coffer, which stays as it is, and `store.disk`. It is read each time: wallets of two networks that run
 * beside each other share it, and what one of them was told not to do, or has believed, holds for the other.
 */
export function openKept(folder: string, random: Random): KeptFile {
  const path = join(folder, NAME)
  const lot = Buffer.from(random(16)).toString('hex')
  const first = { choice: null, lot, lookedAt: null, mark: null, texts: null, ran: null, news: null }
  const onDisk = (): Kept | null => (existsSync(path) ? parse(Buffer.from(readWhole(path)).toString()) : null)
  let kept: Kept = onDisk() ?? first
  /** What was read last holds as long as the file cannot be read; what a newer Coffer wrote meanwhile is not written over. */
  const latest = (isWritten: boolean): Kept => {
    try {
      return onDisk() ?? kept
    } catch (error) {
      if (!(error instanceof CofferError) || (isWritten && error.code === 'store.newer')) throw error
      return kept
    }
  }
  return {
    read() {
      kept = latest(false)
      return kept
    },
    write(patch) {
      const next = { ...latest(true), ...patch }
      makeFolder(folder)
      writeWhole(folder, NAME, Buffer.from(JSON.stringify(file.encode({ version: VERSION, ...next }))))
      // What is not on the disk does not count: a restart would go back behind it.
      kept = next
    },
  }
}

function parse(text: string): Kept | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const version = versionOf(value)
  if (typeof version === 'number' && version > VERSION) {
    throw failure('store.newer', 'written by a newer Coffer', { details: { kind: 'updates', version } })
  }
  const read = file.safeDecode(value as z.input<typeof file>) // whatever lay there
  if (!read.success) return null
  const { version: _, ...kept } = read.data
  return kept
}
