import { expect, it, onTestFinished } from 'vitest'
import { faultyLine } from '../support/faults.ts'
import { BTC, coded, fund, newAccount, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()

it('a payment of money is refused where the service records that an item moves by it', async () => {
  const line = faultyLine()
  const wallet = await network.open({ fetch: line.fetch })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  const ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, account, BTC, '1')
  line.faults.push({
    path: /^\/safe\/transaction\/requests$/,
    act: (records: readonly object[]) => records.map((record) => ({ ...record, inscription_hash: 'ab'.repeat(32) })),
  })
  const prepared = wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
  await expect(prepared).rejects.toThrow(coded('wallet.record_differs'))
  expect(await wallet.calls['payments.open']({ account, holder: null })).toEqual([])
})
