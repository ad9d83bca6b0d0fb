import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_AREAS, type Nanos, parseTime } from '#contract/domain'
import { isErrorCode } from '#contract/errors'
import { ENDPOINTS } from '#contract/http'
import { type LogLine, METHODS } from '#contract/ipc'
import { FIELDS, FILE_NAME } from './log.ts'

/*
 * The log as it is shown and given away. What is let out is told by its form, one field at a time: a name, an id, an amount or a path that got
 * into a field by mistake has none of these forms and stays inside. What is not let out is named, so that nobody thinks it was not there.
 */

const LINES_MAX = 2000
const HIDDEN = '…'
const COUNT = /^\d{1,9}$/
/** Of Node, the system and SQLite. */
const SYSTEM_CODE = /^(?:E[A-Z]{2,18}|(?:ERR|UND_ERR|SQLITE)_[A-Z_]{2,40})$/
const PLACES = /^[a-z][a-z-]{0,30}(?:-[\w-]{8})?(?:\.test)?\.(?:[cm]?[jt]s|tsx):\d{1,6}$/i

const oneOf = (...words: readonly string[]) => new Set(words)
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  host: oneOf('electron', 'browser'),
  platform: oneOf('linux', 'darwin', 'win32'),
  store: oneOf('keychain', 'file'),
  network: oneOf('local', 'mainnet'),
  state: oneOf('none', 'http', 'https', 'socks5'),
  reason: oneOf(
    'token',
    'sender',
    'crashed',
    'killed',
    'oom',
    'clean-exit',
    'abnormal-exit',
    'launch-failed',
    'last_good',
    'keychain',
  ),
}

const COUNTS = oneOf(...['attempt', 'attempts', 'count', 'durationMs', 'port', 'status', 'tries', 'waitMs'])

function isPlain(name: string, value: string): boolean {
  if (COUNTS.has(name)) return COUNT.test(value)
  if (WORDS[name] !== undefined) return WORDS[name].has(value)
  switch (name) {
    case 'code':
      return isErrorCode(value) || SYSTEM_CODE.test(value)
    case 'endpoint':
      return Object.hasOwn(ENDPOINTS, value)
    case 'method':
      return Object.hasOwn(METHODS, value)
    case 'error':
      return /^(?:[A-Z][a-z]{1,15}){0,3}Error$/.test(value)
    case 'at':
      return PLACES.test(value)
    case 'version':
      return /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(value)
    case 'logId':
      return /^[0-9a-f]{8}$/.test(value)
    default:
      return false
  }
}

const AREAS: ReadonlySet<string> = new Set(['uncaught', 'unhandled', ...LOG_AREAS])

/** Written by `log.ts`: names that are words of ours, and values that are either one word or JSON text. */
const FIELD = /([A-Za-z]{1,20})=("(?:[^"\\]|\\.)*"|\S*)/g
const LINE = /^(\S{20,35}) (debug|info|warn|error) (uncaught|unhandled|[a-z]{1,24}\.[a-z_]{1,40})(?: (.*))?$/

function textOf(written: string): string {
  if (!written.startsWith('"')) return written
  try {
    return String(JSON.parse(written))
  } catch {
    return ''
  }
}

/** A line without what it must not tell; null for what is no line of ours. */
export function plainLine(line: string): LogLine | null {
  const [, when = '', level, event = '', rest = ''] = LINE.exec(line) ?? []
  const at = when === '' ? null : timeOf(when)
  if (at === null || level === undefined || !AREAS.has(event.split('.')[0] ?? '')) return null
  const fields = [...rest.matchAll(FIELD)].map(([, name = '', written = '']) => {
    const value = textOf(written)
    if (!FIELDS.has(name)) return HIDDEN
    // Of the places in a program each is looked at by itself.
    const parts = name === 'at' ? value.split(' ') : [value]
    return `${name}=${parts.map((part) => (isPlain(name, part) ? part : HIDDEN)).join(' ')}`
  })
  return { at, level: level as LogLine['level'], text: [event, ...fields].join(' ') } // one of its four words
}

function timeOf(text: string): Nanos | null {
  try {
    return parseTime(text)
  } catch {
    return null
  }
}

/** Newest first; what was written before a file of the same day grew too long comes after it. */
function filesIn(directory: string): string[] {
  const age = (name: string): string => `${FILE_NAME.exec(name)?.[1]}${name.endsWith('.1.log') ? '' : '~'}`
  try {
    const names = readdirSync(directory).filter((name) => FILE_NAME.test(name))
    return names.toSorted((one, other) => (age(one) < age(other) ? 1 : -1))
  } catch {
    return []
  }
}

/** What stands in a file. One that cannot be read, of another user or gone meanwhile, is said to be there: the others may tell enough. */
function textIn(directory: string, name: string): string {
  try {
    return readFileSync(join(directory, name), 'utf8')
  } catch {
    return `${FILE_NAME.exec(name)?.[1]}T00:00:00Z warn host.log_unread`
  }
}

/** The newest lines, oldest first. Throws nothing: a report is asked for where something is wrong already. */
export function readLog(directory: string): LogLine[] {
  const lines: LogLine[] = []
  const names = filesIn(directory)
  for (const name of names) {
    if (lines.length >= LINES_MAX) break
    const read = textIn(directory, name).split('\n')
    lines.unshift(...read.slice(-(LINES_MAX - lines.length) - 1).flatMap((line) => plainLine(line) ?? []))
  }
  return lines.slice(-LINES_MAX)
}
