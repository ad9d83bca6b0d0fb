import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { faultyLine } from '../support/faults.ts'
import { request } from '../support/store.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  balanceOf,
  changeIsBack,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let ben: UserId

type Filter = Parameters<Calls['activity.list']>[0]['filter']
const list = (filter: Partial<Filter> = {}, cursor: string | null = null, limit = 50) =>
  wallet.calls['activity.list']({ account: ana, holder: null, filter: { ...ALL_MOVEMENTS, ...filter }, cursor, limit })
const memo = (text: string) => ({ memoHex: Buffer.from(text).toString('hex') })

beforeAll(async () => {
  wallet = await network.open()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, ETH, '5')
  const to = { kind: 'user', userId: ben } as const
  await pay(wallet, paying(ana, BTC, [{ payee: to, amount: '0.1' }], { ...memo('sailing boat'), label: 'hobby' }))
  await changeIsBack(wallet, ana, BTC)
  await pay(wallet, paying(ana, BTC, [{ payee: to, amount: '0.2' }], memo('groceries')))
  await pay(wallet, paying(ana, ETH, [{ payee: to, amount: '1' }]))
  await wallet.until(
    () => balanceOf(wallet, ben, ETH),
    (available) => available > 0n,
  )
  await pay(wallet, paying(ben, ETH, [toUser(ana, '0.5')], memo('half back')))
  await wallet.until(
    () => list(),
    // Until its snapshot is read, a final payment is shown from what was kept of it here, under another id.
    ({ rows }) => rows.length === 6 && rows.every(({ id, money }) => id.startsWith('s:') && money === 'final'),
  )
})

describe('activity', () => {
  it('lists everything once, newest first', async () => {
    const { rows } = await list()
    expect(rows.map(({ kind, direction, amount, asset }) => [kind, direction, amount, asset.symbol])).toEqual([
      ['transfer', 'in', parseAmount('0.5'), 'ETH'],
      ['transfer', 'out', -parseAmount('1'), 'ETH'],
      ['transfer', 'out', -parseAmount('0.2'), 'BTC'],
      ['transfer', 'out', -parseAmount('0.1'), 'BTC'],
      ['deposit', 'in', parseAmount('5'), 'ETH'],
      ['deposit', 'in', parseAmount('1'), 'BTC'],
    ])
  })

  it('gives pages that join without a gap or a repeat', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({}, cursor, 2)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen).toEqual((await list()).rows.map(({ id }) => id))
  })

  it.each([
    ['an asset', { assetId: ETH }, 3],
    ['what came in', { direction: 'in' }, 3],
    ['deposits', { kind: 'deposit' }, 2],
    ['a word of a memo', { search: 'boat' }, 1],
    ['the beginning of a word, in any case', { search: 'GROC' }, 1],
    ['a label of our own', { search: 'hobby' }, 1],
    ['a word and an asset together', { search: 'half', assetId: ETH }, 1],
    ['a word that is nowhere', { search: 'zeppelin' }, 0],
  ] as const)('finds by %s', async (_, filter, count) => {
    expect((await list(filter)).rows).toHaveLength(count)
  })

  it('finds by a person', async () => {
    expect((await list({ opponent: ben })).rows).toHaveLength(4)
    expect((await list({ search: 'Ben' })).rows).toHaveLength(4)
  })

  it('finds by time', async () => {
    const { rows } = await list()
    const middle = rows[3]?.at ?? null
    expect((await list({ from: middle })).rows).toHaveLength(4)
    expect((await list({ to: middle })).rows.length).toBeGreaterThanOrEqual(2)
  })

  it('opens one with everything that is known of it', async () => {
    const [row] = (await list({ search: 'boat' })).rows
    const detail = await wallet.calls['activity.read']({ account: ana, holder: null, id: row?.id ?? '' })
    expect(detail).toMatchObject({
      row: { label: 'hobby', memoText: 'sailing boat', party: { kind: 'user', user: { name: 'Ben' } } },
      memoHex: Buffer.from('sailing boat').toString('hex'),
      requestId: expect.any(String),
    })
  })

  it('says what a movement was worth when it happened', async () => {
    const { rows } = await list({ assetId: ETH })
    const { row } = await wallet.calls['activity.read']({ account: ana, holder: null, id: rows[0]?.id ?? '' })
    expect(row.fiatThen?.startsWith('-')).toBe(row.amount < 0n)
    expect(rows[0]?.fiatThen).toBe(row.fiatThen)
  })

  it('is worth over time what Home says in the end', async () => {
    const wish = { account: ana, holder: null, together: false, everyone: false }
    const value = await wallet.calls['value.read']({ ...wish, assetId: null, of: 'value', range: 'month' })
    const home = await wallet.calls['home.read'](wish)
    expect(value.total).toBe(home.fiat?.total)
    expect(value.points[0]?.value).toBe('0.00')
    expect(value.knownFrom).toBeNull()
    // A month is asked for, and all came within the last hours of it.
    const day = await wallet.calls['value.read']({ ...wish, assetId: null, of: 'value', range: 'day' })
    expect(value.began).not.toBeNull()
    expect(day.began).toBeNull()
    expect(value.day?.moved).not.toBe('0.00')
  })

  it('keeps labels and notes of our own', async () => {
    const [row] = (await list({ search: 'groceries' })).rows
    const id = row?.id ?? ''
    await wallet.calls['labels.set']({ account: ana, id, label: 'household', note: 'apples, mostly' })
    const detail = await wallet.calls['activity.read']({ account: ana, holder: null, id })
    expect(detail).toMatchObject({ row: { label: 'household' }, note: 'apples, mostly' })
    expect((await list({ search: 'household' })).rows).toHaveLength(1)
  })

  it('takes operators in what is searched', async () => {
    const found = async (search: string) =>
      (await list({ search })).rows.map((row) => `${row.direction} ${row.asset.symbol} ${row.memoText ?? row.kind}`)
    const sent = ['out BTC groceries', 'out BTC sailing boat']
    expect(await found('asset:btc is:out')).toEqual(sent)
    expect(await found('to:ben amount<0.5')).toEqual(sent)
    expect(await found('amount>=1 asset:eth to:ben')).toEqual(['out ETH transfer'])
    expect(await found('from:ben')).toEqual(['in ETH half back'])
    expect(await found('"sailing boat"')).toEqual(['out BTC sailing boat'])
    expect(await found('"boat sailing"')).toEqual([])
    expect(await found('roceri')).toEqual(['out BTC groceries'])
    expect(await found('is:deposit amount=5')).toEqual(['in ETH deposit'])
    expect(await found('before:2020')).toEqual([])
    expect(await found('after:2020 is:in is:out')).toEqual([])
  })

  it('finds a cancelled payment by its words, and shows none that nobody searches', async () => {
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.03')], memo('never mind')))
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
    const found = async (search: string) => (await list({ search })).rows.map(({ id }) => id)
    expect(await found('never mind')).toEqual([`p:${review.paymentId}`])
    expect(await found('is:cancelled to:ben')).toEqual([`p:${review.paymentId}`])
    expect(await found('is:final never')).toEqual([])
    expect(await found('')).not.toContain(`p:${review.paymentId}`)
  })

  it('finds a cancelled payment by what was noted of it', async () => {
    const { paymentId } = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.03')]))
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    await wallet.calls['labels.set']({ account: ana, id: `p:${paymentId}`, label: '', note: 'wrong greenhouse' })
    expect((await list({ search: 'greenhouse' })).rows.map(({ id }) => id)).toEqual([`p:${paymentId}`])
    expect((await list({ search: '"wrong greenhouse"' })).rows).toHaveLength(1)
  })

  it('shows a payment on its way on top of the history', async () => {
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.01')]))
    expect((await list()).rows).toHaveLength(6)
    await wallet.calls['payments.approve'](approving(ana, review))
    const [first] = (await list()).rows
    expect(first).toMatchObject({ id: `p:${review.paymentId}`, direction: 'out', money: 'submitted' })
    await settled(wallet, ana, review.paymentId)
    const { rows } = await wallet.until(
      () => list(),
      ({ rows: [row] }) => row?.id.startsWith('s:') === true,
    )
    expect(rows).toHaveLength(7)
  })
})

/** A wallet of its own, and what it keeps. */
async function withStore(fetch?: typeof globalThis.fetch) {
  const stores: AccountStore[] = []
  const openStore: typeof openAccountStore = (options) => {
    const store = openAccountStore(options)
    stores.push(store)
    return store
  }
  const other = await network.open({ openStore, ...(fetch === undefined ? {} : { fetch }) })
  const { account } = await newAccount(other, 'Cleo')
  const kept = (): AccountStore => {
    const [store] = stores
    if (store === undefined) throw new Error('nothing is kept of it')
    return store
  }
  return { other, account, kept }
}

describe('a payment without a record', () => {
  it('that is out is shown however many have ended after it', async () => {
    const line = faultyLine()
    const { other, account, kept } = await withStore(line.fetch)
    await fund(other, account, ETH, '1')
    const to = { kind: 'user', userId: ben } as const
    const review = await other.calls['payments.prepare'](paying(account, ETH, [{ payee: to, amount: '0.1' }]))
    line.faults.push({ path: /^\/safe\/transactions?(\/[0-9a-f-]{36})?$/, act: 'before' })
    await other.calls['payments.approve'](approving(account, review))
    const store = kept()
    const out = store.intents.payments.get(review.paymentId)
    if (out === undefined) throw new Error('nothing is kept of it')
    for (let at = 0; at < 200; at += 1) {
      const { id } = store.intents.payments.create({
        ...out,
        id: request(at),
        transactions: out.transactions.map((each) => ({ ...each, requestId: request(at) })),
      })
      store.intents.payments.fail(id, { code: 'wallet.insufficient', details: {} })
    }
    const { rows } = await other.calls['activity.list']({
      account,
      holder: null,
      filter: ALL_MOVEMENTS,
      cursor: null,
      limit: 50,
    })
    expect(rows.map(({ id }) => id)).toContain(`p:${out.id}`)
    await other.close()
  })

  it('that came to nothing stands at the time it did so, below what moved since', async () => {
    const { other, account, kept } = await withStore()
    await fund(other, account, ETH, '1')
    const review = await other.calls['payments.prepare'](paying(account, ETH, [toUser(ben, '0.1')]))
    kept().intents.payments.fail(review.paymentId, { code: 'wallet.insufficient', details: {} })
    await fund(other, account, ETH, '2')
    const input = { account, holder: null, cursor: null, limit: 50 }
    const found = async (search: string) =>
      (await other.calls['activity.list']({ ...input, filter: { ...ALL_MOVEMENTS, search } })).rows
    const rows = await other.until(
      () => found(''),
      (now) => now.filter(({ money }) => money === 'final').length === 2,
    )
    expect(rows.map(({ money }) => money)).toEqual(['final', 'cannot_complete', 'final'])
    expect((await found('is:failed')).map(({ id }) => id)).toEqual([`p:${review.paymentId}`])
    await other.close()
  })
})
