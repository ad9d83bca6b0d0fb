import { describe, expect, it } from 'vitest'
import { sectionsOf } from '../../src/renderer/screens/settings/model.ts'

describe('the sections of settings', () => {
  it('have rules for an account that signs, and none for one that is only watched', () => {
    const idsOf = (kind: 'user' | 'bot' | 'watch') => sectionsOf([], { kind }).map(({ id }) => id)
    expect(idsOf('user')).toContain('rules')
    expect(idsOf('bot')).toContain('rules')
    expect(idsOf('watch')).toEqual(idsOf('user').filter((id) => id !== 'rules'))
  })
})
