import { describe, expect, it } from 'vitest'
import {
  addMember,
  consequences,
  EMPTY_GROUP,
  groupObstacle,
  memberOf,
  removeMember,
} from '../../src/renderer/screens/groups/model.ts'
import { ANA, BO, CHEN, GROUP, person, user } from '../support/fake-data.ts'

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
    expect(memberOf(GROUP)).toHaveProperty('problem')
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
