import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Hash, Snapshot } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import type { DepartureEnd } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aSnapshot, hashOf, openAccount } from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'

/* Which movements a question for what left finds. */

const kernel = (assetId: string) => kernelAssetId(assetId) as Hash // a formula
const QUERY = { kernels: [kernel(BTC)], memos: ['aa', 'bb'], most: parseAmount('0.5'), bare: false }

let store: ReturnType<typeof openAccount>
const departures = () => store.cache.snapshots.departures

function put(name: string, amount: string, more: Partial<Snapshot> = {}): void {
  const fields = { asset_id: BTC, kernel_asset_id: kernel(BTC), memo: 'aa', ...more }
  const snapshots = [aSnapshot(name, { ...fields, amount: parseSignedAmount(amount) })]
  store.cache.snapshots.applyPage({ snapshots, cursor: '' })
}

const names = ['fits', 'another memo', 'none', 'more', 'wide', 'in', 'ether', 'chain', 'unsaid', 'second']
/** The names of what was found, which a hash is made of. */
const found = (query: Partial<typeof QUERY>, since: DepartureEnd | null = null): (string | undefined)[] =>
  departures()
    .since(since, { ...QUERY, ...query })
    .found.map(({ hash }) => names.find((name) => hashOf(`transaction ${name}`) === hash))

beforeAll(() => {
  store = openAccount(newFolder('store'))
  put('fits', '-0.5')
  put('second', '-0.1', { memo: 'bb' })
  put('another memo', '-0.1', { memo: 'aabb' })
  put('none', '-0.1', { memo: '' })
  put('more', '-0.50000001')
  put('wide', '-999999999999999')
  put('in', '0.5')
  put('ether', '-0.5', { asset_id: ETH, kernel_asset_id: kernel(ETH) })
  put('chain', '-7', { memo: '', withdrawal: { withdrawal_hash: 'ff', receiver: 'bc1q' } })
  put('unsaid', '-7', { memo: '', withdrawal: { withdrawal_hash: '', receiver: '' } })
})
afterAll(() => store.close())

it.each([
  {
    what: 'of the asset with one of the memos, and what went to another chain, the last first',
    query: {},
    is: ['unsaid', 'chain', 'second', 'fits'],
  },
  {
    what: 'of all assets that are asked for',
    query: { kernels: [kernel(BTC), kernel(ETH)] },
    is: ['unsaid', 'chain', 'ether', 'second', 'fits'],
  },
  { what: 'without a memo where none is asked for', query: { memos: [''] }, is: ['unsaid', 'chain', 'none'] },
  {
    what: 'without a memo also, however much it is, where that counts too',
    query: { bare: true, most: parseAmount('0.01') },
    is: ['unsaid', 'chain', 'none'],
  },
  {
    what: 'of more than a column holds, where so much is asked for',
    query: { most: parseAmount('999999999999999') },
    is: ['unsaid', 'chain', 'wide', 'more', 'second', 'fits'],
  },
  { what: 'of nothing where no asset is asked for', query: { kernels: [] }, is: [] },
])('finds what left $what', ({ query, is }) => {
  expect(found(query)).toEqual(is)
})

it('says where on another chain it went, and nothing where that is not known', () => {
  const [unsaid, chain, second] = departures().since(null, QUERY).found
  expect([unsaid?.receiver, chain?.receiver, second?.receiver]).toEqual([null, 'bc1q', null])
})

it('gives the newest of whatever kind', () => {
  expect(departures().latest(3)).toEqual(['unsaid', 'chain', 'ether'].map((name) => hashOf(`transaction ${name}`)))
})

it('finds what came since alone, and what has changed', () => {
  const { end } = departures().since(null, QUERY)
  expect(found({}, end)).toEqual(['unsaid'])
  put('chain', '-7', { memo: '', withdrawal: { withdrawal_hash: 'ffff', receiver: 'bc1q' } })
  put('ether', '-0.1', { memo: 'bb' })
  expect(found({}, end)).toEqual(['ether', 'chain', 'unsaid'])
})

it('finds what came to the place of something that was taken back', () => {
  let end: DepartureEnd | null = null
  const failing = {
    map(one: (snapshot: Snapshot) => unknown): never {
      for (const at of [1, 2, 3]) one(aSnapshot(`lost ${at}`, { asset_id: BTC, kernel_asset_id: kernel(BTC) }))
      end = departures().since(null, QUERY).end
      throw new Error('no more')
    },
  }
  expect(() => store.cache.snapshots.applyPage({ snapshots: failing as never, cursor: '' })).toThrow('no more')
  put('more', '-0.2', { memo: 'bb' })
  expect(found({}, end)).toContain('more')
})

it('counts nothing that came in among the newest that left', () => {
  put('in', '0.7')
  expect(departures().latest(100)).not.toContain(hashOf('transaction in'))
  expect(departures().latest(100)).toContain(hashOf('transaction fits'))
})
