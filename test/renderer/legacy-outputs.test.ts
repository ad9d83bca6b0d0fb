import { describe, expect, it } from 'vitest'
import { groupOf } from '../../src/renderer/screens/accounts/LegacyOutputs.tsx'
import { user } from './fake-data.ts'

const [ADA, BO, CLEO] = [user('Ada', '1'), user('Bo', '2'), user('Cleo', '3')]
const group = (name: string, threshold: number, members: readonly (typeof ADA)[]) => ({
  name,
  threshold,
  members: [...members],
})

describe('a legacy output of several people', () => {
  const groups = [group('All', 2, [ADA, BO, CLEO]), group('Two', 2, [ADA, BO]), group('Any', 1, [ADA, BO])]
  const held = (threshold: number, ...members: (typeof ADA)[]) => groupOf({ threshold, members }, groups)?.name

  it('is told by the name of its group, whatever order its members stand in', () => {
    expect(held(2, CLEO, ADA, BO)).toBe('All')
    expect(held(2, BO, ADA)).toBe('Two')
    expect(held(1, ADA, BO)).toBe('Any')
  })

  it('is of no group that has another member, or asks for more signatures', () => {
    expect(held(3, ADA, BO, CLEO)).toBeUndefined()
    expect(held(2, ADA, CLEO)).toBeUndefined()
  })
})
