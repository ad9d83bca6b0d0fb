import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { MAYA } from '../support/residents.ts'
import { BTC, coded, fund, newAccount, type OpenWallet, pay, paying, sharedNetwork } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

const SHOP = 'https://shop.example/done?order=7731'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
const opened: string[] = []

beforeAll(async () => {
  wallet = await network.open({ openOutside: (url) => opened.push(url) })
  ana = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, ana, BTC, '1')
})

const asked = (returnTo: string | null, who = { account: ana }) =>
  paying(who.account, BTC, [{ payee: { kind: 'user', userId: MAYA as UserId }, amount: '0.01' }], { returnTo })
/** Change of the payment before must have come back. */
const caughtUp = () => wallet.calls['app.retry']({ account: ana })
async function paid(returnTo: string | null) {
  await caughtUp()
  return (await pay(wallet, asked(returnTo))).paymentId
}
const open = (paymentId: PaymentReview['paymentId']) => wallet.calls['payments.openReturn']({ account: ana, paymentId })
const read = (paymentId: PaymentReview['paymentId']) => wallet.calls['payments.read']({ account: ana, paymentId })

describe('where the link of a payment leads back to', () => {
  it('is opened by the host, as it was stored', async () => {
    const paymentId = await paid(SHOP)
    expect(await read(paymentId)).toMatchObject({ returnTo: SHOP, returnHost: 'shop.example' })
    expect(opened).toEqual([])
    expect(await open(paymentId)).toEqual({ url: SHOP, opens: 'browser' })
    expect(opened.splice(0)).toEqual([SHOP])
  })

  it('may be on this computer', async () => {
    const url = 'http://127.0.0.1:8080/done'
    const paymentId = await paid(url)
    expect(await read(paymentId)).toMatchObject({ returnHost: '127.0.0.1:8080' })
    expect(await open(paymentId)).toMatchObject({ url })
    expect(opened.splice(0)).toEqual([url])
  })

  it('is not opened before the payment was sent', async () => {
    await caughtUp()
    const review = await wallet.calls['payments.prepare'](asked(SHOP))
    expect(await read(review.paymentId)).not.toHaveProperty('returnHost')
    await expect(open(review.paymentId)).rejects.toThrow(coded('wallet.no_return'))
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
    await expect(open(review.paymentId)).rejects.toThrow(coded('wallet.no_return'))
    expect(opened).toEqual([])
  })

  it.each([
    null,
    'http://shop.example/done',
    'https://me:word@shop.example/',
    'https://me@shop.example/',
    'http://127.0.0.1.shop.example/',
    'shop://done',
    'file:///etc/passwd',
    'no address',
  ])('is not opened when it is %s', async (returnTo) => {
    const paymentId = await paid(returnTo)
    expect(await read(paymentId)).not.toHaveProperty('returnHost')
    await expect(open(paymentId)).rejects.toThrow(coded('wallet.no_return'))
    expect(opened).toEqual([])
  })

  it('is opened in a tab where the host has no way to the person’s browser', async () => {
    const other = await network.open()
    const { account } = await newAccount(other, 'Cleo')
    await fund(other, account, BTC, '1')
    const { paymentId } = await pay(other, asked(SHOP, { account }))
    expect(await other.calls['payments.openReturn']({ account, paymentId })).toEqual({ url: SHOP, opens: 'tab' })
    await other.close()
  })

  it('is unknown for a payment that is not this account’s', async () => {
    const paymentId = await paid(SHOP)
    const { account } = await newAccount(wallet, 'Ben')
    await expect(wallet.calls['payments.openReturn']({ account, paymentId })).rejects.toThrow(
      coded('wallet.payment_unknown'),
    )
  })
})
