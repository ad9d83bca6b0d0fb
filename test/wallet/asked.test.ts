import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, RequestId, UserId } from '#contract/domain'
import type { AskedPaymentView } from '#contract/ipc'
import { encodeMainnetAddress, formatAmountShort, parseAmount, publicKeyFromSeed } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { freshId, freshSeed } from '../support/localnet.ts'
import { authorizationOf } from '../support/permission.ts'
import { JONAS, MAYA, SHOP } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import {
  BTC,
  balanceOf,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Ana's key is in a "phone", which is another wallet here; the wallet under test only watches her. */

const network = sharedNetwork()
let phone: OpenWallet
let wallet: OpenWallet
let ana: UserId
const keychain = testKeychain()
const dir = newFolder()

beforeAll(async () => {
  phone = await network.open()
  ana = (await newAccount(phone, 'Ana')).account
  await fund(phone, ana, BTC, '5')
  await fund(phone, ana, ETH, '5')
  wallet = await network.open({ dir, keychain })
  const { text } = await authorizationOf(network.url, { user: ana })
  await wallet.calls['accounts.watch']({ permission: text })
})

type Wish = Parameters<OpenWallet['calls']['asked.make']>[0]
const wish = (more: Partial<Wish> = {}): Wish => ({
  account: ana,
  assetId: BTC,
  payee: { kind: 'user', userId: MAYA },
  amount: parseAmount('0.25'),
  memo: '',
  requestId: null,
  label: '',
  ...more,
})
const read = (requestId: RequestId) => wallet.calls['asked.read']({ account: ana, requestId })
const reaches = (requestId: RequestId, stage: AskedPaymentView['stage']) =>
  wallet.until(
    () => read(requestId),
    (view) => view.stage === stage,
  )

/** Waits until the phone may spend that much: the change of what it paid before is back. */
const affords = (assetId: AssetId, amount: string) =>
  phone.until(
    () => balanceOf(phone, ana, assetId),
    (available) => available >= parseAmount(amount),
  )

/** Pays what a link asks for, as the person's phone does. */
async function scanned(link: string): Promise<void> {
  const { payee, asked } = await phone.calls['payees.resolve']({
    account: ana,
    holder: null,
    text: link,
    assetId: null,
  })
  if (payee === null || asked.assetId === null || asked.amount === null) throw new Error('the link does not say it all')
  await affords(asked.assetId, formatAmountShort(asked.amount))
  await pay(
    phone,
    paying(ana, asked.assetId, [{ payee, amount: formatAmountShort(asked.amount) }], {
      requestId: asked.trace,
      memoHex: Buffer.from(asked.memo ?? '').toString('hex'),
    }),
  )
}

describe('a payment that a phone is asked to make', () => {
  it('says what the link that asked for it asks otherwise, as long as it is kept', async () => {
    const requestId = randomUUID() as RequestId
    const link = { assetId: BTC, amount: parseAmount('0.3'), memoHex: '6f72646572' }
    const { otherwise } = await wallet.calls['asked.make'](wish({ requestId, asked: link, memo: 'other' }))
    expect(otherwise).toEqual([
      expect.stringContaining('asked for as 0.3 BTC'),
      expect.stringContaining('asked for with another memo'),
    ])
    const kept = await wallet.calls['asked.list']({ account: ana })
    expect(kept.find((one) => one.requestId === requestId)?.otherwise).toEqual(otherwise)
    const same = wish({ requestId: randomUUID() as RequestId, memo: 'order' })
    const asIs = await wallet.calls['asked.make']({ ...same, asked: { ...link, amount: same.amount } })
    expect(asIs.otherwise).toEqual([])
    for (const id of [requestId, asIs.requestId]) await wallet.calls['asked.putAway']({ account: ana, requestId: id })
  })

  it('is a link with a trace of its own, and is followed until it stands in the history', async () => {
    const asked = await wallet.calls['asked.make'](wish({ memo: 'rent & more', label: 'Rent' }))
    expect(asked).toMatchObject({
      stage: 'waiting',
      amount: parseAmount('0.25'),
      memoText: 'rent & more',
      label: 'Rent',
    })
    expect(asked.link).toBe(
      `https://mixin.one/pay/${MAYA}?asset=${BTC}&amount=0.25&memo=rent%20%26%20more&trace=${asked.requestId}`,
    )
    expect(asked.party).toMatchObject({ kind: 'user', user: { userId: MAYA, name: 'Maya Okafor' } })
    expect(await read(asked.requestId)).toMatchObject({ stage: 'waiting', paid: null, problem: null })
    await scanned(asked.link)
    expect(await reaches(asked.requestId, 'final')).toMatchObject({ paid: null, namesPayee: true })
    // It is known without asking, too.
    expect(await wallet.calls['asked.list']({ account: ana })).toMatchObject([{ stage: 'final' }])
  })

  it('holds no coins and is no payment of this wallet', async () => {
    const before = await wallet.calls['balances.read']({ account: ana, holder: null, assetId: ETH })
    await wallet.calls['asked.make'](wish({ assetId: ETH, amount: parseAmount('4') }))
    expect(await wallet.calls['balances.read']({ account: ana, holder: null, assetId: ETH })).toEqual(before)
    expect(await wallet.calls['payments.open']({ account: ana, holder: null })).toEqual([])
  })

  it('asks for groups and addresses of the kernel as well, and says whom it cannot see', async () => {
    const group = await wallet.calls['asked.make'](
      wish({ payee: { kind: 'group', members: [MAYA, JONAS], threshold: 2 }, amount: parseAmount('0.1') }),
    )
    expect(group.link).toContain('/pay/MIX')
    await scanned(group.link)
    expect(await reaches(group.requestId, 'final')).toMatchObject({ namesPayee: true })

    const address = encodeMainnetAddress({
      spendPublicKey: publicKeyFromSeed(freshSeed()),
      viewPublicKey: publicKeyFromSeed(freshSeed()),
    })
    const kernel = await wallet.calls['asked.make'](
      wish({ payee: { kind: 'kernel', address }, amount: parseAmount('0.1') }),
    )
    await scanned(kernel.link)
    expect(await reaches(kernel.requestId, 'final')).toMatchObject({ namesPayee: false })
  })

  const OTHERS: [string, Partial<{ amount: string; to: UserId; assetId: AssetId; memoHex: string }>][] = [
    ['another amount', { amount: '0.3' }],
    ['another receiver', { to: SHOP }],
    ['another asset', { assetId: ETH }],
    ['another memo', { memoHex: Buffer.from('else').toString('hex') }],
  ]
  it.each(OTHERS)('is told apart from %s under the same trace', async (_what, other) => {
    const { requestId } = await wallet.calls['asked.make'](wish())
    const { amount = '0.25', to = MAYA, assetId = BTC, memoHex = '' } = other
    await affords(assetId, amount)
    await pay(phone, paying(ana, assetId, [toUser(to, amount)], { requestId, memoHex }))
    expect((await reaches(requestId, 'different')).paid).toMatchObject({
      asset: { assetId },
      amount: parseAmount(amount),
      party: { kind: 'user', user: { userId: to } },
    })
  })

  it('is told apart from another asset that the service calls by the id of the one that was asked for', async () => {
    const line = faultyLine()
    const other = await network.open({ fetch: line.fetch })
    const { text } = await authorizationOf(network.url, { user: ana })
    await other.calls['accounts.watch']({ permission: text })
    const { requestId } = await other.calls['asked.make'](wish())
    const named = (data: object | object[]): unknown =>
      Array.isArray(data) ? data.map(named) : { ...data, asset_id: BTC }
    line.faults.push({ path: /^\/safe\/(?:snapshots|transactions)/, act: named })
    await affords(ETH, '0.25')
    await pay(phone, paying(ana, ETH, [toUser(MAYA, '0.25')], { requestId }))
    const { stage, paid } = await other.until(
      () => other.calls['asked.read']({ account: ana, requestId }),
      (view) => view.stage !== 'waiting',
    )
    expect([stage, paid?.asset?.symbol]).toEqual(['different', 'ETH'])
  })

  it('takes the trace of a link that asked for it, once', async () => {
    const requestId = freshId() as RequestId
    const asked = await wallet.calls['asked.make'](wish({ requestId }))
    expect(asked.requestId).toBe(requestId)
    expect((await wallet.calls['asked.make'](wish({ requestId }))).link).toBe(asked.link)
    await expect(wallet.calls['asked.make'](wish({ requestId, amount: parseAmount('1') }))).rejects.toThrow(
      coded('wallet.request_taken'),
    )
    const all = await wallet.calls['asked.list']({ account: ana })
    expect(all.filter((one) => one.requestId === requestId)).toHaveLength(1)
  })

  it('refuses what no link can say, and accounts that pay by themselves', async () => {
    const wrong: [Partial<Wish>, string][] = [
      [{ payee: { kind: 'chain', destination: 'bc1qexample', tag: '' } }, 'payee'],
      [{ payee: { kind: 'user', userId: ana } }, 'payee'],
      [{ amount: parseAmount('0') }, 'amount'],
      [{ memo: 'é'.repeat(128) }, 'memo'],
    ]
    for (const [more, field] of wrong) {
      await expect(wallet.calls['asked.make'](wish(more))).rejects.toThrow(coded('input.invalid', { field }))
    }
    await expect(phone.calls['asked.make'](wish())).rejects.toThrow(coded('input.invalid', { field: 'account' }))
  })

  it('says that the service cannot be asked, and is followed after a restart until it is put away', async () => {
    const asked = await wallet.calls['asked.make'](wish({ label: 'Later' }))
    await wallet.close()
    let isDown = true
    wallet = await network.open({
      ...{ dir, keychain },
      fetch: (input, init) => (isDown ? Promise.reject(new Error('down')) : fetch(input, init)),
    })
    expect(await read(asked.requestId)).toMatchObject({
      ...{ stage: 'waiting', label: 'Later', link: asked.link },
      problem: { code: 'remote.unreachable' },
    })
    isDown = false
    await scanned(asked.link)
    await reaches(asked.requestId, 'final')
    await wallet.calls['asked.putAway']({ account: ana, requestId: asked.requestId })
    await expect(read(asked.requestId)).rejects.toThrow(coded('wallet.payment_unknown'))
  })
})
