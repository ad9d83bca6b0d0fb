import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Clock, DAY, type Nanos, type UserId } from '#contract/domain'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import {
  approved,
  approving,
  BTC,
  fund,
  has,
  newAccount,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { holdingLine } from './undecided.ts'

let [ben, eve] = [] as unknown as [UserId, UserId] // set before any test

/** Both sides age together. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)

beforeAll(async () => {
  const host = await network.open({ clock })
  ben = (await newAccount(host, 'Ben')).account
  eve = (await newAccount(host, 'Eve')).account
})

async function funded() {
  const line = holdingLine()
  const keychain = testKeychain()
  const wallet = await network.open({ clock, fetch: line.fetch, keychain })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
  const prepare = (amount: string, to = ben, more = {}) =>
    wallet.calls['payments.prepare'](paying(account, BTC, [toUser(to, amount)], more))
  return { wallet, line, keychain, account, prepare }
}

type Funded = Awaited<ReturnType<typeof funded>>

/** Signed, and kept from leaving. */
async function keptBack({ wallet, line, account, prepare }: Funded, amount: string): Promise<PaymentReview> {
  const review = await prepare(amount)
  line.kept.add(review.paymentId)
  await wallet.calls['payments.approve'](approving(account, review))
  return review
}

const saysSame = ({ checks }: PaymentReview) =>
  checks.filter(({ id }) => id.startsWith('same-paid:')).map(({ result, text }) => [result, text])

const UNDECIDED = [
  ['attention', expect.stringMatching(/^You have signed a payment of 0\.1 BTC to this recipient.*not final/)],
]
const PAID = [['attention', expect.stringMatching(/^You paid 0\.1 BTC to this recipient .*24 hours/)]]

describe('a payment of the same sum to the same recipient', () => {
  it('is to be ticked while the one before is undecided', async () => {
    const ana = await funded()
    await keptBack(ana, '0.1')
    const again = await ana.prepare('0.1')
    expect(saysSame(again)).toEqual(UNDECIDED)
    expect(again.verdict).toBe('attention')
    await expect(
      ana.wallet.calls['payments.approve']({ ...approving(ana.account, again), accepted: [] }),
    ).rejects.toMatchObject({ code: 'wallet.review_changed' })
  })

  it('is to be ticked on the day on which the one before was paid, and not afterwards', async () => {
    const { wallet, account, prepare } = await funded()
    await pay(wallet, paying(account, BTC, [toUser(ben, '0.1')]))
    expect(saysSame(await prepare('0.1'))).toEqual(PAID)
    ahead += DAY + DAY / 24n
    await wallet.calls['app.retry']({ account })
    expect(saysSame(await prepare('0.1'))).toEqual([])
  })

  it('is asked about also where the two were prepared beside each other, and where the same is one of several', async () => {
    const { wallet, account, prepare } = await funded()
    const [one, other] = [await prepare('0.1'), await prepare('0.1')]
    const several = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(eve, '0.2'), toUser(ben, '0.1')]),
    )
    expect(saysSame(one)).toEqual([])
    await approved(wallet, account, one)
    await expect(wallet.calls['payments.approve'](approving(account, other))).rejects.toMatchObject({
      code: 'wallet.review_changed',
    })
    expect(saysSame(await wallet.calls['payments.review']({ account, paymentId: several.paymentId }))).toEqual(PAID)
  })

  it('is not asked about where the sum, the recipient or the asset is another', async () => {
    const ana = await funded()
    await keptBack(ana, '0.1')
    expect(saysSame(await ana.prepare('0.2'))).toEqual([])
    expect(saysSame(await ana.prepare('0.1', eve))).toEqual([])
  })

  it('is not asked about where it is another try that the ledger takes instead', async () => {
    const ana = await funded()
    const review = await keptBack(ana, '0.1')
    const { wallet, account } = ana
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId: review.paymentId }),
      ({ problem }) => problem !== null,
    )
    const voiding = await wallet.calls['payments.prepareVoid']({ account, paymentId: review.paymentId })
    await approved(wallet, account, voiding)
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId: review.paymentId }),
      ({ state }) => state === 'failed',
    )
    expect(saysSame(await ana.prepare('0.1', ben, { again: review.paymentId }))).toEqual([])
    expect(saysSame(await ana.prepare('0.1'))).toEqual([])
  })

  it('is asked about after a restart too', async () => {
    const ana = await funded()
    await keptBack(ana, '0.1')
    await ana.wallet.close()
    const wallet: OpenWallet = await network.open({
      dir: ana.wallet.dir,
      clock,
      fetch: ana.line.fetch,
      keychain: ana.keychain,
    })
    expect(saysSame(await wallet.calls['payments.prepare'](paying(ana.account, BTC, [toUser(ben, '0.1')])))).toEqual(
      UNDECIDED,
    )
  })

  it('is to be ticked on the same day where it was paid from another computer, and not afterwards', async () => {
    const there = await network.open({ clock })
    const { account } = await there.calls['accounts.createLocal']({ name: 'Ana' })
    const words = await newPhrase(there, account)
    await there.calls['registration.submit']({ account })
    await fund(there, account, BTC, '1')
    await pay(there, paying(account, BTC, [toUser(ben, '0.1')]))
    const here = await network.open({ clock })
    await here.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    await has(here, account, BTC, '0.9')
    const elsewhere = async () => {
      const { paymentId, checks } = await here.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
      await here.calls['payments.cancel']({ account, paymentId })
      return checks.filter(({ id }) => id.startsWith('elsewhere')).map(({ result, text }) => [result, text])
    }
    expect(await elsewhere()).toEqual([['attention', expect.stringContaining('less than 24 hours old')]])
    ahead += DAY + DAY / 24n
    expect(await elsewhere()).toEqual([['note', expect.stringContaining('this computer did not make')]])
  })
})
