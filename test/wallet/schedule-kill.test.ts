import { beforeAll, describe, expect, it } from 'vitest'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, fund, has, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { type KillPoint, killedAt } from './killing.ts'

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

/** An account whose program died while a plan of it paid somebody 0.1. */
async function killedPlanning(point: KillPoint) {
  const keychain = testKeychain()
  const dir = newFolder()
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  await wallet.close()
  const payee = (await newAccount(payees, 'Dora')).account
  await killedAt(point, network.url, { dir, account, entries: keychain.entries }, { kind: 'plan', payee })
  return { dir, account, keychain, payee }
}

describe('a time that is skipped', () => {
  it('stays skipped where a program was killed while it was being prepared', async () => {
    const { dir, account, keychain } = await killedPlanning('P04')
    const line = faultyLine()
    line.faults.push({ path: /^\/safe\/keys$/, act: 'before', times: 1_000 })
    const open = () => network.open({ dir, keychain: testKeychain(keychain.entries), fetch: line.fetch })
    const reopened = await open()
    const [plan] = await reopened.calls['schedule.list']({ account, holder: null })
    if (plan === undefined) throw new Error('the plan is gone')
    const { planId } = plan
    const read = async (at: OpenWallet) => (await at.calls['schedule.read']({ account, planId })).history
    const [time] = await read(reopened)
    if (time === undefined) throw new Error('the time is gone')
    const skip = [{ planId, day: time.day }]
    expect(await reopened.calls['schedule.answer']({ account, prepare: [], skip })).toMatchObject({ skipped: 1 })
    expect(await read(reopened)).toMatchObject([{ state: 'skipped' }])
    await reopened.close()
    line.faults.length = 0
    const again = await open()
    await again.calls['app.retry']({ account })
    expect(await read(again)).toMatchObject([{ state: 'skipped' }])
    await has(again, account, BTC, '1')
    await again.close()
  })
})

describe('a program killed while a plan pays', () => {
  it.each(POINTS)('%s %s: the time is paid once, after one approval', async (point) => {
    const { dir, account, keychain, payee } = await killedPlanning(point)

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
    await has(payees, payee, BTC, '0.1')
    const rows = await reopened.calls['payments.open']({ account, holder: null })
    expect(rows).toEqual([])
    await reopened.close()
  })
})
