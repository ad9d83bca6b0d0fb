import { describe, expect, it } from 'vitest'
import { numberOf } from '../../src/wallet/shared/address-shapes.ts'

describe('the number of a person', () => {
  it.each([
    ['7000', '7000'],
    ['+493012345678', '+493012345678'],
    ['+49 30 1234 5678', '+493012345678'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['+1.415.555.0100', '+14155550100'],
    ['+81\u00a03\u20111234\u20115678', '+81312345678'],
  ])('is what "%s" is, however it is set apart', (text, number) => {
    expect(numberOf(text)).toBe(number)
  })

  it.each(['+44 (0)20 7946 0958', '+12', '+1234567890123456', '12-34-56', '1DICE+', 'Maya'])('is not "%s"', (text) => {
    expect(numberOf(text)).toBeUndefined()
  })
})
