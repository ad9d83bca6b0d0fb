import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, HolderId, UserId } from '#contract/domain'
import { galleryOf, mint } from '../support/collectibles.ts'
import { cosign, type Member, newTeam, sees, type Team } from '../support/cosigners.ts'
import { ALL_MOVEMENTS, approving, sharedNetwork } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/* Items are no money: neither what comes with them nor what goes is. What an item gave back is. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
  ;[ana, ben] = team.members
})

async function minted(members: readonly Member[], to: readonly UserId[], threshold: number): Promise<Hash> {
  const [item] = (await mint(network, [{ members: [...to], threshold }])).items
  if (item === undefined) throw new Error('nothing was minted')
  for (const { wallet, account } of members)
    await galleryOf(wallet, account, (all) =>
      all.some((one) => one.inscription === item.inscription_hash && one.collectionName !== ''),
    )
  return item.inscription_hash
}

const drawn = ({ wallet, account }: Member, holder: HolderId) =>
  wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS })

/** What a statement says has moved, once all of it comes to the coins that are there. */
async function moved(member: Member, holder: HolderId) {
  const view = await member.wallet.until(
    () => drawn(member, holder),
    ({ agrees }) => agrees === true,
  )
  return view.assets.map(({ asset, in: came, out }) => [asset.symbol, came, out])
}

async function bothSign(review: PaymentReview): Promise<void> {
  await ana.wallet.calls['payments.approve'](approving(ana.account, review))
  await sees(ben, review.paymentId)
  await cosign(ben, review.paymentId)
  await sees(ana, review.paymentId, ({ state }) => state === 'final')
}

describe('a statement of a group', () => {
  const members = () => team.members.map(({ account }) => account)

  it('has no money that left where an item was sent', async () => {
    const inscription = await minted(team.members, members(), 2)
    const before = await moved(ana, team.holder)
    expect(before.map(([symbol]) => symbol)).toEqual(['BTC'])
    const payee = { kind: 'user', userId: ben.account } as const
    const input = { account: ana.account, holder: team.holder, inscription, payee }
    await bothSign(await ana.wallet.calls['collectibles.transfer'](input))
    await galleryOf(ana.wallet, ana.account, (all) => all.every((one) => one.inscription !== inscription))
    expect(await moved(ana, team.holder)).toEqual(before)
  })

  it('has what an item gave back as what came in', async () => {
    const inscription = await minted(team.members, members(), 2)
    const before = await moved(ana, team.holder)
    const input = { account: ana.account, holder: team.holder, inscription }
    await bothSign(await ana.wallet.calls['collectibles.release'](input))
    await galleryOf(ana.wallet, ana.account, (all) => all.every((one) => one.inscription !== inscription))
    const after = await ana.wallet.until(
      () => moved(ana, team.holder),
      (all) => all.length > before.length,
    )
    expect(after.length).toBe(before.length + 1)
    expect(after.find(([symbol]) => symbol === 'KITE')).toEqual(['KITE', 200_000_000n, 0n])
  })
})
