import { describe, expect, it } from 'vitest'
import { initialsOf } from '../../src/renderer/lib/hue.ts'
import {
  addMember,
  consequences,
  EMPTY_GROUP,
  formLike,
  groupObstacle,
  memberOf,
  movesOf,
  removeMember,
} from '../../src/renderer/screens/groups/model.ts'
import { ANA, asset, BO, CHEN, group, inWords, person, request, user } from './fake-data.ts'

const ME = user('Nora Vance', '7000128840')
const withBo = addMember(EMPTY_GROUP, BO, ME.userId).form

describe('members of a new group', () => {
  it('are added once, and never oneself', () => {
    expect(withBo.others).toEqual([BO])
    expect(addMember(withBo, BO, ME.userId)).toEqual({ form: withBo, problem: 'Already in the list.' })
    expect(addMember(withBo, ME, ME.userId).problem).toBe('You are a member already.')
  })

  it('are at most 64', () => {
    const others = Array.from({ length: 63 }, (_, at) => user(`Member ${at}`, String(30_000_000 + at)))
    expect(addMember({ ...EMPTY_GROUP, others }, ANA, ME.userId).problem).toContain('64')
  })

  it('are people, not addresses or groups', () => {
    expect(memberOf(person(ANA))).toEqual({ user: ANA })
    const pool = { ...group('Rent pool', [ANA, BO, CHEN], 2), kind: 'group' as const }
    expect(memberOf(pool)).toHaveProperty('problem')
  })

  it('leave a threshold that those who stay can reach', () => {
    const three = { ...addMember(withBo, CHEN, ME.userId).form, threshold: 3 }
    expect(removeMember(three, CHEN.userId)).toMatchObject({ others: [BO], threshold: 2 })
  })

  it('and a name are needed', () => {
    expect(groupObstacle(withBo)).toBe('Give the group a name.')
    expect(groupObstacle({ ...EMPTY_GROUP, name: 'Pool' })).toBe('Add at least one other person.')
    expect(groupObstacle({ ...withBo, name: 'Pool' })).toBeNull()
  })
})

describe('what a threshold means', () => {
  it('names how many keys may be lost', () => {
    expect(consequences(2, 3).join(' ')).toContain('up to 1 member loses the key')
    expect(consequences(2, 5).join(' ')).toContain('up to 3 members lose the key')
  })

  it('warns of a group in which one lost key loses everything, and of one in which each can take everything', () => {
    expect(consequences(3, 3).join(' ')).toContain('cannot be moved any more')
    expect(consequences(1, 3).join(' ')).toContain('Each member alone')
  })

  it('does not speak of everybody while there is nobody else', () => {
    expect(consequences(1, 1).join(' ')).not.toContain('Everybody')
  })
})

describe('moving a group’s money to another group', () => {
  const ETH = asset('ETH', 'Ethereum')
  const XIN = asset('XIN', 'Ethereum')
  const balance = (of: typeof ETH, available: string, held = '0') => ({
    ...{ asset: of, total: available, available, held, arriving: '0', coins: 1, fiat: null },
  })
  const from = group('Old', [ANA, BO], 2)
  const to = group('New', [ANA, BO, CHEN], 2)
  const party = {
    ...{ kind: 'group' as const, name: null, members: to.members, threshold: 2, membersHash: to.membersHash },
    address: to.address,
  }
  const asked = (id: string, over: Parameters<typeof request>[2]) => ({
    ...request(id, from, { party, ...over }),
    ...{ verdict: 'ok' as const, rivals: [] },
  })

  it('asks for what lies there, waits for what was asked, and counts what is final', () => {
    const requests = [
      asked('one', { asset: XIN, state: 'open' }),
      asked('two', { asset: ETH, state: 'revoked' }),
      asked('three', { asset: asset('BTC', 'Bitcoin'), state: 'final' }),
    ]
    const moves = movesOf({ balances: [balance(ETH, '4'), balance(XIN, '0', '8')], holds: [] }, requests, to)
    expect(moves.map(({ asset: { symbol }, state }) => [symbol, state])).toEqual([
      ['ETH', 'to-move'],
      ['XIN', 'asked'],
      ['BTC', 'moved'],
    ])
  })

  it('names the own payment that holds of it and that nobody was asked for, and none where a request does', () => {
    const hold = (paymentId: string, of: typeof ETH) => ({
      paymentId,
      title: inWords('A payment'),
      asset: of,
      amount: '1',
    })
    const elsewhere = asked('one', { asset: XIN, state: 'open', party: { kind: 'unknown' } })
    const holds = [hold(elsewhere.requestId, XIN), hold('mine', ETH)]
    const moves = movesOf({ balances: [balance(ETH, '0', '4'), balance(XIN, '0', '8')], holds }, [elsewhere], to)
    expect(moves.map(({ payment, state }) => [payment, state])).toEqual([
      ['mine', 'to-move'],
      [null, 'to-move'],
    ])
  })

  it('takes a payment to somebody else for no move', () => {
    const other = { ...asked('one', { asset: ETH }), party: { ...party, threshold: 1 } }
    expect(movesOf({ balances: [balance(ETH, '4')], holds: [] }, [other], to).map(({ state }) => state)).toEqual([
      'to-move',
    ])
  })

  it('begins with the members that there are, and has nothing to do until one differs', () => {
    const form = formLike(from, ANA.userId)
    expect(form.others).toEqual([BO])
    expect(groupObstacle(form, from, ANA.userId)).toContain('Nothing is changed')
    expect(groupObstacle({ ...form, others: [BO, CHEN] }, from, ANA.userId)).toBe(null)
  })
})

it('a name is known by the first letters of its first and last word, never by a mark in front of one', () => {
  expect(['Zum „Goldenen Löwen“', 'مجموعة (neu)', 'club', '“The” 2027', '()', ''].map(initialsOf)).toEqual([
    ...['ZL', 'مN', 'C', 'T2', '?', '?'],
  ])
})

it('a name of words and pictures is known by its words alone, and one of pictures by its first, whole', () => {
  const [family, flag] = ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f1ef}\u{1f1f5}']
  expect([`${family} Lima`, `Ada ${flag}`, `${flag} Ada Byron ${family}`, `${flag}Ada`].map(initialsOf)).toEqual([
    ...['L', 'A', 'AB', 'A'],
  ])
  expect([flag, `${family}${flag}`, `${flag} ${family}`, `\u2764 \u{1f389}`].map(initialsOf)).toEqual([
    ...[flag, family, flag, '\u2764'],
  ])
  expect(['7 Seas', 'e\u0301milie', '+'].map(initialsOf)).toEqual(['7S', 'E\u0301', '+'])
})
