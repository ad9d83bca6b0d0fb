import { afterAll, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { UserId } from '#contract/domain'
import { toAmount } from '#protocol'
import type { Json, PaymentDraft } from '#store'
import { checksOf } from '../../src/wallet/payments/review-checks.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  asset,
  hashOf,
  openAccount,
  outputId,
  request,
  spendOf,
  user,
} from '../support/store.ts'
import { BTC } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* What is said of what is to be signed by its bytes, of an item above all, whatever was asked for. */

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
  ...{ paidBefore: () => null, alike: () => [] },
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

/** What stops a payment, or has to be ticked, that was asked for with this besides. */
function toldOf(
  more: object,
  seen: readonly Seen[],
  { kind = 'transfer' as PaymentDraft['kind'], transactions = [] as object[] } = {},
) {
  made += 1
  const detail = { ...intent, ...more } as Json
  const payment = intents.payments.create(aPayment(`other ${made}`, { kind, detail }))
  const checks = checksOf({ ...payment, transactions } as unknown as typeof payment, seen, parts)
  return checks.flatMap(({ id, result }) => (result === 'stop' || result === 'attention' ? `${result} ${id}` : []))
}
const row = (of: UserId) => ({ payee: { kind: 'user', userId: of }, amount: toAmount(1n) })
const outputs = (...proofs: string[]) => [
  {
    ...bytes([], []),
    asset: directory.asset(BTC),
    outputs: proofs.map((proof) => ({ proof, party: ben, amount: 1n })),
  } as unknown as Seen,
]
const told = (trust: string) => [
  { ...bytes([], []), asset: { ...directory.asset(asset('an item')), trust } } as unknown as Seen,
]

describe('a payment', () => {
  it.each([
    ['of which all is as it was asked for', {}, outputs('proved', 'claimed'), []],
    ['with one output that nobody owns', {}, outputs('proved', 'unknown'), ['stop owner']],
    ['of an asset whose ids contradict each other', {}, told('mismatch'), [`stop asset:${asset('an item')}`]],
    ['of an asset that is not listed', {}, told('unlisted'), [`attention asset:${asset('an item')}`]],
    [
      'with a memo that has more than is seen',
      { memoHex: Buffer.from('a\u2060b').toString('hex') },
      [],
      ['attention memo-unseen'],
    ],
    ['that makes another one impossible', { voids: request('that') }, [], ['attention voids']],
    ['to oneself', { rows: [row(ACCOUNT)] }, [], []],
    ['to somebody for the first time', { rows: [row(ACCOUNT), row(user('ben'))] }, [], ['attention first:1']],
  ])('%s', (_, more, seen, ids) => {
    expect(toldOf(more, seen)).toEqual(ids)
    expect(toldOf(more, seen, { kind: 'multisig' })).toEqual(ids)
  })

  it('to oneself by which somebody else is paid is stopped', () => {
    const of = (userId: UserId) => ({
      ...{
        requestId: request('move'),
        assetId: asset('BTC'),
        record: null,
        inputs: [],
        extra: '',
        unsignedRaw: spendOf(anOutput('one')).raw,
      },
      outputs: [
        { role: 'payment', payee: userId === ACCOUNT ? { kind: 'self' } : { kind: 'user', userId }, amount: 1n },
      ],
    })
    const stops = (userId: UserId) =>
      toldOf({ voids: request('that') }, [], { transactions: [of(userId)] }).includes('stop bytes:recipients')
    expect([stops(user('ben')), stops(ACCOUNT)]).toEqual([true, false])
  })
})

describe('money that the service calls an item', () => {
  const move = (to: Party) => [{ ...bytes([7n], [[7n, to]]), asset: directory.asset(BTC) }]
  const act = (kind: 'transfer' | 'release') => ({
    act: { kind, item: hashOf('an item'), spends: outputId('a coin'), name: 'Kites #0' },
  })

  it.each(['transfer', 'release'] as const)('is stopped from a %s, which can still be made impossible', (kind) => {
    const stops = (more: object) => toldOf({ ...act(kind), ...more }, move(self)).filter((told) => /^stop/.test(told))
    expect(stops({})).toEqual(['stop item'])
    expect(stops({ voids: request('that') })).toEqual([])
  })
})
