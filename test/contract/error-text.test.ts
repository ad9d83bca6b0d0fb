import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, errorText } from '#contract/errors'

const CODES = Object.keys(ERRORS) as ErrorCode[] // keys of a literal table
/** Details that any code may come with. */
const DETAILS = {
  section: 'coins',
  reason: 'the coins are not those of the transaction',
  label: 'Cold storage',
  name: 'Mira',
  bytes: 300,
  most: 255,
  symbol: 'BTC',
  amount: '1',
}

describe('the sentences of every error', () => {
  it.each(CODES)('%s say what happened, what it means and what to do, with or without details', (code) => {
    for (const details of [{}, DETAILS]) {
      for (const sentence of Object.values(errorText(code, details))) {
        expect(sentence).toMatch(/^[A-Z“„(].*[.?!”]$/s)
        expect(sentence).not.toMatch(/[{}]|undefined|\[object/)
      }
    }
  })

  it('name the part of a bundle that is wrong, and the name of an address that is known', () => {
    expect(errorText('input.bundle', DETAILS).what).toContain('coins, the coins are not those of the transaction')
    expect(errorText('input.address_known', DETAILS).what).toContain('Cold storage')
  })
})
