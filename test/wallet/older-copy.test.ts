import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { errorFacts } from '#contract/errors'
import { parseAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { FREE } from './rules.ts'

const network = sharedNetwork()
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let dir: string
const keychain = testKeychain()

beforeEach(async () => {
  dir = newFolder()
  line = faultyLine()
  await start()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
})
afterEach(() => wallet.close())

async function start(syncMs = 150): Promise<void> {
  wallet = await network.open({ dir, fetch: line.fetch, keychain, syncMs })
}

/** Files as they are at this moment, as a power cut leaves them. */
function copyOf(): string {
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  return copy
}

const toBen = (amount: string) => paying(ana, BTC, [toUser(ben, amount)])
const read = (paymentId: RequestId) => wallet.calls['payments.read']({ account: ana, paymentId })
const sent = () => line.passed.filter((call) => call.endsWith('/safe/transaction')).length

/** A payment that was reviewed, a copy of the folder as it was then, and what was done afterwards. */
async function copiedBefore(after: (paymentId: RequestId) => Promise<void>): Promise<RequestId> {
  const { paymentId } = await wallet.calls['payments.prepare'](toBen('0.25'))
  await wallet.close()
  const copy = copyOf()
  await start()
  await after(paymentId)
  await wallet.close()
  rmSync(dir, { recursive: true })
  dir = copy
  return paymentId
}

async function payIt(paymentId: RequestId): Promise<void> {
  const review = await wallet.calls['payments.review']({ account: ana, paymentId })
  expect((await approved(wallet, ana, review)).state).toBe('final')
}

describe('an older copy of the folder', () => {
  it('takes over a payment that was paid since, by itself and once', async () => {
    const paymentId = await copiedBefore(payIt)
    const before = sent()
    await start()
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
    expect(sent()).toBe(before)
    await has(wallet, ana, BTC, '0.75')
    expect(await balanceOf(wallet, ben, BTC)).toBe(parseAmount('0.25'))
    const { holds } = await wallet.calls['home.read']({ account: ana, holder: null })
    expect(holds).toEqual([])
  })

  it('counts for its owner’s limit what was paid since, as far as it is known to have left', async () => {
    const assets = [{ assetId: BTC, day: parseAmount('0.5'), waitAbove: null, lookAbove: null }]
    await wallet.calls['policies.set']({ account: ana, holder: null, rules: { ...FREE, assets }, passphrase: null })
    const paymentId = await copiedBefore(payIt)
    await start()
    await settled(wallet, ana, paymentId)
    const { today } = await wallet.calls['policies.read']({ account: ana, holder: null })
    expect(today).toMatchObject([{ spent: parseAmount('0.25') }])
    const more = await wallet.calls['payments.prepare'](toBen('0.3'))
    expect(more.checks).toContainEqual(
      expect.objectContaining({ id: expect.stringMatching(/^rule:day/), result: 'stop' }),
    )
  })

  it('takes over a payment that was given up in it and paid since, however much came in besides', async () => {
    const paymentId = await copiedBefore(async (id) => {
      await payIt(id)
      for (let at = 0; at < 210; at += 1)
        await wallet.calls['local.deposit']({
          ...{ account: ana, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('0.0001') },
        })
      await wallet.calls['local.confirm']({ blocks: 20 })
      await has(wallet, ana, BTC, '0.771')
    })
    line.faults.push({ path: /./, act: 'before', times: Number.POSITIVE_INFINITY })
    await start()
    expect((await wallet.calls['payments.cancel']({ account: ana, paymentId })).state).toBe('cancelled')
    line.faults.length = 0
    await wallet.calls['app.retry']({ account: ana })
    await has(wallet, ana, BTC, '0.771')
    const paid = await wallet.until(
      () => read(paymentId),
      ({ state }) => state === 'final',
    )
    expect(paid.money).toBe('final')
  })

  it('says so when such a payment is opened before its coins were read', async () => {
    const paymentId = await copiedBefore(payIt)
    line.faults.push({ path: /^\/safe\/outputs/, act: 'before' })
    await start()
    await expect(wallet.calls['payments.review']({ account: ana, paymentId })).rejects.toThrow(
      coded('wallet.already_sent'),
    )
    line.faults.length = 0
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
  })

  it('keeps a payment as it is when the service only claims that it was sent', async () => {
    const paymentId = await copiedBefore(async () => undefined)
    line.faults.push({
      path: /transaction\/requests$/,
      act: (records: object[]) => records.map((record) => ({ ...record, state: 'spent' })),
    })
    await start()
    await expect(wallet.calls['payments.review']({ account: ana, paymentId })).rejects.toThrow(
      coded('wallet.sent_unproved'),
    )
    expect(await read(paymentId)).toMatchObject({ state: 'verified', money: 'ready' })
    line.faults.length = 0
    await payIt(paymentId)
  })

  it('is not taken in by bytes that somebody else signed', async () => {
    const paymentId = await copiedBefore(async () => undefined)
    const other = 'ab'.repeat(64)
    line.faults.push(
      {
        path: /transaction\/requests$/,
        act: (records: object[]) => records.map((record) => ({ ...record, state: 'spent' })),
      },
      {
        path: /\/safe\/transactions\//,
        act: (record: { raw_transaction: string }) => ({
          ...record,
          state: 'spent',
          raw_transaction: record.raw_transaction.replace(/0000$/, `0001000100${'00'}${other}`),
        }),
      },
    )
    await start()
    await expect(wallet.calls['payments.review']({ account: ana, paymentId })).rejects.toThrow(
      coded('wallet.sent_unproved'),
    )
    expect((await read(paymentId)).state).toBe('verified')
  })

  it('says when the id of a payment belongs to another transaction', async () => {
    const paymentId = await copiedBefore(async () => undefined)
    line.faults.push({
      path: /transaction\/requests$/,
      act: (records: object[]) =>
        records.map((record) => ({ ...record, state: 'spent', transaction_hash: 'cd'.repeat(32) })),
    })
    await start()
    await expect(wallet.calls['payments.review']({ account: ana, paymentId })).rejects.toThrow(
      coded('wallet.request_taken'),
    )
    expect((await read(paymentId)).state).toBe('verified')
    const view = await wallet.calls['payments.cancel']({ account: ana, paymentId })
    expect(view.state).toBe('cancelled')
  })
})

describe('an account whose coins were not read yet', () => {
  it('sends nothing, and holds nothing, until they are', async () => {
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    line.faults.push({ path: /^\/safe\/outputs/, act: 'before', times: Number.POSITIVE_INFINITY })
    await start()
    await expect(wallet.calls['payments.prepare'](toBen('0.25'))).rejects.toThrow(coded('wallet.needs_sync'))
    expect((await wallet.calls['home.read']({ account: ana, holder: null })).holds).toEqual([])
    line.faults.length = 0
    const review = await wallet.until(
      () => wallet.calls['payments.prepare'](toBen('0.25')).catch(() => null),
      (prepared) => prepared !== null,
    )
    expect(review?.verdict).not.toBe('stop')
  })
})

describe('files of a use that was cut off, before all coins are compared', () => {
  beforeEach(async () => {
    await fund(wallet, ana, BTC, '0.4')
    line.faults.push({ path: /^\/safe\/outputs$/, act: 'before', times: Number.POSITIVE_INFINITY })
  })

  const prepared = async (amount: string): Promise<RequestId> =>
    (await wallet.calls['payments.prepare'](toBen(amount))).paymentId

  /** Goes on with the files as they are now, once something was paid that they do not tell of. */
  async function cutOffBefore(amount: string): Promise<void> {
    const copy = copyOf()
    for (const { paymentId } of (await wallet.calls['home.read']({ account: ana, holder: null })).holds)
      await wallet.calls['payments.cancel']({ account: ana, paymentId })
    await payIt(await prepared(amount))
    await wallet.close()
    dir = copy
    await start()
  }

  it('pay with coins that are compared first, and not with those that were spent elsewhere', async () => {
    await cutOffBefore('0.3')
    await payIt(await prepared('0.3'))
  })

  it('have nothing signed for a coin that was spent since it was reviewed', async () => {
    const paymentId = await prepared('0.7')
    await cutOffBefore('0.7')
    const spent = coded('wallet.review_changed', { coin: 'spent' })
    await expect(payIt(paymentId)).rejects.toThrow(spent)
    expect((await read(paymentId)).state).toBe('verified')
    // To look again would not do: it is told to be written again, which takes no coin that is gone.
    await expect(payIt(paymentId)).rejects.toThrow(spent)
    const { todo } = errorFacts('wallet.review_changed', { coin: 'spent' })
    expect(todo).not.toEqual(errorFacts('wallet.review_changed').todo)
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    await payIt(await prepared('0.3'))
  })
})
