import { describe, expect, it } from 'vitest'
import { combiningForm, whyNoFreeze } from '../../src/renderer/screens/coins/model.ts'
import type { Coin } from '../../src/renderer/state/types.ts'

const coins = (count: number, more: Partial<Coin> = {}): Coin[] =>
  Array.from(
    { length: count },
    (_, at) =>
      ({ outputId: `coin ${at}`, amount: '0.1', state: 'available', asset: { assetId: 'btc' }, ...more }) as Coin,
  )

describe('combining coins', () => {
  it('fills the form with all of them and with what they are together', () => {
    const form = combiningForm(coins(256), 'MIX1')
    expect(form).toMatchObject({ assetId: 'btc', rows: [{ to: 'MIX1', amount: '25.6' }] })
    expect(form?.coins).toHaveLength(256)
  })

  it.each([
    ['one coin alone', coins(1)],
    ['more than one payment takes', coins(257)],
    ['coins that are not free', coins(3, { state: 'frozen' })],
    ['coins of two assets', [...coins(1), ...coins(1, { asset: { assetId: 'eth' } as Coin['asset'] })]],
  ])('is not offered for %s', (_, chosen) => {
    expect(combiningForm(chosen, 'MIX1')).toBeNull()
  })
})

describe('freezing chosen coins', () => {
  it('says why it cannot be where some or all of them are frozen already', () => {
    const frozen = coins(1, { state: 'frozen' })
    expect(whyNoFreeze(coins(3))).toBeNull()
    expect(whyNoFreeze(frozen)).toBe('It is frozen already. Unfreeze it on its own page.')
    expect(whyNoFreeze([...coins(2), ...frozen])).toMatch(/^1 of them is frozen already\. Choose it no more/)
  })
})
