import type { HolderId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { groupHas, type Member, newMember, newTeam, sees, signing } from '../support/cosigners.ts'
import { approving, BTC, has, paying, playNetwork } from '../support/wallet.ts'
import { type BenchOptions, type BenchRow, limit } from './measure.ts'

/** So many equal coins at once, for oneself or for a group. */
async function fund({ wallet, account }: Member, holder: HolderId | null, coins: number): Promise<bigint> {
  let threshold = 1
  for (let at = 0; at < coins; at += 1) {
    const deposit = await wallet.calls['local.deposit']({
      ...{ account, holder, chainId: BTC, assetId: BTC, amount: parseAmount('0.01') },
    })
    threshold = deposit.threshold
  }
  await wallet.calls['local.confirm']({ blocks: threshold })
  return parseAmount('0.01') * BigInt(coins)
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const began = performance.now()
  const value = await work()
  return { value, ms: performance.now() - began }
}

/** A payment of one's own that spends as many coins as one transaction takes. */
async function ownRows(payer: Member, to: Member, coins: number): Promise<BenchRow[]> {
  const { wallet, account } = payer
  const whole = await fund(payer, null, coins)
  await has(wallet, account, BTC, whole)
  const wish = paying(account, BTC, [{ payee: { kind: 'user', userId: to.account }, amount: String(coins / 100) }])
  const prepared = await timed(() => wallet.calls['payments.prepare'](wish))
  const approved = await timed(() => wallet.calls['payments.approve'](approving(account, prepared.value)))
  return [
    limit({ name: `review of an own payment of ${coins} coins`, ours: prepared.ms, unit: 'ms', max: 500 }),
    limit({ name: 'its signature', ours: approved.ms, unit: 'ms', max: 700 }),
  ]
}

/** A request made by one member, reviewed and signed by another, carried in a bundle. */
async function requestRows([ana, ben]: readonly [Member, Member], holder: HolderId, shop: Member, coins: number) {
  const whole = await fund(ana, holder, coins)
  for (const each of [ana, ben]) await groupHas(each, holder, whole)
  const payment = await ana.wallet.calls['payments.prepare'](
    paying(ana.account, BTC, [{ payee: { kind: 'user', userId: shop.account }, amount: String(coins / 100) }], {
      holder,
    }),
  )
  await ana.wallet.calls['payments.approve'](approving(ana.account, payment))
  const requestId = payment.paymentId
  await sees(ben, requestId, ({ signers }) => signers.length === 1)
  const of = { account: ben.account, requestId }
  const reviewed = await timed(() => ben.wallet.calls['approvals.review'](of))
  const review = reviewed.value
  if (!review.canSign) throw new Error('the request can be signed')
  const { text, frames } = await ben.wallet.calls['approvals.bundle']({ ...of, note: '' })
  const signed = await timed(() => ben.wallet.calls['approvals.sign'](signing(ben.account, review)))
  await groupHas(ana, holder, 0n)
  const name = `a request with ${coins} coins`
  return [
    limit({
      ...{ name: `review of ${name}, all of it checked`, ours: reviewed.ms, unit: 'ms', max: 500 },
      curve: { name: 'Review of a request', size: coins },
    }),
    limit({
      ...{ name: `review and signature of ${name}`, ours: signed.ms, unit: 'ms', max: 700 },
      curve: { name: 'Signature of a request', size: coins },
    }),
    limit({ name: `bundle of ${name}`, ours: text.length / 1000, unit: 'kB', max: 400 }),
    limit({ name: `codes of the bundle of ${name} in a sequence`, ours: frames.length, unit: 'codes', max: 300 }),
  ]
}

/** Requests up to the largest that there can be, and the largest payment of one's own. */
export async function benchApprovals({ quick }: BenchOptions): Promise<BenchRow[]> {
  const network = await playNetwork()
  const team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, [])
  const shop = await newMember(network, 'Shop')
  try {
    const [ana, ben, cas] = team.members
    if (ana === undefined || ben === undefined || cas === undefined) throw new Error('three members')
    const rows: BenchRow[] = []
    const sizes = quick ? [4, 32] : [4, 16, 64, 256]
    for (const coins of sizes) rows.push(...(await requestRows([ana, ben], team.holder, shop, coins)))
    return [...rows, ...(await ownRows(cas, shop, sizes.at(-1) ?? 0))]
  } finally {
    await Promise.all([...team.members, shop].map(({ wallet }) => wallet.close()))
    await network.close()
  }
}
