import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { decodeTransaction } from '#protocol'
import { galleryOf, mint } from '../support/collectibles.ts'
import { cosign, type Member, newTeam, sees, type Team } from '../support/cosigners.ts'
import { card, makeCode, olderRequest } from '../support/scan.ts'
import { ALL_MOVEMENTS, approving, coded, sharedNetwork } from '../support/wallet.ts'

describe('collectibles of a group', () => {
  const network = sharedNetwork()
  let team: Team<[Member, Member]>
  let ana: Member
  let ben: Member
  let item: Hash
  beforeAll(async () => {
    team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    ;[ana, ben] = team.members
    const members = team.members.map(({ account }) => account)
    const made = await mint(network, [{ members, threshold: 2 }])
    const [first] = made.items
    if (first === undefined) throw new Error('nothing was minted')
    item = first.inscription_hash
  })

  it('are in the gallery of every member, under the name of the group', async () => {
    for (const { wallet, account } of team.members) {
      const [seen] = await galleryOf(wallet, account, (all) => all.some(({ collectionName }) => collectionName !== ''))
      expect(seen).toMatchObject({ inscription: item, group: 'Treasury', holder: team.holder })
      const own = await wallet.calls['collectibles.list']({ account, holder: team.holder, hidden: false })
      expect(own.items.length).toBe(1)
    }
  })

  it('are not sent as if they were one’s own', async () => {
    const { wallet, account } = ana
    const payee = { kind: 'user' as const, userId: ben.account }
    const alone = wallet.calls['collectibles.transfer']({ account, holder: null, inscription: item, payee })
    await expect(alone).rejects.toEqual(coded('wallet.collectible_gone'))
  })

  it('become a request of the group when a member sends one, with one input and one output', async () => {
    const { wallet, account } = ana
    const payee = { kind: 'user' as const, userId: ben.account }
    const review = await wallet.calls['collectibles.transfer']({
      account,
      holder: team.holder,
      inscription: item,
      payee,
    })
    expect(review).toMatchObject({ title: 'Send Kites #0 to Ben', item: 'Kites #0', left: null })
    const [transaction] = review.transactions
    const bytes = decodeTransaction(transaction?.raw ?? '')
    expect([bytes.inputs.length, bytes.outputs.length]).toEqual([1, 1])
    const payment = await wallet.calls['payments.approve'](approving(account, review))
    expect(payment).toMatchObject({
      kind: 'multisig',
      act: true,
      item: 'Kites #0',
      cosigning: { needed: 2, signers: { length: 1 } },
    })
    const request = await sees(ben, review.paymentId)
    expect(request).toMatchObject({ requestId: review.paymentId, title: 'Send Kites #0 to Ben', item: 'Kites #0' })
  })

  it('are signed for by the code of the request that moves one', async () => {
    const { wallet, account } = ana
    const [request] = (await wallet.calls['approvals.list']({ account, holder: team.holder })).requests
    if (request === undefined) throw new Error('nothing was asked')
    const order = { type: 'non_fungible_request', request_id: request.requestId }
    for (const action of ['sign', 'unlock']) {
      const code = await makeCode(network, { ...order, action })
      const found = await card(ben, `https://mixin.one/codes/${code}`, 'request')
      expect(found).toMatchObject({
        action,
        request: { requestId: request.requestId, state: 'open', signedByMe: false },
      })
    }
    const { checks } = await ben.wallet.calls['approvals.review']({
      account: ben.account,
      requestId: request.requestId,
    })
    expect(checks.filter(({ result }) => result === 'stop')).toEqual([])
  })

  it('are known by the code of an older request that spends one', async () => {
    const { wallet, account, line } = ana
    const [request] = (await wallet.calls['approvals.list']({ account, holder: team.holder })).requests
    if (request === undefined) throw new Error('nothing was asked')
    const { transaction } = await wallet.calls['approvals.review']({ account, requestId: request.requestId })
    const code = await makeCode(network, { type: 'conversation', name: 'x', creator_id: account })
    const older = olderRequest({ code_id: code, user_id: account, raw_transaction: transaction.raw })
    line.faults.push({ path: /^\/codes\//, act: () => older, times: 1 })
    const found = await card(ana, `https://mixin.one/codes/${code}`, 'legacy')
    expect(found).toMatchObject({ what: 'collectible', inscription: item })
  })

  it('are given up once the other members agree, by two coins of which none leaves the group', async () => {
    const members = team.members.map(({ account }) => account)
    const [other] = (await mint(network, [{ members, threshold: 2 }])).items
    const inscription = other?.inscription_hash ?? ('' as Hash)
    for (const { wallet, account } of team.members)
      await galleryOf(wallet, account, (all) =>
        all.some((each) => each.inscription === inscription && each.collectionName !== ''),
      )
    const { wallet, account } = ana
    const review = await wallet.calls['collectibles.release']({ account, holder: team.holder, inscription })
    expect(review.transactions[0]?.outputs.length).toBe(2)
    await wallet.calls['payments.approve'](approving(account, review))
    await sees(ben, review.paymentId)
    await cosign(ben, review.paymentId)
    await galleryOf(ben.wallet, ben.account, (all) => all.every((each) => each.inscription !== inscription))
  })

  it('stand in the movements of the group once they left it', async () => {
    const { wallet, account } = ben
    const owner = { account, holder: team.holder }
    const { requests } = await wallet.calls['approvals.list'](owner)
    const { requestId } = requests.find(({ state, item: name }) => state === 'open' && name === 'Kites #0') ?? {}
    if (requestId === undefined) throw new Error('nothing was asked')
    await cosign(ben, requestId)
    const { rows } = await wallet.until(
      () => wallet.calls['activity.list']({ ...owner, filter: ALL_MOVEMENTS, cursor: null, limit: 9 }),
      (found) => found.rows.some(({ id, money }) => id === `r:${requestId}` && money === 'final'),
    )
    const left = rows.find(({ id }) => id === `r:${requestId}`)
    expect(left).toMatchObject({
      direction: 'out',
      inscription: item,
      item: 'Kites #0',
      party: { user: { userId: account } },
    })
    expect(await wallet.calls['activity.read']({ ...owner, id: `r:${requestId}` })).toMatchObject({
      requestId,
      row: left,
    })
    // It came from nobody who is named, and from no other chain.
    const came = rows.find(({ direction, inscription }) => direction === 'in' && inscription === item)
    expect(came).toMatchObject({ kind: 'transfer', item: 'Kites #0', party: { kind: 'unknown' } })
  })

  it('are named to a member in the list of requests, though he never looked at the gallery and opened no request', async () => {
    const members = team.members.map(({ account }) => account)
    const [made] = (await mint(network, [{ members, threshold: 2 }], { name: 'Lanterns', symbol: 'LAMP' })).items
    const inscription = made?.inscription_hash ?? ('' as Hash)
    const { wallet, account } = ana
    await galleryOf(wallet, account, (all) => all.some(({ collectionName }) => collectionName === 'Lanterns'))
    const payee = { kind: 'user' as const, userId: ben.account }
    const review = await wallet.calls['collectibles.transfer']({ account, holder: team.holder, inscription, payee })
    await wallet.calls['payments.approve'](approving(account, review))
    await sees(ben, review.paymentId, ({ item: name }) => name === 'Lanterns #0')
  })
})
