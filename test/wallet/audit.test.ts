import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Clock, Nanos, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
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
import type { PaymentReview } from '../support/worded.ts'

let ben: UserId
let host: OpenWallet

/** Both sides age together; a wallet whose clock runs ahead alone would be refused. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)

beforeAll(async () => {
  host = await network.open({ clock })
  ben = (await newAccount(host, 'Ben')).account
})

describe('change that comes back', () => {
  let line: FaultyLine
  let wallet: OpenWallet
  let ana: UserId

  async function start(): Promise<void> {
    line = faultyLine()
    wallet = await network.open({ fetch: line.fetch, clock })
    ana = (await newAccount(wallet, 'Ana')).account
    await fund(wallet, ana, BTC, '1')
  }
  afterEach(() => wallet.close())

  const payBen = (amount: string) => pay(wallet, paying(ana, BTC, [toUser(ben, amount)]))
  const isFrozen = async () => {
    const { attention } = await wallet.calls['home.read']({ account: ana, holder: null })
    return attention.some(({ kind }) => kind === 'frozen')
  }
  const report = () => wallet.calls['payments.frozen']({ account: ana })
  const stops = () => wallet.until(isFrozen, (frozen) => frozen)
  /** At once, where the network has no news and the next round is far. */
  const reads = () => wallet.calls['app.retry']({ account: ana })

  it('is proved ours without being spent, and paying goes on', async () => {
    await start()
    await payBen('0.1')
    const asked = () => line.passed.filter((path) => path === 'POST /safe/transaction/requests').length
    await wallet.until(
      async () => asked(),
      (count) => count === 2, // once for the payment, once for its change
    )
    await has(wallet, ana, BTC, '0.9')
    await payBen('0.1')
    expect(await isFrozen()).toBe(false)
  })

  it('counts as arriving until it is listed', async () => {
    await start()
    line.faults.push({ path: /^\/safe\/outputs$/, act: 'before' })
    await payBen('0.1')
    const { available, held } = await wallet.until(
      () => wallet.calls['balances.read']({ account: ana, holder: null, assetId: BTC }),
      ({ arriving }) => arriving === parseAmount('0.9'),
    )
    expect([available, held]).toEqual([0n, 0n])
  })

  it('stops all sending when it is not ours: the view scalar does not make its key', async () => {
    await start()
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.1')]))
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
    let verifies = 0
    line.faults.push({
      path: /^\/safe\/transaction\/requests$/,
      act: (records: { views: string[] }[]) => {
        verifies += 1
        return verifies === 1 ? records : records.map((record) => ({ ...record, views: [`01${'00'.repeat(31)}`] }))
      },
    })
    await payBen('0.1')
    await stops()
    await expect(payBen('0.1')).rejects.toThrow(coded('wallet.sending_frozen'))
    expect(await report()).toMatchObject([{ reason: 'not ours', acceptedAt: null }])
    expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
  })

  it('stops all sending when it does not appear within ten minutes, and no longer once it does', async () => {
    await start()
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string }[]) => outputs.filter(({ amount }) => Number(amount) !== 0.9),
    })
    await payBen('0.1')
    await reads()
    expect(await isFrozen()).toBe(false)
    ahead += 11n * 60n * 1_000_000_000n
    await reads()
    await stops()
    const [missing] = await report()
    expect(missing).toMatchObject({ reason: 'missing', amount: parseAmount('0.9') })
    expect(JSON.parse(missing?.evidence ?? '')).toMatchObject({ reason: 'missing', listed: null })
    line.faults.length = 0
    await reads()
    await wallet.until(isFrozen, (frozen) => !frozen)
    expect(await report()).toEqual([])
  })

  it('is missed ten minutes after a clock that was set back, too', async () => {
    const hour = 3600n * 1_000_000_000n
    await start()
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string }[]) => outputs.filter(({ amount }) => Number(amount) !== 0.9),
    })
    ahead += hour
    await payBen('0.1')
    ahead -= hour
    for (let round = 0; round < 4; round += 1) await reads()
    expect(await isFrozen()).toBe(false)
    ahead += 11n * 60n * 1_000_000_000n
    await reads()
    await stops()
    // The network lives on for other tests, and its own times must not fall.
    ahead += hour
    expect(await report()).toMatchObject([{ reason: 'missing' }])
  })

  const differs = () =>
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string; keys: string[] }[]) =>
        outputs.map((output) => (Number(output.amount) === 0.9 ? { ...output, mask: output.keys[0] } : output)),
    })

  it('that differs is reported with its payment, what was signed and what is listed', async () => {
    await start()
    differs()
    const paid = await payBen('0.1')
    await stops()
    const [failed, ...others] = await report()
    expect(others).toEqual([])
    expect(failed).toMatchObject({
      ...{ paymentId: paid.paymentId, title: paid.title, amount: parseAmount('0.9'), reason: 'differs' },
      ...{ asset: { symbol: 'BTC' }, acceptedAt: null },
    })
    const { signed, listed } = JSON.parse(failed?.evidence ?? '') as Record<string, { keys: string[]; mask: string }>
    expect(listed?.keys).toEqual(signed?.keys)
    expect(listed?.mask).toBe(signed?.keys[0])
    expect(signed?.mask).not.toBe(listed?.mask)
    expect(signed).toMatchObject({ transactionHash: failed?.transactionHash, index: failed?.outputIndex })
  })

  it('goes on when the person has read what happened and wants to, with other coins than the one in doubt', async () => {
    await start()
    differs()
    await payBen('0.1')
    await stops()
    const [found] = await report()
    await wallet.calls['payments.unfreeze']({
      account: ana,
      read: found === undefined ? [] : [found.outputId],
      passphrase: null,
    })
    expect(await isFrozen()).toBe(false)
    expect(await report()).toEqual([{ ...found, acceptedAt: expect.any(BigInt) }])
    await fund(wallet, ana, BTC, '2')
    expect((await payBen('1.5')).state).toBe('final')
    // It is listed with another mask than was signed, so it is not even one of the coins.
    expect(await wallet.calls['coins.doubted']({ account: ana, holder: null })).toMatchObject([
      { amount: parseAmount('0.9'), differences: [{ fact: 'mask' }] },
    ])
    expect(await isFrozen()).toBe(false)
  })

  it('stops all sending when it is said to be spent by the very transaction that made it', async () => {
    await start()
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string; transaction_hash: string }[]) =>
        outputs.map((output) =>
          Number(output.amount) === 0.9 ? { ...output, state: 'spent', signed_by: output.transaction_hash } : output,
        ),
    })
    await payBen('0.1')
    await stops()
    expect(await report()).toMatchObject([{ reason: 'spent elsewhere' }])
  })

  describe('while it is not proved', () => {
    const toBen = (amount: string) => paying(ana, BTC, [toUser(ben, amount)])
    const risk = ({ checks }: PaymentReview) => checks.filter(({ id }) => id.startsWith('change-at-risk:'))
    const withoutRisk = (review: PaymentReview) => ({
      ...approving(ana, review),
      accepted: approving(ana, review).accepted.filter((id) => !id.startsWith('change-at-risk:')),
    })

    it('keeps a second payment waiting whose change would come on top, until it is proved', async () => {
      await start()
      await fund(wallet, ana, BTC, '2')
      // The payment that would spend the change, by which it is proved, gets no answer.
      let blocked = true
      line.faults.push({
        path: /^\/safe\/transaction\/requests$/,
        act: (records: { amount: string }[]) => (blocked && Number(records[0]?.amount) === 0.9 ? [] : records),
      })
      await payBen('0.1')
      const waiting = await wallet.calls['payments.prepare'](toBen('1.5'))
      expect(risk(waiting)[0]?.text).toContain('BTC')
      await expect(wallet.calls['payments.approve'](withoutRisk(waiting))).rejects.toThrow(
        coded('wallet.change_at_risk'),
      )
      blocked = false
      const free = await wallet.until(
        () => wallet.calls['payments.review']({ account: ana, paymentId: waiting.paymentId }),
        (review) => risk(review).length === 0,
      )
      await wallet.calls['payments.approve'](withoutRisk(free))
      expect((await settled(wallet, ana, waiting.paymentId)).state).toBe('final')
    })

    it('counts from the signature on, also where the service never calls the payment final', async () => {
      await start()
      await fund(wallet, ana, BTC, '2')
      line.faults.push({
        path: /^\/safe\/transactions?(\/[0-9a-f-]+)?$/,
        act: (answer: { state: string } | { state: string }[]) =>
          Array.isArray(answer)
            ? answer.map((one) => ({ ...one, state: 'signed' }))
            : { ...answer, state: 'signed', snapshot_hash: null, snapshot_at: null },
      })
      const first = await wallet.calls['payments.prepare'](toBen('0.1'))
      await wallet.calls['payments.approve'](approving(ana, first))
      await wallet.until(
        () => wallet.calls['payments.read']({ account: ana, paymentId: first.paymentId }),
        ({ state }) => state === 'accepted',
      )
      const second = await wallet.calls['payments.prepare'](toBen('0.1'))
      expect(risk(second)).toHaveLength(1)
      await expect(wallet.calls['payments.approve'](withoutRisk(second))).rejects.toThrow(
        coded('wallet.change_at_risk'),
      )
      const { sums, payments } = await wallet.calls['payments.changeAtRisk']({ account: ana, holder: null })
      expect(payments).toEqual([first.paymentId])
      expect(sums).toMatchObject([{ asset: { symbol: 'BTC' } }])
      // Within what its owner accepts there is nothing to wait for.
      await wallet.calls['payments.setChangeBound']({
        ...{ account: ana, assetId: BTC, amount: parseAmount('5'), passphrase: null },
      })
      const allowed = await wallet.calls['payments.review']({ account: ana, paymentId: second.paymentId })
      expect(risk(allowed)).toEqual([])
    })
  })
})
