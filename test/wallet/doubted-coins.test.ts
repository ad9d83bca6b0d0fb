import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutputId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  pay,
  paying,
  playNetwork,
  toUser,
} from '../support/wallet.ts'

let network: PlayNetwork
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let dir: string
const keychain = testKeychain()

beforeEach(async () => {
  network = await playNetwork()
  dir = newFolder()
  line = faultyLine()
  await start()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
})
afterEach(() => network.close())

async function start(): Promise<void> {
  wallet = await network.open({ dir, fetch: line.fetch, keychain })
}

type Row = Record<string, unknown> & { readonly state: string }

/** From here on the service lists outputs that are not spent with these members. */
function listing(lie: (row: Row) => object): void {
  line.faults.push({
    path: /^\/safe\/outputs$/,
    act: (rows: Row[]) => rows.map((row) => (row.state === 'spent' ? row : { ...row, ...lie(row) })),
  })
}

const doubted = () => wallet.calls['coins.doubted']({ account: ana, holder: null })
const told = () =>
  wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account: ana })
      return doubted()
    },
    (coins) => coins.length === 1,
  )
const toBen = (amount: string) => paying(ana, BTC, [toUser(ben, amount)])
const POINT = `58${'66'.repeat(31)}`

describe('a known coin', () => {
  it.each([
    ['amount', { amount: `1${'0'.repeat(41)}` }],
    ['amount', { amount: '2' }],
    ['mask', { mask: POINT }],
    ['keys', { keys: [POINT] }],
  ])('whose %s comes back different is neither counted nor replaced, and the person is told', async (fact, lie) => {
    listing(() => lie)
    const [coin] = await told()
    expect(coin).toMatchObject({ amount: parseAmount('1'), differences: [{ fact }] })
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
    const { attention } = await wallet.calls['home.read']({ account: ana, holder: null })
    expect(attention).toContainEqual({ kind: 'doubted', coins: 1 })
    await expect(wallet.calls['payments.prepare'](toBen('0.1'))).rejects.toThrow(coded('wallet.insufficient'))
  })

  it('stays in doubt after a restart, also when the service takes it back', async () => {
    listing(() => ({ amount: '7' }))
    await told()
    line.faults.length = 0
    await wallet.close()
    await start()
    await wallet.calls['app.retry']({ account: ana })
    expect(await doubted()).toMatchObject([{ differences: [{ fact: 'amount', kept: '1 BTC', seen: '7 BTC' }] }])
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
  })

  it('is counted again when asked for, once the service says again what it said first', async () => {
    listing(() => ({ amount: '7' }))
    const [coin] = await told()
    if (coin === undefined) throw new Error('one is in doubt')
    line.faults.length = 0
    const recheck = () =>
      wallet.calls['coins.recheck']({ account: ana, holder: null, outputId: coin.outputId }).catch(codeOf)
    line.faults.push({ path: /^\/safe\/outputs\/[^/]+$/, act: (row: Row) => ({ ...row, amount: '7' }) })
    expect(await recheck()).toBe('wallet.coin_doubted')
    line.faults.length = 0
    line.faults.push({ path: /^\/safe\/outputs\/[^/]+$/, act: (row: Row) => ({ ...row, keys: [POINT] }) })
    expect(await recheck()).toBe('wallet.coin_doubted')
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
    line.faults.length = 0
    expect(await recheck()).toBeNull()
    expect(await doubted()).toEqual([])
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
    await pay(wallet, toBen('0.2'))
  })

  it('whose first description was the lie is counted as the bytes say that made it', async () => {
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    listing(() => ({ amount: '0.5' }))
    await start()
    await has(wallet, ana, BTC, '0.5')
    const { rows } = await wallet.calls['coins.list']({
      ...{ account: ana, holder: null, assetId: BTC, state: 'available', search: '', cursor: null, limit: 10 },
    })
    const proves = wallet.calls['coins.prove']({ account: ana, holder: null, outputId: rows[0]?.outputId as OutputId })
    await expect(proves).rejects.toThrow(coded('wallet.coin_unproved', { why: 'differs' }))
    line.faults.length = 0
    const [coin] = await told()
    if (coin === undefined) throw new Error('one is in doubt')
    expect(coin.differences).toMatchObject([{ fact: 'amount', kept: '0.5 BTC', seen: '1 BTC' }])
    await wallet.calls['coins.recheck']({ account: ana, holder: null, outputId: coin.outputId })
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })

  it('that the service denies is not counted, and counts by itself once it is listed again', async () => {
    line.faults.push({ path: /^\/safe\/outputs$/, act: () => [] }, { path: /^\/safe\/outputs\/[^/]+$/, act: 'unknown' })
    const [coin] = await told()
    expect(coin).toMatchObject({ amount: parseAmount('1'), differences: [{ fact: 'existence' }] })
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
    line.faults.length = 0
    await wallet.calls['app.retry']({ account: ana })
    expect(await doubted()).toEqual([])
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })

  it('is read anew once the cache was deleted', async () => {
    listing(() => ({ amount: '7' }))
    await told()
    line.faults.length = 0
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    await start()
    await has(wallet, ana, BTC, '1')
    expect(await doubted()).toEqual([])
  })

  it('that a prepared payment spends stops its review and its signature', async () => {
    const review = await wallet.calls['payments.prepare'](toBen('0.1'))
    listing(() => ({ amount: '7' }))
    await told()
    const again = await wallet.calls['payments.review']({ account: ana, paymentId: review.paymentId })
    expect(again.verdict).toBe('stop')
    expect(again.checks).toContainEqual(expect.objectContaining({ id: 'facts', result: 'stop' }))
    await expect(wallet.calls['payments.approve'](approving(ana, again))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
  })
})

describe('a new coin', () => {
  it.each([
    ['more than there can be', 'amount', { amount: '250001' }],
    ['a mask that is no point', 'mask', { mask: 'ff'.repeat(32) }],
    ['keys that are no points', 'keys', { keys: ['ff'.repeat(32)] }],
    ['an id that does not follow from its place', 'index', { output_index: 7 }],
  ])('with %s is never counted, and the person is told', async (_what, fact, lie) => {
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    listing(() => lie)
    await start()
    const [coin] = await told()
    expect(coin?.differences.map((difference) => difference.fact)).toContain(fact)
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
    line.faults.length = 0
    // Nothing was known of it before: once it is described truly, it counts.
    await wallet.calls['app.retry']({ account: ana })
    await has(wallet, ana, BTC, '1')
  })

  it('of more than the kernel lets in today counts: it lets in more or less with time', async () => {
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    listing(() => ({ amount: '2501' }))
    await start()
    await has(wallet, ana, BTC, '2501')
    expect(await doubted()).toEqual([])
  })

  it('that the journal made is compared with what was signed, after the cache was deleted', async () => {
    await pay(wallet, toBen('0.25'))
    await has(wallet, ana, BTC, '0.75')
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    listing(() => ({ amount: '100' }))
    await start()
    const [coin] = await told()
    expect(coin).toMatchObject({ amount: parseAmount('0.75'), differences: [{ fact: 'amount', seen: '100 BTC' }] })
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
  })
})
