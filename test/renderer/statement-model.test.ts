import { describe, expect, it } from 'vitest'
import { byPrices } from '../../src/renderer/screens/statement/model.ts'

const NOTHING = { opening: '0.00', came: '0.00', went: '0.00', closing: '0.00' }

function changed(values: Partial<Record<keyof typeof NOTHING, string | null>>): string | null {
  const { opening, came, went, closing } = { ...NOTHING, ...values }
  const assets = [{ openingFiat: opening, closingFiat: closing }]
  return byPrices({ assets, came: { fiat: came }, went: { fiat: went } })
}

describe('what prices did to the value of a period', () => {
  it('is what the closing value has beyond the opening one and all movements', () => {
    expect(changed({ opening: '100.00', came: '50.00', went: '20.00', closing: '125.50' })).toBe('-4.50')
    expect(changed({ came: '0.05', closing: '0.07' })).toBe('0.02')
    expect(changed({ opening: '100.00', went: '100.00' })).toBe('0.00')
  })

  it('is not said where a part of it is not known', () => {
    expect(changed({ came: null, closing: '5.00' })).toBeNull()
    expect(changed({ came: '5.00', closing: null })).toBeNull()
  })
})
