import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { HolderId, UserId } from '#contract/domain'
import { parseAmount, parseSignedAmount } from '#protocol'
import { asking, cosign, groupHas, newTeam, sees } from '../support/cosigners.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  BTC,
  fund,
  newAccount,
  newPhrase,
  type OpenWallet,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type HoldingLine, holdingLine } from './undecided.ts'

/** Keeps silent about which transactions are final, while outputs are listed as they are. */
function keepSilent({ faults }: Pick<FaultyLine, 'faults'>): void {
  type Known = { state: string } | undefined
  const unsettled = (record: Known): Known => (record?.state === 'spent' ? { ...record, state: 'signed' } : record)
  faults.push(
    { path: /^\/safe\/transaction$/, act: (records: Known[] | undefined) => records?.map(unsettled) },
    { path: /^\/safe\/transactions\//, act: unsettled },
    { path: /^\/safe\/snapshots$/, act: () => [] },
  )
}

/* Lists of outputs and what is known of payments arrive apart, and a service may keep silent about either: no coin counts twice. */

const network = sharedNetwork()
let ben: UserId

beforeAll(async () => {
  ben = (await newAccount(await network.open(), 'Ben')).account
})

async function start(amounts: readonly string[]) {
  const line = holdingLine()
  const wallet = await network.open({ fetch: line.fetch })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of amounts) await fund(wallet, account, BTC, amount)
  return { line, wallet, account }
}

type Owner = { readonly account: UserId; readonly holder: HolderId | null }
const moneyOf = (wallet: OpenWallet, owner: Owner) => wallet.calls['balances.read']({ ...owner, assetId: BTC })
const available = (wallet: OpenWallet, owner: Owner, amount: string) =>
  wallet.until(
    () => moneyOf(wallet, owner),
    (money) => money.available === parseAmount(amount),
  )
const together = async (wallet: OpenWallet, account: UserId, also: { together?: boolean; everyone?: boolean }) => {
  const { balances, parts } = await wallet.calls['home.read']({ account, holder: null, ...also })
  return { total: balances[0]?.total, parts: parts.map(({ fiat }) => fiat) }
}

describe('what is listed before its payment is known as final', () => {
  it('counts once as change', async () => {
    const { line, wallet, account } = await start(['1'])
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    keepSilent(line)
    await wallet.calls['payments.approve'](approving(account, review))
    const { arriving, held, total } = await available(wallet, { account, holder: null }, '0.9')
    expect((await wallet.calls['payments.read']({ account, paymentId: review.paymentId })).state).not.toBe('final')
    expect([arriving, held, total]).toEqual([0n, 0n, parseAmount('0.9')])
    const home = await wallet.calls['home.read']({ account, holder: null })
    expect(home.holds).toEqual([])
    const whose = { account, holder: null, together: false, everyone: false }
    const value = await wallet.calls['value.read']({ ...whose, assetId: null, of: 'value', range: 'day' })
    expect(value.total).toBe(home.fiat?.total)
  })

  it('counts once as a coin that others were combined into', async () => {
    const { line, wallet, account } = await start(['1', '2'])
    const owner = { account, holder: null }
    const { paymentId } = await wallet.calls['coins.combine']({ ...owner, assetId: BTC })
    const review = await wallet.calls['payments.review']({ account, paymentId })
    keepSilent(line)
    line.faults.push({ path: /^\/safe\/outputs$/, act: 'before' })
    await wallet.calls['payments.approve'](approving(account, review))
    const before = await wallet.until(
      () => moneyOf(wallet, owner),
      ({ arriving }) => arriving > 0n,
    )
    expect([before.arriving, before.total]).toEqual([parseAmount('3'), parseAmount('3')])
    line.faults.pop()
    const { arriving, held, total } = await available(wallet, owner, '3')
    expect([arriving, held, total]).toEqual([0n, 0n, parseAmount('3')])
  })

  it('counts once where it was paid to a group of one’s own', async () => {
    const { line, wallet, account } = await start(['1'])
    const members = [account, ben]
    const { holder } = await wallet.calls['groups.create']({ account, name: 'Office', members, threshold: 2 })
    const payee = { kind: 'group', members, threshold: 2 } as const
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '1' }]))
    keepSilent(line)
    await wallet.calls['payments.approve'](approving(account, review))
    await available(wallet, { account, holder }, '1')
    expect((await together(wallet, account, { together: true })).total).toBe(parseAmount('1'))
  })

  it('counts once where it was paid to an account of the same person', async () => {
    const { line, wallet, account } = await start(['1'])
    const other = (await newAccount(wallet, 'Ana at work')).account
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(other, '1')]))
    keepSilent(line)
    await wallet.calls['payments.approve'](approving(account, review))
    await available(wallet, { account: other, holder: null }, '1')
    const { total, parts } = await together(wallet, account, { everyone: true })
    expect(total).toBe(parseAmount('1'))
    expect(parts[0]).toBe('0.00')
  })

  it('counts once where the others of a group have completed what this account has signed', async () => {
    const [line, other] = [faultyLine(), faultyLine()]
    const team = await newTeam(network, ['Ana', 'Cleo'], 2, ['1'], [{ fetch: line.fetch }, { fetch: other.fetch }])
    const [ana, cleo] = team.members
    const input = paying(ana.account, BTC, [toUser(ben, '0.1')], { holder: team.holder })
    const review = await ana.wallet.calls['payments.prepare'](input)
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await sees(cleo, review.paymentId)
    line.faults.push({ path: /multisigs/, act: 'before' })
    keepSilent(line)
    await cosign(cleo, review.paymentId)
    await groupHas(ana, team.holder, parseAmount('0.9'))
    const { arriving, held, total } = await moneyOf(ana.wallet, { account: ana.account, holder: team.holder })
    expect([arriving, held, total]).toEqual([0n, 0n, parseAmount('0.9')])
    await Promise.all([ana.wallet.close(), cleo.wallet.close()])
  })
})

describe('a coin that another member has signed for', () => {
  it('is counted among the coins as one that is being spent', async () => {
    const team = await newTeam(network, ['Ana', 'Cleo'], 2, ['1'])
    const { holder, members } = team
    const [ana, cleo] = members
    await sees(cleo, await asking(ana, paying(ana.account, BTC, [toUser(ben, '0.1')], { holder })))
    const sums = await cleo.wallet.until(
      () => cleo.wallet.calls['coins.summary']({ account: cleo.account, holder }),
      ([asset]) => asset === undefined || asset.available.coins === 0,
    )
    const none = { coins: 0, amount: 0n }
    const [available, held, signed] = [none, none, { coins: 1, amount: parseAmount('1') }]
    expect(sums).toMatchObject([{ available, held, signed }])
    const own = await ana.wallet.calls['coins.summary']({ account: ana.account, holder })
    expect(own).toMatchObject([{ available, held: signed, signed: none }])
    await Promise.all(members.map(({ wallet }) => wallet.close()))
  })
})

describe('a payment of a group whose change is not listed yet', () => {
  it('is as large as its bytes say', async () => {
    const line = faultyLine()
    const team = await newTeam(network, ['Ana', 'Cleo'], 1, ['1'], [{ fetch: line.fetch }])
    const { holder, members } = team
    const [{ wallet, account }] = members
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string }[]) => outputs.filter(({ amount }) => Number(amount) !== 0.9),
    })
    const input = paying(account, BTC, [toUser(ben, '0.1')], { holder })
    const review = await wallet.calls['payments.prepare'](input)
    await wallet.calls['payments.approve'](approving(account, review))
    const page = { account, holder, filter: ALL_MOVEMENTS, cursor: null, limit: 10 }
    const { rows } = await wallet.until(
      () => wallet.calls['activity.list'](page),
      (read) => read.rows[0]?.money === 'final' && read.rows[0].direction === 'out',
    )
    expect(rows[0]?.amount).toBe(parseSignedAmount('-0.1'))
    await Promise.all(members.map((member) => member.wallet.close()))
  })
})

describe('a coin that another computer of the same person has taken', () => {
  async function computers() {
    const line = holdingLine()
    const one = await network.open({ fetch: line.fetch })
    const other = await network.open()
    onTestFinished(one.close)
    onTestFinished(other.close)
    const { account } = await one.calls['accounts.createLocal']({ name: 'Ana' })
    const words = await newPhrase(one, account)
    await one.calls['registration.submit']({ account })
    await fund(one, account, BTC, '1')
    await other.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    const owner = { account, holder: null }
    await available(other, owner, '1')
    const payFromOther = async (): Promise<void> => {
      const review = await other.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
      await other.calls['payments.approve'](approving(account, review))
      await available(other, owner, '0.9')
    }
    return { line, one, owner, payFromOther }
  }

  it('counts no more once its change is listed, whatever is said of the coin', async () => {
    const { line, one, owner, payFromOther } = await computers()
    const signed = (output: { state: string }) => ({
      ...output,
      ...(output.state === 'spent' ? { state: 'signed', spent_at: null } : {}),
    })
    line.faults.push(
      { path: /^\/safe\/outputs$/, act: (outputs: { state: string }[]) => outputs.map(signed) },
      { path: /^\/safe\/outputs\//, act: signed },
    )
    await payFromOther()
    const { held, total } = await available(one, owner, '0.9')
    expect([held, total]).toEqual([0n, parseAmount('0.9')])
  })

  it('is not held any more by a payment that was only prepared', async () => {
    const { one, owner, payFromOther } = await computers()
    await one.calls['payments.prepare'](paying(owner.account, BTC, [toUser(ben, '0.2')]))
    await payFromOther()
    // What is known already is compared too.
    await one.calls['app.retry']({ account: owner.account })
    const { held, total } = await available(one, owner, '0.9')
    expect([held, total]).toEqual([0n, parseAmount('0.9')])
    expect((await one.calls['home.read'](owner)).holds).toEqual([])
  })
})

describe('a payment and the one that is to make it impossible', () => {
  async function stuck(line: HoldingLine, wallet: OpenWallet, account: UserId) {
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    line.kept.add(review.paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    const { paymentId } = review
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId }),
      ({ problem }) => problem !== null,
    )
    return paymentId
  }

  it('have one coin that is held, and never more that arrives than can come back', async () => {
    const { line, wallet, account } = await start(['1'])
    const owner = { account, holder: null }
    const paymentId = await stuck(line, wallet, account)
    expect(await moneyOf(wallet, owner)).toMatchObject({ held: parseAmount('1'), arriving: parseAmount('0.9') })
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    line.kept.add(review.paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    expect(await moneyOf(wallet, owner)).toMatchObject({ held: parseAmount('1'), arriving: parseAmount('0.9') })
  })

  it('have nothing go out by the second', async () => {
    const { line, wallet, account } = await start(['1'])
    const paymentId = await stuck(line, wallet, account)
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    await approved(wallet, account, review)
    const page = { account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 10 }
    const { rows } = await wallet.calls['activity.list'](page)
    const moved = { id: `p:${review.paymentId}`, direction: 'self', amount: parseAmount('1') }
    expect(rows).toContainEqual(expect.objectContaining(moved))
  })

  it('count once when the coin is listed that came back', async () => {
    const { line, wallet, account } = await start(['1'])
    const owner = { account, holder: null }
    const paymentId = await stuck(line, wallet, account)
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    keepSilent(line)
    await wallet.calls['payments.approve'](approving(account, review))
    const { arriving, held, total } = await available(wallet, owner, '1')
    expect([arriving, held, total]).toEqual([0n, 0n, parseAmount('1')])
  })
})
