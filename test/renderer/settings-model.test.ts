import { describe, expect, it } from 'vitest'
import { networkName } from '../../src/renderer/components/network-name.ts'
import { sectionsOf } from '../../src/renderer/screens/settings/model.ts'

describe('the real network', () => {
  it('is called what it is, not what its files are called', () => {
    expect(networkName({ kind: 'mainnet', name: 'mainnet' })).toBe('Mixin network')
  })
})

describe('the sections of settings', () => {
  it('have rules for an account that signs, and none for one that is only watched', () => {
    const idsOf = (kind: 'user' | 'bot' | 'watch') => sectionsOf([], { kind }).map(({ id }) => id)
    expect(idsOf('user')).toContain('rules')
    expect(idsOf('bot')).toContain('rules')
    expect(idsOf('watch')).toEqual(idsOf('user').filter((id) => id !== 'rules'))
  })
})
