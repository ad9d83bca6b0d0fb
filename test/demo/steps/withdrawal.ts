import { parseAmount, toAmount } from '#protocol'
import { ETH, pay, paying, USDT_ERC20 } from '../../support/wallet.ts'
import { type Step, shown } from '../tour.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export const withdrawal: Step = {
  title: 'Ada withdraws 40 USDT to Ethereum and pays the fee in ETH',
  async run(tour) {
    const ada = tour.visitor('Ada')
    const { wallet, account } = ada
    const owner = { account, holder: null }
    const fees = await wallet.calls['payments.fees']({ ...owner, assetId: USDT_ERC20, destination: ADDRESS, tag: '' })
    const fee = fees.find(({ asset }) => asset.assetId === ETH)
    if (fee === undefined) throw new Error('no fee in ETH is offered')
    tour.say(`The network asks for ${shown(fee.amount)} ETH.`)
    const payee = { kind: 'chain', destination: ADDRESS, tag: '' } as const
    const done = await pay(wallet, paying(account, USDT_ERC20, [{ payee, amount: '40' }], { feeAssetId: ETH }))
    for (const [at, hash] of done.hashes.entries()) tour.id(at === 0 ? 'hash' : 'hash of the fee', hash)
    tour.claim('the withdrawal and its fee are final', done.state === 'final' && done.hashes.length === 2)
    const view = await wallet.until(
      async () => {
        await wallet.calls['local.confirm']({ blocks: 1 })
        return wallet.calls['payments.read']({ account, paymentId: done.paymentId })
      },
      ({ withdrawalHash }) => withdrawalHash !== null,
    )
    tour.id('chain hash', view.withdrawalHash ?? '')
    tour.claim('it left with a hash of its chain', view.withdrawalHash !== null)
    await tour.claimBalance(ada, USDT_ERC20, '60')
    await tour.claimBalance(ada, ETH, shown(toAmount(parseAmount('0.4') - fee.amount)))
  },
}
