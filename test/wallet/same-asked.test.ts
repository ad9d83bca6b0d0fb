import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { asking, cosign, groupHas, type Member, newMember, newTeam, sees, type Team } from '../support/cosigners.ts'
import { approving, BTC, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import type { PaymentReview, RequestReview } from '../support/worded.ts'

/* Who asks a group for money, and who signs, hears of another request for the same before both are paid. */

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
let shop: Member
let mill: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1', '1', '1', '1', '1', '1'])
  ;[ana, ben, cas] = team.members
  shop = await newMember(network, 'Shop')
  mill = await newMember(network, 'Mill')
})

type Rows = readonly (readonly [to: Member, amount: string])[]
type Coins = Parameters<typeof paying>[3]

const pays = ({ account }: Member, rows: Rows, more: Coins = {}) =>
  paying(
    account,
    BTC,
    rows.map(([to, amount]) => toUser(to.account, amount)),
    { holder: team.holder, ...more },
  )
const ask = (who: Member, rows: Rows): Promise<RequestId> => asking(who, pays(who, rows))
const propose = (who: Member, rows: Rows, more: Coins = {}): Promise<PaymentReview> =>
  who.wallet.calls['payments.prepare'](pays(who, rows, more))
const putBack = ({ wallet, account }: Member, { paymentId }: PaymentReview) =>
  wallet.calls['payments.cancel']({ account, paymentId })

async function reviewOf(who: Member, requestId: RequestId): Promise<RequestReview> {
  await sees(who, requestId)
  return who.wallet.calls['approvals.review']({ account: who.account, requestId })
}
const giveUp = ({ wallet, account }: Member, requestId: RequestId) =>
  wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })

/** What a review warns of, by the request that it names. */
const same = ({ checks }: Pick<RequestReview, 'checks'>) => checks.filter(({ id }) => id.startsWith('same'))

describe('who asks a group for what it is asked for already', () => {
  it('is told so, whoever asked, and has to accept it', async () => {
    const first = await ask(ana, [[shop, '0.1']])
    await sees(ben, first)
    for (const who of [ana, ben]) {
      const review = await propose(who, [[shop, '0.1']])
      expect(same(review)).toEqual([
        expect.objectContaining({
          id: `same:${first}:open`,
          result: 'attention',
          text: expect.stringContaining(who === ana ? 'You asked this group to pay 0.1 BTC' : 'Ana asked this group'),
        }),
      ])
      const { calls } = who.wallet
      const agreed = approving(who.account, review)
      const but = { ...agreed, accepted: agreed.accepted.filter((id) => !id.startsWith('same')) }
      await expect(calls['payments.approve'](but)).rejects.toThrow()
      await putBack(who, review)
    }
    await giveUp(ana, first)
    const again = await propose(ana, [[shop, '0.1']])
    expect(same(again)).toEqual([])
    expect(again.checks.find(({ id }) => id === 'inputs')?.text).toMatch(/ proved to be the group’s\.$/)
    await putBack(ana, again)
  })

  it('hears nothing where another sum, or somebody else, is asked for', async () => {
    const first = await ask(ana, [[shop, '0.2']])
    for (const rows of [[[shop, '0.21']], [[mill, '0.2']]] satisfies Rows[]) {
      const review = await propose(ana, rows)
      expect(same(review)).toEqual([])
      await putBack(ana, review)
    }
    await giveUp(ana, first)
  })

  it('hears it of one of several who are paid, in whatever rows', async () => {
    const first = await ask(ana, [
      [shop, '0.1'],
      [mill, '0.3'],
      [shop, '0.2'],
    ])
    const review = await propose(ana, [
      [ben, '0.1'],
      [shop, '0.3'],
    ])
    expect(same(review)).toEqual([
      expect.objectContaining({ row: 1, text: expect.stringContaining('0.3 BTC to the same recipient') }),
    ])
    await putBack(ana, review)
    await giveUp(ana, first)
  })

  it('hears nothing of what it prepared and left, which nobody is asked for', async () => {
    const left = await propose(ana, [[shop, '0.4']])
    const review = await propose(ana, [[shop, '0.4']])
    expect(same(review)).toEqual([])
    await putBack(ana, review)
    await putBack(ana, left)
  })
})

describe('who is asked to sign', () => {
  it('is told of the other request, also when that has all of its signatures or was paid on the same day', async () => {
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('6'))
    const [first, second] = [await ask(ana, [[shop, '0.1']]), await ask(ben, [[shop, '0.1']])]
    await sees(cas, second)
    expect(same(await reviewOf(cas, first))).toMatchObject([{ id: `same:${second}:open`, result: 'attention' }])
    const [warning] = same(await reviewOf(cas, second))
    expect(warning).toMatchObject({ id: `same:${first}:open`, text: expect.stringContaining('Ana asked this group') })
    await cosign(cas, first)
    await sees(cas, first, ({ state }) => state === 'final')
    const [paid] = same(await reviewOf(cas, second))
    expect(paid).toMatchObject({ id: `same:${first}:final`, text: expect.stringContaining('paid already') })
    await giveUp(ben, second)
    const later = await ask(ana, [[shop, '0.1']])
    expect(same(await reviewOf(cas, later))).toMatchObject([{ id: `same:${first}:final` }])
    await giveUp(ana, later)
  })
})

describe('who asks again for what the service calls dead', () => {
  it('is told of it as a claim, which a lying service makes of a request that can still be paid', async () => {
    const first = await ask(ana, [[mill, '0.17']])
    const { hash } = await sees(ben, first)
    const lie = (output: { readonly signed_by?: string | null }) =>
      output.signed_by === hash ? { ...output, state: 'spent', signed_by: 'ab'.repeat(32) } : output
    ben.line.faults.push(
      { path: /^\/safe\/outputs$/, act: (outputs: Parameters<typeof lie>[0][]) => outputs.map(lie), times: 1000 },
      { path: /^\/safe\/outputs\//, act: lie, times: 1000 },
    )
    const { wallet, account } = ben
    await wallet.calls['app.retry']({ account })
    await sees(ben, first, ({ state }) => state === 'dead')
    const review = await propose(ben, [[mill, '0.17']])
    expect(same(review)).toMatchObject([
      { id: `same:${first}:dead`, result: 'attention', text: expect.stringContaining('nothing has proved') },
    ])
    await putBack(ben, review)
    ben.line.faults.length = 0
    await giveUp(ana, first)
  })
})
