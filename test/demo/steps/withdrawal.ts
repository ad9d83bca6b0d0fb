import { parseAmount, toAmount } from '#protocol'
import { BTC, ETH, pay, paying, USDT_ERC20 } from '../../support/wallet.ts'
import { type Step, shown, type Visitor } from '../tour.ts'

const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BITCOIN_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

async function feeOf({ wallet, account }: Visitor, assetId: typeof BTC, destination: string, inAsset: typeof BTC) {
  const fees = await wallet.calls['payments.fees']({ account, holder: null, assetId, destination, tag: '' })
  const fee = fees.find(({ asset }) => asset.assetId === inAsset)
  if (fee === undefined) throw new Error('the network offers no fee in this asset')
  return fee
}

export const tokenWithdrawal: Step = {
  title: 'Ada withdraws 40 USDT to Ethereum and pays the fee in ETH',
  async run(tour) {
    const ada = tour.visitor('Ada')
    const fee = await feeOf(ada, USDT_ERC20, ETHEREUM_ADDRESS, ETH)
    tour.say(`The network asks for ${shown(fee.amount)} ETH.`)
    const payee = { kind: 'chain', destination: ETHEREUM_ADDRESS, tag: '' } as const
    const done = await pay(ada.wallet, paying(ada.account, USDT_ERC20, [{ payee, amount: '40' }], { feeAssetId: ETH }))
    for (const [at, hash] of done.hashes.entries()) tour.id(at === 0 ? 'hash' : 'hash of fee', hash)
    tour.claim('the withdrawal and its fee are final', done.state === 'final' && done.hashes.length === 2)
    await tour.claimBalance(ada, USDT_ERC20, '60')
    await tour.claimBalance(ada, ETH, shown(toAmount(parseAmount('0.4') - fee.amount)))
  },
}

export const coinWithdrawal: Step = {
  title: 'Ben withdraws 0.2 BTC to Bitcoin and follows it there',
  async run(tour) {
    const ben = tour.visitor('Ben')
    const { wallet, account } = ben
    const fee = await feeOf(ben, BTC, BITCOIN_ADDRESS, BTC)
    tour.say(`The network asks for ${shown(fee.amount)} BTC.`)
    const payee = { kind: 'chain', destination: BITCOIN_ADDRESS, tag: '' } as const
    const { paymentId, hashes } = await pay(
      wallet,
      paying(account, BTC, [{ payee, amount: '0.2' }], { feeAssetId: BTC }),
    )
    tour.id('hash', hashes[0] ?? '')
    await wallet.calls['local.confirm']({ blocks: 10 })
    const { withdrawalHash } = await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId }),
      (view) => view.withdrawalHash !== null,
    )
    tour.id('chain hash', withdrawalHash ?? '')
    tour.claim('it left under a hash of the other chain', withdrawalHash !== null)
    await tour.claimBalance(ben, BTC, shown(toAmount(parseAmount('0.3') - fee.amount)))
  },
}
