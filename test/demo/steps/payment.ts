import { transactionHash } from '#protocol'
import { approved, BTC, paying } from '../../support/wallet.ts'
import { movements, type Step } from '../tour.ts'

const MEMO = 'for the tickets'

export const payment: Step = {
  title: 'Ada pays Ben 0.5 BTC',
  async run(tour) {
    const [ada, ben] = [tour.visitor('Ada'), tour.visitor('Ben')]
    const memoHex = Buffer.from(MEMO).toString('hex')
    const payee = { kind: 'user', userId: ben.account } as const
    const review = await ada.wallet.calls['payments.prepare'](
      paying(ada.account, BTC, [{ payee, amount: '0.5' }], { memoHex }),
    )
    tour.say(`"${review.title}": ${review.checks.length} checks, verdict ${review.verdict}`)
    const [reviewed] = review.transactions
    const done = await approved(ada.wallet, ada.account, review)
    const hash = done.hashes[0] ?? ''
    tour.id('request id', done.requestIds[0] ?? '')
    tour.id('hash', hash)
    tour.claim('the payment is final', done.state === 'final')
    tour.claim('the hash of the review is that of the payment', reviewed?.hash === hash)
    const record = await tour.witness(hash)
    tour.claim('the bytes that the network keeps have that hash', transactionHash(record.raw_transaction) === hash)
    tour.remember({ by: ada.account, hash })

    await tour.claimBalance(ada, BTC, '1.5')
    await tour.claimBalance(ben, BTC, '0.5')
    const rows = await ben.wallet.until(
      () => movements(ben),
      (found) => found.length > 0,
    )
    tour.claim(`Ben reads the memo "${MEMO}" under the same hash`, rows[0]?.memoText === MEMO && rows[0].hash === hash)
  },
}
