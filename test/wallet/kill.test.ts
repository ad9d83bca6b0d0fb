import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, HolderId, RequestId, UserId } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import { openAccountStore } from '#store'
import { systemClock } from '../support/clock.ts'
import { cosign, fundGroup, groupHas, type Member, newMember, sees } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type KillPoint, killedAt, type Left } from './killing.ts'

const network = sharedNetwork()
let ben: { readonly wallet: OpenWallet; readonly account: UserId }

beforeAll(async () => {
  const wallet = await network.open()
  ben = { wallet, account: (await newAccount(wallet, 'Ben')).account }
})

async function victim(): Promise<Left> {
  const keychain = testKeychain()
  const dir = newFolder()
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  await wallet.close()
  return { dir, account, entries: keychain.entries }
}

/** Lets a real program pay Ben 0.1 and die at the point. */
const payAndDie = (point: KillPoint, left: Left) =>
  killedAt(point, network.url, left, { kind: 'pay', payee: ben.account })

async function transactions(): Promise<number> {
  const response = await fetch(`${network.url}/localnet/state`)
  return ((await response.json()) as { data: { transactions: number } }).data.transactions
}

const reopened = ({ dir, entries }: Left) => network.open({ dir, keychain: testKeychain(entries) })

const benHas = () => balanceOf(ben.wallet, ben.account, BTC)

/** The payment that the program left behind, if any. */
async function leftOver(wallet: OpenWallet, account: UserId) {
  return (await wallet.calls['payments.open']({ account, holder: null }))[0]
}

describe('a program killed before anything was signed', () => {
  const points: readonly [KillPoint, string][] = [
    ['P02', 'after the intent was written'],
    ['P04', 'after one-time keys were asked for'],
    ['P07', 'before the bytes were written'],
    ['P12', 'while the review was open'],
  ]
  it.each(points)('%s %s: the payment waits for its owner and then happens once', async (point) => {
    const ana = await victim()
    const before = await benHas()
    const count = await transactions()
    await payAndDie(point, ana)
    expect(await transactions()).toBe(count)

    const wallet = await reopened(ana)
    const { account } = ana
    const left = await leftOver(wallet, account)
    expect(left).toMatchObject({ state: expect.not.stringMatching(/signed|sent|accepted|final/) })
    if (left === undefined) throw new Error('the payment is shown')
    const review = await wallet.calls['payments.review']({ account, paymentId: left.paymentId })
    expect((await approved(wallet, account, review)).state).toBe('final')
    await ben.wallet.until(benHas, (now) => now === before + parseAmount('0.1'))
    expect(await transactions()).toBe(count + 1)
    await wallet.close()
  })

  it('P02 leaves a payment that can be given up, which frees its coins', async () => {
    const ana = await victim()
    await payAndDie('P02', ana)
    const wallet = await reopened(ana)
    const left = await leftOver(wallet, ana.account)
    if (left === undefined) throw new Error('the payment is shown')
    await wallet.calls['payments.cancel']({ account: ana.account, paymentId: left.paymentId })
    expect(await balanceOf(wallet, ana.account, BTC)).toBe(parseAmount('1'))
    await wallet.close()
  })
})

describe('a program killed after the approval', () => {
  const points: readonly [KillPoint, string][] = [
    ['P13', 'before signing'],
    ['P15', 'after signing, before that was written'],
    ['P16', 'before sending'],
    ['P19', 'after sending, before the answer'],
    ['P20', 'after the answer, before that was written'],
    ['P22', 'after the network called it final, before that was written'],
  ]
  it.each(points)('%s %s: the same bytes become final without being asked again', async (point) => {
    const ana = await victim()
    const before = await benHas()
    const count = await transactions()
    const [hash] = await payAndDie(point, ana)
    const wallet = await reopened(ana)
    const { account } = ana
    const left = await leftOver(wallet, account)
    const paymentId = left?.paymentId
    if (paymentId === undefined) throw new Error('the payment is shown')
    const done = await settled(wallet, account, paymentId)
    expect(done).toMatchObject({ state: 'final', hashes: [hash] })
    await ben.wallet.until(benHas, (now) => now === before + parseAmount('0.1'))
    expect(await transactions()).toBe(count + 1)
    await has(wallet, account, BTC, '0.9')
    await wallet.close()
  })

  it('P13 before signing: what is warned of since has to be agreed to anew', async () => {
    const ana = await victim()
    const { account } = ana
    const before = await benHas()
    await payAndDie('P13', ana)
    const store = openAccountStore({ dir: ana.dir, network: 'local', account, clock: systemClock })
    // Another computer of the account had asked a phone for the same.
    const payee = { kind: 'user', userId: ben.account }
    const asked = { requestId: randomUUID(), assetId: BTC, payee, amount: '0.1', memo: '', label: '', at: '1' }
    store.intents.settings.set('asked-of-phone', [asked])
    store.close()
    const wallet = await reopened(ana)
    const left = await wallet.until(
      () => leftOver(wallet, account),
      (one) => one?.state === 'verified',
    )
    if (left === undefined) throw new Error('the payment is shown')
    expect(await balanceOf(ben.wallet, ben.account, BTC)).toBe(before)
    const review = await wallet.calls['payments.review']({ account, paymentId: left.paymentId })
    expect(review.checks.map(({ id }) => id)).toContain(`asked:${asked.requestId}`)
    expect((await approved(wallet, account, review)).state).toBe('final')
    await ben.wallet.until(benHas, (now) => now === before + parseAmount('0.1'))
    await wallet.close()
  })

  it('P19 twice in a row is the same as once', async () => {
    const ana = await victim()
    const before = await benHas()
    const count = await transactions()
    const [hash] = await payAndDie('P19', ana)
    await payAndDie('P22', ana)
    const wallet = await reopened(ana)
    const { rows } = await wallet.until(
      () =>
        wallet.calls['activity.list']({
          account: ana.account,
          holder: null,
          filter: { assetId: null, direction: 'out', kind: null, opponent: null, from: null, to: null, search: '' },
          cursor: null,
          limit: 10,
        }),
      (page) => page.rows.length === 1 && page.rows[0]?.money === 'final',
    )
    expect(rows[0]?.hash).toBe(hash)
    // Or the tests after it count from what has not reached him yet.
    await ben.wallet.until(benHas, (now) => now === before + parseAmount('0.1'))
    expect(await transactions()).toBe(count + 1)
    await wallet.close()
  })
})

describe('a program killed while it co-signs', () => {
  /** Ana asks the two of them to pay; Ben, who is to sign, will die. */
  async function asked(): Promise<{ ana: Member; victim: Left; requestId: RequestId }> {
    const keychain = testKeychain()
    const dir = newFolder()
    const [ana, member] = [await newMember(network, 'Ana'), await newMember(network, 'Ben', { dir, keychain })]
    const { wallet, account } = member
    let holder: HolderId | undefined
    for (const each of [ana, member]) {
      const members = [ana.account, account]
      holder = (
        await each.wallet.calls['groups.create']({ account: each.account, name: 'Pair', members, threshold: 2 })
      ).holder
    }
    if (holder === undefined) throw new Error('a group was made')
    await fundGroup(ana, holder, '1')
    for (const each of [ana, member]) await groupHas(each, holder, parseAmount('1'))
    const review = await ana.wallet.calls['payments.prepare'](
      paying(ana.account, BTC, [toUser(ben.account, '0.1')], { holder }),
    )
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await sees(member, review.paymentId, ({ signers }) => signers.length === 1)
    await wallet.close()
    return { ana, victim: { dir, account, entries: keychain.entries }, requestId: review.paymentId }
  }

  it.each(['P16', 'P19', 'P20'] as const)('%s: what was signed goes out without being asked again', async (point) => {
    const { ana, victim: who, requestId } = await asked()
    const before = await benHas()
    await killedAt(point, network.url, who, { kind: 'sign', requestId })
    const wallet = await reopened(who)
    await sees(ana, requestId, ({ state }) => state === 'final')
    expect(await settled(wallet, who.account, requestId)).toMatchObject({ state: 'final' })
    await ben.wallet.until(benHas, (now) => now === before + parseAmount('0.1'))
    await Promise.all([wallet.close(), ana.wallet.close()])
  })

  it.each(['P02', 'P07', 'P13', 'P15'] as const)(
    '%s: nothing was signed, and the request waits to be signed again',
    async (point) => {
      const { ana, victim: who, requestId } = await asked()
      await killedAt(point, network.url, who, { kind: 'sign', requestId })
      const wallet = await reopened(who)
      const again = { ...ana, wallet, account: who.account }
      const { holder } = await sees(again, requestId)
      expect(await sees(again, requestId)).toMatchObject({ state: 'open', signedByMe: false, tab: 'needs_you' })
      // It is no payment of this account's own: nothing is held for it that nobody would give back.
      expect(await wallet.calls['payments.open']({ account: who.account, holder })).toEqual([])
      await cosign(again, requestId)
      await sees(ana, requestId, ({ state }) => state === 'final')
      await Promise.all([wallet.close(), ana.wallet.close()])
    },
  )

  it('an earlier version, killed as it began to write it down, left no payment of its own either', async () => {
    const { ana, victim: who, requestId } = await asked()
    const { dir, account } = who
    const store = openAccountStore({ dir, network: 'local', account, clock: systemClock })
    const [draft] = [{ id: requestId, kind: 'multisig', assetId: BTC, amount: parseAmount('0.1'), detail: {} }] as const
    const bitcoin = { purpose: 'payment', assetId: BTC, kernelAssetId: kernelAssetId(BTC) as Hash } as const
    const transactions = [{ ...bitcoin, requestId, extra: '', references: [] }]
    const holder = store.intents.requests.get(requestId)?.holder
    if (holder === undefined) throw new Error('he had heard of it')
    store.intents.payments.create({ ...draft, holder, transactions })
    store.close()
    const wallet = await reopened(who)
    const again = { ...ana, wallet, account }
    await sees(again, requestId)
    expect(await wallet.calls['payments.open']({ account, holder })).toEqual([])
    await cosign(again, requestId)
    await sees(ana, requestId, ({ state }) => state === 'final')
    await Promise.all([wallet.close(), ana.wallet.close()])
  })
})

describe('a program killed while it removed an account', () => {
  const accountsOf = async (wallet: OpenWallet) => (await wallet.calls['app.state'](null)).accounts

  it('before its keys were gone: the account is there as it was, and can be removed', async () => {
    const ana = await victim()
    await killedAt('keys there', network.url, ana, { kind: 'remove' })
    const wallet = await reopened(ana)
    expect(await accountsOf(wallet)).toMatchObject([{ account: ana.account, name: 'Ana' }])
    await has(wallet, ana.account, BTC, '1')
    await wallet.calls['accounts.remove']({ account: ana.account, passphrase: null })
    expect(await accountsOf(wallet)).toEqual([])
    await wallet.close()
  })

  it('after its keys were gone: nothing of the account is left, and it can be brought back', async () => {
    const ana = await victim()
    await killedAt('keys gone', network.url, ana, { kind: 'remove' })
    const wallet = await reopened(ana)
    expect(await accountsOf(wallet)).toEqual([])
    // What the keychain kept has gone as well.
    expect([...ana.entries.keys()].filter((name) => name.endsWith(ana.account))).toEqual([])
    await wallet.close()
    const again = await reopened(ana)
    expect(await accountsOf(again)).toEqual([])
    await again.close()
  })
})
