import { afterEach, describe, expect, it } from 'vitest'
import { locale, speak, tiedDay, withoutMarks } from '#words'
import * as time from '../../src/renderer/lib/time.ts'
import { damageWords } from '../../src/renderer/shell/DamageBanner.tsx'

const AT = new Date(2025, 10, 26, 14, 2, 5)
const at = AT.toISOString()
const NOW = new Date(2026, 0, 2, 9, 0).getTime()
const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** As a window of that language writes days, which its formats do from its beginning. */
const written = (tag: string): string[] =>
  ([DAY, { ...DAY, month: 'short' }, { ...DAY, ...CLOCK, weekday: 'long' }] as const).map((options) =>
    tiedDay(new Intl.DateTimeFormat(tag, options).format(AT)),
  )

const english = (): string[] => [
  ...[time.formatDay(at, NOW), time.formatDay(at, AT.getTime() + 20 * time.DAY_MS), time.formatShortDay(at, NOW)],
  ...[time.formatMoment(at, NOW), time.formatMoment(at, AT.getTime() + time.DAY_MS), time.formatFull(at)],
  ...[time.formatMomentLong(at), time.formatDayLong(at), time.formatDate(at, time.DAY_MS), time.formatDate(at, NOW)],
  ...[time.formatCivil('2025-11-26'), time.formatCivil('2025-11-26', 'inYear')],
]

describe.each([
  ['English', english],
  ['Chinese', () => written('zh-CN')],
  ['Japanese', () => written('ja')],
])('a day in %s', (_language, all) => {
  it('stays on its line', () => {
    for (const text of all()) {
      // Where a line may end: at a plain blank, and between the letters of two languages and figures.
      expect(text).not.toMatch(/\d (?:Nov|\d{4})|Nov(?:ember)? \d|\d[年月日]|[年月]\d/)
    }
  })

  it('leaves Coffer as it is written elsewhere', () => {
    for (const text of all()) {
      expect(withoutMarks(text)).toMatch(/^[^\u00a0\u2060]+$/)
      expect(withoutMarks(text)).toMatch(/26 Nov|11月26日/)
    }
  })
})

describe.each(['en', 'zh-CN', 'ja'] as const)('in %s', (language) => {
  afterEach(() => speak('en'))

  it('a short day is written as the engine writes it, on each day of a year', async () => {
    await speak(language, 'page')
    const day = { day: 'numeric', month: 'short' } as const
    const [ofThisYear, ofAnother] = [day, { ...day, year: 'numeric' } as const].map(
      (options) => new Intl.DateTimeFormat(locale(), options),
    )
    for (let at = 0; at < 366; at++) {
      const date = new Date(2024, 0, 1 + at, 12)
      const [then, later] = [date.getTime(), new Date(2025, 6, 1).getTime()]
      expect(time.formatShortDay(date.toISOString(), then)).toBe(tiedDay(ofThisYear?.format(date) ?? ''))
      expect(time.formatShortDay(date.toISOString(), later)).toBe(tiedDay(ofAnother?.format(date) ?? ''))
    }
  })

  it('a clock is read as the engine writes it, at each hour of a day', async () => {
    await speak(language, 'page')
    const [minutes, seconds] = [{}, { second: '2-digit' } as const].map(
      (more) => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', ...more }),
    )
    for (let hour = 0; hour < 24; hour++) {
      const date = new Date(2026, 0, 2, hour, (hour * 7) % 60, (hour * 11) % 60)
      expect(time.formatClock(date.toISOString())).toBe(minutes?.format(date))
      expect(time.formatSeconds(date.toISOString(), date.getTime())).toBe(seconds?.format(date))
    }
  })
})

it('is written of a copy of a damaged file as everywhere else', () => {
  const words = damageWords({
    ...{ file: 'intents', at, state: 'repaired', setAside: '', rescued: 1, restored: 1 },
    ...{ copyAt: at, missed: 0 },
  })
  expect(withoutMarks(words.text)).toContain('26 Nov 2025')
})
