import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Sqlite from 'better-sqlite3'

export type Meter = ReturnType<typeof startMeter>
/** What was done so far. Everything but the processor's time is the same on every machine. */
export type Counts = ReturnType<Meter['counts']>
/** What is held at one moment, after everything that is not needed was let go. */
export type Held = ReturnType<Meter['held']>

/** One statement: how often it ran, and how many rows it gave. */
interface Ran {
  readonly runs: number
  readonly rows: number
  /** How SQLite answers it, as it says itself: a line for each table. While the file is open. */
  ways(): string[]
}

/** Pages that SQLite may keep: few, so that whatever is looked at shows as bytes that are read. */
const PAGES_KEPT = 24

type Run = (this: Sqlite.Statement, ...values: unknown[]) => unknown

const ASKED = 'EXPLAIN QUERY PLAN'

function waysOf(database: Sqlite.Database, source: string): string[] {
  const values = Array.from(source.matchAll(/\?/g), () => null)
  const ways = database.prepare(`${ASKED} ${source}`).all(...values) as { detail: string }[] // columns of that answer
  return ways.map(({ detail }) => detail)
}

/** Counts what a wallet on the files of one folder does, wherever in this program that happens. */
export function startMeter(folder: string) {
  let [requests, statements, rows] = [0, 0, 0]
  let texts = new Map<string, Ran>()
  const known = new WeakSet<Sqlite.Database>()
  const prototype = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as Record<string, Run>
  const ours = { get: prototype['get'], all: prototype['all'], run: prototype['run'] } as Record<string, Run>

  function note(statement: Sqlite.Statement, found: number): void {
    const { database, source } = statement
    if (!database.name.startsWith(folder) || source.startsWith(ASKED)) return
    if (!known.has(database)) {
      known.add(database)
      database.pragma(`cache_size = ${PAGES_KEPT}`)
    }
    statements += 1
    rows += found
    const text = texts.get(source)
    texts.set(source, {
      runs: (text?.runs ?? 0) + 1,
      rows: (text?.rows ?? 0) + found,
      ways: () => waysOf(database, source),
    })
  }

  for (const [name, run] of Object.entries(ours)) {
    prototype[name] = function (...values) {
      const result = run.apply(this, values)
      note(this, name === 'run' || result === undefined ? 0 : Array.isArray(result) ? result.length : 1)
      return result
    }
  }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag makes it one

  return {
    /** The wallet's way to the network. */
    fetch: ((input, init) => {
      requests += 1
      return fetch(input, init)
    }) satisfies typeof fetch,
    counts: () => ({ requests, statements, rows, kilobytes: readSoFar(), processorMs: process.cpuUsage().user / 1000 }),
    held() {
      for (let time = 0; time < 3; time += 1) collect()
      const { heapUsed, rss } = process.memoryUsage()
      return {
        heapMiB: heapUsed / 2 ** 20,
        handles: process.getActiveResourcesInfo().length,
        files: openFiles(),
        walMiB: walBytes(folder) / 2 ** 20,
        residentMiB: rss / 2 ** 20,
      }
    },
    /** What ran since the last time, by its text. */
    takeTexts(): ReadonlyMap<string, Ran> {
      const taken = texts
      texts = new Map()
      return taken
    },
    stop: () => void Object.assign(prototype, ours),
  }
}

/** In kilobytes, from files and sockets. Where Linux does not tell, nothing is compared. */
function readSoFar(): number {
  try {
    return Number(/^rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}

function walBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('-wal'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
