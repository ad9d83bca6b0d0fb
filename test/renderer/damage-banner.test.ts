import { describe, expect, it } from 'vitest'
import type { WireAnswer } from '#contract/ipc'
import { damageWords, placeOfDeeds } from '../../src/renderer/shell/DamageBanner.tsx'
import { ago } from './fake-data.ts'

type Damage = WireAnswer<'damage.list'>[number]

/** A journal that came back. */
function damage(over: Partial<Damage> = {}): Damage {
  return {
    file: 'intents',
    at: ago(3),
    state: 'repaired',
    setAside: 'intents.db.damaged-1790000000000',
    rescued: 120,
    restored: 4,
    copyAt: ago(600),
    missed: 2,
    ...over,
  }
}

describe('what can be done about damaged files', () => {
  it('stands beside the first that can be put away, whatever else is only seen', () => {
    const [seen, repaired] = [damage({ state: 'seen' }), damage()]
    expect(placeOfDeeds([repaired, seen])).toBe(0)
    expect(placeOfDeeds([seen, repaired, repaired])).toBe(1)
    expect(placeOfDeeds([seen])).toBe(-1)
  })
})

describe('words about a damaged file', () => {
  it('name the copy, the payments that missed something, and what it means for the money', () => {
    const { tone, title, text } = damageWords(damage())
    expect(tone).toBe('warn')
    expect(title).toBe('The record of your payments was damaged')
    expect(text).toContain('2 payments came from the copy')
    expect(text).toContain('Your coins are safe')
  })

  it('say that there was no copy', () => {
    expect(damageWords(damage({ copyAt: null, missed: 0 })).text).toContain('There was no copy.')
  })

  it('do not alarm about what the service gives again', () => {
    expect(damageWords(damage({ file: 'cache' })).tone).toBe('info')
  })

  it('say of the file of the keys that it is back, and what to look at', () => {
    const { title, text } = damageWords(damage({ file: 'vault', setAside: '', copyAt: null, missed: 0 }))
    expect(title).toContain('where your keys lie')
    expect(text).toContain('your money has not moved')
  })

  it('say of a list of accounts that was not there that it was gone', () => {
    expect(damageWords(damage({ file: 'profile', setAside: '' })).title).toBe(
      'The list of accounts and settings was gone',
    )
  })

  it('say of rows that cannot be read that what they hold stays held', () => {
    const { title, text } = damageWords(damage({ state: 'unread', setAside: '', copyAt: null, missed: 0 }))
    expect(title).toBe('Part of the record of your payments cannot be read')
    expect(text).toContain('stays held')
  })

  it('ask for a restart where damage was seen in use', () => {
    expect(damageWords(damage({ state: 'seen' })).text).toContain('Close Coffer and open it again')
  })
})
