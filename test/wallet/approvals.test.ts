import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, type Nanos, type RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import {
  asking,
  cosign,
  groupHas,
  type Member,
  newMember,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, balanceOf, coded, has, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'
import type { RequestView } from '../support/worded.ts'

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
let shop: Member
beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1', '1', '1', '1', '1', '1'])
  ;[ana, ben, cas] = team.members
  shop = await newMember(network, 'Shop')
})

/** Ana asks the group to pay the shop, and signs. */
async function ask(amount = '0.4', memo = 'rent'): Promise<RequestId> {
  const more = { holder: team.holder, memoHex: Buffer.from(memo).toString('hex') }
  return asking(ana, paying(ana.account, BTC, [toUser(shop.account, amount)], more))
}

/** Both others have found it while it is open. */
async function foundByOthers(id: RequestId): Promise<RequestView[]> {
  const found: RequestView[] = []
  for (const member of [ben, cas]) found.push(await sees(member, id))
  return found
}

describe('a group payment', () => {
  it('is asked for by one, found and signed by another, and final for all', async () => {
    const before = await balanceOf(shop.wallet, shop.account, BTC)
    const id = await ask()
    const asked = await sees(ana, id)
    expect(asked).toMatchObject({ tab: 'waiting', source: 'made', signedByMe: true, state: 'open' })
    const [found] = await foundByOthers(id)
    expect(found).toMatchObject({
      tab: 'needs_you',
      source: 'found',
      title: 'Send 0.4 BTC to Shop',
      memoText: 'rent',
      group: { name: 'Treasury', threshold: 2 },
      by: { name: 'Ana' },
    })
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    expect(review).toMatchObject({
      // The group has not paid the shop before.
      verdict: 'attention',
      verb: 'Sign as 2nd of 2',
      canSign: true,
      signatures: { needed: 2, valid: 1, invalid: 0 },
      payees: [{ party: { kind: 'user', user: { name: 'Shop' } }, amount: parseAmount('0.4'), proof: 'claimed' }],
      change: [{ amount: parseAmount('0.6'), proof: 'claimed' }],
    })
    expect(review.rows.every(({ agrees }) => agrees)).toBe(true)
    await ben.wallet.calls['approvals.sign'](signing(ben.account, review))
    for (const member of [ana, ben, cas]) {
      await sees(member, id, ({ state }) => state === 'final')
    }
    await has(shop.wallet, shop.account, BTC, before + parseAmount('0.4'))
    const done = await sees(cas, id)
    expect(done).toMatchObject({ tab: 'done', signedByMe: false })
    expect(done.signers.map(({ user }) => user.name).sort()).toEqual(['Ana', 'Ben'])
    // Ana's next request spends the change, which proves it; while she has not read of it, it is at risk.
    for (const who of [ana, cas]) await groupHas(who, team.holder, parseAmount('5.6'))
    const receipt = await settled(ana.wallet, ana.account, id)
    expect(receipt).toMatchObject({ state: 'final', kind: 'multisig', cosigning: { needed: 2 } })
  })

  it('can be unlocked while signatures are missing, which frees its coins for all', async () => {
    const id = await ask()
    await sees(ben, id)
    const revoked = await ben.wallet.calls['approvals.unlock']({
      ...{ account: ben.account, requestId: id, passphrase: null },
    })
    expect(revoked).toMatchObject({ state: 'revoked', tab: 'done', revokedBy: { name: 'Ben' } })
    await sees(ana, id, ({ state }) => state === 'revoked')
    const { problem } = await ana.wallet.until(
      () => ana.wallet.calls['payments.read']({ account: ana.account, paymentId: id }),
      ({ state, problem }) => state === 'failed' && problem?.code === 'wallet.request_revoked',
    )
    // The receipt names whoever the service says gave it up.
    expect(problem?.details).toMatchObject({ by: 'Ben' })
    await groupHas(ana, team.holder, parseAmount('5.6'))
    await expect(cosign(cas, id)).rejects.toThrow()
    expect(cas.signed()).toBe(0)
  })

  it('can not be unlocked once enough have signed', async () => {
    const id = await ask()
    await foundByOthers(id)
    await cosign(ben, id)
    await sees(cas, id, ({ state }) => state !== 'open')
    const review = await cas.wallet.calls['approvals.review']({ account: cas.account, requestId: id })
    expect(review).toMatchObject({ canUnlock: false, canSign: false })
    await expect(
      cas.wallet.calls['approvals.unlock']({
        ...{ account: cas.account, requestId: id, passphrase: null },
      }),
    ).rejects.toThrow(coded('wallet.request_ended'))
    await sees(ana, id, ({ state }) => state === 'final')
  })

  it('is not called signed by somebody any more whom the service does not call a signer any more', async () => {
    const id = await ask('0.1')
    await foundByOthers(id)
    const signers = [ana.account, ben.account]
    cas.line.faults.push({ path: /^\/safe\/multisigs\//, act: (record: object) => ({ ...record, signers }) })
    await sees(cas, id, (request) => request.signers.length === 2)
    cas.line.faults.length = 0
    const { state, ...request } = await sees(cas, id, (each) => each.signers.length === 1)
    expect(request.signers[0]?.user.name).toBe('Ana')
    expect(state).toBe('open')
    await ana.wallet.calls['approvals.unlock']({ account: ana.account, requestId: id, passphrase: null })
  })

  it('that was said to be given up while it was completed is called final once the service says so', async () => {
    const id = await ask('0.1')
    await foundByOthers(id)
    const given = { revoked_by: ana.account }
    cas.line.faults.push({ path: /^\/safe\/multisigs\//, act: (record: object) => ({ ...record, ...given }) })
    await sees(cas, id, ({ state }) => state === 'revoked')
    await cosign(ben, id)
    const { hash } = await sees(ana, id, ({ state }) => state === 'final')
    // Its coins are spent by it, and it is asked for by its hash.
    await cas.wallet.until(
      async () => {
        await cas.wallet.calls['app.retry']({ account: cas.account })
        return cas.line.passed.filter((each) => each === `GET /safe/multisigs/${hash}`)
      },
      ({ length }) => length > 1,
    )
    expect(await sees(cas, id)).toMatchObject({ state: 'revoked' })
    cas.line.faults.length = 0
    expect(await sees(cas, id, ({ state }) => state === 'final')).toMatchObject({ tab: 'done' })
  })

  it('holds its coins for its maker and its signers', async () => {
    const { wallet, account } = ana
    const nothingHeld = () =>
      wallet.until(
        () => wallet.calls['balances.read']({ account, holder: team.holder, assetId: BTC }),
        ({ held }) => held === 0n,
      )
    await nothingHeld()
    const id = await ask('0.1')
    const during = await wallet.calls['balances.read']({ account, holder: team.holder, assetId: BTC })
    expect(during.held).toBeGreaterThan(0n)
    await wallet.calls['approvals.unlock']({ account, requestId: id, passphrase: null })
    await nothingHeld()
  })
})

describe('a member who was away', () => {
  /** What the others of a new group asked for and paid while the third had closed the wallet. */
  async function paidMeanwhile() {
    const [dir, keychain] = [newFolder(), testKeychain()]
    const crew = await newTeam(network, ['Ida', 'Jon', 'Kim'], 2, ['1'], [{}, {}, { dir, keychain }])
    const [ida, jon, kim] = crew.members
    await kim.wallet.close()
    const payee = { kind: 'user' as const, userId: shop.account }
    const { wallet, account } = ida
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee, amount: '0.3' }], { holder: crew.holder }),
    )
    await wallet.calls['payments.approve'](approving(account, review))
    await sees(jon, review.paymentId)
    await cosign(jon, review.paymentId)
    await sees(ida, review.paymentId, ({ state }) => state === 'final')
    await Promise.all([ida, jon].map((member) => member.wallet.close()))
    return { id: review.paymentId, kim, files: { dir, keychain } }
  }

  it('sees among what is done what the others asked for and paid meanwhile', async () => {
    const { id, kim, files } = await paidMeanwhile()
    const back = { ...kim, wallet: await network.open(files) }
    const done = await sees(back, id, ({ state }) => state === 'final')
    expect(done).toMatchObject({ tab: 'done', source: 'found', signedByMe: false, title: 'Send 0.3 BTC to Shop' })
    expect(done.signers.map(({ user }) => user.name).sort()).toEqual(['Ida', 'Jon'])
    await back.wallet.close()
  })

  it('sees it also where the first answer about it could not be read', async () => {
    const { id, kim, files } = await paidMeanwhile()
    let later = 0n
    let broken = 0
    const clock = { ...systemClock, now: () => (systemClock.now() + later) as Nanos }
    const fetchBroken: typeof fetch = async (target, init) => {
      if (later > 0n || !/\/safe\/multisigs\/[0-9a-f]{64}$/.test(new URL(String(target)).pathname))
        return fetch(target, init)
      broken += 1
      return new Response('<html>sign in</html>')
    }
    const back = { ...kim, wallet: await network.open({ ...files, clock, fetch: fetchBroken }) }
    await expect.poll(() => broken).toBe(1)
    later = 2n * MINUTE
    expect(await sees(back, id)).toMatchObject({ source: 'found', state: 'final' })
    await back.wallet.close()
  })
})

describe('a stranger', () => {
  it('cannot read a request of a group', async () => {
    const id = await ask('0.1')
    await expect(shop.wallet.calls['approvals.open']({ account: shop.account, id })).rejects.toThrow(
      coded('wallet.request_unknown'),
    )
    await ana.wallet.calls['approvals.unlock']({ account: ana.account, requestId: id, passphrase: null })
  })
})
