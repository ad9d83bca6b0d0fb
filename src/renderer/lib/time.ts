import { locale, say, tiedDay } from '#words'

/* Local times with the zone at hand. Times arrive as RFC 3339 text; only the milliseconds are shown. */

interface Format {
  readonly format: (time: Date) => string
}

/** A format that is made when it is first used: each takes long to make, and the first screen uses few. */
function timeFormat(options: Intl.DateTimeFormatOptions): Format {
  let made: Intl.DateTimeFormat | null = null
  return {
    format(time) {
      made ??= new Intl.DateTimeFormat(locale(), options)
      return made.format(time)
    },
  }
}

/** English days are written as most of the world reads them, 3 May; and none is parted by the end of a line. */
function dayFormat(options: Intl.DateTimeFormatOptions): Format {
  const { format } = timeFormat(options)
  return { format: (day) => tiedDay(format(day)) }
}

const monthDayFormat = dayFormat({ day: 'numeric', month: 'long' })
const dayYearFormat = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })
/*
 * What the first screen has of days and times is written here: the engine lists all languages that it knows before it writes the first one, which takes
 * 8 ms that somebody waits for a window.
 */

const twoDigits = (part: number): string => String(part).padStart(2, '0')

const clockOf = (time: Date): string => `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`

/** `3 May`, and with its year `3 May 2025`. */
function shortDay(time: Date, withYear: boolean): string {
  const month = say('lib.short-months').split(' ')[time.getMonth()] ?? ''
  const parts = { day: String(time.getDate()), month }
  return tiedDay(
    withYear
      ? say('lib.short-day-of-year', { ...parts, year: String(time.getFullYear()) })
      : say('lib.short-day', parts),
  )
}

const fullFormat = dayFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

const sameDay = (a: Date, b: Date): boolean =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate()

/** Text that is equal for two times of one local day. */
export function dayKey(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** Heading of a day: Today, Yesterday, `3 May`, `3 May 2025`. */
export function formatDay(time: string, now: number): string {
  const date = new Date(time)
  const today = new Date(now)
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (sameDay(date, today)) return say('lib.today')
  if (sameDay(date, yesterday)) return say('lib.yesterday')
  return (date.getFullYear() === today.getFullYear() ? monthDayFormat : dayYearFormat).format(date)
}

/** `14:02` today, else `3 May, 14:02`. */
export function formatMoment(time: string, now: number): string {
  const date = new Date(time)
  const today = new Date(now)
  const clock = clockOf(date)
  if (sameDay(date, today)) return clock
  return say('lib.day-and-time', { day: formatShortDay(time, now), clock })
}

/** `Today, 14:02`, else `3 May, 14:02`: among days that are still to come a bare `14:02` is of no day. */
export const formatDated = (time: string, now: number): string =>
  sameDay(new Date(time), new Date(now))
    ? say('lib.day-and-time', { day: say('lib.today'), clock: formatClock(time) })
    : formatMoment(time, now)

/** `14:02` today, else the day alone: for lists in which a longer line would break. */
export const formatMomentBriefly = (time: string, now: number): string =>
  sameDay(new Date(time), new Date(now)) ? formatClock(time) : formatShortDay(time, now)

/** `14:02:31` today, else with the day before it. */
export function formatSeconds(time: string, now: number): string {
  const date = new Date(time)
  const clock = `${clockOf(date)}:${twoDigits(date.getSeconds())}`
  return sameDay(date, new Date(now)) ? clock : say('lib.day-and-time', { day: formatShortDay(time, now), clock })
}

export function formatClock(time: string): string {
  return clockOf(new Date(time))
}

/** Date and time to the second with the zone, for hover and detail. */
export function formatFull(time: string): string {
  return fullFormat.format(new Date(time))
}

export function formatShortDay(time: string, now: number): string {
  const date = new Date(time)
  return shortDay(date, date.getFullYear() !== new Date(now).getFullYear())
}

/** `just now`, `2 min ago`, `3 h ago`, then the day. */
export function formatAge(time: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - new Date(time).getTime()) / 1000))
  if (seconds < 45) return say('lib.just-now')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return say('lib.min-ago', { minutes })
  const hours = Math.round(minutes / 60)
  return hours < 24 ? say('lib.h-ago', { hours }) : say('lib.on-2', { time: formatShortDay(time, now) })
}

const SPANS = [
  [48 * 3600, 86_400, 'day'],
  [120 * 60, 3600, 'hour'],
  [120, 60, 'minute'],
  [0, 1, 'second'],
] as const

/** A length of time in the largest unit of which it has two: `90 seconds`, `3 hours`. */
export function formatSpan(seconds: number): string {
  const [, size, unit] = SPANS.find(([from]) => seconds >= from) ?? [0, 1, 'second']
  const format = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.round(seconds / size))
}

export const DAY_MS = 86_400_000
const monthFormat = timeFormat({ month: 'short' })
const monthYearFormat = dayFormat({ month: 'short', year: 'numeric' })
const hourFormat = dayFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const weekdayFormat = dayFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A mark below a drawing that covers so many milliseconds. */
export function formatTick(at: number, span: number): string {
  const days = span / DAY_MS
  const time = new Date(at)
  if (days <= 2) return clockOf(time)
  return days <= 100 ? shortDay(time, false) : (days <= 500 ? monthFormat : monthYearFormat).format(time)
}

/** A point of such a drawing: with its hour where there are several in a day. */
export function formatDate(time: string, span: number): string {
  return (span / DAY_MS <= 40 ? hourFormat : weekdayFormat).format(new Date(time))
}

const paperFormat = dayFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
})

/** Day and time on paper, where nothing is today. */
export const formatMomentLong = (time: string): string => paperFormat.format(new Date(time))

export const formatDayLong = (time: string): string => dayYearFormat.format(new Date(time))

/** Local midnight of a day as a date field gives it (`2026-05-03`), `days` later; null for anything else. */
export function dayStart(text: string, days = 0): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return null
  const date = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const civil = { timeZone: 'UTC' } as const
const civilFormats = {
  day: dayFormat({ ...civil, day: 'numeric', month: 'short', year: 'numeric' }),
  weekday: dayFormat({ ...civil, weekday: 'long' }),
  inYear: dayFormat({ ...civil, day: 'numeric', month: 'long' }),
}

/** A day of the calendar, such as `2026-11-03`, whatever the zone. */
export const formatCivil = (day: string, form: keyof typeof civilFormats = 'day'): string =>
  civilFormats[form].format(new Date(`${day}T00:00:00Z`))

/** The zone of this computer, by its name. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Day and time on the wall here, as a plan says them. */
export function wallOf(moment: number): { day: string; time: string } {
  const date = new Date(moment - new Date(moment).getTimezoneOffset() * 60_000)
  const text = date.toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** The end of that local day, for the field that holds days only. */
export function endOfDay(day: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (match === null) return null
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59).toISOString()
}

/** The local day of a time as that field holds it; empty where there is none. */
export function dayOf(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
