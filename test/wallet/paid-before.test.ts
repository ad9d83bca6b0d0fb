import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { kernelAssetId } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  changeIsBack,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'

const network = sharedNetwork()
let line: FaultyLine
let wallet: OpenWallet
/** Whose accounts are nobody's own. */
let elsewhere: OpenWallet
let ana: UserId
let ben: UserId
let stranger: UserId
const dir = newFolder()
const keychain = testKeychain()
const BNB = '1949e683-6a08-49e2-b087-d6b72398588f' as AssetId
const FORGED = '0x52908400098527886e0f7030069857d2e4169ee7'

/** A row of history as a lying service would make one up: money of Ana that went out. */
const forged = (more: object) => ({
  type: 'snapshot',
  snapshot_id: randomUUID(),
  user_id: ana,
  opponent_id: null,
  transaction_hash: Buffer.from(randomUUID().repeat(2)).toString('hex').slice(0, 64),
  output_index: 0,
  asset_id: BTC,
  kernel_asset_id: kernelAssetId(BTC),
  amount: '-0.5',
  memo: '',
  request_id: randomUUID(),
  created_at: new Date(Date.now() + 1000).toISOString(),
  ...more,
})

beforeAll(async () => {
  line = faultyLine()
  wallet = await network.open({ dir, fetch: line.fetch, keychain })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben Known')).account
  elsewhere = await network.open()
  stranger = (await newAccount(elsewhere, 'Sly Stranger')).account
  await fund(wallet, ana, BTC, '2')
  const lies = [
    ...[1, 2, 3].map(() => forged({ opponent_id: stranger })),
    forged({
      asset_id: ETH,
      kernel_asset_id: kernelAssetId(ETH),
      withdrawal: { withdrawal_hash: '', receiver: FORGED },
    }),
  ]
  line.faults.push({ path: /^\/safe\/snapshots$/, act: (rows: unknown[]) => [...rows, ...lies] })
  await wallet.until(
    () => wallet.calls['activity.list']({ account: ana, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 50 }),
    ({ rows }) => rows.filter(({ direction }) => direction === 'out').length === lies.length,
  )
  line.faults.length = 0
})

const user = (userId: UserId): Payee => ({ kind: 'user', userId })
const resolve = (text: string, assetId = BTC) =>
  wallet.calls['payees.resolve']({ account: ana, holder: null, text, assetId })
const suggested = async (text: string) =>
  (await wallet.calls['payees.suggest']({ account: ana, holder: null, text })).map(
    ({ paidBefore }) => paidBefore?.times ?? 0,
  )

describe('a history made up by the service', () => {
  it('does not make a stranger somebody who was paid before', async () => {
    expect((await resolve(stranger)).paidBefore).toBeNull()
    const card = await wallet.calls['contacts.card']({ account: ana, userId: stranger })
    expect(card).toMatchObject({ paidBefore: null, paid: [] })
  })

  it('leaves the warning about a first payment in the review', async () => {
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: user(stranger), amount: '0.1' }]))
    expect(review.checks.map(({ id }) => id)).toContain('first:0')
    expect(review.payees).toMatchObject([{ paidBefore: null }])
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
  })

  it('suggests nobody', async () => {
    expect(await suggested('sly')).toEqual([])
  })

  it('is nothing that an address can look like', async () => {
    const alike = `${FORGED.slice(0, 12)}${'ab'.repeat(13)}${FORGED.slice(-4)}`
    expect(await resolve(alike, ETH)).toMatchObject({ problem: null, warnings: [] })
  })

  it('leaves the warning about a namesake of a contact', async () => {
    const double = (await newAccount(elsewhere, 'Sly Stranger')).account
    await wallet.calls['contacts.save']({ account: ana, userId: double, alias: '', phone: '', note: '' })
    expect((await resolve(stranger)).warnings).toEqual([expect.stringContaining('the same name')])
  })
})

describe('what the journal paid', () => {
  it('is known as paid, suggested and added up, also after the cache was lost', async () => {
    await pay(wallet, paying(ana, BTC, [{ payee: user(ben), amount: '0.25' }]))
    const isKnown = async () => {
      expect(await resolve(ben)).toMatchObject({ paidBefore: { times: 1 } })
      expect(await suggested('ben kn')).toEqual([1])
      expect((await wallet.calls['contacts.card']({ account: ana, userId: ben })).paid).toMatchObject([
        { asset: { assetId: BTC }, amount: 25_000_000n },
      ])
    }
    await isKnown()
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', ana, `cache.db${end}`), { force: true })
    wallet = await network.open({ dir, fetch: line.fetch, keychain })
    await isKnown()
  })

  it('counts several receivers of one payment once each', async () => {
    await fund(wallet, ana, BTC, '1')
    const rows = [
      { payee: user(ben), amount: '0.1' },
      { payee: user(ben), amount: '0.1' },
    ]
    await pay(wallet, paying(ana, BTC, rows))
    expect(await resolve(ben)).toMatchObject({ paidBefore: { times: 2 } })
  })

  it('counts an address on the chain where it was paid, and on no other', async () => {
    await fund(wallet, ana, ETH, '2')
    await pay(wallet, paying(ana, ETH, [{ payee: { kind: 'chain', destination: FORGED, tag: '' }, amount: '0.5' }]))
    expect(await resolve(FORGED, ETH)).toMatchObject({ problem: null, paidBefore: { times: 1 } })
    expect(await resolve(FORGED, USDT_ERC20)).toMatchObject({ problem: null, paidBefore: { times: 1 } })
    expect(await resolve(FORGED, BNB)).toMatchObject({ problem: null, paidBefore: null })

    await fund(wallet, ana, BNB, '2')
    const payee = { kind: 'chain', destination: FORGED, tag: '' } as const
    const review = await wallet.calls['payments.prepare'](paying(ana, BNB, [{ payee, amount: '0.5' }]))
    expect(review.payees).toMatchObject([{ paidBefore: null }])
    expect(review.checks.map(({ id }) => id)).toContain('first:0')
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
  })

  it('is suggested the last one first, after own accounts and groups', async () => {
    const [cleo, dora] = [await newAccount(elsewhere, 'Cleo'), await newAccount(elsewhere, 'Dora')]
    const members = [ana, cleo.account]
    await wallet.calls['groups.create']({ account: ana, name: 'Harbour', members, threshold: 2 })
    for (const { account } of [dora, cleo]) {
      await pay(wallet, paying(ana, BTC, [{ payee: user(account), amount: '0.01' }]))
      await changeIsBack(wallet, ana, BTC)
    }
    const offers = await wallet.calls['payees.suggest']({ account: ana, holder: null, text: '' })
    const names = offers.map(({ party }) => (party.kind === 'user' ? party.user.name : 'name' in party && party.name))
    expect(names.slice(0, 4)).toEqual(['Ben Known', 'Harbour', 'Cleo', 'Dora'])
    expect(offers.slice(0, 4).map(({ paidBefore }) => paidBefore?.times ?? 0)).toEqual([2, 0, 1, 1])
  })
})
