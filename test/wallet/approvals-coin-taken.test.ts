import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputId, RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { said } from '#words'
import { fundGroup, groupHas, type Member, newMember, newTeam, sees, type Team } from '../support/cosigners.ts'
import { approving, BTC, coded, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* Two members write a payment over the same coin. The first to ask has it; the other is told before anything is signed. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
})

const prepare = ({ wallet, account }: Member, amount: string) =>
  wallet.calls['payments.prepare'](paying(account, BTC, [toUser(shop.account, amount)], { holder: team.holder }))

/** Both have written over the one coin, and Ana has asked. */
async function lost() {
  // Whoever gave the coin free last, each has read that it is.
  for (const each of [ana, ben]) await groupHas(each, team.holder, parseAmount('1'))
  const [first, second] = [await prepare(ana, '0.3'), await prepare(ben, '0.4')]
  expect(coinsOf(second)).toEqual(coinsOf(first))
  await ana.wallet.calls['payments.approve'](approving(ana.account, first))
  await sees(ana, first.paymentId, ({ signers }) => signers.some(({ offline }) => !offline))
  return { first, second }
}

const coinsOf = (review: Awaited<ReturnType<typeof prepare>>): OutputId[] =>
  review.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))

async function endedBy({ wallet, account }: Member, requestId: RequestId): Promise<void> {
  await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
}

const taken = (requestId: RequestId) =>
  coded('wallet.coin_taken', {
    by: 'Ana',
    title: said('title.send-to', { what: '0.3 BTC', whom: 'Shop' }),
    state: 'signed',
    requestId,
  })

describe('a payment of a group whose coin another request has', () => {
  it('asks nobody, and names whose request has it', async () => {
    const { first, second } = await lost()
    const before = ben.signed()
    const approve = () => ben.wallet.calls['payments.approve'](approving(ben.account, second))
    await expect(approve()).rejects.toThrow(taken(first.paymentId))
    expect(ben.signed()).toBe(before)
    const { account } = ben
    const payment = await ben.wallet.calls['payments.read']({ account, paymentId: second.paymentId })
    expect(payment).toMatchObject({ state: 'verified', signedAt: null })
    // Its review has no verdict that could be read as leave to go on.
    const review = () => ben.wallet.calls['payments.review']({ account, paymentId: second.paymentId })
    await expect(review()).rejects.toThrow(taken(first.paymentId))

    await endedBy(ana, first.paymentId)
    expect(await review()).toMatchObject({ digest: second.digest })
    await approve()
    await sees(ana, second.paymentId, ({ signers }) => signers.length === 1)
    await endedBy(ben, second.paymentId)
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('1'))
  })

  it('is asked for as before when only the service cannot be reached for its review', async () => {
    const { account, wallet, line } = ben
    const written = await prepare(ben, '0.4')
    line.faults.push({ path: /^\/safe\/outputs\/[^/]+$/, act: 'before', times: Number.POSITIVE_INFINITY })
    const review = await wallet.calls['payments.review']({ account, paymentId: written.paymentId })
    expect(review.digest).toBe(written.digest)
    const before = ben.signed()
    await expect(wallet.calls['payments.approve'](approving(account, review))).rejects.toThrow(
      coded('remote.unreachable'),
    )
    expect(ben.signed()).toBe(before)
    line.faults.length = 0
    await wallet.calls['payments.cancel']({ account, paymentId: written.paymentId })
  })

  it('is tied to that request in the list while both are open, and to nothing once one is given up', async () => {
    const { first, second } = await lost()
    const { account, wallet } = ana
    await wallet.calls['approvals.open']({ account, id: second.paymentId })
    const rivals = async () =>
      (await wallet.calls['approvals.list']({ account, holder: null })).requests
        .filter(({ requestId }) => requestId === first.paymentId || requestId === second.paymentId)
        .flatMap((row) => row.rivals.map((other) => [row.requestId, other]))
    expect(await rivals()).toEqual(
      expect.arrayContaining([
        [first.paymentId, second.paymentId],
        [second.paymentId, first.paymentId],
      ]),
    )
    await endedBy(ana, first.paymentId)
    expect(await rivals()).toEqual([])
    await ben.wallet.calls['payments.cancel']({ account: ben.account, paymentId: second.paymentId })
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('1'))
  })

  it('is given up however often one asks, also once it ended by itself', async () => {
    const { first, second } = await lost()
    const { wallet, account } = ben
    const giveUp = () => wallet.calls['payments.cancel']({ account, paymentId: second.paymentId })
    expect(await giveUp()).toMatchObject({ state: 'cancelled' })
    expect(await giveUp()).toMatchObject({ state: 'cancelled' })
    await endedBy(ana, first.paymentId)
    await ana.wallet.until(
      () => ana.wallet.calls['payments.read']({ account: ana.account, paymentId: first.paymentId }),
      ({ state }) => state === 'failed',
    )
    const ended = { account: ana.account, paymentId: first.paymentId }
    expect(await ana.wallet.calls['payments.cancel'](ended)).toMatchObject({ state: 'failed' })
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('1'))
  })

  it('is given up in one step, or written again with the coins that are left', async () => {
    const { first, second } = await lost()
    const { account, wallet } = ben
    await fundGroup(ana, team.holder, '0.9')
    await groupHas(ben, team.holder, parseAmount('0.9'))
    await expect(wallet.calls['payments.approve'](approving(account, second))).rejects.toThrow(taken(first.paymentId))
    await wallet.calls['payments.cancel']({ account, paymentId: second.paymentId })
    const { form } = await wallet.calls['approvals.again']({ account, requestId: second.paymentId })
    expect(form).toMatchObject({ assetId: BTC, rows: [{ to: shop.account, amount: '0.4' }], coins: null, trace: null })
    // What the refusal read of the coins is enough: the same coin is not taken once more.
    const other = await prepare(ben, '0.4')
    expect(coinsOf(other)).toHaveLength(1)
    expect(coinsOf(other)).not.toEqual(coinsOf(second))
    await wallet.calls['payments.approve'](approving(account, other))
    await sees(ana, other.paymentId, ({ signers }) => signers.length === 1)
  })
})
