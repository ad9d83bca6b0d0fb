import { chmodSync, closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, cleanText, formatTime, LOG_FIELDS, type Log, type LogFields } from '#contract/domain'
import { ensureFolder } from '#platform/files'

export const FIELDS: ReadonlySet<string> = new Set(LOG_FIELDS)

const LEVELS = { debug: 0, info: 1, warn: 2, error: 3 } as const
type LogLevel = keyof typeof LEVELS

const DAY_MS = 24 * 60 * 60 * 1000
const KEEP_DAYS = 7
const TOTAL_MAX = 10 * 1024 * 1024
/** Two files a day (the running one and the one before it) for seven days stay under the total. */
const FILE_MAX = Math.floor(TOTAL_MAX / (KEEP_DAYS * 2))
export const FILE_NAME = /^coffer-(\d{4}-\d\d-\d\d)(?:\.1)?\.log$/

/** Ids, hashes, keys and tokens: anything long enough to be one keeps only its head. */
const LONG = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_+/=-]{20,}/g

function fieldText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value)
  const short = cleanText(value, 200).replace(LONG, (id) => `${id.slice(0, 8)}…`)
  return /^[\w.:…/@-]+$/.test(short) ? short : JSON.stringify(short)
}

function lineOf(time: string, level: LogLevel, event: string, fields: Parameters<Log>[2] = {}): string {
  const parts = Object.entries(fields).flatMap(([key, value]) =>
    FIELDS.has(key) ? [`${key}=${fieldText(value)}`] : [],
  )
  return `${[time, level, cleanText(event, 60), ...parts].join(' ')}\n`
}

/**
 * What may be written of an unknown error: its class, its code and where it was thrown. Never its message, since a
 * library's message may quote the data that it failed on.
 */
export function errorFields(error: unknown): Pick<LogFields, 'error' | 'code' | 'at'> {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const frames = [...(error.stack ?? '').matchAll(/\n\s+at [^\n]*?([\w.-]+:\d+):\d+\)?(?=\n|$)/g)].map(
    (match) => match[1],
  )
  return { error: error.name, ...code, at: frames.slice(0, 3).join(' ') }
}

interface LogDeps {
  /** Folder of the log files, made with mode 0700; null writes none. */
  readonly directory: string | null
  readonly clock: Clock
  readonly level: LogLevel
  /** Where lines also go, of level info and above; null for nowhere. */
  readonly echo: ((line: string) => void) | null
}

interface HostLog {
  readonly log: Log
  close(): void
}

/** Opens today's file and removes those older than seven days. A disk that refuses never stops the wallet. */
export function openLog(deps: LogDeps): HostLog {
  let day = ''
  let file: number | null = null

  function closeFile(): void {
    const before = file
    file = null
    try {
      if (before !== null) closeSync(before)
    } catch {
      // A disk that has gone refuses that as well.
    }
  }

  function openDay(directory: string, today: string): void {
    closeFile()
    ensureFolder(directory)
    const oldest = new Date(Date.parse(`${today}T00:00:00Z`) - (KEEP_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    for (const name of readdirSync(directory)) {
      const written = FILE_NAME.exec(name)?.[1]
      if (written !== undefined && written < oldest) rmSync(join(directory, name), { force: true })
    }
    const path = join(directory, `coffer-${today}.log`)
    file = openSync(path, 'a', 0o600)
    chmodSync(path, 0o600)
    day = today
  }

  function write(line: string): void {
    if (deps.directory === null) return
    try {
      const today = line.slice(0, 10)
      if (file === null || today !== day) openDay(deps.directory, today)
      if (file === null) return
      if (fstatSync(file).size + Buffer.byteLength(line) > FILE_MAX) {
        renameSync(join(deps.directory, `coffer-${day}.log`), join(deps.directory, `coffer-${day}.1.log`))
        openDay(deps.directory, day)
      }
      writeSync(file, line)
    } catch {
      closeFile()
    }
  }

  return {
    log(level, event, fields) {
      if (LEVELS[level] < LEVELS[deps.level]) return
      const line = lineOf(formatTime(deps.clock.now()), level, event, fields)
      write(line)
      if (deps.echo !== null && LEVELS[level] >= LEVELS.info) deps.echo(line)
    },
    close: closeFile,
  }
}
