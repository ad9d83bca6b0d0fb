import { cpSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Clock, LogEvent, Nanos, RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { asking, cosign, groupHas, type Member, newTeam, sees } from '../support/cosigners.ts'
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
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { mixer } from './mixed.ts'

const ELEVEN_MINUTES = 11n * 60n * 1_000_000_000n

let ben: UserId
let host: OpenWallet

/** Both sides age together; a wallet whose clock runs ahead alone would be refused. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)

type Listed = { readonly amount: string }

/** Lists that lack what has this amount. */
const unlisted = (amount: number, path = /^\/safe\/outputs$/) => ({
  path,
  act: (outputs: Listed[]) => outputs.filter((each) => Number(each.amount) !== amount),
})

/** A service that does not show what has this amount, however it is asked. */
const hides = (amount: number) => [
  unlisted(amount, /^\/safe\/outputs(\/fetch)?$/),
  { path: /^\/safe\/outputs\/[0-9a-f-]{36}$/, act: 'unknown' } as const,
]

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
    line.faults.push(...hides(0.9))
    await payBen('0.1')
    await reads()
    expect(await isFrozen()).toBe(false)
    ahead += ELEVEN_MINUTES
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

  it('is not missed where only the lists that were read lack it', async () => {
    await start()
    line.faults.push(unlisted(0.9))
    await payBen('0.1')
    ahead += ELEVEN_MINUTES
    await reads()
    await reads()
    expect(await report()).toEqual([])
  })

  it('is not missed where the one answer that tells of it is lost, and is where each is', async () => {
    await start()
    line.faults.push(unlisted(0.9, /^\/safe\/outputs(\/fetch)?$/))
    await payBen('0.1')
    line.faults.push({ path: /^\/safe\/outputs\/[0-9a-f-]{36}$/, act: 'after', times: 2 })
    ahead += ELEVEN_MINUTES
    await reads()
    expect(await report()).toEqual([])
  })

  it('is missed ten minutes after a clock that was set back, too', async () => {
    const hour = 3600n * 1_000_000_000n
    await start()
    line.faults.push(...hides(0.9))
    ahead += hour
    await payBen('0.1')
    ahead -= hour
    for (let round = 0; round < 4; round += 1) await reads()
    expect(await isFrozen()).toBe(false)
    ahead += ELEVEN_MINUTES
    await reads()
    await stops()
    // The network lives on for other tests, and its own times must not fall.
    ahead += hour
    expect(await report()).toMatchObject([{ reason: 'missing' }])
  })

  type Facts = { amount: string; keys: string[]; mask: string }
  const differs = (change: (output: Facts) => Partial<Facts> = ({ keys: [mask = ''] }) => ({ mask })) =>
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: Facts[]) =>
        outputs.map((output) => (Number(output.amount) === 0.9 ? { ...output, ...change(output) } : output)),
    })

  it.each<[what: string, change: (output: Facts) => Partial<Facts>]>([
    ['amount is', () => ({ amount: '0.8' })],
    ['keys are', ({ mask }) => ({ keys: [mask] })],
  ])('whose %s not as was signed stops all sending', async (_, change) => {
    await start()
    differs(change)
    await payBen('0.1')
    await stops()
    expect(await report()).toMatchObject([{ amount: parseAmount('0.9'), reason: 'differs' }])
  })

  it('that was not ours by what was answered stops no sending once the true scalar comes', async () => {
    await start()
    line.faults.push({
      path: /^\/safe\/transaction\/requests$/,
      act: (records: Listed[]) =>
        records.map((record) =>
          Number(record.amount) === 0.9 ? { ...record, views: [`01${'00'.repeat(31)}`] } : record,
        ),
    })
    await payBen('0.1')
    await stops()
    line.faults.length = 0
    await wallet.until(isFrozen, (frozen) => !frozen)
    await has(wallet, ana, BTC, '0.9')
    expect((await payBen('0.2')).state).toBe('final')
  })

  it('that differed stops no sending once it was looked at again and is as it was signed', async () => {
    await start()
    differs()
    await payBen('0.1')
    await stops()
    const [failed] = await report()
    line.faults.length = 0
    if (failed !== undefined)
      await wallet.calls['coins.recheck']({ account: ana, holder: null, outputId: failed.outputId })
    await wallet.until(isFrozen, (frozen) => !frozen)
    await has(wallet, ana, BTC, '0.9')
    expect((await payBen('0.2')).state).toBe('final')
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

describe('change of a group', () => {
  const frozen = ({ wallet, account }: Member) => wallet.calls['payments.frozen']({ account })
  const reads = ({ wallet, account }: Member) => wallet.calls['app.retry']({ account })

  it('that was missed stops no sending any more once it is listed', async () => {
    const { members, holder } = await newTeam(network, ['Ana', 'Cas'], 2, ['1'], [{ clock }, { clock }])
    const [ana, cas] = members
    const id = await asking(ana, paying(ana.account, BTC, [toUser(ben, '0.1')], { holder }))
    await sees(cas, id)
    ana.line.faults.push(...hides(0.9))
    await cosign(cas, id)
    await sees(ana, id, ({ state }) => state === 'final')
    await settled(ana.wallet, ana.account, id)
    ahead += ELEVEN_MINUTES
    await ana.wallet.until(
      async () => {
        await reads(ana)
        return frozen(ana)
      },
      (failed) => failed.length > 0,
    )
    expect(await frozen(ana)).toMatchObject([{ reason: 'missing' }])
    ana.line.faults.length = 0
    await groupHas(ana, holder, parseAmount('0.9'))
    await reads(ana)
    expect(await frozen(ana)).toEqual([])
    await asking(ana, paying(ana.account, BTC, [toUser(ben, '0.2')], { holder }))
  })

  it.each([
    ['looks on', 2],
    ['signs last', 1],
  ])('is not called spent by others where who %s has heard of it before all had signed', async (_who, place) => {
    const [mix, said] = [mixer(), [] as LogEvent[]]
    const late = { clock, fetch: mix.fetch, log: (_: string, event: LogEvent) => void said.push(event) }
    const options = [0, 1, 2].map((at) => (at === place ? late : { clock }))
    const { members, holder } = await newTeam(network, ['Ana', 'Cas', 'Dan'], 2, ['1'], options)
    const [ana, cas] = members
    const teller = members[place] ?? cas
    const asks = async (from: Member, amount: string, ...seen: readonly Member[]): Promise<RequestId> => {
      const id = await asking(from, paying(from.account, BTC, [toUser(ben, amount)], { holder }))
      for (const each of seen) await sees(each, id)
      return id
    }
    await cosign(ana, await asks(teller, '0.1', ana))
    for (const each of members) await groupHas(each, holder, parseAmount('0.9'))
    const id = await asks(ana, '0.2', cas, teller)
    // What is heard of the transaction is of a time when Ana alone had signed it.
    mix.hold(/^after GET \/safe\/transactions\/[0-9a-f]{64}$/)
    await teller.wallet.until(
      async () => mix.kept.length,
      (count) => count > 0,
    )
    mix.hold(/^nothing more$/)
    await cosign(cas, id)
    await sees(ana, id, ({ state }) => state === 'final')
    mix.letGo()
    await groupHas(teller, holder, parseAmount('0.7'))
    await reads(teller)
    expect(said).not.toContain('payment.change_failed')
    expect(said).toContain('payment.change_proved')
  })
})

describe('change that another computer spends long after it came', () => {
  it('stops no sending while that is on its way', async () => {
    const [dir, copy, keychain, line] = [newFolder(), newFolder('copy'), testKeychain(), faultyLine()]
    const first = await network.open({ dir, keychain, clock })
    const ana = (await newAccount(first, 'Ana')).account
    await fund(first, ana, BTC, '1')
    await first.close()
    cpSync(dir, copy, { recursive: true })
    const other = await network.open({ dir: copy, keychain: testKeychain(keychain.entries), clock })
    const open = () => network.open({ dir, keychain: testKeychain(keychain.entries), clock, fetch: line.fetch })
    const before = await open()
    // This computer does not look after its change before the other one spends that.
    line.faults.push(unlisted(0.9, /^\/safe\/transaction\/requests$/))
    await pay(before, paying(ana, BTC, [toUser(ben, '0.1')]))
    await before.close()
    await has(other, ana, BTC, '0.9')
    ahead += ELEVEN_MINUTES
    const bytes = [/^\/safe\/transactions\/[0-9a-f]{64}$/, /^\/external\/kernel$/]
    line.faults.push(...bytes.map((path) => ({ path, act: 'before' }) as const))
    await pay(other, paying(ana, BTC, [toUser(ben, '0.2')]))
    const one = await open()
    const frozen = () => one.calls['payments.frozen']({ account: ana })
    const reads = () => one.calls['app.retry']({ account: ana })
    await has(one, ana, BTC, '0.7')
    await reads()
    expect(await frozen()).toEqual([])
    // Nobody ever gives the bytes that would prove it.
    ahead += ELEVEN_MINUTES
    await one.until(
      async () => {
        await reads()
        return frozen()
      },
      (failed) => failed.length > 0,
    )
    expect(await frozen()).toMatchObject([{ reason: 'spent elsewhere' }])
    line.faults.length = 0
    await one.until(
      async () => {
        await reads()
        return frozen()
      },
      (failed) => failed.length === 0,
    )
    await one.close()
    await other.close()
  })
})
