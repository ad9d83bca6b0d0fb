import { parseAmount } from '#protocol'
import { BTC, balanceOf, ETH, fund, USDT_ERC20 } from '../../support/wallet.ts'
import type { Step } from '../tour.ts'

export const deposit: Step = {
  title: 'Ada deposits 2 BTC, which counts when its confirmations are there and not before',
  async run(tour) {
    const { wallet, account } = tour.visitor('Ada')
    const owner = { account, holder: null }
    const address = await wallet.calls['receive.address']({ ...owner, chainId: BTC, create: true })
    tour.id('address', address?.destination ?? 'none')
    tour.claim("the address carries the network's signature", address?.verified === true)

    const seen = await wallet.calls['local.deposit']({
      ...owner,
      chainId: BTC,
      assetId: BTC,
      amount: parseAmount('2'),
    })
    tour.id('chain hash', seen.transactionHash)
    for (let block = 1; block < seen.threshold; block += 1) {
      await wallet.calls['local.confirm']({ blocks: 1 })
      const [waiting] = await wallet.until(
        () => wallet.calls['receive.incoming'](owner),
        ([one]) => one?.confirmations === block,
      )
      const balance = await balanceOf(wallet, account, BTC)
      tour.claim(`${waiting?.confirmations} of ${seen.threshold} confirmations: nothing to spend`, balance === 0n)
    }
    await wallet.calls['local.confirm']({ blocks: 1 })
    await tour.claimBalance(tour.visitor('Ada'), BTC, '2')

    await fund(wallet, account, ETH, '1')
    await fund(wallet, account, USDT_ERC20, '100', ETH)
    tour.say('She also deposits 1 ETH and 100 USDT.')
  },
}
