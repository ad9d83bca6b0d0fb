import { newAccount } from '../../support/wallet.ts'
import type { Step } from '../tour.ts'

export const accounts: Step = {
  title: 'Two people make an account, each in a wallet of their own',
  async run(tour) {
    for (const name of ['Ada', 'Ben'] as const) {
      const visitor = await tour.enter(name, async (wallet) => (await newAccount(wallet, name)).account)
      const { accounts: own } = await visitor.wallet.calls['app.state'](null)
      const view = own.find(({ account }) => account === visitor.account)
      tour.id(`${name}'s user id`, visitor.account)
      tour.id('public key', view?.publicKey ?? 'none')
      tour.claim(`${name} answered the quiz, and the network knows the key`, view?.stage === 'ready')
    }
  },
}
