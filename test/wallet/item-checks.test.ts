import { afterAll, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { toAmount } from '#protocol'
import type { Json } from '#store'
import { checksOf } from '../../src/wallet/payments/review-checks.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aPayment, asset, hashOf, openAccount, outputId, request, user } from '../support/store.ts'
import { intent } from './payment-records.ts'

/* What becomes of an item by the bytes of what is to be signed, whatever was asked for. */

const store = openAccount(newFolder('store'))
afterAll(() => store.close())
const { cache, intents } = store
const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })

type Parts = Parameters<typeof checksOf>[2]
type Seen = Parameters<typeof checksOf>[1][number]
type Party = Seen['outputs'][number]['party']

const parts = {
  ...{ account: ACCOUNT, holder: holderOf([ACCOUNT], 1), intents, directory, feeUser: user('fees') },
  ...{ outputs: { get: () => undefined, isAside: () => false }, outstanding: () => [] },
} as unknown as Parts // what nothing here asks for is left out

const self: Party = { kind: 'self' }
const nobody: Party = { kind: 'unknown' }
/** Bytes that spend and make so much. */
const bytes = (spent: readonly bigint[], made: readonly (readonly [bigint, Party])[]) =>
  ({
    ...{ requestId: request('move'), asset: directory.asset(asset('an item')), purpose: 'payment' },
    inputs: spent.map((amount) => ({ amount: toAmount(amount), outputId: outputId('a coin') })),
    outputs: made.map(([amount, party]) => ({ amount: toAmount(amount), party, role: 'payment', proof: 'proved' })),
  }) as unknown as Seen

let made = 0
/** What is said of an item that is to be sent, or given up. */
function said(kind: 'transfer' | 'release', seen: readonly Seen[]): string[] {
  const act = { kind, item: hashOf('an item'), spends: outputId('a coin'), name: 'Kites #0' }
  const detail = { ...intent, assetId: asset('an item'), act } as Json
  const payment = { ...intents.payments.create(aPayment(`move ${made++}`, { kind: 'collectible', detail })) }
  const checks = checksOf({ ...payment, transactions: [] }, seen, parts)
  return checks.flatMap(({ id, result, text }) =>
    id !== 'item' ? [] : `${result} ${typeof text === 'string' ? text : text.code}`,
  )
}

const [whole, apart, otherwise] = [
  'ok check.payments.item-whole',
  'stop check.payments.item-apart',
  'stop check.payments.item-else',
]
const ben: Party = { kind: 'user', user: directory.user(user('ben')) }

describe('an item that is sent', () => {
  it.each([
    ['whole is said to be', [bytes([7n], [[7n, ben]])], [whole]],
    ['in part is stopped', [bytes([7n], [[6n, ben]])], [apart]],
    ['as more than it is is stopped', [bytes([7n], [[8n, ben]])], [apart]],
    [
      'and comes back in part is stopped',
      [
        bytes(
          [7n],
          [
            [6n, ben],
            [1n, self],
          ],
        ),
      ],
      [apart],
    ],
    ['beside another coin is stopped', [bytes([7n, 1n], [[7n, ben]])], [apart]],
    ['beside another transaction is stopped', [bytes([7n], [[7n, ben]]), bytes([1n], [[1n, ben]])], [apart]],
    ['without bytes is stopped', [], [apart]],
  ])('%s', (_, seen, words) => {
    expect(said('transfer', seen)).toEqual(words)
  })
})

describe('an item that is given up', () => {
  it.each([
    [
      'in two coins of its owner needs no more',
      [
        bytes(
          [7n],
          [
            [3n, self],
            [4n, self],
          ],
        ),
      ],
      [],
    ],
    [
      'and goes to nobody who is known is stopped',
      [
        bytes(
          [7n],
          [
            [3n, self],
            [4n, nobody],
          ],
        ),
      ],
      [otherwise],
    ],
    [
      'beside another coin is stopped',
      [
        bytes(
          [7n, 1n],
          [
            [4n, self],
            [4n, self],
          ],
        ),
      ],
      [otherwise],
    ],
    ['beside another transaction is stopped', [bytes([7n], [[7n, self]]), bytes([1n], [[1n, self]])], [otherwise]],
  ])('%s', (_, seen, words) => {
    expect(said('release', seen)).toEqual(words)
  })
})
