import { BTC, ETH, readable, USDT_ERC20 } from '../../support/wallet.ts'
import { movements, type Step } from '../tour.ts'

export const restart: Step = {
  title: 'Every program ends and starts again on its files',
  async run(tour) {
    const before = await movements(tour.visitor('Ada'))
    const state = await tour.net().control.call('local.state')
    await tour.restart()
    const ada = tour.visitor('Ada')
    const after = await movements(ada)
    tour.claim(
      `Ada's ${before.length} movements are there as before`,
      before.length > 0 && JSON.stringify(after, readable) === JSON.stringify(before, readable),
    )
    await tour.claimBalance(ada, BTC, '0')
    await tour.claimBalance(ada, USDT_ERC20, '60')
    await tour.claimBalance(tour.visitor('Ben'), ETH, '0.1')
    for (const { by, hash } of tour.remembered) {
      const { transaction_hash } = await tour.witness(hash)
      tour.claim(
        `the payment ${hash.slice(0, 12)}… of ${by === ada.account ? 'Ada' : 'Ben'} is known by its hash`,
        transaction_hash === hash,
      )
    }
    const now = await tour.net().control.call('local.state')
    tour.claim(
      'the network counts as many transactions and outputs',
      now.transactions === state.transactions && JSON.stringify(now.outputs) === JSON.stringify(state.outputs),
    )
  },
}
