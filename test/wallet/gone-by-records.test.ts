import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Snapshot } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import type { AccountStore } from '#store'
import { lastGone } from '../../src/wallet/runs/gone.ts'
import type { Run } from '../../src/wallet/runs/records.ts'
import { newFolder } from '../support/scratch.ts'
import {
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  hashOf,
  openAccount,
  request,
  time,
  user,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'

/* Which movements of a history are looked at for what another computer may have paid of a list. */

describe('behind hundreds of movements what may have paid a row is', () => {
  const BECH = 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'
  let store: AccountStore
  let sequence: number
  beforeEach(() => {
    store = openAccount(newFolder('store'))
    sequence = 0
  })
  afterEach(() => store.close())

  type Row = Run['rows'][number]
  const row = (amount: string, more: Partial<Row> = {}): Row => ({
    ...{ line: 1, to: '', typed: amount, amount: parseAmount(amount), memoHex: '', label: '', leftOut: null },
    payee: { kind: 'user', userId: user('dora') },
    ...more,
  })
  const leaving = (destination: string): Row =>
    row('0.1', { payee: { kind: 'chain', destination, tag: '' }, leftOut: 'withdrawal' })
  const listOf = (rows: readonly Row[], savedAt = 0): Run => ({
    ...{ id: request('run'), holder: aHolder('me').id, name: 'July', assetId: BTC, savedAt: time(savedAt) },
    rows,
  })

  const put = (snapshots: readonly Snapshot[]) => store.cache.snapshots.applyPage({ snapshots, cursor: '' })
  const left = (name: string, amount: string, more: Partial<Snapshot> = {}) => {
    sequence += 1
    return aSnapshot(sequence, {
      ...{ asset_id: BTC, kernel_asset_id: kernelAssetId(BTC) as Hash, amount: parseSignedAmount(`-${amount}`) },
      ...{ transaction_hash: hashOf(`transaction ${name}`), ...more },
    })
  }
  const other = (asset: typeof ETH) => ({ asset_id: asset, kernel_asset_id: kernelAssetId(asset) as Hash })
  /** More than any row asks for. */
  const many = (count = 520) =>
    put(Array.from({ length: count }, (_, at) => left(`much ${at}`, '99', { memo: 'ffff' })))
  const found = (run: Run, names: readonly string[]) => {
    const gone = new Set(lastGone({ store }, run))
    return names.filter((name) => gone.has(hashOf(`transaction ${name}`)))
  }
  const went = (receiver: string) => ({ withdrawal: { withdrawal_hash: 'ff', receiver } })

  it('as much as all rows together, with a memo of one of them, of an asset of one of them', () => {
    put([
      left('sum', '0.5'),
      left('more', '0.6'),
      left('memo', '0.1', { memo: 'bb' }),
      left('another memo', '0.1', { memo: 'cc' }),
      left('ether', '0.1', other(ETH)),
    ])
    many()
    const rows = [row('0.2'), row('0.3', { memoHex: 'bb' })]
    const all = ['sum', 'more', 'memo', 'another memo', 'ether']
    expect(found(listOf(rows), all)).toEqual(['sum', 'memo'])
    const named = { asset: { written: 'ETH', assetId: ETH } }
    expect(found(listOf([...rows, row('0.1', named)], 1), all)).toEqual(['sum', 'more', 'memo', 'ether'])
  })

  it('what went to an address of a row, however that is written, or to none that is known', () => {
    put([
      left('there', '7', went(BECH.toLowerCase())),
      left('also there', '7', went(BECH)),
      left('elsewhere', '7', went('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')),
      left('unsaid', '7', went('')),
      left('bare', '7'),
    ])
    many()
    const all = ['there', 'also there', 'elsewhere', 'unsaid', 'bare']
    expect(found(listOf([leaving(BECH)]), all)).toEqual(['there', 'also there', 'unsaid', 'bare'])
    // Where no row leaves the network, what is too much for all of them counts no more.
    expect(found(listOf([row('0.1')], 1), all)).toEqual(['unsaid'])
  })

  it('also among the newest whatever they seem to pay', () => {
    many()
    put([left('last', '50', { memo: 'ffff' })])
    expect(found(listOf([row('0.1')]), ['last', 'much 100', 'much 0'])).toEqual(['last', 'much 100'])
  })

  it('looked for again once the list is another, and kept while it is not', () => {
    put([left('first', '0.3'), left('second', '0.9')])
    many()
    expect(found(listOf([row('0.3')]), ['first', 'second'])).toEqual(['first'])
    many(3)
    expect(found(listOf([row('0.3')]), ['first', 'second'])).toEqual(['first'])
    expect(found(listOf([row('0.9')], 1), ['first', 'second'])).toEqual(['first', 'second'])
  })

  it('nothing that this journal made, however much else there is', () => {
    const names = Array.from({ length: 1_100 }, (_, at) => `small ${at}`)
    put(names.map((name) => left(name, '0.1')))
    const { payments } = store.intents
    const own = [0, 499, 500, 501, 1_000].map((at) => `small ${at}`)
    for (const name of own) {
      const id = request(name)
      payments.create(aPayment(name))
      payments.reserve(id, [aPlan(name, [anOutput(name)])])
      payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(`transaction ${name}`) }])
    }
    many()
    expect(found(listOf([row('0.1')]), names)).toEqual(names.filter((name) => !own.includes(name)))
  })
})
