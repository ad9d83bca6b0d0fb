import { expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { BTC, fund, newAccount, sharedNetwork } from '../support/wallet.ts'

/* A plan goes on paying people who were taken off the contacts since it was made, and says so. */

const network = sharedNetwork()

it('says of a person who was a contact when a plan was made, and of no other, that they are none any more', async () => {
  const wallet = await network.open()
  const { account: ben } = await newAccount(wallet, 'Ben')
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const who = { account, userId: ben }
  const befriend = () => wallet.calls['contacts.save']({ ...who, alias: 'Ben', phone: '', note: '' })
  const today = new Date().toISOString().slice(0, 10)
  const planned = (name: string, time: string) =>
    wallet.calls['schedule.save']({
      ...{ account, holder: null, planId: null, name, assetId: BTC, memoHex: '', label: '', feeAssetId: null },
      rows: [{ payee: { kind: 'user', userId: ben }, amount: parseAmount('0.01') }],
      when: { first: today, time, zone: 'UTC', repeats: 'daily', end: { kind: 'never' } },
    })
  const told = async () => {
    const plans = await wallet.calls['schedule.list']({ account, holder: null })
    return plans.flatMap(({ name, former }) => former.map((text) => [name, text]))
  }
  const left = expect.stringMatching(/^Ben was taken off your contacts after this plan was made/)

  await befriend()
  const { planId } = await planned('Rent', new Date().toISOString().slice(11, 16))
  const { history } = await wallet.until(
    () => wallet.calls['schedule.read']({ account, planId }),
    (plan) => plan.history.some(({ state }) => state === 'waiting'),
  )
  const paymentId = history[0]?.paymentId ?? ''
  const asked = async () =>
    (await wallet.calls['payments.review']({ account, paymentId: paymentId as never })).checks.flatMap(
      ({ id, result, text }) => (id.startsWith('plan-left') ? [[result, text]] : []),
    )
  expect([await told(), await asked()]).toEqual([[], []])

  await wallet.calls['contacts.remove'](who)
  expect([await told(), await asked()]).toEqual([[['Rent', left]], [['attention', left]]])
  await planned('Made since', '00:00')
  await wallet.calls['schedule.set']({ account, planId, state: 'paused' })
  await wallet.calls['schedule.set']({ account, planId, state: 'on' })
  expect(await told()).toEqual([['Rent', left]])

  // That they are blocked says enough.
  await wallet.calls['contacts.block'](who)
  expect(await told()).toEqual([])
  await wallet.calls['contacts.unblock'](who)
  await befriend()
  expect([await told(), await asked()]).toEqual([[], []])
  await wallet.close()
})
