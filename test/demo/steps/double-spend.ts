import { parseAmount } from '#protocol'
import { newcomer, refusalOf } from '../../support/localnet.ts'
import { JONAS, MAYA } from '../../support/residents.ts'
import { approving, BTC, paying, settled, toUser } from '../../support/wallet.ts'
import type { Step } from '../tour.ts'

export const doubleSpend: Step = {
  title: 'Nobody spends a coin twice, neither through the wallet nor past it',
  async run(tour) {
    const { wallet, account } = tour.visitor('Ada')
    const everything = paying(account, BTC, [toUser(MAYA, '1.2')])
    const review = await wallet.calls['payments.prepare'](everything)
    const again = await wallet.calls['payments.prepare'](everything).then(
      () => 'no refusal',
      (error: { readonly code?: string }) => error.code ?? 'unknown',
    )
    tour.claim(
      `Ada's wallet holds her coins for the first payment: the second is refused (${again})`,
      again !== 'no refusal',
    )
    const [first, second] = await Promise.allSettled([
      wallet.calls['payments.approve'](approving(account, review)),
      wallet.calls['payments.approve'](approving(account, review)),
    ])
    const done = await settled(wallet, account, review.paymentId)
    tour.say(`Approved twice at the same time (${first.status}, ${second.status}).`)
    tour.id('hash', done.hashes[0] ?? '')
    tour.claim('it is final, and happened once', done.state === 'final' && done.hashes.length === 1)
    await tour.claimBalance(tour.visitor('Ada'), BTC, '0')

    const eve = await newcomer(tour.net(), 'Eve')
    const coin = await eve.fund(BTC, '1')
    const to = (userId: typeof MAYA) => eve.build(BTC, [{ to: [userId], amount: parseAmount('1') }], { inputs: [coin] })
    const [honest, cheat] = [await to(MAYA), await to(JONAS)]
    const [signed = ''] = await eve.sign(cheat)
    await eve.send(honest)
    tour.id('coin', `${coin.transaction_hash}:${coin.output_index}`)
    tour.id('spent by', honest.hash)
    tour.id('and again by', cheat.hash)
    const refusal = await refusalOf(
      eve.remote.call('transactions.send', { body: [{ request_id: cheat.requestId, raw: signed }] }),
    )
    tour.claim(
      `Eve signs one coin twice without a wallet: the network refuses the second (${String(refusal)})`,
      typeof refusal === 'number',
    )
    await tour.net().blocks(1)
    const other = await eve.remote.call('transactions.read', { params: { id: honest.requestId } })
    tour.claim('the first one stands', other.transaction_hash === honest.hash && other.state === 'spent')
  },
}
