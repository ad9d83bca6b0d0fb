import { expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { BTC, coded, fund, newAccount, type OpenWallet, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const HOUR_MS = 3_600_000

const network = sharedNetwork()

async function person(name: string, syncMs: number): Promise<{ wallet: OpenWallet; account: UserId }> {
  const wallet = await network.open({ syncMs })
  return { wallet, account: (await newAccount(wallet, name)).account }
}

it('a wallet of the tests that has not read of its money reads before it says that there is too little', async () => {
  const [ana, ben] = [await person('Ana', 150), await person('Ben', HOUR_MS)]
  await fund(ana.wallet, ana.account, BTC, '1')
  // What follows on the registration is read by now.
  await ben.wallet.calls['app.retry']({ account: ben.account })
  const toBen = paying(ana.account, BTC, [toUser(ben.account, '0.5')])
  expect((await pay(ana.wallet, toBen)).state).toBe('final')

  const back = (amount: string) => paying(ben.account, BTC, [toUser(ana.account, amount)])
  await expect(ben.wallet.bare.calls['payments.prepare'](back('0.5'))).rejects.toThrow(coded('wallet.insufficient'))
  expect((await pay(ben.wallet, back('0.5'))).state).toBe('final')
  await expect(ben.wallet.calls['payments.prepare'](back('0.5'))).rejects.toThrow(coded('wallet.insufficient'))
})
