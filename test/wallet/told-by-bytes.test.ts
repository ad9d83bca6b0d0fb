import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { FEE_USER_ID, parseAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  ETH,
  fund,
  newAccount,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
  USDT_ERC20,
} from '../support/wallet.ts'

/* What a computer on which only the words were typed in says of payments that another one made: what their bytes say, and nothing that these do not. */

const BITCOIN = { kind: 'chain', destination: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', tag: '' } as const
const ETHEREUM = { kind: 'chain', destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tag: '' } as const

const network = sharedNetwork()
let account: UserId
let phrase: string
let ben: UserId
let eve: UserId
let there: OpenWallet
let here: OpenWallet
let line: FaultyLine
const keychain = testKeychain()
/** Hashes of a withdrawal that pays its fee itself, and of a payment to two people. */
let [withdrawn, shared] = ['', '']

const listed = async ({ calls }: OpenWallet) =>
  (await calls['activity.list']({ account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 200 })).rows

/** What is told of each movement of the history, but what is a computer's own. */
async function told(wallet: OpenWallet) {
  const rows = (await listed(wallet)).filter(({ id }) => id.startsWith('s:'))
  const details = await Promise.all(rows.map(({ id }) => wallet.calls['activity.read']({ account, holder: null, id })))
  return details.map(({ row: { id, kind, party, amount }, fee, withdrawal, rows: paid }) => ({
    ...{ id, kind, party: party.kind === 'user' ? party.user.userId : party, amount, withdrawal },
    fee: fee === null ? null : [fee.asset.assetId, fee.amount],
    paid: paid.map((one) => [one.party.kind === 'user' ? one.party.user.userId : one.party, one.amount]),
  }))
}

const statement = async ({ calls }: OpenWallet) => {
  const { agrees, assets, rows } = await calls['statements.draw']({
    ...{ account, holder: null, others: [], filter: ALL_MOVEMENTS },
  })
  return {
    agrees,
    sums: assets.map(({ asset, in: came, out, fees, closing }) => ({ id: asset.assetId, came, out, fees, closing })),
    lines: rows.map(({ id, kind, fee, receivers }) => [id, kind, fee, receivers.length]),
  }
}

/** What is to be ticked, because another computer may have paid it, before Ben is paid so much. */
async function asked({ calls }: OpenWallet, amount: string): Promise<string[]> {
  const { paymentId, checks } = await calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)]))
  await calls['payments.cancel']({ account, paymentId })
  return checks.flatMap(({ id, result, text }) =>
    id.startsWith('elsewhere') && result === 'attention' ? String(text) : [],
  )
}

async function restored(given: Parameters<typeof network.open>[0]): Promise<OpenWallet> {
  const wallet = await network.open(given)
  await wallet.calls['accounts.recoverLocal']({ phrase })
  return wallet
}

beforeAll(async () => {
  const payees = await network.open()
  ben = (await newAccount(payees, 'Ben')).account
  eve = (await newAccount(payees, 'Evelina')).account
  there = await network.open()
  account = (await there.calls['accounts.createLocal']({ name: 'Ana' })).account
  phrase = (await newPhrase(there, account)).join(' ')
  await there.calls['registration.submit']({ account })
  await fund(there, account, BTC, '5')
  await fund(there, account, ETH, '1')
  await fund(there, account, USDT_ERC20, '100', ETH)
  withdrawn = (await pay(there, paying(account, BTC, [{ payee: BITCOIN, amount: '1' }]))).hashes[0] ?? ''
  await pay(there, paying(account, USDT_ERC20, [{ payee: ETHEREUM, amount: '30' }], { feeAssetId: ETH }))
  shared = (await pay(there, paying(account, BTC, [toUser(ben, '0.1'), toUser(eve, '0.2')]))).hashes[0] ?? ''
  line = faultyLine()
})

describe('a computer on which nothing but the words was typed in', () => {
  it('tells as the one that paid where money went, who shared it and what it cost, and both sum it the same', async () => {
    const want = await there.until(
      () => told(there),
      (all) => all.length === 7,
    )
    const sums = await there.until(
      () => statement(there),
      ({ agrees }) => agrees === true,
    )
    expect(want.map(({ kind }) => kind).toSorted()).toEqual(
      ['deposit', 'deposit', 'deposit', 'fee', 'transfer', 'withdrawal', 'withdrawal'].toSorted(),
    )
    here = await restored({ keychain })
    await here.until(
      () => told(here),
      (all) =>
        all.every(({ kind, fee }) => kind !== 'withdrawal' || fee !== null) && all.some(({ paid }) => paid.length > 0),
    )
    expect(await told(here)).toEqual(want)
    expect(
      await here.until(
        () => statement(here),
        ({ agrees }) => agrees === true,
      ),
    ).toEqual(sums)
  })

  it('finds by each of them, with what each got, what the other one paid to several together', async () => {
    const about = async ({ calls }: OpenWallet, filter: { opponent?: UserId; search?: string }) => {
      const asked = { account, holder: null, filter: { ...ALL_MOVEMENTS, ...filter }, cursor: null, limit: 50 }
      return (await calls['activity.list'](asked)).rows.map(({ hash, share }) => [hash, share])
    }
    for (const wallet of [there, here]) {
      expect(await about(wallet, { opponent: ben })).toEqual([[shared, -parseAmount('0.1')]])
      expect(await about(wallet, { opponent: eve })).toEqual([[shared, -parseAmount('0.2')]])
      // A name is known once it was asked for.
      const named = await wallet.until(
        () => about(wallet, { search: 'evelina' }),
        (rows) => rows.length > 0,
      )
      expect(named).toEqual([[shared, undefined]])
      expect(await about(wallet, { search: eve.slice(4, 13) })).toEqual([[shared, undefined]])
      expect((await wallet.calls['contacts.between']({ account, userId: eve })).out.count).toBe(1)
    }
  })

  it('asks before the same is paid again to one of several whom the other one paid together', async () => {
    expect(await asked(here, '0.1')).toEqual([expect.stringMatching(/history has a payment of 0\.1 BTC.*24 hours/)])
    expect(await asked(here, '0.3')).toEqual([])
  })

  it('knows it after a restart without asking again', async () => {
    const want = await told(here)
    const { dir } = here
    await here.close()
    line.faults.push({ path: /^\/safe\/transactions\/|^\/external/, act: 'unknown' })
    const again = await network.open({ dir, keychain, fetch: line.fetch })
    expect(await told(again)).toEqual(want)
    await again.close()
    line.faults.length = 0
  })

  it('calls unknown what bytes of another transaction are given for, and tells it once the true ones are', async () => {
    const other = (await (await fetch(`${network.url}/safe/transactions/${shared}`)).json()) as {
      data: { raw_transaction: string }
    }
    line.faults.push({
      path: new RegExp(`^/safe/transactions/${withdrawn}$`),
      act: (record: object) => ({ ...record, raw_transaction: other.data.raw_transaction }),
    })
    line.faults.push({ path: /^\/external/, act: 'unknown' })
    const lied = await restored({ fetch: line.fetch })
    const about = async () => (await told(lied)).filter(({ kind }) => kind === 'withdrawal')
    const learnt = await lied.until(
      about,
      (all) =>
        all.length === 2 && all.some(({ fee }) => fee !== null) && line.passed.some((one) => one.endsWith(withdrawn)),
    )
    expect(learnt.map(({ fee }) => fee === null)).toEqual([false, true])
    const { sums } = await statement(lied)
    expect(sums.find(({ id }) => id === BTC)?.fees).toBe(0n)
    line.faults.length = 0
    const truth = await lied.until(about, (all) => all.every(({ fee }) => fee !== null))
    expect(truth).toEqual((await told(there)).filter(({ kind }) => kind === 'withdrawal'))
    await lied.close()
  })

  it('calls nobody the receiver of a fee whom the service does not name as the one who takes fees', async () => {
    line.faults.push({
      path: new RegExp(`^/safe/transactions/${withdrawn}$`),
      act: (record: { receivers: { members: string[] }[] }) => ({
        ...record,
        receivers: record.receivers.map((one) =>
          one.members.includes(FEE_USER_ID) ? { ...one, members: [account] } : one,
        ),
      }),
    })
    line.passed.length = 0
    const lied = await restored({ fetch: line.fetch })
    const known = await lied.until(
      () => told(lied),
      (all) => all.some(({ paid }) => paid.length > 0) && line.passed.some((one) => one.endsWith(withdrawn)),
    )
    expect(known.filter(({ kind }) => kind === 'withdrawal').some(({ fee }) => fee?.[0] === BTC)).toBe(false)
    await lied.close()
  })

  it('asks before the same is paid again that the other one has on its way, of which no history tells', async () => {
    const { hashes } = await pay(there, paying(account, BTC, [toUser(ben, '0.4')]))
    line.faults.length = 0
    interface Coin {
      readonly signed_by: string
    }
    const signed = (coin: Coin) => (coin.signed_by === hashes[0] ? { ...coin, state: 'signed' } : coin)
    line.faults.push({
      path: /^\/safe\/outputs/,
      act: (coins: Coin | Coin[]) => (Array.isArray(coins) ? coins.map(signed) : signed(coins)),
    })
    line.faults.push({
      path: /^\/safe\/snapshots$/,
      act: (all: { transaction_hash: string }[]) => all.filter((one) => one.transaction_hash !== hashes[0]),
    })
    const soon = await restored({ fetch: line.fetch })
    const told = await soon.until(
      () => asked(soon, '0.4'),
      (texts) => texts.length > 0,
    )
    expect(told).toEqual([expect.stringMatching(/a payment of 0\.4 BTC to this recipient that is not final yet/)])
    await soon.close()
  })
})
