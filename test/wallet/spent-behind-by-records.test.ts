import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssetId, Hash, Holder } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import type { AccountStore, Json } from '#store'
import { createSpentBehind, type SpentBehind } from '../../src/wallet/approvals/spent-behind.ts'
import type { Run } from '../../src/wallet/runs/records.ts'
import { isForeign, keptRecord, spentBehind } from '../../src/wallet/runs/spent-behind.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  request,
  spent,
  time,
  user,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { approvalsOver, coinNamed, hashIn, group as ours, rawOf, recordOf } from './group-records.ts'
import { intent } from './payment-records.ts'

/* What spent coins of groups, however long ago: which of it is asked about, and which a list may have paid. */

const [one, two] = [holderOf(['me', 'ana'].map(user), 1), holderOf(['me', 'ben'].map(user), 2)]
let store: AccountStore

beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const add = (group: Holder) =>
  store.intents.groups.put({ ...group, name: group.id, colour: 1, order: 0, createdAt: time(0) })

/** Coins of a group that were spent by these, one each, from the oldest on; `times` of each. */
let made = 0
function have(group: Holder, spenders: readonly string[], { asset = BTC, times = 1 } = {}): void {
  const kernel = kernelAssetId(asset) as Hash // a formula over an asset id
  const outputs = spenders.flatMap((name) =>
    Array.from({ length: times }, () => {
      made += 1
      const coin = anOutput(made, { holder: group, asset_id: asset, kernel_asset_id: kernel, asset: kernel })
      return { ...spent(coin), signed_by: hashOf(name) }
    }),
  )
  store.cache.outputs.applyPage({ holder: group, outputs, cursor: made })
}
const named = (from: number, to: number, of = 'spender') =>
  Array.from({ length: to - from + 1 }, (_, at) => `${of} ${from + at}`)
const hashes = (names: readonly string[]) => names.map(hashOf)
const sorted = (of: Iterable<Hash>) => [...of].sort()

describe('what spent coins of groups', () => {
  let behind: SpentBehind
  /** How many coins were gone through. */
  let looked: number
  beforeEach(() => {
    looked = 0
    const { outputs } = store.cache
    const spentSince: typeof outputs.spentSince = (...asked) => {
      const answer = outputs.spentSince(...asked)
      looked += answer.looked
      return answer
    }
    behind = createSpentBehind({
      store: { ...store, cache: { ...store.cache, outputs: { ...outputs, spentSince } } } as AccountStore,
    })
    add(one)
  })

  const take = (atMost = 100, over: readonly string[] = [], waits: readonly string[] = []) =>
    behind.take(atMost, {
      isOver: (hash) => hashes(over).includes(hash),
      mayAsk: (hash) => !hashes(waits).includes(hash),
    })

  it('is asked about in turn, so many at a time, until there is no more to be asked', () => {
    have(one, named(1, 5))
    const first = take(2)
    expect(first).toEqual(hashes(['spender 5', 'spender 4']))
    expect(take(2)).toEqual(hashes(['spender 3', 'spender 2']))
    expect(take(2)).toEqual(hashes(['spender 1', 'spender 5']))
    for (const hash of hashes(['spender 5', 'spender 2', 'spender 4'])) behind.settle(hash)
    expect(take()).toEqual(hashes(['spender 3', 'spender 1']))
  })

  it('is not asked about before it may be, and takes nobody’s place until then', () => {
    have(one, named(1, 4))
    expect(take(2, [], ['spender 4', 'spender 2'])).toEqual(hashes(['spender 3', 'spender 1']))
    expect(sorted(take(4))).toEqual(sorted(hashes(named(1, 4))))
  })

  it('is asked about no more once that is over', () => {
    have(one, named(1, 3))
    expect(take(100, ['spender 2'])).toEqual(hashes(['spender 3', 'spender 1']))
    expect(sorted(take())).toEqual(sorted(hashes(['spender 1', 'spender 3'])))
  })

  it('is told of anew where it spends another coin', () => {
    have(one, named(1, 2))
    for (const hash of take()) behind.settle(hash)
    expect(take()).toEqual([])
    have(one, named(3, 3))
    expect(take()).toEqual(hashes(named(3, 3)))
  })

  it('is only that of groups that are there, and all of it once one comes back', () => {
    add(two)
    have(one, named(1, 2))
    have(two, named(3, 4))
    expect(sorted(take())).toEqual(sorted(hashes(named(1, 4))))
    store.intents.groups.remove(two.id)
    expect(sorted(take())).toEqual(sorted(hashes(named(1, 2))))
    for (const hash of take()) behind.settle(hash)
    add(two)
    expect(sorted(take())).toEqual(sorted(hashes(named(3, 4))))
  })

  it('is gone through a part at a time, without a group that has more keeping others from theirs', () => {
    add(two)
    const [many, few] = store.intents.groups.list()
    if (many === undefined || few === undefined) throw new Error('two were added')
    have(many, ['combined'], { times: 6_500 })
    have(few, named(1, 2))
    have(few, ['also combined'], { times: 1_500 })
    expect(sorted(take())).toEqual(sorted(hashes(['combined', 'also combined'])))
    expect(looked).toBeLessThan(2_100)
    for (let round = 0; round < 4; round += 1) take()
    expect(sorted(take())).toEqual(sorted(hashes(['combined', 'also combined', ...named(1, 2)])))
    expect(looked).toBe(8_002)
  })

  it('is looked for no further while very many wait', () => {
    have(one, named(1, 2_500))
    take(1)
    expect(looked).toBe(2_000)
    take(1)
    expect(looked).toBe(2_000)
    for (const hash of take(1_500)) behind.settle(hash)
    take(1)
    expect(looked).toBe(2_500)
  })

  it('is none that is known as a request, or becomes one while it waits', () => {
    const { requestStore } = approvalsOver(store, {})
    add(ours)
    const coins = [coinNamed('one'), coinNamed('another')]
    const raws = coins.map((coin, at) => rawOf([coin], '', `paid ${at}`))
    const [known = '', later = ''] = raws
    requestStore.keep(recordOf('known', known, { signers: [user('ana'), user('ben')] }), { source: 'found' })
    const outputs = raws.map((raw, at) => ({ ...spent(anOutput(at + 1, { holder: ours })), signed_by: hashIn(raw) }))
    store.cache.outputs.applyPage({ holder: ours, outputs, cursor: 2 })
    expect(take()).toEqual([hashIn(later)])
    requestStore.keep(recordOf('later', later), { source: 'found' })
    expect(take()).toEqual([])
  })
})

describe('what a list of a group may have paid', () => {
  const run = (name: string, assetId: AssetId, fields: Partial<Run> = {}): Run => ({
    ...{ id: request(name), holder: one.id, name, assetId, savedAt: time(1) },
    rows: [
      {
        ...{ line: 1, to: 'ana', typed: '1', amount: null, memoHex: '', label: '', leftOut: null },
        payee: { kind: 'user', userId: user('ana') },
      },
    ],
    ...fields,
  })
  /** A payment of this journal. */
  function paid(name: string, kind: 'transfer' | 'multisig', detail: object = {}): Hash {
    const { payments } = store.intents
    const id = request(name)
    payments.create(aPayment(name, { kind, holder: one.id, detail: { ...intent, ...detail } as unknown as Json }))
    payments.reserve(id, [aPlan(name, [anOutput(`coin of ${name}`, { holder: one })])])
    payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(name) }])
    return hashOf(name)
  }
  const ofRun = { run: { id: request('list'), rows: [] } }

  it('is what no list here has paid, also by a payment that another member asked for', () => {
    expect(isForeign(store, hashOf('unknown'))).toBe(true)
    expect(isForeign(store, paid('transfer', 'transfer'))).toBe(false)
    expect(isForeign(store, paid('by a list', 'multisig', ofRun))).toBe(false)
    expect(isForeign(store, paid('signed here', 'multisig'))).toBe(true)
  })

  it('is all that spent coins of its assets, but for its own', () => {
    paid('own', 'transfer')
    have(one, ['own', 'foreign', 'foreign', 'another'])
    have(one, ['of another asset'], { asset: ETH })
    have(two, ['of another group'])
    expect(sorted(spentBehind(store, run('list', BTC)))).toEqual(sorted(hashes(['foreign', 'another'])))
  })

  it('is found behind any number of coins that one payment took', () => {
    have(one, ['oldest'])
    have(one, ['combined'], { times: 5_001 })
    expect(sorted(spentBehind(store, run('list', BTC)))).toEqual(sorted(hashes(['oldest', 'combined'])))
  })

  it('is what was spent since as well, each time', () => {
    have(one, ['first'])
    spentBehind(store, run('list', BTC))
    have(one, ['second'])
    expect(sorted(spentBehind(store, run('list', BTC)))).toEqual(sorted(hashes(['first', 'second'])))
    expect(sorted(spentBehind(store, run('list', BTC)))).toEqual(sorted(hashes(['first', 'second'])))
  })

  it('is of what the list pays by now, where it was read from another file, and of each list apart', () => {
    have(one, ['bitcoin'])
    have(one, ['ether'], { asset: ETH })
    expect(sorted(spentBehind(store, run('list', BTC)))).toEqual(hashes(['bitcoin']))
    expect(sorted(spentBehind(store, run('other', ETH)))).toEqual(hashes(['ether']))
    expect(sorted(spentBehind(store, run('list', ETH, { savedAt: time(2) })))).toEqual(hashes(['ether']))
    const [row] = run('mixed', BTC).rows
    if (row === undefined) throw new Error('it has a row')
    const rows = [row, { ...row, asset: { written: 'ETH', assetId: ETH } }]
    expect(sorted(spentBehind(store, run('mixed', BTC, { rows })))).toEqual(sorted(hashes(['bitcoin', 'ether'])))
  })
})

describe('what is known of a transaction out of a request', () => {
  const coins = [coinNamed('one')]
  const raw = rawOf(coins)
  const hash = hashIn(raw)
  const keep = (fields: Parameters<typeof recordOf>[2] = {}) => {
    const signers = [user('ana'), user('ben')]
    approvalsOver(store, {}).requestStore.keep(recordOf('asked', raw, { signers, ...fields }), { source: 'found' })
  }
  beforeEach(() => add(ours))

  it('is what the service said of whom it pays, where it is final', () => {
    keep({ state: 'spent', snapshot_hash: hashOf('snapshot') })
    const { receivers } = recordOf('asked', raw)
    expect(keptRecord(store, hash)).toMatchObject({
      ...{ request_id: request('asked'), transaction_hash: hash, state: 'spent', created_at: time(10) },
      raw_transaction: raw,
      receivers: receivers.map(({ members, threshold, destination }) => ({ members, threshold, destination })),
    })
    expect(keptRecord(store, hashOf('another'))).toBeUndefined()
  })

  it('is nothing before it is final, nor where it was given up', () => {
    keep()
    expect(keptRecord(store, hash)).toBeUndefined()
    keep({ revoked_by: ACCOUNT })
    expect(keptRecord(store, hash)).toBeUndefined()
  })

  it('is nothing where nobody has recorded it, or its record is of other bytes', () => {
    keep({ state: 'spent', snapshot_hash: hashOf('snapshot') })
    const known = store.intents.requests.get(request('asked'))
    if (known === undefined) throw new Error('it was kept')
    const detail = known.detail as { record: object }
    store.intents.requests.put({ ...known, detail: { ...detail, record: null } as unknown as Json })
    expect(keptRecord(store, hash)).toBeUndefined()
    const other = { ...detail.record, hash: hashOf('other bytes') }
    store.intents.requests.put({ ...known, detail: { ...detail, record: other } as unknown as Json })
    expect(keptRecord(store, hash)).toBeUndefined()
  })
})
