import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DepositEntry } from '#contract/domain'
import { toAmount } from '#protocol'
import type { AccountStore, Json } from '#store'
import { alikeWarnings } from '../../src/wallet/payments/alike.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anAsset, openAccount, time, uuidFrom } from '../support/store.ts'
import { ETH } from '../support/wallet.ts'
import { id, intent, one, signed } from './payment-records.ts'

/* An address that is to be paid beside those that are saved here, were paid, or are one's own. */

const MINE = '0x1111aaaa2222bbbb3333cccc4444dddd5555EEEE'
/** It begins and ends as that one does. */
const ALIKE = '0x1111aaaa2222bbbb3333cccc4444dddd9999EEEE'

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const save = (destination: string, tag = '') =>
  store.intents.contactAddresses.save(
    { id: uuidFrom<string>(`${destination} ${tag}`), userId: null, label: 'Shop', chainId: ETH, destination, tag },
    time(7),
  )
function pay(destination: string): void {
  const rows = [{ payee: { kind: 'chain', destination, tag: '' }, amount: toAmount(7n) }]
  signed(store, 'withdrawal', undefined, undefined, { ...intent, rows } as Json)
  store.intents.payments.markFinal(id, [id])
}
function receiveAt(destination: string, tag = ''): void {
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one], cursor: 1 })
  const entry: DepositEntry = {
    ...{
      type: 'deposit_entry',
      entry_id: uuidFrom<string>('entry'),
      threshold: 1,
      members: [ACCOUNT],
      destination,
      tag,
    },
    ...{ signature: '', chain_id: ETH, is_primary: true, minimum: '0', maximum: '0' },
  }
  store.intents.depositPins.pin(aHolder().id, entry)
}
const warned = (destination: string, tag = '') =>
  alikeWarnings({ kind: 'chain', destination, tag }, store).map(({ code }) => code.replace('check.payments.', ''))

describe('an address', () => {
  it.each<[string, () => unknown, string, string[]]>([
    ['that nothing is known of', () => undefined, MINE, []],
    ['that is saved', () => save(MINE), MINE, []],
    ['that is saved in other letters', () => save(MINE.toLowerCase()), MINE, []],
    ['like one that is saved', () => save(MINE), ALIKE, ['alike-saved']],
    ['like one that was paid', () => pay(MINE), ALIKE, ['alike-withdrawn']],
    ['like one that is saved, paid once all the same', () => [save(MINE), pay(ALIKE)], ALIKE, ['alike-saved']],
    ['like one that was paid, and saved itself', () => [save(ALIKE), pay(MINE)], ALIKE, []],
    ['like one’s own', () => receiveAt(MINE), ALIKE, ['alike-own']],
    ['of one’s own', () => receiveAt(MINE), MINE, ['own-address']],
    ['of one’s own in other letters', () => receiveAt(MINE), MINE.toLowerCase(), ['own-address']],
    [
      'of a token',
      () => store.cache.assets.put([anAsset('TKN', { asset_key: MINE })]),
      MINE.toLowerCase(),
      ['token-contract'],
    ],
  ])('%s is told of as what it is', (_, begin, destination, codes) => {
    begin()
    expect(warned(destination)).toEqual(codes)
  })
})

describe('a tag', () => {
  it.each<[string, readonly string[], string, string[]]>([
    ['is as it was saved', ['12'], '12', []],
    ['is one of those that were saved', ['12', '13'], '13', []],
    ['is another than was saved', ['12'], '13', ['saved-with-tag']],
    ['is missing where one was saved', ['12'], '', ['saved-with-tag']],
    ['is there where none was saved', [''], '12', ['saved-without-tag']],
    ['is another than all that were saved', ['12', '13'], '14', ['saved-with-tag']],
  ])('that %s', (_, saved, tag, codes) => {
    for (const each of saved) save(MINE, each)
    expect(warned(MINE, tag)).toEqual(codes)
  })

  it.each([
    ['12', ['own-address']],
    ['13', []],
  ])('of others is not one’s own: %s', (tag, codes) => {
    receiveAt(MINE, '12')
    expect(warned(MINE, tag)).toEqual(codes)
  })
})
