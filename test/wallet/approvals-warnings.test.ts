import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import {
  asking,
  cosign,
  fundGroup,
  groupHas,
  type Member,
  newMember,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
import { approving, BTC, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* What a co-signer is told: the same warnings as the one who asks, and nothing that is not so. */

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1', '1', '1'])
  ;[ana, ben, cas] = team.members
  shop = await newMember(network, 'Shop')
})
afterEach(() => {
  for (const { line } of team.members) line.faults.length = 0
})

const toShop = ({ account }: Member, amount: string, coins: Parameters<typeof paying>[3] = {}) =>
  paying(account, BTC, [toUser(shop.account, amount)], { holder: team.holder, ...coins })
const prepared = (who: Member, ...wish: [amount: string, coins?: Parameters<typeof paying>[3]]) =>
  who.wallet.calls['payments.prepare'](toShop(who, ...wish))
const ask = (who: Member, amount = '0.1'): Promise<RequestId> => asking(who, toShop(who, amount))

const reviewOf = ({ wallet, account }: Member, requestId: RequestId) =>
  wallet.calls['approvals.review']({ account, requestId })

async function giveUp({ wallet, account }: Member, requestId: RequestId): Promise<void> {
  await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
}

describe('a co-signer', () => {
  it('is told that the group never paid a receiver, until it has', async () => {
    const first = await ask(ana)
    await sees(ben, first)
    const before = await reviewOf(ben, first)
    expect(before.checks.find(({ id }) => id === 'first:0')).toMatchObject({ result: 'attention' })
    expect(before.checks.find(({ id }) => id === 'first:0')?.text).toContain(
      'You have not looked at a payment of this group',
    )
    expect(before.verdict).toBe('attention')
    await cosign(ben, first)
    await sees(ben, first, ({ state }) => state === 'final')
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.9'))
    const again = await ask(ana, '0.2')
    await sees(ben, again)
    const after = await reviewOf(ben, again)
    expect(after.checks.filter(({ id }) => id === 'first:0')).toEqual([])
    expect(after.verdict).toBe('ok')
    // Who never looked at the first one has seen nothing of what the group paid.
    await sees(cas, again)
    expect((await reviewOf(cas, again)).checks.map(({ id }) => id)).toContain('first:0')
    await giveUp(ana, again)
  })

  it('has nobody to compare where the group pays itself', async () => {
    const { wallet, account } = ana
    const members = team.members.map((each) => each.account)
    const payee = { kind: 'group' as const, members, threshold: 2 }
    const reviewed = async (threshold: number) => {
      const rows = [{ payee: { ...payee, threshold }, amount: '0.5' }]
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, rows, { holder: team.holder }))
      await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
      return { known: review.payees[0]?.paidBefore, checks: review.checks.map(({ id }) => id), left: review.left }
    }
    const own = await reviewed(2)
    expect(own.known).toBeUndefined()
    expect(own.checks).not.toContain('first:0')
    // The same people with another threshold are another group.
    const others = await reviewed(3)
    expect(others.known).toBeNull()
    expect(others.checks).toContain('first:0')
    // What it pays itself it still has. Coins of the requests before may become free between two looks.
    const kept = async () => ((await reviewed(2)).left ?? 0n) - ((await reviewed(3)).left ?? 0n)
    await expect.poll(kept).toBe(parseAmount('0.5'))
  })

  it('is told of a receiver who is blocked here', async () => {
    const { wallet, account } = ben
    await wallet.calls['contacts.block']({ account, userId: shop.account })
    const id = await ask(ana)
    await sees(ben, id)
    const { checks } = await reviewOf(ben, id)
    expect(checks.find((check) => check.id === 'blocked:0')).toMatchObject({ result: 'attention' })
    await wallet.calls['contacts.unblock']({ account, userId: shop.account })
    await giveUp(ana, id)
  })

  it('ticks change of the group above the own limit, and none without one', async () => {
    const { wallet, account } = ben
    const id = await ask(ana)
    await sees(ben, id)
    const limit = (amount: string | null) =>
      wallet.calls['payments.setChangeBound']({
        ...{ account, assetId: BTC, amount: amount === null ? null : parseAmount(amount), passphrase: null },
      })
    const over = async () => {
      const { checks } = await reviewOf(ben, id)
      return checks.filter((check) => check.id.startsWith('change-over-limit:'))
    }
    expect(await over()).toEqual([])
    await limit('5')
    expect(await over()).toEqual([])
    await limit('0.5')
    const told = await over()
    expect(told).toMatchObject([{ result: 'attention' }])
    expect(told[0]?.text).toContain('limit of 0.5 BTC')
    const input = signing(account, await reviewOf(ben, id))
    const unticked = { ...input, accepted: input.accepted.filter((each) => each !== told[0]?.id) }
    await expect(wallet.calls['approvals.sign'](unticked)).rejects.toMatchObject({ code: 'wallet.review_changed' })
    // One that was lowered since is another one to agree to.
    await limit('0.4')
    await expect(wallet.calls['approvals.sign'](input)).rejects.toMatchObject({ code: 'wallet.review_changed' })
    await limit(null)
    await giveUp(ana, id)
  })

  it('sees what it is worth and what is left with the group', async () => {
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.9'))
    const id = await ask(ana, '0.4')
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    expect(review.left).toBe(parseAmount('2.5'))
    expect(Number(review.request.fiat)).toBeGreaterThan(0)
    await giveUp(ana, id)
  })

  it('is told that lines agree only of lines that somebody described', async () => {
    const id = await ask(ana)
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    const said = review.rows.filter(({ asked, record }) => asked !== null || record !== null)
    expect(said.length).toBeLessThan(review.rows.length)
    expect(review.checks.find((check) => check.id === 'rows')?.text).toContain(`All ${said.length} lines`)
    await giveUp(ana, id)
  })
})

describe('a request over a coin', () => {
  it('that the service came to describe differently is stopped, until it tells the truth again', async () => {
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.9'))
    const { wallet, account, line } = ben
    const id = await ask(ana)
    await sees(ben, id)
    type Row = { readonly state: string }
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (rows: Row[]) => rows.map((row) => (row.state === 'spent' ? row : { ...row, amount: '7' })),
    })
    const doubted = await wallet.until(
      async () => {
        await wallet.calls['app.retry']({ account })
        return wallet.calls['coins.doubted']({ account, holder: team.holder })
      },
      (coins) => coins.length > 0,
    )
    const review = await reviewOf(ben, id)
    expect(review).toMatchObject({ verdict: 'stop', canSign: false })
    expect(review.checks.filter(({ result }) => result === 'stop').map((check) => check.id)).toContain('facts')
    line.faults.length = 0
    for (const { outputId } of doubted) await wallet.calls['coins.recheck']({ account, holder: team.holder, outputId })
    expect(await reviewOf(ben, id)).toMatchObject({ canSign: true })
    await giveUp(ana, id)
  })
})

describe('a request that meets a payment of one’s own', () => {
  it('can be signed by giving up the own one that nobody signed', async () => {
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.9'))
    // Ben has prepared a payment over all coins and not yet asked anybody.
    const mine = await prepared(ben, '2.85')
    const id = await ask(ana, '0.1')
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    expect(review.verdict).toBe('attention')
    expect(review.canSign).toBe(true)
    expect(review.checks.find((check) => check.id.startsWith('held:'))).toMatchObject({ result: 'attention' })
    const { wallet, account } = ben
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(ben, id, ({ state }) => state === 'final')
    expect(await wallet.calls['payments.read']({ account, paymentId: mine.paymentId })).toMatchObject({
      state: 'cancelled',
    })
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.8'))
  })

  it('can be signed by giving up the own one that was signed and not taken', async () => {
    const { wallet, account, line } = ben
    // Coins of the request before are free again only once that was noticed.
    const whole = async () => {
      const { rows } = await wallet.calls['coins.list']({
        ...{ account, holder: team.holder, assetId: BTC, state: null, search: '', cursor: null, limit: 10 },
      })
      return rows.find(({ amount, state }) => amount === parseAmount('1') && state === 'available')
    }
    const coin = await wallet.until(whole, (found) => found !== undefined)
    const coins = { coins: coin === undefined ? [] : [coin.outputId] }
    const mine = await prepared(ben, '0.3', coins)
    line.faults.push({ path: /\/sign$/, act: 'before', times: Number.POSITIVE_INFINITY })
    await wallet.calls['payments.approve'](approving(account, mine))
    const theirs = await prepared(ana, '0.2', coins)
    await ana.wallet.calls['payments.approve'](approving(ana.account, theirs))
    const id = theirs.paymentId
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    expect(review.checks.find((check) => check.id.startsWith('held:'))?.text).toContain('which you have signed')
    line.faults.length = 0
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(ben, id, ({ state }) => state === 'final')
    expect(await wallet.calls['payments.read']({ account, paymentId: mine.paymentId })).toMatchObject({
      state: 'failed',
      problem: { code: 'wallet.request_revoked' },
    })
    for (const each of team.members) await groupHas(each, team.holder, parseAmount('2.6'))
  })
})

describe('a request that meets two payments of one’s own', () => {
  it('names both, and is signed by giving up both', async () => {
    const { wallet, account } = ben
    const { holder } = team
    for (const amount of ['0.41', '0.42']) await fundGroup(ana, holder, amount)
    for (const each of team.members) await groupHas(each, holder, parseAmount('3.43'))
    const { rows } = await wallet.calls['coins.list']({
      ...{ account, holder, assetId: BTC, state: 'available', search: '', cursor: null, limit: 100 },
    })
    const coins = ['0.41', '0.42'].flatMap(
      (text) => rows.find(({ amount }) => amount === parseAmount(text))?.outputId ?? [],
    )
    const mine: string[] = []
    for (const coin of coins) mine.push((await prepared(ben, '0.4', { coins: [coin] })).paymentId)
    const id = await asking(ana, toShop(ana, '0.8', { coins }))
    await sees(ben, id)
    const review = await reviewOf(ben, id)
    const held = review.checks.filter((check) => check.id.startsWith('held:'))
    expect(held.map((check) => check.id).sort()).toEqual(mine.map((each) => `held:${each}`).sort())
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(ben, id, ({ state }) => state === 'final')
    for (const each of team.members) await groupHas(each, holder, parseAmount('2.63'))
  })
})

describe('a request that others have yet to sign', () => {
  it('is not called asked before the service has it, and brings no change that arrives', async () => {
    const { wallet, account, line } = ana
    const balance = () => wallet.calls['balances.read']({ account, holder: team.holder, assetId: BTC })
    line.faults.push({ path: /\/sign$/, act: 'before', times: Number.POSITIVE_INFINITY })
    const review = await prepared(ana, '0.1')
    await wallet.calls['payments.approve'](approving(account, review))
    const read = () => wallet.calls['payments.read']({ account, paymentId: review.paymentId })
    expect((await read()).cosigning).toMatchObject({ asked: false })
    expect((await balance()).arriving).toBe(0n)
    line.faults.length = 0
    await wallet.calls['app.retry']({ account })
    await wallet.until(read, ({ cosigning }) => cosigning?.asked === true)
    expect((await balance()).arriving).toBe(0n)
    await giveUp(ana, review.paymentId)
  })
})

describe('a request in place of one that was given up', () => {
  it('has its keys confirmed by the request that they were made for', async () => {
    const first = await ask(ana)
    await sees(ben, first)
    await giveUp(ana, first)
    await sees(ben, first, ({ state }) => state === 'revoked')
    const second = await asking(ana, toShop(ana, '0.1', { again: first }))
    await sees(ben, second)
    const review = await reviewOf(ben, second)
    expect(review.checks.filter(({ id }) => id.startsWith('owner:'))).toEqual([])
    expect(review.payees).toMatchObject([{ proof: 'claimed' }])
    await giveUp(ana, second)
  })
})

describe('change of a group', () => {
  it('is said to be proved once the group spends it, which nobody is told to wait for', async () => {
    const first = await ask(ana)
    await fundGroup(ana, team.holder, '1')
    await sees(cas, first)
    await cosign(cas, first)
    await sees(ana, first, ({ state }) => state === 'final')
    const listed = { assetId: BTC, state: 'available', search: '', cursor: null, limit: 50 } as const
    const { rows } = await ana.wallet.until(
      () => ana.wallet.calls['coins.list']({ account: ana.account, holder: team.holder, ...listed }),
      (page) => page.rows.some(({ amount }) => amount === parseAmount('1')),
    )
    // Not that change, which this would prove.
    const coins = rows.filter(({ amount }) => amount === parseAmount('1')).map(({ outputId }) => outputId)
    const risk = async () => {
      const review = await prepared(ana, '0.95', { coins })
      await ana.wallet.calls['payments.cancel']({ account: ana.account, paymentId: review.paymentId })
      return review.checks.find(({ id }) => id.startsWith('change-at-risk:'))
    }
    const said = await ana.wallet.until(risk, (check) => check !== undefined)
    expect(said).toMatchObject({ result: 'attention' })
    expect(said?.text).toContain('once the group spends it')
    expect(said?.text).not.toContain('seconds')
  })
})
