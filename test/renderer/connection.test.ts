import { describe, expect, it } from 'vitest'
import { formatSpan } from '../../src/renderer/lib/time.ts'
import { clockIsOff, connectionWords, cutOffLine } from '../../src/renderer/state/connection.ts'
import type { Connection } from '../../src/renderer/state/types.ts'

const NOW = new Date(2026, 10, 25, 17, 30).getTime()
const connection = (over: Partial<Connection>): Connection => ({
  ...{ state: 'stale', problem: null, checkedToSequence: 6, clockSkewSeconds: 0 },
  lastSuccess: new Date(2026, 10, 25, 17, 2).toISOString(),
  ...over,
})

describe('beside the money', () => {
  it('stands since when nothing was heard', () => {
    const line = 'No connection since 17:02. You see what was known then.'
    expect(cutOffLine(connection({}), NOW)).toBe(line)
    expect(cutOffLine(connection({ state: 'offline' }), NOW)).toBe(line)
  })

  it.each([undefined, connection({ state: 'live' }), connection({ state: 'updating' })])(
    'stands nothing while all is current or not known yet',
    (known) => {
      expect(cutOffLine(known, NOW)).toBeNull()
    },
  )

  it('stands that it is the clock where that is wrong, and not the connection', () => {
    for (const state of ['stale', 'offline'] as const) {
      const wrong = connection({ state, problem: { code: 'remote.clock', details: {} }, clockSkewSeconds: 10_800 })
      expect(cutOffLine(wrong, NOW)).toMatch(/^The clock of this computer is wrong\./)
      expect(connectionWords(wrong, NOW).word).toBe('Clock is wrong')
    }
  })

  it('stands what it means where nothing was ever heard', () => {
    expect(cutOffLine(connection({ lastSuccess: null }), NOW)).toMatch(/^The network does not answer\./)
  })
})

describe('how far a clock is off', () => {
  it('is said as it is, and as the least where it is more than the wallet measures', () => {
    expect([10_800, -7_200].map(clockIsOff)).toEqual(['3 hours ahead', '2 hours behind'])
    expect([86_400, -86_400].map(clockIsOff)).toEqual(['24 hours or more ahead', '24 hours or more behind'])
  })

  it.each([
    [7, '7 seconds'],
    [119, '119 seconds'],
    [240, '4 minutes'],
    [10_800, '3 hours'],
    [3 * 86_400, '3 days'],
  ])('is said in a unit that is read at a glance: %i s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text)
  })
})
