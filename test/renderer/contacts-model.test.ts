import fc from 'fast-check'

import { describe, expect, it, onTestFinished } from 'vitest'
import { speak } from '#words'
import { partyDetail, partyName, partyNumber, recipientsIn } from '../../src/renderer/components/party.tsx'

import {
  barsOf,
  isUseful,
  marksOf,
  previewWords,
  searched,
  sortContacts,
} from '../../src/renderer/screens/contacts/model.ts'
import type { Contact, Party } from '../../src/renderer/state/types.ts'
import { ANA, ago, chainParty, KAOS, type User, user } from './fake-data.ts'

const contact = (user: User, over: Partial<Contact> = {}): Contact => ({
  ...{ user, phone: '', note: '', addresses: [], paidBefore: null, alarm: null },
  ...over,
})

const words = (user: User): string[] => marksOf(user).map(({ word }) => word)
const counts = { new: 0, changed: 0, same: 0, unknown: 0, broken: 0 }

describe('marks of an account', () => {
  it('say the gravest first, and nothing of an ordinary stranger', () => {
    expect(words({ ...KAOS, scam: true })).toEqual(['Scam', 'Verified', 'Bot', 'Contact'])
    expect(words(user('Mira Okafor', '40119386', { registered: false, relationship: 'stranger' }))).toEqual([
      'Not registered',
    ])
    expect(words({ ...ANA, relationship: 'blocked', deactivated: true })).toEqual(['Closed', 'Blocked'])
    expect(words({ ...ANA, relationship: 'stranger', registered: null })).toEqual([])
  })
})

describe('searching contacts', () => {
  it('looks at the beginnings of words in names, numbers and notes', () => {
    const list = [contact(ANA), contact(KAOS, { note: 'Logo and posters' })]
    const found = (text: string) => searched(list, text).map(({ user }) => user.name)
    expect(found('  ')).toHaveLength(2)
    expect(found('lim')).toEqual(['Ana Lima'])
    expect(found('post')).toEqual(['Studio Kaos'])
    expect(found(KAOS.identityNumber.slice(0, 9))).toEqual(['Studio Kaos'])
    expect(found('ima')).toEqual([])
  })
})

describe('a file of contacts', () => {
  it('is summed up in one sentence before anything is done', () => {
    expect(
      previewWords({ counts: { ...counts, new: 3, changed: 1, unknown: 1, broken: 1 }, addresses: 2, groups: 0 }),
    ).toBe('3 new contacts, 2 new addresses, 1 differs from yours, 2 cannot be used.')
    expect(previewWords({ counts, addresses: 0, groups: 0 })).toBe('The file has no lines.')
  })

  it('is of use when something is new, or when what differs may be changed', () => {
    const changed = { counts: { ...counts, changed: 2 }, addresses: 0, groups: 0 }
    expect(isUseful(changed, false)).toBe(false)
    expect(isUseful(changed, true)).toBe(true)
    expect(isUseful({ counts, addresses: 1, groups: 0 }, false)).toBe(true)
    expect(isUseful({ counts, addresses: 0, groups: 1 }, false)).toBe(true)
  })
})

describe('a saved address', () => {
  it('is called what its person called it, with chain, address and tag beside', () => {
    const party = chainParty('XRP', 'XRP Ledger', 'rQK3jNA5zkDCdkUvoJrzdkUsnp8J4d57Dz', '4711')
    expect(partyName({ ...party, label: 'Kraken' } as typeof party)).toBe('Kraken')
    expect(partyDetail({ ...party, label: 'Kraken' } as typeof party)).toMatch(
      /^XRP Ledger address · rQK3jNA5.*57Dz · tag 4711$/,
    )
    expect(partyName(party)).toBe('XRP Ledger address')
    expect(partyName({ ...party, chainName: '' } as typeof party)).toBe('Address')
  })
})

describe('the number of a person', () => {
  const user = { ...KAOS, bot: false }

  it('is theirs, or the ends of the id where there is none; whoever is no person has none', () => {
    expect(partyNumber({ kind: 'user', user })).toBe(KAOS.identityNumber)
    expect(partyDetail({ kind: 'user', user })).toBe(`Person · ${KAOS.identityNumber}`)
    expect(partyNumber({ kind: 'user', user: { ...user, identityNumber: '' } })).toMatch(/^[0-9a-f]+….*[0-9a-f]+$/)
    expect(partyNumber({ kind: 'self' })).toBe(null)
  })

  it('stands once where it stands for a name, with the ends of the id beside it', () => {
    const nameless = { kind: 'user', user: { ...user, name: '' } } as const
    expect(partyName(nameless)).toBe(KAOS.identityNumber)
    expect(partyDetail(nameless)).toMatch(/^Person · [0-9a-f]+….*[0-9a-f]+$/)
  })
})

describe('months as bars', () => {
  const months = (sums: readonly (readonly [string, string])[]) =>
    sums.map(([came, went], at) => ({
      month: `2026-${String(at + 1).padStart(2, '0')}`,
      in: { fiat: came, count: 1, unpriced: 0 },
      out: { fiat: went, count: 1, unpriced: 0 },
    }))

  it('stand on one scale, above and below one line', () => {
    const { bars, line } = barsOf(
      months([
        ['100.00', '0.00'],
        ['0.00', '300.00'],
      ]),
      132,
    )
    expect((bars[1]?.down ?? 0) / (bars[0]?.up ?? 1)).toBeCloseTo(3)
    expect(line - (bars[0]?.up ?? 0)).toBeGreaterThanOrEqual(0)
    expect(line + (bars[1]?.down ?? 0)).toBeLessThanOrEqual(132)
  })

  it('are never taller than the picture and never invisible where something passed', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 12 }).map((value) => (value / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents), { minLength: 12, maxLength: 12 }), (sums) => {
        const { bars, line } = barsOf(months(sums), 132)
        return bars.every(({ up, down }, at) => {
          const [came = '0', went = '0'] = sums[at] ?? []
          const isSeen = (height: number, fiat: string) => Number(fiat) === 0 || height >= 2
          return line - up >= -3 && line + down <= 135 && isSeen(up, came) && isSeen(down, went)
        })
      }),
    )
  })

  it('are none where nothing passed', () => {
    expect(barsOf(months([['0.00', '0.00']]), 132).bars).toEqual([])
  })
})

describe('the order of contacts', () => {
  const paid = (name: string, times: number) => ({
    ...contact(user(name, String(times + 40_000))),
    paidBefore: times === 0 ? null : { times, last: ago(5) },
  })

  it('begins with those who are paid most, and goes on by name', () => {
    const { often, all } = sortContacts([paid('Zoe', 9), paid('Bo', 0), paid('Ann', 1), paid('Cid', 4)])
    expect(often.map(({ user: { name } }) => name)).toEqual(['Zoe', 'Cid'])
    expect(all.map(({ user: { name } }) => name)).toEqual(['Ann', 'Bo'])
  })

  it('goes on by name as the language does that is spoken, whatever the computer speaks', async () => {
    await speak('zh-CN')
    onTestFinished(() => speak('en'))
    const { all } = sortContacts(['张伟', '王芳', '李娜'].map((name) => paid(name, 0)))
    expect(all.map(({ user: { name } }) => name)).toEqual(['李娜', '王芳', '张伟'])
  })
})

it('counts whoever is paid in several rows of a payment once, and strangers of whom nothing is known each', () => {
  const count = (...parties: Party[]) => recipientsIn(parties.map((party) => ({ party })))
  const ana: Party = { kind: 'user', user: ANA }
  expect(count(ana, ana)).toBe(1)
  expect(count(ana, { kind: 'user', user: KAOS }, ana)).toBe(2)
  expect(count({ kind: 'unknown' }, { kind: 'unknown' })).toBe(2)
  const exchange = (tag: string) => chainParty('XRP', 'XRP Ledger', 'rQK3jNA5zkDCdkUvoJrzdkUsnp8J4d57Dz', tag)
  expect(count(exchange('1'), exchange('1'), exchange('2'))).toBe(2)
})
