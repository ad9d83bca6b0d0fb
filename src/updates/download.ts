import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abort } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { type FileDeps, readFile } from '#remote'
import { makeFolder, putInPlace } from '#store'
import type { ReleaseFile } from './release.ts'

/** What is slower is given up; half a file stays and is gone on with. */
const BYTES_PER_SECOND = 16 * 1024
const LEAST_MS = 10 * 60_000
const PIECE = 1024 * 1024
/** A name that is a link leads to what somebody else wrote. Windows has no such flag. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0

export interface Download {
  readonly deps: FileDeps
  readonly folder: string
  readonly url: string
  readonly file: ReleaseFile
  readonly signal: Abort
  readonly progress: (got: number) => void
}

/** What the line broke off is gone on with; whatever was refused is not. */
export const wasBrokenOff = (error: unknown): boolean =>
  ['remote.unreachable', 'remote.timeout', 'remote.server', 'remote.rate_limited'].includes(codeOf(error))

async function onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw failure('store.disk', 'the file cannot be written or read', { cause })
  }
}

async function addTo(hash: Hash, handle: FileHandle): Promise<void> {
  const buffer = Buffer.alloc(PIECE)
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE, at)
    if (bytesRead === 0) return
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

async function writeAt(handle: FileHandle, piece: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < piece.byteLength; ) {
    done += (await handle.write(piece, done, piece.byteLength - done, place + done)).bytesWritten
  }
}

/** Whether the file that lies there is, byte for byte, the one that was signed. Size and hash are read from one open file. */
export async function isThatFile(path: string, { size, sha512 }: Pick<ReleaseFile, 'size' | 'sha512'>) {
  let handle: FileHandle
  try {
    handle = await open(path, constants.O_RDONLY | NO_LINKS)
  } catch {
    return false
  }
  try {
    const state = await handle.stat()
    if (!state.isFile() || state.size !== size) return false
    const hash = createHash('sha512')
    await addTo(hash, handle)
    return hash.digest('hex') === sha512
  } finally {
    await handle.close()
  }
}

/**
 * Brings a file of a release and answers where it lies. It has its name only once size and hash were those that were signed, and is never
 * longer than that. Throws `update.file`, `store.disk`, `remote.*`.
 */
export async function download(wish: Download): Promise<string> {
  const { folder, file } = wish
  const path = join(folder, file.name)
  if (await isThatFile(path, file)) return path
  const partial = `${path}.partial`
  makeFolder(folder)
  await onDisk(async () => {
    for (const name of await readdir(folder)) {
      if (join(folder, name) !== partial) await rm(join(folder, name), { recursive: true, force: true })
    }
  })
  const flags = constants.O_RDWR | constants.O_CREAT | NO_LINKS
  const handle = await onDisk(() => open(partial, flags, 0o600))
  let whole = false
  try {
    whole = await fill(handle, wish)
  } finally {
    await handle.close()
    if (!whole && (await sizeOf(partial)) === 0) await rm(partial, { force: true })
  }
  putInPlace(partial, path)
  return path
}

const sizeOf = async (path: string): Promise<number> => {
  const handle = await open(path, 'r')
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Writes what is missing. What turns out to be another file is emptied, so that the next try begins anew. */
async function fill(handle: FileHandle, { deps, url, file, signal, progress }: Download): Promise<true> {
  let hash = createHash('sha512')
  let got = (await onDisk(() => handle.stat())).size
  if (got >= file.size) got = 0
  if (got > 0) await onDisk(() => addTo(hash, handle))
  const deadlineMs = Math.max(LEAST_MS, (file.size / BYTES_PER_SECOND) * 1000)
  try {
    await readFile(
      deps,
      { url, most: file.size, deadlineMs, signal, from: got },
      {
        async begin(from) {
          if (from === 0) hash = createHash('sha512')
          got = from
          await onDisk(() => handle.truncate(from))
        },
        async take(piece) {
          await onDisk(() => writeAt(handle, piece, got))
          hash.update(piece)
          got += piece.byteLength
          progress(got)
        },
      },
    )
    if (got !== file.size || hash.digest('hex') !== file.sha512) {
      throw failure('update.file', 'not the file that was signed')
    }
    return true
  } catch (error) {
    if (!wasBrokenOff(error)) await handle.truncate(0)
    throw codeOf(error) === 'remote.too_large' ? failure('update.file', 'longer than signed', { cause: error }) : error
  }
}
