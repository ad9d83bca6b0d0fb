/** Unix nanoseconds. The service writes RFC 3339 with up to nine fraction digits; JavaScript dates lose six of them. */
export type Nanos = bigint & { readonly __brand: 'Nanos' }

/** Spans of time. */
export const SECOND: bigint = 1_000_000_000n
export const MINUTE = 60n * SECOND
export const HOUR = 60n * MINUTE
export const DAY = 24n * HOUR

const MILLISECOND = 1_000_000n
/** Of milliseconds, as the machine counts them. */
export const nanosOf = (ms: number): Nanos => (BigInt(ms) * MILLISECOND) as Nanos
export const msOf = (time: bigint): number => Number(time / MILLISECOND)
export const secondsOf = (time: bigint): number => Number(time / SECOND)

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/** The years that can be written: an hour of another zone may lie before or behind them. */
const [FIRST_MS, LAST_MS] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]

export function parseTime(text: string): Nanos {
  return parseOrdinaryTime(text) ?? parseAnyTime(text)
}

function parseAnyTime(text: string): Nanos {
  const match = RFC3339.exec(text)
  const millis = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`)
  const isWritten = match !== null && isOnCalendar(match[1] ?? '') && millis >= FIRST_MS && millis <= LAST_MS
  if (!isWritten) throw new Error('not an RFC 3339 time')
  return ((BigInt(millis) / 1000n) * SECOND + BigInt((match[2] ?? '').padEnd(9, '0'))) as Nanos
}

/** `Date` takes days up to the 31st of any month, and hour 24, for those that follow. */
function isOnCalendar(local: string): boolean {
  const millis = Date.parse(`${local}Z`)
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(local)
}

const HYPHEN = 45
const DOT = 46
const COLON = 58
const LETTER_T = 84
const LETTER_Z = 90

/** Number of the decimal digits between two places; NaN when there is anything else. */
function digitsAt(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Powers of ten that fractions are filled up by; working one out takes longer than reading a fraction. */
const TENS = Array.from({ length: 10 }, (_, power) => 10 ** power)

/** The last day that was read, up to its `T`, and when it began: rows follow each other by time. */
let lastDay = { text: 'none', seconds: 0 }

/** Seconds of 1970 at which a day begins that every month has; undefined for all others. */
function secondsOfDay(text: string): number | undefined {
  if (text.startsWith(lastDay.text)) return lastDay.seconds
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN || text.charCodeAt(10) !== LETTER_T)
    return undefined
  const year = digitsAt(text, 0, 4)
  const month = digitsAt(text, 5, 7)
  const day = digitsAt(text, 8, 10)
  // Comparisons with NaN are false.
  const isOrdinary = year >= 1970 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 28
  if (!isOrdinary) return undefined
  lastDay = { text: text.slice(0, 11), seconds: Date.UTC(year, month - 1, day) / 1000 }
  return lastDay.seconds
}

/** Times as the service writes them, in UTC and on a day that every month has; undefined for all others. */
function parseOrdinaryTime(text: string): Nanos | undefined {
  const end = text.length - 1
  if (end < 19 || end === 20 || end > 29 || text.charCodeAt(end) !== LETTER_Z) return undefined
  if (end > 19 && text.charCodeAt(19) !== DOT) return undefined
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined
  const day = secondsOfDay(text)
  if (day === undefined) return undefined
  const hour = digitsAt(text, 11, 13)
  const minute = digitsAt(text, 14, 16)
  const second = digitsAt(text, 17, 19)
  const fraction = end === 19 ? 0 : digitsAt(text, 20, end) * (TENS[29 - end] ?? 1)
  if (!(hour < 24 && minute < 60 && second < 60 && fraction >= 0)) return undefined
  return nanosAt(day + hour * 3600 + minute * 60 + second, fraction)
}

const HALF = 2 ** 32
const halves = new DataView(new ArrayBuffer(8))

/**
 * Seconds and nanoseconds as one number. It is put together from two halves, which are exact as numbers: sums and products of bigints make a
 * number of each step, which takes three times as long.
 */
function nanosAt(seconds: number, fraction: number): Nanos {
  // Microseconds of these years are exact as numbers, nanoseconds are not.
  const micros = seconds * 1_000_000 + Math.floor(fraction / 1000)
  const upper = Math.floor(micros / HALF)
  const lower = (micros - upper * HALF) * 1000 + (fraction % 1000)
  const carried = Math.floor(lower / HALF)
  halves.setUint32(0, upper * 1000 + carried)
  halves.setUint32(4, lower - carried * HALF)
  return halves.getBigInt64(0) as Nanos
}

/** UTC with exactly as many fraction digits as are needed, as the service writes it. */
export function formatTime(time: Nanos): string {
  const fraction = ((time % SECOND) + SECOND) % SECOND
  const seconds = (time - fraction) / SECOND
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  const digits = fraction.toString().padStart(9, '0').replace(/0+$/, '')
  return digits === '' ? `${whole}Z` : `${whole}.${digits}Z`
}
