import {
  type CalendarDate,
  endOfMonth,
  parseDate,
  parseTime,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date'
import { msOf, type Nanos, nanosOf } from '#contract/domain'
import type { Input } from '#contract/ipc'

/*
 * When a plan pays: days of a calendar, and the time on the wall of one zone. What a day comes to in the time of the world is worked out
 * for each day by itself, so that summer and winter time shift nothing. Where the clocks skip the hour it is the one after; where they
 * have it twice, the first.
 */

export type When = Input<'schedule.save'>['when']

/** One time of a plan. Its day is its name: a plan pays at most once a day, whatever is changed about it. */
export interface Slot {
  readonly day: string
  readonly at: Nanos
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const PERIOD_DAYS = { daily: 1, weekly: 7, biweekly: 14 } as const

/** The so-manieth day, counted from the first and never from the one before: the 31st stays the 31st after a February. */
function dayOf({ repeats }: When, first: CalendarDate, index: number): CalendarDate {
  switch (repeats) {
    case 'once':
      return first
    case 'daily':
    case 'weekly':
    case 'biweekly':
      return first.add({ days: PERIOD_DAYS[repeats] * index })
    case 'monthly':
      return first.add({ months: index })
    case 'month_end':
      return endOfMonth(first.add({ months: index }))
    case 'yearly':
      return first.add({ years: index })
  }
}

function instantOf({ time, zone }: When, day: CalendarDate): Nanos {
  const local = toCalendarDateTime(day, parseTime(time))
  return nanosOf(toZoned(local, zone, 'compatible').toDate().getTime())
}

function slotAt(when: When, first: CalendarDate, index: number): Slot | undefined {
  const { repeats, end } = when
  if (repeats === 'once' && index > 0) return undefined
  if (end.kind === 'times' && index >= end.times) return undefined
  const day = dayOf(when, first, index)
  // A calendar ends somewhere, and a person's plans before that.
  if (day.year > LAST_YEAR || (end.kind === 'until' && day.compare(parseDate(end.day)) > 0)) return undefined
  return { day: day.toString(), at: instantOf(when, day) }
}

const LAST_YEAR = 9998

/** An index from which on nothing that comes at or after a time was passed over. */
function startAt({ repeats }: When, first: CalendarDate, from: Nanos): number {
  // A day may begin a day earlier or later somewhere in the world.
  const day = new Date(msOf(from) - 2 * 86_400_000)
  const days = Math.floor((day.getTime() - first.toDate('UTC').getTime()) / 86_400_000)
  const months = (day.getUTCFullYear() - first.year) * 12 + day.getUTCMonth() + 1 - first.month
  switch (repeats) {
    case 'once':
      return 0
    case 'daily':
    case 'weekly':
    case 'biweekly':
      return Math.max(0, Math.floor(days / PERIOD_DAYS[repeats]) - 1)
    case 'monthly':
    case 'month_end':
      return Math.max(0, months - 1)
    case 'yearly':
      return Math.max(0, Math.floor(months / 12) - 1)
  }
}

/** Its times from one moment on, in their order; as many as are taken. */
export function* slotsFrom(when: When, from: Nanos): Generator<Slot> {
  const first = parseDate(when.first)
  for (let index = startAt(when, first, from); ; index += 1) {
    const slot = slotAt(when, first, index)
    if (slot === undefined) return
    if (slot.at >= from) yield slot
  }
}

/** Its times within a stretch, the end left out. */
export function slotsBetween(when: When, from: Nanos, until: Nanos): Slot[] {
  const slots: Slot[] = []
  for (const slot of slotsFrom(when, from)) {
    if (slot.at >= until) break
    slots.push(slot)
  }
  return slots
}

export function nextSlots(when: When, from: Nanos, count: number): Slot[] {
  const slots: Slot[] = []
  for (const slot of slotsFrom(when, from)) {
    slots.push(slot)
    if (slots.length === count) break
  }
  return slots
}

/** The last time of all; null where there is none after another. */
export function lastSlot(when: When): Slot | null {
  const { repeats, end } = when
  const first = parseDate(when.first)
  if (repeats === 'once') return slotAt(when, first, 0) ?? null
  if (end.kind === 'never') return null
  if (end.kind === 'times') return slotAt(when, first, end.times - 1) ?? null
  const until = instantOf({ ...when, time: '00:00' }, parseDate(end.day).subtract({ years: 2 }))
  let last: Slot | null = null
  for (const slot of slotsFrom(when, until)) last = slot
  return last
}
