import { beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { type KillPoint, killedAt } from '../support/killing.ts'
import {
  approving,
  BTC,
  balanceOf,
  fund,
  newAccount,
  newFolder,
  type OpenWallet,
  sharedNetwork,
} from '../support/wallet.ts'

const network = sharedNetwork()
let payees: OpenWallet

beforeAll(async () => {
  payees = await network.open()
})

const POINTS: readonly [KillPoint, string][] = [
  ['P02', 'after the intent was written'],
  ['P04', 'before the one-time keys were read'],
  ['P07', 'before its bytes were written'],
  ['P12', 'while it waited for approval'],
  ['P13', 'after it was approved'],
  ['P16', 'after the signature was written'],
  ['P19', 'after the network took it'],
]

describe('a program killed while a plan pays', () => {
  it.each(POINTS)('%s %s: the time is paid once, after one approval', async (point) => {
    const keychain = testKeychain()
    const dir = newFolder()
    const wallet = await network.open({ dir, keychain })
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    await wallet.close()
    const payee = (await newAccount(payees, 'Dora')).account
    await killedAt(point, network.url, { dir, account, entries: keychain.entries }, { kind: 'plan', payee })

    const reopened = await network.open({ dir, keychain: testKeychain(keychain.entries) })
    const [plan, ...others] = await reopened.calls['schedule.list']({ account, holder: null })
    if (plan === undefined) throw new Error('the plan is gone')
    expect(others).toEqual([])
    const read = () => reopened.calls['schedule.read']({ account, planId: plan.planId })
    const { history } = await reopened.until(read, (one) => ['waiting', 'paid'].includes(one.history[0]?.state ?? ''))
    const [time, ...more] = history
    expect(more).toEqual([])
    if (time?.state === 'waiting' && time.paymentId !== null) {
      const review = await reopened.calls['payments.review']({ account, paymentId: time.paymentId })
      await reopened.calls['payments.approve'](approving(account, review))
      await reopened.until(read, (one) => one.history[0]?.state === 'paid')
    }
    await payees.until(
      () => balanceOf(payees, payee, BTC),
      (sum) => sum === parseAmount('0.1'),
    )
    const rows = await reopened.calls['payments.open']({ account, holder: null })
    expect(rows).toEqual([])
    await reopened.close()
  })
})
