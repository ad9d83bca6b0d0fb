import { describe, expect, it } from 'vitest'
import { said } from '#words'
import { whyBeside, whyNot } from '../../src/renderer/components/coin.tsx'
import type { Coin } from '../../src/renderer/state/types.ts'

const title = said('title.send-to', { what: '1 BTC', whom: 'Maya' })
const heldFor: Coin['heldFor'] = { kind: 'payment', id: 'p', title }
const FREE = { heldFor: null, frozen: null } as const

describe('beside the mark of a coin', () => {
  it.each(['held', 'signed'] as const)('stands what has it, and not once more that it is %s', (state) => {
    const words = whyBeside({ ...FREE, state, heldFor })
    expect(words).toBe('Send 1 BTC to Maya')
    expect(whyNot({ ...FREE, state, heldFor })).toContain(`: ${words}`)
  })

  it('stands nothing where the mark says all', () => {
    expect(whyBeside({ ...FREE, state: 'spent' })).toBeNull()
    expect(whyBeside({ ...FREE, state: 'available' })).toBeNull()
  })

  it('stands what nobody else says', () => {
    expect(whyBeside({ ...FREE, state: 'inscribed' })).toBe('Never spent as money.')
  })
})
