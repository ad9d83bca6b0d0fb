import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { wording } from '#words'
import type { Said } from '#words/facts'
import { poison } from '../store/poison.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Rows of the journal that are whole, by their checksums, and that say nothing this version understands. */

const network = sharedNetwork()
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let dir: string
let keychain: ReturnType<typeof testKeychain>

beforeEach(async () => {
  dir = newFolder('unread')
  keychain = testKeychain()
  line = faultyLine()
  await start()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
})
afterEach(() => wallet.close())

async function start(): Promise<void> {
  wallet = await network.open({ dir, fetch: line.fetch, keychain })
}
async function restartPoisoned(table: string, column: string, value: string | bigint, where?: string): Promise<void> {
  await wallet.close()
  poison(join(dir, 'local', ana, 'intents.db'), table, column, value, where)
  await start()
}

const toBen = (amount: string) => paying(ana, BTC, [toUser(ben, amount)])
const read = (paymentId: RequestId) => wallet.calls['payments.read']({ account: ana, paymentId })
const home = () => wallet.calls['home.read']({ account: ana, holder: null })
const told = async () => (await wallet.calls['damage.list']({ account: ana })).map(({ state }) => state)
const everything = () =>
  wallet.calls['activity.list']({
    ...{ account: ana, holder: null, cursor: null, limit: 50 },
    filter: ALL_MOVEMENTS,
  })

/** Signed, and kept from leaving. */
async function keptBack(amount: string): Promise<RequestId> {
  line.faults.push({ path: /\/safe\/transactions?$/, act: 'before' })
  const review = await wallet.calls['payments.prepare'](toBen(amount))
  await wallet.calls['payments.approve'](approving(ana, review))
  await wallet.until(
    () => read(review.paymentId),
    ({ problem }) => problem !== null,
  )
  return review.paymentId
}

describe.each([
  ['is no JSON', '{'],
  ['is of another shape', '{"rows":7}'],
  ['is nothing', 'null'],
])('a payment whose intent %s', (_what, text) => {
  it('keeps its coins and its bytes are sent to their end, and the person is told', async () => {
    const paymentId = await keptBack('0.25')
    await restartPoisoned('payments', 'detail', text)
    expect(await read(paymentId)).toMatchObject({ paymentId, amount: parseAmount('0.25'), party: { kind: 'unknown' } })
    expect((await home()).holds).toMatchObject([{ paymentId, amount: parseAmount('1') }])
    expect((await wallet.calls['payments.open']({ account: ana, holder: null })).map((each) => each.paymentId)).toEqual(
      [paymentId],
    )
    expect((await everything()).rows.map(({ id }) => id)).toContain(`p:${paymentId}`)
    await expect(wallet.calls['payments.prepare'](toBen('0.5'))).rejects.toThrow(coded('wallet.insufficient'))
    expect(await told()).toEqual(['unread'])

    line.faults.length = 0
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
    await has(wallet, ana, BTC, '0.75')
    await wallet.calls['damage.dismiss']({ account: ana })
    expect(await told()).toEqual([])
    expect((await pay(wallet, toBen('0.25'))).state).toBe('final')
  })
})

describe('a signed payment whose intent cannot be read', () => {
  it('is sent at a word of its owner, who may have to say so', async () => {
    const paymentId = await keptBack('0.25')
    await restartPoisoned('payments', 'detail', '{"rows":7}')
    const said = { account: ana, paymentId, passphrase: null }
    expect(await wallet.calls['payments.sendNow'](said)).toMatchObject({ paymentId })
    line.faults.length = 0
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
  })
})

describe('an unsigned payment whose intent cannot be read', () => {
  it('is never signed, and holds its coins until it is given up', async () => {
    const { paymentId, ...review } = await wallet.calls['payments.prepare'](toBen('0.25'))
    await restartPoisoned('payments', 'detail', '{"rows":7}')
    await expect(wallet.calls['payments.review']({ account: ana, paymentId })).rejects.toThrow(coded('store.damaged'))
    await expect(wallet.calls['payments.approve'](approving(ana, { ...review, paymentId }))).rejects.toThrow(
      coded('store.damaged'),
    )
    expect((await home()).holds).toMatchObject([{ paymentId }])
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    expect((await home()).holds).toEqual([])
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })
})

describe('an unsigned payment whose bytes are not what was planned', () => {
  it('is stopped before it is shown, with the line that differs, and is signed by nobody', async () => {
    const { paymentId, ...review } = await wallet.calls['payments.prepare'](toBen('0.25'))
    await restartPoisoned('payment_outputs', 'units', 20_000_000n, 'position = 0')
    const error = await wallet.calls['payments.review']({ account: ana, paymentId }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'wallet.record_differs' })
    const { rows } = (error as { details: { rows: readonly Said[] } }).details
    const differing = rows.filter(({ values }) => values['agrees'] === false).map((row) => wording(row))
    expect(differing[0]).toBe('Amount: asked 0.2 BTC, recorded 0.25 BTC, in the bytes 0.25 BTC')
    await expect(wallet.calls['payments.approve'](approving(ana, { ...review, paymentId }))).rejects.toThrow()
    expect(line.passed.filter((call) => call.endsWith('/safe/transaction'))).toEqual([])
    await wallet.calls['payments.cancel']({ account: ana, paymentId })
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('1'))
  })
})

describe('a payment whose payees cannot be read', () => {
  it('is sent all the same, and its change is still waited for', async () => {
    const paymentId = await keptBack('0.25')
    await wallet.close()
    const path = join(dir, 'local', ana, 'intents.db')
    for (const position of [0, 1]) poison(path, 'payment_outputs', 'payee', '{"kind":"star"}', `position = ${position}`)
    line.faults.length = 0
    await start()
    expect(await told()).toEqual(['unread'])
    expect((await settled(wallet, ana, paymentId)).state).toBe('final')
    await wallet.until(
      () => wallet.calls['payments.changeAtRisk']({ account: ana, holder: null }),
      ({ payments }) => payments.length === 0,
    )
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('0.75'))
  })
})

describe('a failed audit whose evidence cannot be read', () => {
  it('stops sending until the person goes on', async () => {
    await pay(wallet, toBen('0.25'))
    await wallet.until(
      () => wallet.calls['payments.changeAtRisk']({ account: ana, holder: null }),
      ({ payments }) => payments.length === 0,
    )
    await wallet.close()
    const path = join(dir, 'local', ana, 'intents.db')
    poison(path, 'audits', 'evidence', '[]')
    poison(path, 'audits', 'result', 2n)
    await start()
    expect(await told()).toEqual(['unread'])
    await expect(wallet.calls['payments.prepare'](toBen('0.25'))).rejects.toThrow(coded('wallet.sending_frozen'))
    expect(await wallet.calls['payments.frozen']({ account: ana })).toEqual([])
    await wallet.calls['payments.unfreeze']({ account: ana, read: [], passphrase: null })
    expect((await pay(wallet, toBen('0.25'))).state).toBe('final')
  })
})
