import { parseAmount } from '#protocol'
import { groupHas, newMember, newTeam, sees, signing } from '../support/cosigners.ts'
import { approving, BTC, paying, playNetwork } from '../support/wallet.ts'
import { type BenchOptions, type BenchRow, limit } from './measure.ts'

/** The largest request there can be: made by one member, reviewed and signed by another, carried in a bundle. */
export async function benchApprovals({ quick }: BenchOptions): Promise<BenchRow[]> {
  const coins = quick ? 32 : 256
  const network = await playNetwork()
  const team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, [])
  const shop = await newMember(network, 'Shop')
  try {
    const [ana, ben] = team.members
    if (ana === undefined || ben === undefined) throw new Error('three members')
    const { holder } = team
    let threshold = 1
    for (let at = 0; at < coins; at += 1) {
      const deposit = await ana.wallet.calls['local.deposit']({
        ...{ account: ana.account, holder, chainId: BTC, assetId: BTC, amount: parseAmount('0.01') },
      })
      threshold = deposit.threshold
    }
    await ana.wallet.calls['local.confirm']({ blocks: threshold })
    const whole = (parseAmount('0.01') * BigInt(coins)) as ReturnType<typeof parseAmount>
    for (const each of [ana, ben]) await groupHas(each, holder, whole)
    const payment = await ana.wallet.calls['payments.prepare'](
      paying(ana.account, BTC, [{ payee: { kind: 'user', userId: shop.account }, amount: String(coins / 100) }], {
        holder,
      }),
    )
    await ana.wallet.calls['payments.approve'](approving(ana.account, payment))
    const requestId = payment.paymentId
    await sees(ben, requestId, ({ signers }) => signers.length === 1)
    const began = performance.now()
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId })
    const reviewed = performance.now()
    if (!review.canSign) throw new Error('the request can be signed')
    const { text, frames } = await ben.wallet.calls['approvals.bundle']({ account: ben.account, requestId, note: '' })
    const signedFrom = performance.now()
    await ben.wallet.calls['approvals.sign'](signing(ben.account, review))
    const signed = performance.now() - signedFrom
    return [
      limit({
        name: `review of a request with ${coins} coins, all of it checked`,
        ours: reviewed - began,
        unit: 'ms',
        max: 3000,
      }),
      limit({ name: `review and signature of the same`, ours: signed, unit: 'ms', max: 5000 }),
      limit({ name: `its bundle`, ours: text.length / 1000, unit: 'kB', max: 400 }),
      limit({ name: `codes of its bundle in a sequence`, ours: frames.length, unit: 'codes', max: 300 }),
    ]
  } finally {
    await Promise.all([...team.members, shop].map(({ wallet }) => wallet.close()))
    await network.close()
  }
}
