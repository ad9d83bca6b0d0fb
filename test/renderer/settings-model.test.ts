import { describe, expect, it } from 'vitest'
import { networkName } from '../../src/renderer/components/network-name.ts'
import { sectionsOf } from '../../src/renderer/screens/settings/model.ts'
import { formOf, listsNobody } from '../../src/renderer/screens/settings/rules/model.ts'
import { pagesStanding } from '../../src/renderer/screens/settings/standing.ts'

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

describe('the line under web apps', () => {
  const site = (allowed: boolean) =>
    ({ allowed }) as Parameters<typeof pagesStanding>[0] extends (infer Site)[] | undefined ? Site : never // the part that is read

  it('counts the pages that see balances, and not those that were refused', () => {
    expect(pagesStanding([])?.text).toBe('No page sees balances')
    expect(pagesStanding([site(true), site(false)])?.text).toBe('1 page sees balances')
    expect(pagesStanding(undefined)).toBeNull()
  })
})

describe('a list of those who may be paid', () => {
  const asked = (payees: 'anyone' | 'listed', listed: Parameters<typeof formOf>[1] = []) =>
    listsNobody({ ...formOf(null, listed, 'USD'), payees })
  const MAYA = { payee: { kind: 'user', userId: 'maya' }, party: { kind: 'unknown' } } as never // only how many there are is read

  it('is missing somebody while it is asked for and empty', () => {
    expect(asked('listed')).toBe(true)
    expect(asked('listed', [MAYA])).toBe(false)
    expect(asked('anyone')).toBe(false)
  })
})
