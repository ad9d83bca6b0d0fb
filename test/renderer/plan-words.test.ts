import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withoutMarks } from '#words'
import { formerText, problemText, whenText } from '../../src/renderer/components/plan-words.ts'
import { repeating, usualWhen, yearAfter } from '../../src/renderer/components/WhenFields.tsx'
import { formatDated, localZone } from '../../src/renderer/lib/time.ts'
import type { When } from '../../src/renderer/state/types.ts'

const WEEKLY: When = {
  ...{ first: '2026-11-26', time: '09:00', zone: localZone(), repeats: 'weekly' },
  end: { kind: 'until', day: '2026-11-20' },
}

describe('when a plan pays', () => {
  it('names the day of each date, of today as well', () => {
    const now = new Date(2026, 10, 26, 8, 0).getTime()
    expect(formatDated(new Date(2026, 10, 26, 9, 0).toISOString(), now)).toBe('Today, 09:00')
    expect(withoutMarks(formatDated(new Date(2026, 10, 27, 9, 0).toISOString(), now))).toBe('27 Nov, 09:00')
  })

  it('names no end of what comes once', () => {
    expect(withoutMarks(whenText({ ...WEEKLY, repeats: 'once' }))).toBe('Once, 26 Nov 2026 at 09:00')
    expect(withoutMarks(whenText(WEEKLY))).toBe('Every Thursday at 09:00, until 20 Nov 2026')
  })

  it('has no end that nobody sees once it comes but once', () => {
    expect(repeating(WEEKLY, 'once').end).toEqual({ kind: 'never' })
    expect(repeating(WEEKLY, 'monthly').end).toEqual(WEEKLY.end)
  })

  it('begins tomorrow, also where a day has 23 or 25 hours', () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(usualWhen(new Date(2027, 2, 27, 23, 30).getTime()).first).toBe('2027-03-28')
    expect(usualWhen(new Date(2026, 9, 25, 0, 15).getTime()).first).toBe('2026-10-26')
  })

  it('ends a year of the calendar on, leap day or not', () => {
    expect(yearAfter('2027-03-01')).toBe('2028-03-01')
    expect(yearAfter('2026-11-26')).toBe('2027-11-26')
  })
})

describe('a time that could not be prepared', () => {
  const details = { available: '0', needed: '0.5 XIN', symbol: 'XIN' }

  it('says what holds the money that is there', () => {
    expect(withoutMarks(problemText({ code: 'wallet.insufficient', details: { ...details, held: '12' } }))).toBe(
      'You can send 0 XIN; this needs 0.5 XIN. 12 XIN is held or frozen.',
    )
  })

  it('says no more where there is none', () => {
    expect(withoutMarks(problemText({ code: 'wallet.insufficient', details: { ...details, held: '0' } }))).toBe(
      'You can send 0 XIN; this needs 0.5 XIN.',
    )
  })
})

describe('a plan that pays what was changed since', () => {
  const changed = {
    code: 'check.payments.address-changed-tag',
    values: { name: 'Vault', address: 'a', tag: '1' },
  } as const
  const left = { code: 'check.payments.contact-removed', values: { name: 'Maya' } } as const

  it('says in a list what it is, of several kinds in one sentence', () => {
    expect([[], [changed], [changed, changed], [left], [changed, left]].map(formerText)).toEqual([
      '',
      'Pays an address that you changed since',
      'Pays an address that you changed since',
      'Pays somebody whom you took off the contacts since',
      'Pays addresses or contacts that you changed or removed since',
    ])
  })
})
