import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { byPrices, periodsFor, titleOf } from '../../src/renderer/screens/statement/model.ts'
import { Part } from '../../src/renderer/screens/statement/Table.tsx'

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

describe('the periods of a statement', () => {
  const march = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }

  it('begin with that of the list it is made from', () => {
    expect(periodsFor(march)[0]).toBe('asked')
    expect(periodsFor(march)).toContain('all')
    expect(periodsFor({ ...march, from: null })[0]).toBe('asked')
  })

  it('name everything once where the list has no period', () => {
    const periods = periodsFor({ from: null, to: null })
    expect(periods[0]).toBe('all')
    expect(periods).not.toContain('asked')
    expect(new Set(periods).size).toBe(periods.length)
  })
})

describe('what a movement is called on a statement', () => {
  const row = { label: '', memoText: null, kind: 'occupy', asset: { chainName: 'Mixin' } }
  const called = (more: object) => titleOf({ ...row, ...more } as Parameters<typeof titleOf>[0]) // all that is read

  it('is what an item did, and not what programs wrote with it for each other', () => {
    expect(called({ memoText: '{"operation":"occupy","sequence":0}' })).toBe('Coins turned into an item')
    expect(called({ kind: 'release' })).toBe('Coins from an item that was released')
  })

  it('is what a person wrote with it, and before that one’s own word', () => {
    expect(called({ memoText: 'Rent' })).toBe('Rent')
    expect(called({ memoText: 'Rent', label: 'Flat' })).toBe('Flat')
  })
})

describe('a table of a statement', () => {
  it('is named as its heading for whoever goes from table to table', () => {
    const table = renderToStaticMarkup(Part({ title: 'Movements', children: null }))
    expect(table).toMatch(/<table aria-label="Movements"/)
  })
})
