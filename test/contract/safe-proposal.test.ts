import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/http'

const { safe } = ENDPOINTS['multisigs.read'].answer.shape

const NOTHING = { id: '', name: '', address: '', operation: { transaction: null, recovery: null } }
const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
const said = (over: object = {}, recipient: object = {}) => ({
  ...{ id: 'a1', name: 'Treasury', address: 'bc1qvault', role: 'member' },
  operation: {
    transaction: {
      asset_id: BTC,
      recipients: [{ address: 'bc1qthem', amount: '0.5', ...recipient }],
      note: 'Rent',
      ...over,
    },
  },
})

describe('what a service says that a signature is for', () => {
  it('is read with its receivers, amounts as they were written, and nothing that is not named', () => {
    expect(safe.parse(said({}, { amount: '0.500000000000000001' }))).toEqual({
      ...{ id: 'a1', name: 'Treasury', address: 'bc1qvault' },
      operation: {
        transaction: {
          asset_id: BTC,
          recipients: [{ address: 'bc1qthem', amount: '0.500000000000000001' }],
          note: 'Rent',
        },
        recovery: null,
      },
    })
  })

  it('is read when it gives a vault up to an heir', () => {
    const recovery = { address: 'bc1qheir', assets: [{ name: 'Bitcoin', symbol: 'BTC', amount: '3', icon_url: 'x' }] }
    expect(safe.parse({ name: 'Treasury', operation: { recovery } })?.operation).toEqual({
      transaction: null,
      recovery: { address: 'bc1qheir', assets: [{ name: 'Bitcoin', symbol: 'BTC', amount: '3' }] },
    })
  })

  it.each([[undefined], [null], ['']])('is nothing where nothing is said: %j', (absent) => {
    expect(safe.parse(absent)).toBeNull()
  })

  it.each([
    ['not an object', 7],
    ['a list', [said()]],
    ['text', 'pay the rent'],
    ['receivers that are no list', said({ recipients: 'all' })],
    ['more receivers than anybody looks through', said({ recipients: Array(257).fill({ address: 'a', amount: '1' }) })],
    ['an amount that is none', said({}, { amount: '1e9' })],
    ['an amount that is a number', said({}, { amount: 0.5 })],
    ['an address with characters that are not seen', said({}, { address: 'bc1q\u200bthem' })],
    ['an address without an end', said({}, { address: 'b'.repeat(501) })],
    ['a note without an end', said({ note: 'n'.repeat(4001) })],
    ['a length that cannot be compared', said({ note: { length: { valueOf: null, toString: null } } })],
    ['an asset that is none', said({ asset_id: 'BTC' })],
    ['an operation that is not known', { ...NOTHING, operation: { burn: {} } }],
  ])('says nothing, and costs no record, where it cannot be read: %s', (_, odd) => {
    expect(safe.parse(odd)).toEqual(NOTHING)
  })

  it('is cleaned of what is not seen, where it is only words', () => {
    expect(safe.parse({ ...said({ note: 'Rent\u202e' }), name: 'Trea\u200bsury' })).toMatchObject({
      name: 'Treasury',
      operation: { transaction: { note: 'Rent' } },
    })
  })
})
