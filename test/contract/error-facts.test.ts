import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, errorFacts } from '#contract/errors'
import { said, wording } from '#words'

const CODES = Object.keys(ERRORS) as ErrorCode[] // keys of a literal table
/** Details that any code may come with. */
const DETAILS = {
  section: 'coins',
  reason: said('error.bundle.coins'),
  label: 'Cold storage',
  name: 'Mira',
  bytes: 300,
  most: 255,
  symbol: 'BTC',
  amount: '1',
}

describe('the sentences of every error', () => {
  it.each(CODES)('%s say what happened, what it means and what to do, with or without details', (code) => {
    const ruled = { ...DETAILS, reason: said('check.collectibles.rules') }
    // The reason of one of them is a sentence of its own.
    for (const details of code === 'wallet.inscription_refused' ? [{}, ruled] : [{}, DETAILS, ruled]) {
      for (const sentence of Object.values(errorFacts(code, details)).map(wording)) {
        expect(sentence).toMatch(/^[A-Z“„(].*[.?!”]$/s)
        expect(sentence).not.toMatch(/[{}]|undefined|\[object/)
      }
    }
  })

  it('name the part of a bundle that is wrong, and the name of an address that is known', () => {
    expect(wording(errorFacts('input.bundle', DETAILS).what)).toContain(
      'coins, the coins are not those of the transaction',
    )
    expect(wording(errorFacts('input.address_known', DETAILS).what)).toContain('Cold storage')
  })
})
