import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { type Standing, settledBy } from '../../src/wallet/schedule/standing.ts'
import { lastSlot, nextSlots, slotsBetween, slotsFrom, type When } from '../../src/wallet/schedule/when.ts'

const nanos = (text: string): Nanos => (BigInt(Date.parse(text)) * 1_000_000n) as Nanos
const iso = (at: Nanos): string => new Date(Number(at / 1_000_000n)).toISOString()
const plan = (more: Partial<When>): When => ({
  ...{ first: '2026-01-31', time: '09:00', zone: 'Europe/Berlin', repeats: 'monthly', end: { kind: 'never' } },
  ...more,
})
const START = nanos('2000-01-01T00:00:00Z')
const days = (when: When, count: number, from = START) => nextSlots(when, from, count).map(({ day }) => day)
const times = (when: When, count: number, from = START) => nextSlots(when, from, count).map(({ at }) => iso(at))

describe('times of a plan', () => {
  it('come on the same day of the month, or the last where a month has no such day', () => {
    expect(days(plan({}), 5)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  it('come on the last day of each month', () => {
    const when = plan({ first: '2027-12-05', repeats: 'month_end' })
    expect(days(when, 4)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
  })

  it('come once a year, also for a day that only some years have', () => {
    const when = plan({ first: '2024-02-29', repeats: 'yearly' })
    expect(days(when, 5)).toEqual(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'])
  })

  it('come every other week', () => {
    expect(days(plan({ first: '2026-12-21', repeats: 'biweekly' }), 3)).toEqual([
      '2026-12-21',
      '2027-01-04',
      '2027-01-18',
    ])
  })

  it('come once and no more', () => {
    expect(days(plan({ repeats: 'once' }), 3)).toEqual(['2026-01-31'])
    expect(days(plan({ repeats: 'once' }), 3, nanos('2026-02-01T00:00:00Z'))).toEqual([])
  })

  it('keep to the clock on the wall in summer and in winter', () => {
    const when = plan({ first: '2026-03-28', repeats: 'daily' })
    expect(times(when, 2)).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  })

  it('move to the next hour where the clocks skip one, and take the first where there are two', () => {
    expect(times(plan({ first: '2026-03-29', time: '02:30', repeats: 'once' }), 1)).toEqual([
      '2026-03-29T01:30:00.000Z',
    ])
    expect(times(plan({ first: '2026-10-25', time: '02:30', repeats: 'once' }), 1)).toEqual([
      '2026-10-25T00:30:00.000Z',
    ])
  })

  it('end after so many, or after a day', () => {
    const thrice = plan({ end: { kind: 'times', times: 3 } })
    expect(days(thrice, 9)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(lastSlot(thrice)?.day).toBe('2026-03-31')
    const until = plan({ end: { kind: 'until', day: '2026-04-29' } })
    expect(days(until, 9)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(lastSlot(until)?.day).toBe('2026-03-31')
    expect(lastSlot(plan({}))).toBeNull()
  })
})

const zone = fc.constantFrom(
  ...['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Shanghai', 'Australia/Lord_Howe', 'America/Sao_Paulo'],
  ...['Asia/Kathmandu', 'Pacific/Auckland', 'Africa/Cairo', 'UTC'],
)
const date = fc.date({ min: new Date('2015-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
const day = date.map((one) => one.toISOString().slice(0, 10))
const two = (most: number) => fc.integer({ min: 0, max: most }).map((one) => String(one).padStart(2, '0'))
const anyPlan = fc.record({
  ...{ first: day, time: fc.tuple(two(23), two(59)).map((parts) => parts.join(':')), zone },
  repeats: fc.constantFrom(
    ...(['once', 'daily', 'weekly', 'biweekly', 'monthly', 'month_end', 'yearly'] satisfies When['repeats'][]),
  ),
  end: fc.oneof(
    fc.constant({ kind: 'never' as const }),
    day.map((last) => ({ kind: 'until' as const, day: last })),
    fc.integer({ min: 1, max: 40 }).map((count) => ({ kind: 'times' as const, times: count })),
  ),
})
const moment = date.map((one) => nanos(one.toISOString()))

/** What the clock on the wall of a zone shows. */
function wall(at: Nanos, timeZone: string): { day: string; time: string } {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [shownDay = '', time = ''] = form.format(new Date(Number(at / 1_000_000n))).split(' ')
  return { day: shownDay, time }
}

describe('whatever the plan', () => {
  it('the clock on its wall shows day and time, or a later time on a day on which that is skipped', () => {
    fc.assert(
      fc.property(anyPlan, (when) => {
        for (const slot of nextSlots(when, START, 30)) {
          const shown = wall(slot.at, when.zone)
          expect(shown.day).toBe(slot.day)
          if (shown.time === when.time) continue
          // An hour earlier the wall shows another time still: the one that was asked for is nowhere.
          expect(shown.time > when.time).toBe(true)
          const before = wall((slot.at - 3_600_000_000_000n) as Nanos, when.zone)
          expect(before.time).not.toBe(when.time)
        }
      }),
    )
  })

  it('each day is named once, and later days come later', () => {
    fc.assert(
      fc.property(anyPlan, (when) => {
        const slots = nextSlots(when, START, 60)
        for (const [at, slot] of slots.entries()) {
          const before = slots[at - 1]
          if (before === undefined) continue
          expect(slot.day > before.day).toBe(true)
          expect(slot.at > before.at).toBe(true)
        }
      }),
    )
  })

  it('looking from a moment on finds what looking at all of them finds', () => {
    fc.assert(
      fc.property(anyPlan, moment, (when, from) => {
        const until = (from + 400n * 86_400_000_000_000n) as Nanos
        const all = slotsBetween(when, START, until).filter(({ at }) => at >= from)
        expect(slotsBetween(when, from, until)).toEqual(all)
      }),
      { numRuns: 60 },
    )
  })

  it('the last is the last', () => {
    fc.assert(
      fc.property(anyPlan, (when) => {
        const last = lastSlot(when)
        const isEndless = when.repeats !== 'once' && when.end.kind === 'never'
        const all = isEndless ? [] : [...slotsFrom(when, START)]
        expect(last).toEqual(all.at(-1) ?? null)
      }),
      { numRuns: 60 },
    )
  })
})

describe('times that nobody has to look at again', () => {
  it('end with the first that is open, also where days of several zones are in another order than their times', () => {
    // A plan that was moved from one end of the world to the other.
    const open = (day: string, at: string) => ({ day, at: nanos(at), state: 'asks' }) as Standing
    const standings = [open('2026-11-02', '2026-11-03T04:00:00Z'), open('2026-11-03', '2026-11-02T19:00:00Z')]
    expect(iso(settledBy(standings, START, nanos('2026-12-01T00:00:00Z')))).toBe('2026-11-02T19:00:00.000Z')
    expect(iso(settledBy(standings, START, nanos('2026-11-04T00:00:00Z')))).toBe('2026-11-02T00:00:00.000Z')
    expect(iso(settledBy([], START, nanos('2026-11-04T00:00:00Z')))).toBe('2026-11-02T00:00:00.000Z')
  })
})
