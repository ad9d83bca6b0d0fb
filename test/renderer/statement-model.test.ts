import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Movements } from '../../src/renderer/screens/statement/Movements.tsx'
import { byPrices, figureOf, periodsFor, titleOf } from '../../src/renderer/screens/statement/model.ts'
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

it('a value that is reckoned with an older price is marked, and one that nobody knows is called that', () => {
  expect(figureOf({ value: '12.50', isOld: false }, 'USD')).toBe('$12.50')
  expect(figureOf({ value: '12.50', isOld: true }, 'USD')).toBe('$12.50 *')
  expect(figureOf({ value: null, isOld: true }, 'USD')).toBe('Price not known')
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

const person = (name: string, identityNumber: string) => ({
  kind: 'user',
  user: { userId: identityNumber, name, identityNumber, bot: 'no' },
})
const row = {
  ...{ id: 's:1', whose: '', at: '2026-11-23T04:05:06Z', kind: 'transfer', label: 'November', memoText: null },
  ...{ amount: '-3.5', fee: null, balance: null, fiatThen: null, note: '', tags: [], hash: null },
  party: { kind: 'several', count: 2, people: true },
  asset: { assetId: 'xin', symbol: 'XIN', precision: 8, chainName: 'Ethereum' },
  receivers: [
    { party: person('Maya', '40110'), amount: '1.5' },
    { party: person('Jonas', '40111'), amount: '2' },
  ],
}
const markup = (more: object) =>
  renderToStaticMarkup(
    Movements({ statement: { rows: [{ ...row, ...more }], assets: [], isWhole: false, sheetMost: 9 } } as never), // all that is read
  )
const onPaper = (more: object) =>
  markup(more)
    .replaceAll('<wbr/>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('a payment to several on a statement', () => {
  it('says whom it paid, and what each got', () => {
    expect(onPaper({})).toMatch(/November 2 people Maya, .*40110 1\.50000000 Jonas, .*40111 2\.00000000 XIN/)
  })

  it('says to how many it went where nothing here says whom', () => {
    expect(onPaper({ receivers: [] })).toMatch(/November 2 people XIN/)
  })
})

describe('whoever stands in a movement on a statement', () => {
  it('is said in one way: nobody where the network does not say who, and the account itself', () => {
    expect(onPaper({ party: { kind: 'unknown' }, receivers: [] })).toMatch(/November The network does not say who XIN/)
    expect(onPaper({ party: { kind: 'self' }, receivers: [] })).toMatch(/November This account XIN/)
  })
})

describe('a movement with a label on a statement', () => {
  it('has what was written with it below', () => {
    expect(onPaper({ memoText: 'Invoice 0815', receivers: [] })).toMatch(/November 2 people Invoice 0815 XIN/)
    expect(onPaper({ memoText: 'Invoice 0815', label: '' }).match(/Invoice 0815/g)).toHaveLength(1)
    expect(onPaper({ memoText: 'November' }).match(/November/g)).toHaveLength(1)
  })
})

describe('the sums below the movements', () => {
  const sums = { asset: row.asset, opening: '0', in: '25', out: '3.5', fees: '0.1', closing: '21.4' }
  const foot = (isWhole: boolean) => {
    const statement = { rows: [row], assets: [sums], isWhole, sheetMost: 9 } as never // all that is read
    const [, inside = ''] = renderToStaticMarkup(Movements({ statement })).split('<tfoot')
    return [...inside.matchAll(/<tr.*?<\/tr>/g)].map(([line]) =>
      line
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  }

  it('say of each what it is, one below the other', () => {
    expect(foot(false)).toEqual(['Total In XIN +25.00000000', 'Out XIN \u22123.50000000', 'Fees XIN \u22120.10000000'])
  })

  it('end with what is left', () => {
    expect(foot(true).at(-1)).toBe('Fees XIN \u22120.10000000 Balance after 21.40000000 21.40000000')
  })
})

describe('an address on a statement', () => {
  it('stands whole, whatever it is one of', () => {
    const address = `XIN${'8QGMa'.repeat(19)}`
    expect(onPaper({ party: { kind: 'kernel', address, members: 1, threshold: 1 }, receivers: [] })).toContain(address)
    const destination = 'bc1quw9ft9tex0sfr8ctk69sy93zew65mu9mfavcxy'
    const chain = { kind: 'chain', chainName: 'Bitcoin', destination, tag: '' }
    expect(onPaper({ party: chain, receivers: [] })).toContain(destination)
  })

  it('may end a line behind every four letters, or its last line would be a letter', () => {
    const chain = { kind: 'chain', chainName: 'Bitcoin', destination: 'bc1quw9ft9', tag: '104' }
    expect(markup({ party: chain, receivers: [] })).toContain('bc1q<wbr/>uw9f<wbr/>t9, 104')
  })
})
