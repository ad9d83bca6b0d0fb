import { expect, it } from 'vitest'
import type { ActivityRow } from '#contract/ipc'
import { searchOf } from '../../src/wallet/activity/search.ts'
import { ALL_MOVEMENTS } from '../support/wallet.ts'

/* An asset that is named in a search is looked for by words, in rows that stand before the history as in the history itself. */

const row = (symbol: string, name: string) =>
  ({
    ...{ asset: { assetId: symbol, symbol, name }, amount: -1n, direction: 'out', kind: 'transfer', money: 'pending' },
    ...{ party: { kind: 'unknown' }, label: '', tags: [], memoText: null, hash: null, id: 'one', at: 1n },
  }) as unknown as ActivityRow // what is looked at

const finds = (search: string, symbol: string, name: string): boolean =>
  searchOf({ ...ALL_MOVEMENTS, search }, () => '').passes(row(symbol, name))

it.each([
  ['asset:ETH', 'ETH', 'Ether', true],
  ['asset:eth', 'ETH', 'Ether', true],
  ['asset:ETH', 'USDT', 'Tether USD', false],
  ['asset:ether', 'USDT', 'Tether USD', false],
  ['asset:teth', 'USDT', 'Tether USD', true],
  ['asset:"tether usd"', 'USDT', 'Tether USD', true],
  ['asset:oin', 'BTC', 'Bitcoin', false],
])('%s on %s, called %s: %s', (search, symbol, name, found) => {
  expect(finds(search, symbol, name)).toBe(found)
})
