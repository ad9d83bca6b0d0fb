import { beforeAll, describe, expect, it } from 'vitest'
import {
  type AssetId,
  type DepositEntry,
  type HolderId,
  MINUTE,
  nanosOf,
  type PendingDeposit,
  type UserId,
} from '#contract/domain'
import { parseAmount, publicKeyFromSeed, signDepositEntry } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import type { CoinsDesk } from '../../src/wallet/coins/desk.ts'
import { missedFor } from '../../src/wallet/coins/receive.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { faultyLine } from '../support/faults.ts'
import { freshSeed } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, asset, hashOf, kernel, openAccount, time, uuidFrom } from '../support/store.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  balanceOf,
  changeIsBack,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet
const line = faultyLine()
/** It writes addresses as Ethereum does. */
const POLYGON = 'b7938396-3f94-4e0a-9179-d3440718156f' as AssetId
const OF_LITECOIN = 'LcDrhX7NCmoRj58abHjAzfNCvk7jHxARsm'
const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

beforeAll(async () => {
  wallet = await network.open({ fetch: line.fetch })
})

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing was given')
  return value
}

type Opening = Parameters<typeof network.open>[0]

/** A wallet on a network whose key is known here, so that whatever is given out there is signed. */
async function signing(name: string, give: (entry: DepositEntry) => Partial<DepositEntry>[], more: Opening = {}) {
  const [seed, own] = [freshSeed(), faultyLine()]
  own.faults.push({
    path: /deposit\/entries/,
    act: (entry: DepositEntry) => give(entry).map((change) => signed(seed, { ...entry, ...change })),
  })
  const profile = { depositKeys: [publicKeyFromSeed(seed)] }
  const there = await network.open({ ...more, network: profile, fetch: own.fetch })
  const { account } = await newAccount(there, name)
  return { seed, there, account }
}

const signed = (seed: string, entry: DepositEntry): DepositEntry => ({
  ...entry,
  signature: signDepositEntry(seed, entry.destination, entry.tag),
})

const aPendingDeposit: Omit<PendingDeposit, 'amount'> = {
  ...{ deposit_id: uuidFrom('missed'), destination: 'bc1q', tag: '', chain_id: asset('BTC'), asset_id: asset('BTC') },
  ...{ asset_key: '', kernel_asset_id: kernel('BTC'), transaction_hash: hashOf('missed'), output_index: 0 },
  ...{ block_hash: '', block_number: 0, confirmations: 0, threshold: 3, state: 'pending', sender: '' },
  ...{ created_at: time(1), updated_at: time(1) },
}

const aReceiver = async (name: string) => (await newAccount(wallet, name)).account

describe('a deposit address', () => {
  it('is made on an explicit wish only', async () => {
    const account = await aReceiver('Ana')
    const asked = { account, holder: null, chainId: BTC }
    expect(await wallet.calls['receive.address']({ ...asked, create: false })).toBeNull()
    const address = await wallet.calls['receive.address']({ ...asked, create: true })
    expect(address).toMatchObject({ chainId: BTC, verified: true, threshold: 1 })
    expect(await wallet.calls['receive.address']({ ...asked, create: false })).toEqual(address)
  })

  it('is the same each time it is asked for', async () => {
    const account = await aReceiver('Ben')
    const ask = () => wallet.calls['receive.address']({ account, holder: null, chainId: ETH, create: true })
    const first = await ask()
    expect((await ask())?.destination).toBe(first?.destination)
  })

  it('that the network did not sign is never shown', async () => {
    const account = await aReceiver('Cleo')
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => ({ ...entry, destination: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }),
      times: 1,
    })
    const asked = { account, holder: null, chainId: BTC, create: true }
    await expect(wallet.calls['receive.address'](asked)).rejects.toThrow(coded('wallet.deposit_unverified'))
  })

  it('stands with the least and the most that the service says it credits there', async () => {
    const account = await aReceiver('Cy')
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => ({ ...entry, minimum: '0.001', maximum: '20' }),
      times: 1,
    })
    const address = await wallet.calls['receive.address']({ account, holder: null, chainId: BTC, create: true })
    expect(address).toMatchObject({ minimum: '0.001', maximum: '20' })
  })

  it('stays while the service lists it and names another one first, which is said', async () => {
    const [account, other] = [await aReceiver('Cora'), await aReceiver('Col')]
    let more: object | undefined
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => {
        more = entry
        return entry
      },
      times: 1,
    })
    await wallet.calls['receive.address']({ account: other, holder: null, chainId: BTC, create: true })
    const asked = { account, holder: null, chainId: BTC, create: true }
    const first = await wallet.calls['receive.address'](asked)
    expect(first?.newer).toBeNull()
    const newer = { destination: '', ...more, members: [account] }
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => [newer, { ...entry, is_primary: false, minimum: '3' }],
      times: 1,
    })
    const now = await wallet.calls['receive.address'](asked)
    expect(now).toEqual({ ...first, newer: newer.destination, minimum: '3' })
    expect(await wallet.calls['receive.address']({ ...asked, create: false })).toEqual(first)
  })

  it('for somebody else is never shown', async () => {
    const account = await aReceiver('Dee')
    const other = await aReceiver('Eve')
    const asked = { account, holder: null, chainId: BTC, create: true }
    // The network signs an address and not whose it is.
    for (const foreign of [{ members: [other] }, { members: [account, other] }, { threshold: 2 }, { chain_id: ETH }]) {
      const lies = (entry: object) => ({ ...entry, ...foreign })
      for (const act of [lies, (entry: object) => [entry, lies(entry)]]) {
        line.faults.push({ path: /deposit\/entries/, act, times: 1 })
        await expect(wallet.calls['receive.address'](asked)).rejects.toThrow(coded('wallet.deposit_unverified'))
      }
    }
    expect(await wallet.calls['receive.address']({ ...asked, create: false })).toBeNull()
  })

  it('that is another own holder’s is never shown, although the network has signed it', async () => {
    const [account, other] = [await aReceiver('Fay'), await aReceiver('Fox')]
    const { holder } = await wallet.calls['groups.create']({
      ...{ account, name: 'Both', members: [account, other], threshold: 2 },
    })
    const group = { members: [account, other], threshold: 2 }
    const own = { account, holder: null, chainId: ETH, create: true }
    let first: object | undefined
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => {
        first = entry
        return entry
      },
      times: 1,
    })
    const address = await wallet.calls['receive.address'](own)
    for (const [asked, owners] of [
      [{ ...own, holder }, group],
      // On another chain it is nobody's either.
      [
        { ...own, holder, chainId: BTC },
        { ...group, chain_id: BTC },
      ],
    ] as const) {
      line.faults.push({ path: /deposit\/entries/, act: () => ({ ...first, ...owners }), times: 1 })
      await expect(wallet.calls['receive.address'](asked)).rejects.toThrow(
        coded('wallet.deposit_unverified', { of: 'another' }),
      )
      expect(await wallet.calls['receive.address']({ ...asked, create: false })).toBeNull()
      const right = await wallet.calls['receive.address'](asked)
      expect(right?.destination).not.toBe(address?.destination)
    }
    expect(await wallet.calls['receive.address'](own)).toEqual(address)
  })

  it('that somebody wrote into the files is never shown', async () => {
    const opened: AccountStore[] = []
    const own = await network.open({
      openStore(deps) {
        const store = openAccountStore(deps)
        opened.push(store)
        return store
      },
    })
    const { account } = await newAccount(own, 'Gus')
    let entry: DepositEntry | undefined
    line.faults.push({
      path: /deposit\/entries/,
      act: (one: DepositEntry) => {
        entry = one
        return one
      },
      times: 1,
    })
    const other = await aReceiver('Gigi')
    await wallet.calls['receive.address']({ account: other, holder: null, chainId: BTC, create: true })
    for (const store of opened)
      store.intents.depositPins.pin(holderOf([account], 1).id, {
        ...{ ...given(entry), members: [account], threshold: 1, chain_id: BTC },
        destination: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      })
    for (const create of [false, true])
      await expect(own.calls['receive.address']({ account, holder: null, chainId: BTC, create })).rejects.toThrow(
        coded('wallet.deposit_unverified'),
      )
    await own.close()
  })

  it('that is another than before stops receiving there, although it is signed', async () => {
    const [account, other] = [await aReceiver('Finn'), await aReceiver('Gil')]
    let foreign: { destination: string; signature: string } | undefined
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: { destination: string; signature: string }) => {
        foreign = entry
        return entry
      },
      times: 1,
    })
    await wallet.calls['receive.address']({ account: other, holder: null, chainId: BTC, create: true })
    const asked = { account, holder: null, chainId: BTC, create: true }
    await wallet.calls['receive.address'](asked)
    line.faults.push({
      path: /deposit\/entries/,
      act: (entry: object) => ({
        ...entry,
        destination: foreign?.destination,
        signature: foreign?.signature,
      }),
      times: 1,
    })
    await expect(wallet.calls['receive.address'](asked)).rejects.toThrow(coded('wallet.deposit_changed'))
  })

  it('with another tag than before stops receiving there as well', async () => {
    let tag = '1001'
    const { there, account } = await signing('Hal', () => [{ tag }])
    const asked = { account, holder: null, chainId: BTC, create: true }
    const first = await there.calls['receive.address'](asked)
    expect(await there.calls['receive.address'](asked)).toEqual(first)
    tag = '1002'
    await expect(there.calls['receive.address'](asked)).rejects.toThrow(coded('wallet.deposit_changed'))
    await there.close()
  })
})

describe('a deposit', () => {
  it('is seen with no confirmation, counts them, and can be spent once there are enough', async () => {
    const account = await aReceiver('Hana')
    const owner = { account, holder: null }
    const amount = parseAmount('0.5')
    const seen = await wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    expect(seen).toMatchObject({ confirmations: 0, state: 'pending', amount })
    expect(await balanceOf(wallet, account, BTC)).toBe(0n)
    const { balances } = await wallet.calls['home.read'](owner)
    expect(balances).toMatchObject([{ arriving: amount, available: 0n }])

    await wallet.calls['local.confirm']({ blocks: 1 })
    await wallet.until(
      () => wallet.calls['receive.incoming'](owner),
      (incoming) => incoming[0]?.confirmations === 1,
    )
    await wallet.calls['local.confirm']({ blocks: seen.threshold - 1 })
    await has(wallet, account, BTC, amount)
    const after = await wallet.until(
      () => wallet.calls['home.read'](owner),
      (home) => home.balances[0]?.arriving === 0n,
    )
    expect(after.balances).toMatchObject([{ available: amount, held: 0n }])
    // History is read after the coins.
    const { rows } = await wallet.until(
      () =>
        wallet.calls['activity.list']({
          ...owner,
          filter: { assetId: null, direction: null, kind: 'deposit', opponent: null, from: null, to: null, search: '' },
          cursor: null,
          limit: 10,
        }),
      (page) => page.rows[0]?.money === 'final',
    )
    expect(rows).toMatchObject([{ kind: 'deposit', direction: 'in', amount, money: 'final' }])
  })

  it('of play money is there without anything being read again', async () => {
    const account = await aReceiver('Hob')
    const owner = { account, holder: null }
    await wallet.calls['receive.address']({ ...owner, chainId: BTC, create: true })
    const cut = { path: /^\/safe\/deposits$/, act: 'before' } as const
    line.faults.push(cut)
    const amount = parseAmount('0.01')
    const seen = await wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    expect(await wallet.calls['receive.incoming'](owner)).toEqual([seen])
    line.faults.splice(line.faults.indexOf(cut), 1)
  })

  it('that the service announced and drops is named until it is credited, or its owner takes it off', async () => {
    const account = await aReceiver('Hector')
    const owner = { account, holder: null }
    const amount = parseAmount('0.5')
    const announce = () => wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    const [first, second] = [await announce(), await announce()]
    const dropped = { path: /^\/safe\/deposits$/, act: () => [] }
    line.faults.push(dropped)
    await wallet.calls['app.retry']({ account })
    const missed = () => wallet.calls['receive.missed'](owner)
    const named = await wallet.until(missed, (all) => all.length === 2)
    expect(named.map(({ depositId, credited }) => [depositId, credited])).toEqual(
      expect.arrayContaining([first, second].map(({ depositId }) => [depositId, null])),
    )
    expect(await wallet.calls['receive.incoming'](owner)).toEqual([])
    await wallet.calls['receive.endMissed']({ ...owner, depositId: second.depositId })
    expect((await missed()).map(({ depositId }) => depositId)).toEqual([first.depositId])
    await wallet.calls['local.confirm']({ blocks: first.threshold })
    await has(wallet, account, BTC, parseAmount('1'))
    expect(await missed()).toEqual([])
    line.faults.splice(line.faults.indexOf(dropped), 1)
  })

  it('that is missed calls for a look once the service has had its time, whatever the clock says since', () => {
    const store = openAccount(newFolder('missed'), { now: () => time(1_000) })
    const record = { ...aPendingDeposit, amount: parseAmount('1') }
    const looks = (by: bigint) =>
      missedFor({ store, now: () => time(1_000) + by } as unknown as CoinsDesk, aHolder('me').id).length
    store.cache.deposits.replacePending(aHolder('me').id, [record])
    store.cache.deposits.replacePending(aHolder('me').id, [])
    expect([0n, 15n, 16n, -16n].map((minutes) => looks(minutes * MINUTE))).toEqual([0, 0, 1, 1])
    // Less of it than was announced is told where it stands, and calls nobody.
    const place = { chain: '', deposit_hash: record.transaction_hash, deposit_index: record.output_index }
    const coin = { ...anOutput('part', { holder: aHolder('me'), kernel_asset_id: kernel('BTC') }), deposit: place }
    const part = { ...coin, amount: parseAmount('0.4') }
    store.cache.outputs.applyPage({ holder: aHolder('me'), outputs: [part], cursor: 1 })
    store.cache.deposits.replacePending(aHolder('me').id, [])
    expect(store.cache.deposits.listMissed(aHolder('me').id)).toMatchObject([{ missed: { credited: part.amount } }])
    expect(looks(16n * MINUTE)).toBe(0)
    store.close()
  })

  it('that is a coin already arrives no more, also while it is listed as pending', async () => {
    const account = await aReceiver('Hugo')
    const owner = { account, holder: null }
    const amount = parseAmount('0.5')
    const seen = await wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    let listed: unknown[] = []
    const late = {
      path: /^\/safe\/deposits$/,
      act: (now: unknown[]) => {
        listed = now.length > 0 ? now : listed
        return listed
      },
    }
    line.faults.push(late)
    await wallet.calls['app.retry']({ account })
    await wallet.calls['local.confirm']({ blocks: seen.threshold })
    await has(wallet, account, BTC, amount)
    await wallet.calls['app.retry']({ account })
    const { balances, attention } = await wallet.calls['home.read'](owner)
    expect(balances).toMatchObject([{ available: amount, arriving: 0n }])
    expect(attention.map(({ kind }) => kind)).not.toContain('arriving')
    expect(await wallet.calls['receive.incoming'](owner)).toEqual([])
    const page = await wallet.calls['activity.list']({ ...owner, filter: ALL_MOVEMENTS, cursor: null, limit: 10 })
    expect(page.rows).toMatchObject([{ kind: 'deposit', money: 'final' }])
    line.faults.splice(line.faults.indexOf(late), 1)
  })

  it('needs what its chain needs where the service does not say, and the next of several is named', async () => {
    const account = await aReceiver('Iris')
    const owner = { account, holder: null }
    const amount = parseAmount('0.5')
    const lie = {
      path: /^\/safe\/deposits$/,
      act: (rows: { asset_id: string }[]) =>
        rows.map((row) => ({ ...row, threshold: row.asset_id === BTC ? 0 : 12, confirmations: 0 })),
    }
    line.faults.push(lie)
    for (const chainId of [BTC, ETH])
      await wallet.calls['local.deposit']({ ...owner, chainId, assetId: chainId, amount })
    await wallet.calls['app.retry']({ account })
    const incoming = await wallet.until(
      () => wallet.calls['receive.incoming'](owner),
      (list) => list.length === 2,
    )
    expect(incoming.map(({ threshold }) => threshold).sort()).toEqual([12, 3])
    const page = await wallet.calls['activity.list']({ ...owner, filter: ALL_MOVEMENTS, cursor: null, limit: 10 })
    expect(page.rows.map(({ confirmations }) => confirmations?.need).sort()).toEqual([12, 3])
    const { attention } = await wallet.calls['home.read'](owner)
    expect(attention).toContainEqual({ kind: 'arriving', deposits: 2, confirmationsMissing: 3 })
    line.faults.splice(line.faults.indexOf(lie), 1)
  })

  it('of a token arrives at the address of its chain', async () => {
    const account = await aReceiver('Ivo')
    const owner = { account, holder: null }
    const seen = await wallet.calls['local.deposit']({
      ...owner,
      chainId: ETH,
      assetId: USDT_ERC20,
      amount: parseAmount('25'),
    })
    const address = await wallet.calls['receive.address']({ ...owner, chainId: ETH, create: false })
    expect(seen.destination).toBe(address?.destination)
    expect(seen.asset).toMatchObject({ symbol: 'USDT', chainId: ETH })
  })
})

describe('the list of networks', () => {
  it('names those that the service runs, with the assets that arrive there', async () => {
    const account = await aReceiver('Jo')
    const networks = await wallet.until(
      () => wallet.calls['receive.networks']({ account, holder: null }),
      (list) => list.length > 0,
    )
    expect(networks.find(({ chainId }) => chainId === ETH)?.assets.map(({ symbol }) => symbol)).toContain('USDT')
    expect(networks.every(({ confirmations }) => confirmations > 0)).toBe(true)
  })
})

describe('a payment request', () => {
  type Asked = Awaited<ReturnType<OpenWallet['calls']['receive.ask']>>
  let [kim, lea, group]: [UserId, UserId, HolderId | null] = ['' as UserId, '' as UserId, null]
  const amount = parseAmount('0.25')
  beforeAll(async () => {
    kim = await aReceiver('Kim')
    lea = await aReceiver('Lea')
    await fund(wallet, lea, BTC, '2')
    await fund(wallet, lea, ETH, '2')
    const of = { name: 'Kim and Lea', members: [kim, lea], threshold: 2 }
    group = (await wallet.calls['groups.create']({ account: kim, ...of })).holder
  })

  const ask = (holder: HolderId | null = null, memo = 'lunch') =>
    wallet.calls['receive.ask']({ account: kim, holder, assetId: BTC, amount, memo, reviewBy: null })
  const read = (text: string) => wallet.calls['payees.resolve']({ account: lea, holder: null, text, assetId: null })
  const asks = (holder: HolderId | null = null) => wallet.calls['receive.asks']({ account: kim, holder })
  const cameOf = ({ askId }: Asked, holder: HolderId | null = null) =>
    wallet.until(
      async () => (await asks(holder)).find((one) => one.askId === askId),
      (one) => one !== undefined && one.state !== 'waiting',
    )

  /** Pays what a link names, under its trace, but so much and of such an asset as is said. */
  async function answer({ link }: Asked, sum: string, assetId = BTC): Promise<void> {
    await changeIsBack(wallet, lea, assetId)
    const { payee, asked } = await read(link)
    if (payee === null) throw new Error('the link names nobody')
    const { trace: requestId } = asked
    await pay(wallet, paying(lea, assetId, [{ payee, amount: sum }], { requestId }))
  }

  it('is a link that the Send form understands', async () => {
    const wanted = { account: kim, holder: null, assetId: BTC, amount, memo: 'lunch' }
    const { link } = await wallet.calls['receive.link'](wanted)
    expect(await read(link)).toMatchObject({
      payee: { kind: 'user', userId: kim },
      asked: { assetId: BTC, amount, memo: 'lunch', trace: null },
      problem: null,
    })
  })

  it('is called paid by the coin that answers it, and its link is then open to nobody', async () => {
    const asked = await ask()
    expect(asked).toMatchObject({ state: 'waiting', amount, memo: 'lunch', asset: { assetId: BTC }, received: 0n })
    expect(await asks()).toEqual([asked])
    expect(await read(asked.link)).toMatchObject({ asked: { trace: asked.askId }, standing: 'open' })
    await answer(asked, '0.25')
    const paid = await cameOf(asked)
    expect(paid).toMatchObject({ state: 'paid', received: amount, others: [] })
    expect(await read(asked.link)).toMatchObject({ standing: 'paid' })
    const { rows } = await wallet.calls['activity.list']({
      ...{ account: kim, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 10 },
    })
    expect(rows.map(({ id }) => id)).toContain(paid?.row)
  })

  it('is not called paid by less than was asked for, however much the service says it was', async () => {
    const asked = await ask()
    const lie = {
      path: /^\/safe\/snapshots$/,
      act: (rows: { request_id: string; amount: string }[]) =>
        rows.map((row) =>
          row.request_id !== asked.askId || row.amount.startsWith('-') ? row : { ...row, amount: '0.25' },
        ),
    }
    line.faults.push(lie)
    await answer(asked, '0.1')
    expect(await cameOf(asked)).toMatchObject({ state: 'less', received: parseAmount('0.1'), others: [] })
    line.faults.splice(line.faults.indexOf(lie), 1)
  })

  it('is called paid also where the service does not say by which output that was', async () => {
    const asked = await ask()
    const unsaid = {
      path: /^\/safe\/snapshots$/,
      act: (rows: { request_id: string }[]) =>
        rows.map((row) => (row.request_id === asked.askId ? { ...row, output_index: 200 } : row)),
    }
    line.faults.push(unsaid)
    await answer(asked, '0.25')
    expect(await cameOf(asked)).toMatchObject({ state: 'paid', received: amount, others: [] })
    line.faults.splice(line.faults.indexOf(unsaid), 1)
  })

  it('is not called paid by another asset, which is named', async () => {
    const asked = await ask()
    await answer(asked, '0.25', ETH)
    const other = await cameOf(asked)
    expect(other).toMatchObject({ state: 'other', received: 0n, others: [{ amount, asset: { assetId: ETH } }] })
  })

  it('of a group is called paid by its coins', async () => {
    const asked = await ask(group)
    await answer(asked, '0.25')
    expect(await cameOf(asked, group)).toMatchObject({ state: 'paid', received: amount })
    expect((await asks()).map(({ askId }) => askId)).not.toContain(asked.askId)
  })

  it('that nobody waits for any more leaves the list, and one is looked at again on its day', async () => {
    const [first, second] = [await ask(null, 'one'), await ask(null, 'two')]
    const reviewBy = nanosOf(Date.UTC(2100, 0, 1))
    await wallet.calls['receive.reviewAsk']({ account: kim, askId: second.askId, reviewBy })
    await wallet.calls['receive.endAsk']({ account: kim, askId: first.askId })
    const left = await asks()
    expect(left.map(({ askId }) => askId)).not.toContain(first.askId)
    expect(left[0]).toEqual({ ...second, reviewBy })
  })

  it('waits for its owner from the day on which they wanted to look again, until it is paid', async () => {
    const waits = async () => {
      const { attention } = await wallet.calls['home.read']({ account: kim, holder: null })
      return attention.filter(({ kind }) => kind === 'asks_due')
    }
    const day = (days: number) => nanosOf(Date.now() + days * 86_400_000)
    const late = await wallet.calls['receive.ask']({
      ...{ account: kim, holder: null, assetId: BTC, amount, memo: 'late', reviewBy: day(0.5) },
    })
    const later = await ask(null, 'later')
    const review = (reviewBy: ReturnType<typeof day>) =>
      wallet.calls['receive.reviewAsk']({ account: kim, askId: later.askId, reviewBy })
    await review(day(2))
    expect(await waits()).toMatchObject([{ count: 1, amount, reviewBy: late.reviewBy }])
    await review(day(-1))
    const [both] = await waits()
    expect(both).toMatchObject({ count: 2 })
    // The longest due comes first.
    expect(both?.kind === 'asks_due' && both.reviewBy < (late.reviewBy ?? 0n)).toBe(true)
    await answer(late, '0.25')
    await cameOf(late)
    await answer(later, '0.25')
    await cameOf(later)
    expect(await waits()).toEqual([])
  })

  it('waits for its owner on its day however many were asked for since', async () => {
    const { account } = await newAccount(wallet, 'Lou')
    const asking = (memo: string, reviewBy: ReturnType<typeof nanosOf> | null) =>
      wallet.calls['receive.ask']({ account, holder: null, assetId: BTC, amount, memo, reviewBy })
    const late = await asking('late', nanosOf(Date.now()))
    for (let at = 0; at < 200; at += 1) await asking(`since ${at}`, null)
    const { attention } = await wallet.calls['home.read']({ account, holder: null })
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'asks_due', count: 1 }))
    const shown = await wallet.calls['receive.asks']({ account, holder: null })
    expect(shown.at(-1)).toMatchObject({ askId: late.askId })
  })

  it('for nothing at all is refused, and nothing of it is kept', async () => {
    const before = await asks()
    const nothing = { account: kim, holder: null, assetId: BTC, amount: parseAmount('0'), memo: '', reviewBy: null }
    await expect(wallet.calls['receive.ask'](nothing)).rejects.toThrow(coded('protocol.link'))
    expect(await asks()).toEqual(before)
  })
})

describe('a page that is too large', () => {
  it('is asked for in shorter ones, so that no sender of long memos can stop the wallet', async () => {
    const asked: number[] = []
    const heavy: typeof fetch = async (target, init) => {
      const url = new URL(String(target))
      const limit = Number(url.searchParams.get('limit') ?? '0')
      if (url.pathname !== '/safe/outputs' || limit <= 10) return fetch(target, init)
      asked.push(limit)
      return new Response(`{"data":["${'0'.repeat(9 * 1024 * 1024)}"]}`)
    }
    const wallet = await network.open({ fetch: heavy })
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    expect(new Set(asked)).toEqual(new Set([500, 63]))
    await wallet.close()
  })
})

describe('an address that the network gives twice', () => {
  /** As the network gave it first, for the chain and the owners that it is given for now. */
  async function twice(of: object, ask: () => Promise<unknown>) {
    let first: object = {}
    line.faults.push({ path: /deposit\/entries/, act: (entry: object) => (first = entry), times: 1 })
    await ask()
    line.faults.push({ path: /deposit\/entries/, act: () => ({ ...first, ...of }), times: 1 })
  }

  it('to one holder, for two chains that write alike, is shown for both', async () => {
    const account = await aReceiver('Hal')
    const ask = (chainId: typeof ETH) =>
      wallet.calls['receive.address']({ account, holder: null, chainId, create: true })
    const own = await ask(ETH)
    await twice({ chain_id: POLYGON }, () => ask(ETH))
    expect((await ask(POLYGON))?.destination).toBe(own?.destination)
  })

  it('to one holder, for two chains of which only one writes so, is not shown for the other', async () => {
    const account = await aReceiver('Hans')
    const ask = (chainId: typeof ETH, create = true) =>
      wallet.calls['receive.address']({ account, holder: null, chainId, create })
    await ask(ETH)
    await twice({ chain_id: BTC }, () => ask(ETH))
    await expect(ask(BTC)).rejects.toThrow(
      coded('wallet.deposit_unverified', { of: 'form', chain: 'Bitcoin', like: 'Ethereum' }),
    )
    expect(await ask(BTC, false)).toBeNull()
    expect((await ask(BTC))?.destination).toMatch(/^bc1/)
  })
})

describe('the form of an address', () => {
  const asked = (account: UserId, chainId = BTC) => ({ account, holder: null, chainId, create: true })

  it('is right on every network that is offered', async () => {
    const account = await aReceiver('Ian')
    const networks = await wallet.calls['receive.networks']({ account, holder: null })
    expect(networks.length).toBeGreaterThan(5)
    for (const { chainId } of networks)
      expect(await wallet.calls['receive.address'](asked(account, chainId))).toMatchObject({ chainId })
  })

  it.each<[string, typeof BTC, string, string | undefined]>([
    ['another chain', BTC, OF_LITECOIN, 'Litecoin'],
    ['another chain', ETH, 'TBJSVkP9zNDmHwnZtZHqG1GZXtWuJL71Mv', 'TRON'],
    ['the chain with a letter that is wrong', BTC, 'bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93m', undefined],
    ['the chain with a capital that is wrong', ETH, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', undefined],
  ])('that is of %s keeps it from being shown, although it is signed', async (_, chainId, destination, like) => {
    const { there, account } = await signing('Ida', () => [{ destination }])
    await expect(there.calls['receive.address'](asked(account, chainId))).rejects.toThrow(
      coded('wallet.deposit_unverified', { of: 'form', ...(like === undefined ? {} : { like }) }),
    )
    expect(await there.calls['receive.address']({ ...asked(account, chainId), create: false })).toBeNull()
    await there.close()
  })

  it('is looked at of one from before as well, which the first that is right takes the place of', async () => {
    const opened: AccountStore[] = []
    let first: DepositEntry | undefined
    let now = OF_LITECOIN
    const give = (entry: DepositEntry) => {
      first ??= entry
      return [now === '' ? {} : { destination: now }]
    }
    const openStore: NonNullable<Opening>['openStore'] = (deps) => {
      const store = openAccountStore(deps)
      opened.push(store)
      return store
    }
    const { seed, there, account } = await signing('Ilse', give, { openStore })
    const ask = (create: boolean) => there.calls['receive.address']({ ...asked(account), create })
    const ofForm = coded('wallet.deposit_unverified', { of: 'form', like: 'Litecoin' })
    await expect(ask(true)).rejects.toThrow(ofForm)
    const before = signed(seed, { ...given(first), destination: OF_LITECOIN })
    for (const store of opened) store.intents.depositPins.pin(holderOf([account], 1).id, before)
    for (const create of [false, true]) await expect(ask(create)).rejects.toThrow(ofForm)
    now = ''
    const right = await ask(true)
    expect(right?.destination).toBe(given(first).destination)
    expect(await ask(false)).toMatchObject({ destination: right?.destination })
    await there.close()
  })

  it('is looked at of one that the service names first, which is not named where it is none', async () => {
    let named: Partial<DepositEntry>[] = [{}]
    const { there, account } = await signing('Ina', () => named)
    const first = await there.calls['receive.address'](asked(account))
    named = [{ destination: OF_LITECOIN }, { is_primary: false }]
    expect(await there.calls['receive.address'](asked(account))).toEqual(first)
    await there.close()
  })
})
