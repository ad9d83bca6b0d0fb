import { isMembers, readMembers } from '#protocol'
import type { Remote, RemoteDeps } from '#remote'
import { createRemote } from '#remote'

/** More of an answer is not compared: the members of its first records are what is looked at. */
const KEPT_BYTES = 2_000_000
const RECORDS = 20
const NAMES = 20
/** A name as interfaces have them. What a service names its members is its own to choose: an id, a key, a person are no such words. */
const NAME = /^[a-z]{1,20}\d{0,3}(?:_[a-z]{1,20}\d{0,3}){0,4}$/
const nameOf = (name: string): string => (NAME.test(name) ? name : '?')

/** A client that also remembers how the last answer came. */
export interface Probe {
  readonly remote: Remote
  /** `data` of the last answer as it came; undefined where it was too long to keep. */
  data(): unknown
  /** Whether the last answer named the request that it is for. */
  echoes(): boolean
}

export function createProbe(deps: RemoteDeps): Probe {
  let last: Uint8Array[] = []
  let echo = false

  /** The answer, and a copy of its beginning on the side. */
  async function listening(...call: Parameters<typeof fetch>): Promise<Response> {
    last = []
    const answer = await deps.fetch(...call)
    echo = answer.headers.has('x-request-id')
    if (answer.body === null || answer.status < 200 || answer.status === 204 || answer.status >= 300) return answer
    const chunks = last
    let kept = 0
    const copying = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, line) {
        kept += chunk.byteLength
        if (kept <= KEPT_BYTES) chunks.push(chunk.slice())
        else chunks.length = 0
        line.enqueue(chunk)
      },
    })
    return new Response(answer.body.pipeThrough(copying), { status: answer.status, headers: answer.headers })
  }

  return {
    remote: createRemote({ ...deps, fetch: listening }),
    echoes: () => echo,
    data: () => readMembers(Buffer.concat(last).toString('utf8'))?.['data'],
  }
}

export interface Members {
  /** Names that came and that the schema does not know. */
  readonly more: readonly string[]
  /** Names that the schema knows and that did not come. */
  readonly missing: readonly string[]
  /** Records of a list that could not be read and were left out. */
  readonly leftOut: number
}

/** How an answer as it came differs in its members from what was read of it. */
export function compareMembers(data: unknown, read: unknown): Members {
  const [raw, decoded] = [asList(data, read), asList(read, read)]
  const more = new Set<string>()
  const missing = new Set<string>()
  const leftOut = Math.max(0, raw.length - decoded.length)
  if (leftOut === 0)
    for (const at of decoded.slice(0, RECORDS).keys()) walk(raw[at], decoded[at], '', { more, missing })
  return { more: tidy(more), missing: tidy(missing), leftOut }
}

interface Found {
  readonly more: Set<string>
  readonly missing: Set<string>
}

function walk(raw: unknown, read: unknown, path: string, found: Found): void {
  if (Array.isArray(raw) && Array.isArray(read)) {
    if (raw.length === read.length) for (const at of read.slice(0, RECORDS).keys()) walk(raw[at], read[at], path, found)
    return
  }
  if (!isMembers(raw) || !isMembers(read)) return
  for (const name of Object.keys(raw)) if (!(name in read)) found.more.add(path + nameOf(name))
  for (const name of Object.keys(read)) {
    if (name in raw) walk(raw[name], read[name], `${path}${nameOf(name)}.`, found)
    else found.missing.add(path + nameOf(name))
  }
}

const tidy = (names: ReadonlySet<string>): string[] => [...names].sort().slice(0, NAMES)
/** One record is read as a list of one where a dialect sends one record. */
const asList = (value: unknown, read: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || !(Array.isArray(read) || isMembers(read)) ? [] : [value]
