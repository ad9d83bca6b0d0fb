import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, type Hash, type Nanos, type Output, type PendingDeposit } from '#contract/domain'
import { kernelAssetId, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, asset, hashOf, kernel, openAccount, time, uuidFrom } from '../support/store.ts'

/* A deposit that was told of while the list of all of them was being read. */

const holder = aHolder('me')
let store: AccountStore
let now: Nanos

beforeEach(() => {
  now = time(1_000)
  store = openAccount(newFolder('store'), { now: () => now })
})
afterEach(() => store.close())

const deposit = (name: string): PendingDeposit => ({
  ...{ deposit_id: uuidFrom(name), destination: 'bc1q', tag: '', chain_id: asset('BTC'), asset_id: asset('BTC') },
  ...{ asset_key: '', kernel_asset_id: kernel('BTC'), amount: toAmount(1n), transaction_hash: hashOf(name) },
  ...{ output_index: 0, block_hash: '', block_number: 0, confirmations: 0, threshold: 3, state: 'pending', sender: '' },
  ...{ created_at: time(1), updated_at: time(1) },
})

const pending = (): string[] => store.cache.deposits.listPending(holder.id).map(({ deposit_id }) => deposit_id)

it('stays when that list, which was begun before, comes without it', () => {
  const { deposits } = store.cache
  const begun = deposits.beginReading()
  deposits.add(holder.id, deposit('new'))
  deposits.replacePending(holder.id, [], begun)
  expect(pending()).toEqual([deposit('new').deposit_id])
})

it('goes when a list that was begun after comes without it', () => {
  const { deposits } = store.cache
  deposits.add(holder.id, deposit('new'))
  deposits.replacePending(holder.id, [], deposits.beginReading())
  expect(pending()).toEqual([])
})

it('is on its way still where a coin of another chain came by a transaction of the same hash', () => {
  const { deposits, outputs } = store.cache
  const [bitcoin, ether] = [deposit('twice'), { ...deposit('twice'), deposit_id: uuidFrom<string>('ether') }]
  const kernelOf = (id: string) => kernelAssetId(id) as Hash // a formula
  const ofEther = { asset_id: asset('ETH'), chain_id: asset('ETH'), kernel_asset_id: null }
  deposits.replacePending(holder.id, [
    { ...bitcoin, kernel_asset_id: kernelOf(asset('BTC')) },
    { ...ether, ...ofEther },
  ])
  const coinOf = (name: string) => ({
    ...anOutput(name, { holder, kernel_asset_id: kernelOf(asset(name)), asset_id: asset(name) }),
    deposit: { chain: '', deposit_hash: bitcoin.transaction_hash, deposit_index: 0 },
  })
  outputs.applyPage({ holder, outputs: [coinOf('BTC')], cursor: 1 })
  expect(pending()).toEqual([ether.deposit_id])
  outputs.applyPage({ holder, outputs: [coinOf('ETH')], cursor: 2 })
  expect(pending()).toEqual([])
})

it('is one, of the least amount, however often the service lists one place on its chain', () => {
  const { deposits } = store.cache
  const first = deposit('once')
  const again = (name: string, more: object) => ({ ...first, deposit_id: uuidFrom<string>(name), ...more })
  const beside = again('beside', { output_index: 1 })
  const ether = again('ether', { asset_id: asset('ETH'), chain_id: asset('ETH'), kernel_asset_id: kernel('ETH') })
  const more = { amount: toAmount(3n) }
  deposits.replacePending(holder.id, [again('before', more), first, again('after', more), beside, ether])
  expect(pending().sort()).toEqual([first, beside, ether].map(({ deposit_id }) => deposit_id).sort())
})

describe('one that is listed no more', () => {
  const FIVE = toAmount(5n)
  const announced = (name: string, more: Partial<PendingDeposit> = {}): PendingDeposit => ({
    ...deposit(name),
    ...{ amount: FIVE, kernel_asset_id: kernelAssetId(asset('BTC')) as Hash },
    ...more,
  })
  const lists = (...all: PendingDeposit[]) => store.cache.deposits.replacePending(holder.id, all)
  const missed = () =>
    store.cache.deposits.listMissed(holder.id).map(({ deposit_id, missed: { since, credited } }) => ({
      ...{ deposit_id, since, credited },
    }))
  let page = 0
  /** The service lists a coin; where `of` is null it does not say of which deposit. */
  function credits(of: PendingDeposit | null, amount: bigint, more: Partial<Output> = {}): void {
    page += 1
    const place = of === null ? null : { chain: '', deposit_hash: of.transaction_hash, deposit_index: 0 }
    const kernelAsset = announced('x').kernel_asset_id as Hash // a formula
    const coin = anOutput(`coin ${page}`, { holder, sequence: page, kernel_asset_id: kernelAsset })
    const output = { ...coin, asset_id: asset('BTC'), amount: toAmount(amount), deposit: place, ...more }
    store.cache.outputs.applyPage({ holder, outputs: [output], cursor: page })
  }
  const later = (by: bigint) => {
    now = (now + by) as Nanos
  }

  it('is missed where nothing came of it, since then, and also after a restart', () => {
    const one = announced('one')
    lists(one)
    expect(missed()).toEqual([])
    lists()
    const since = now
    later(DAY)
    lists()
    expect(missed()).toEqual([{ deposit_id: one.deposit_id, since, credited: null }])
    expect(pending()).toEqual([])
  })

  it('is missed no more once it is credited, listed again, or put away', () => {
    const all = ['credited', 'again', 'put away'].map((name) => announced(name))
    const [credited = announced('x'), again = announced('x'), away = announced('x')] = all
    lists(...all)
    lists()
    expect(missed()).toHaveLength(3)
    credits(credited, 5n)
    expect(missed()).toHaveLength(2)
    lists(again)
    store.cache.deposits.endMissed(holder.id, away.deposit_id)
    expect([missed(), pending()]).toEqual([[], [again.deposit_id]])
    lists()
    expect(missed()).toMatchObject([{ deposit_id: again.deposit_id }])
  })

  it.each(['before', 'after'])('is missed in part where less was credited than was announced, %s it left', (when) => {
    const one = announced('one')
    lists(one)
    if (when === 'before') credits(one, 3n)
    lists()
    if (when === 'after') credits(one, 3n)
    expect(missed()).toMatchObject([{ deposit_id: one.deposit_id, credited: 3n }])
    lists()
    // Many other coins came since, among which nobody looks for its own any more.
    for (let at = 0; at < 210; at += 1) credits(null, 1n)
    lists()
    expect(missed()).toMatchObject([{ credited: 3n }])
    later(8n * DAY)
    lists()
    expect(missed()).toEqual([])
  })

  it('is not missed where the whole sum came of it, or more', () => {
    for (const [name, amount] of [
      ['one', 5n],
      ['two', 6n],
    ] as const) {
      lists(announced(name))
      credits(announced(name), amount)
      lists()
    }
    expect(missed()).toEqual([])
  })

  it('is not missed where a coin of the same sum came from nobody, of which the service does not say where it came from', () => {
    lists(announced('one', { created_at: time(10) }))
    lists()
    credits(null, 5n, { senders: [], created_at: time(9) })
    credits(null, 4n, { senders: [], created_at: time(11) })
    expect(missed()).toHaveLength(1)
    credits(null, 5n, { senders: [], created_at: time(11) })
    expect(missed()).toEqual([])
  })

  it('is missed where such a coin came from somebody, or is of another asset', () => {
    const one = announced('one')
    lists(one)
    credits(null, 5n, { senders: [uuidFrom('payer')] })
    credits(null, 5n, { senders: [], kernel_asset_id: kernelAssetId(asset('ETH')) as Hash })
    credits(one, 5n, { senders: [], kernel_asset_id: kernelAssetId(asset('ETH')) as Hash })
    lists()
    expect(missed()).toMatchObject([{ deposit_id: one.deposit_id, credited: null }])
  })

  it('is missed where the one coin of the same sum is of another one', () => {
    const wait = () => {
      lists()
      return missed()
    }
    lists(announced('one'), announced('two'))
    expect(wait()).toHaveLength(2)
    credits(null, 5n, { senders: [] })
    expect(missed()).toHaveLength(1)
    for (let times = 0; times < 3; times += 1) expect(wait()).toHaveLength(1)
    credits(null, 5n, { senders: [] })
    expect(wait()).toEqual([])
  })

  it('is not missed where it was credited while nobody looked, however many coins came since', () => {
    const [one, other] = [announced('one'), announced('other')]
    lists(one, other)
    credits(one, 5n)
    for (let at = 0; at < 410; at += 1) credits(null, 1n)
    lists()
    expect(missed()).toMatchObject([{ deposit_id: other.deposit_id }])
    credits(other, 5n)
    for (let at = 0; at < 410; at += 1) credits(null, 1n)
    lists()
    expect(missed()).toEqual([])
  })

  it('is on its way still where it is listed under another id', () => {
    const [one, other] = [announced('one'), { ...announced('one'), deposit_id: uuidFrom<string>('other') }]
    lists(one)
    lists(other)
    expect([missed(), pending()]).toEqual([[], [other.deposit_id]])
  })

  it('is one of so many at most, the last ones, for so long', () => {
    const all = Array.from({ length: 70 }, (_, at) => announced(`of many ${at}`, { created_at: time(at + 10) }))
    lists(...all)
    lists()
    later(1n)
    lists()
    expect(missed().map(({ deposit_id }) => deposit_id)).toEqual(
      all
        .slice(20)
        .map(({ deposit_id }) => deposit_id)
        .reverse(),
    )
    later(91n * DAY)
    lists()
    expect(missed()).toEqual([])
  })

  it('is not pushed out by others that are announced and dropped later, however new the service calls them', () => {
    const one = announced('one')
    lists(one)
    lists()
    later(1n)
    lists(...Array.from({ length: 70 }, (_, at) => announced(`flood ${at}`, { created_at: time(at + 10) })))
    lists()
    expect(missed().map(({ deposit_id }) => deposit_id)).toContain(one.deposit_id)
  })
})
