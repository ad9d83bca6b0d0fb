import { describe, expect, it } from 'vitest'
import {
  caughtUp,
  type FormRow,
  inCoin,
  inFiat,
  isRounded,
  pricedOf,
  readingOf,
  worthShown,
} from '../../src/renderer/screens/send/fiat.ts'
import type { Asset, Quote } from '../../src/renderer/state/types.ts'
import { asset } from './fake-data.ts'

const BTC = asset('BTC')
const ETH = asset('ETH')
const AT = '2026-11-23T08:00:00.000000000Z'
const quote = (of: Asset, price: string | null, currency = 'USD'): Quote => ({
  ...{ assetId: of.assetId, currency, price, at: price === null ? null : AT },
})
const empty: FormRow = { to: '40110', amount: '' }

describe('a sum of a currency', () => {
  it('is fixed as an amount of the asset when it is typed', () => {
    const row = inFiat(empty, '50', BTC, quote(BTC, '97650'))
    expect(row).toMatchObject({ to: '40110', amount: '0.00051203', fiat: { typed: '50', price: '97650', at: AT } })
    expect(isRounded(row, BTC)).toBe(true)
    expect(caughtUp([row], BTC, quote(BTC, '50000'))[0]).toBe(row)
    expect(pricedOf(row)).toEqual({ priced: { currency: 'USD', value: '50', price: '97650', at: AT } })
  })

  it('is read as amounts are: what has two readings is asked, what is none is refused', () => {
    const kind = (text: string) => readingOf(inFiat(empty, text, BTC, quote(BTC, '97650'))).kind
    expect([kind('1,250'), kind('0,42'), kind('.5'), kind('x'), kind('')]).toEqual([
      ...['ask', 'ok', 'ok', 'invalid', 'empty'],
    ])
  })

  it('is less than the smallest amount where nothing is left after rounding down', () => {
    expect(readingOf(inFiat(empty, '0.0001', BTC, quote(BTC, '97650')))).toMatchObject({ kind: 'invalid' })
  })

  it('becomes an amount once the price has come, and anew when another asset is chosen', () => {
    const early = inFiat(empty, '50', undefined, undefined)
    expect(readingOf(early)).toMatchObject({ kind: 'invalid' })
    const [btc = empty] = caughtUp([early], BTC, quote(BTC, '100000'))
    expect(btc.amount).toBe('0.0005')
    expect(caughtUp([btc], ETH, quote(BTC, '100000'))[0]).toBe(btc)
    expect(caughtUp([btc], ETH, quote(ETH, '2500'))[0]).toMatchObject({ amount: '0.02', fiat: { typed: '50' } })
  })

  it('waits for an amount of the asset where no price is known', () => {
    const row = inFiat(empty, '50', BTC, quote(BTC, null))
    expect(row.amount).toBe('')
    expect(readingOf(row)).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('No price') })
    expect(caughtUp([row], BTC, quote(BTC, null))).toEqual([row])
  })

  it('goes when the window speaks another currency, and leaves the amount', () => {
    const row = inFiat(empty, '50', BTC, quote(BTC, '100000'))
    expect(caughtUp([row], BTC, quote(BTC, '92000', 'EUR'))).toEqual([{ to: '40110', amount: '0.0005' }])
  })

  it('goes when an amount of the asset is typed in its place', () => {
    expect(inCoin(inFiat(empty, '50', BTC, quote(BTC, '100000')), '0.1')).toEqual({ to: '40110', amount: '0.1' })
  })
})

describe('an amount that was typed itself', () => {
  it('stays as it is when the field changes to the currency, which shows its worth', () => {
    const row: FormRow = { to: '', amount: '0.5' }
    expect(worthShown(row.amount, quote(BTC, '97650'))).toBe('48825.00')
    expect(pricedOf(row)).toEqual({})
    expect(caughtUp([row], BTC, quote(BTC, '97650'))[0]).toBe(row)
  })
})
