import type { Abort, Clock } from '#contract/domain'
import { failure } from '#contract/errors'
import { refuseRedirect, startDeadline } from './deadline.ts'
import { needSecure } from './line.ts'

export interface FileDeps {
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export interface FileWish {
  readonly url: string
  /** No more than so many bytes are taken, whatever is sent. */
  readonly most: number
  /** All of it is there after so long, or it is given up. */
  readonly deadlineMs: number
  readonly signal?: Abort
}

/** Where the pieces of a longer file go. `from` is the place of the first one: what was asked for, or 0 where the server begins anew. */
export interface FileSink {
  begin(from: number): Promise<void>
  take(piece: Uint8Array): Promise<void>
}

/**
 * Reads a public file, without saying who asks: no token, no id, no redirect. Pieces go to the sink as they come. Throws `remote.*`;
 * `remote.too_large` before a byte too many is handed on.
 */
export async function readFile(deps: FileDeps, wish: FileWish & { readonly from: number }, sink: FileSink) {
  needSecure(wish.url)
  const deadline = startDeadline(deps.clock, wish.deadlineMs, wish.signal)
  try {
    const response = await deps.fetch(wish.url, {
      // What is packed could unpack to more than was told.
      headers: { 'accept-encoding': 'identity', ...(wish.from === 0 ? {} : { range: `bytes=${wish.from}-` }) },
      redirect: 'manual',
      cache: 'no-store',
      signal: deadline.signal,
    })
    deadline.headersArrived()
    refuseRedirect(response)
    const from = beginningOf(response, wish.from)
    if (response.body === null) throw failure('remote.malformed', 'no file was sent')
    if (Number(response.headers.get('content-length') ?? '0') > wish.most - from) throw tooLarge(wish.most)
    await sink.begin(from)
    let read = from
    for await (const piece of response.body) {
      read += piece.byteLength
      if (read > wish.most) throw tooLarge(wish.most)
      await sink.take(piece)
    }
  } catch (error) {
    throw deadline.ended(error)
  } finally {
    deadline.clear()
  }
}

/** A short public file as a whole. Throws `remote.*`. */
export async function readWholeFile(deps: FileDeps, wish: FileWish): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  await readFile(
    deps,
    { ...wish, from: 0 },
    { begin: async () => undefined, take: async (piece) => void pieces.push(piece) },
  )
  return Buffer.concat(pieces)
}

/** A server may answer with the rest that was asked for, or with all of it. Anything else is no file. */
function beginningOf({ status, headers }: Response, asked: number): number {
  if (status === 200) return 0
  const rest = /^bytes (\d{1,15})-/.exec(headers.get('content-range') ?? '')?.[1]
  if (status === 206 && asked > 0 && rest === String(asked)) return asked
  if (status === 404) throw failure('remote.not_found', 'there is no such file')
  const code = status === 429 ? 'remote.rate_limited' : status >= 500 ? 'remote.server' : 'remote.refused'
  throw failure(code, `HTTP ${status}`, { details: { code: status } })
}

const tooLarge = (limit: number) => failure('remote.too_large', `file exceeds ${limit} bytes`, { details: { limit } })
