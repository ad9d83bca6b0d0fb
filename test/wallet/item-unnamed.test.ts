import { beforeEach, expect, it } from 'vitest'
import type { AssetId, Hash, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { galleryOf, mint } from '../support/collectibles.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

const network = sharedNetwork()
const OTHER = 'ab'.repeat(32) as Hash

let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let item: Hash
let token: AssetId

beforeEach(async () => {
  line = faultyLine()
  wallet = await network.open({ fetch: line.fetch, keychain: testKeychain() })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  const made = await mint(network, [{ members: [ana] }])
  item = made.items[0]?.inscription_hash as Hash // one was made
  await galleryOf(wallet, ana, (all) => all.some((each) => each.inscription === item && each.collection !== null))
  const { asset } = await wallet.calls['collectibles.collection']({ account: ana, collection: made.collection_hash })
  token = asset?.assetId as AssetId // a collection has a token
  return wallet.close
})

const owner = () => ({ account: ana, holder: null })

interface Row {
  readonly state: string
  readonly inscription_hash?: string | null
}

/** From here on the service gives open coins this name, and what moves them. */
function naming(name: Hash | null, of: 'items' | 'money') {
  const told = (row: Row) =>
    row.state !== 'spent' && (row.inscription_hash != null) === (of === 'items')
      ? { ...row, inscription_hash: name }
      : row
  line.faults.length = 0
  line.faults.push(
    { path: /^\/safe\/outputs$/, act: (rows: Row[]) => rows.map(told) },
    { path: /^\/safe\/outputs\/[^/]+$/, act: told },
    {
      path: /^\/safe\/transaction\/requests$/,
      act: (records: object[]) => records.map((record) => ({ ...record, inscription_hash: name })),
    },
  )
}
const unnamed = () => naming(null, 'items')
const renamed = () => naming(OTHER, 'items')

async function coinOf(assetId: AssetId) {
  const { rows } = await wallet.calls['coins.list']({
    ...{ ...owner(), assetId, state: 'open', search: '', cursor: null, limit: 10 },
  })
  return rows[0]
}

/** The one coin of the asset, once its name is as the service says now. */
async function heard(name: Hash | null, assetId = token) {
  const coin = await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account: ana })
      return coinOf(assetId)
    },
    (coin) => coin?.inscription === name,
  )
  if (coin === undefined) throw new Error('there is one')
  return coin
}

const payToken = () => paying(ana, token, [toUser(ben, '2')])
const transfer = () =>
  wallet.calls['collectibles.transfer']({ ...owner(), inscription: item, payee: { kind: 'user', userId: ben } })
const attention = async () => (await wallet.calls['home.read'](owner())).attention

it('an item that the service stops naming is set apart, and neither counted nor spent by itself', async () => {
  unnamed()
  const coin = await heard(null)
  expect(coin).toMatchObject({
    state: 'frozen',
    frozen: { reason: 'The service called this coin a collectible and no longer does', wasItem: item },
  })
  expect(await wallet.calls['balances.read']({ ...owner(), assetId: token })).toMatchObject({
    available: 0n,
    frozen: parseAmount('2'),
  })
  expect(await attention()).toContainEqual({ kind: 'unnamed', coins: 1 })
  await expect(wallet.calls['payments.prepare'](payToken())).rejects.toEqual(coded('wallet.insufficient'))
  const byHand = wallet.calls['payments.prepare']({ ...payToken(), coins: [coin.outputId] })
  await expect(byHand).rejects.toEqual(coded('wallet.insufficient'))
})

it('an item that the service stopped naming is money once its owner has freed it', async () => {
  unnamed()
  const { outputId } = await heard(null)
  await wallet.calls['coins.unfreeze']({ ...owner(), outputs: [outputId] })
  await has(wallet, ana, token, '2')
  await wallet.calls['app.retry']({ account: ana })
  expect(await balanceOf(wallet, ana, token)).toBe(parseAmount('2'))
  expect(await attention()).not.toContainEqual(expect.objectContaining({ kind: 'unnamed' }))
  expect((await pay(wallet, payToken())).state).toBe('final')
})

it('an item that is named again as before is an item as before', async () => {
  unnamed()
  await heard(null)
  line.faults.length = 0
  expect(await heard(item)).toMatchObject({ state: 'inscribed', frozen: null })
  expect((await approved(wallet, ana, await transfer())).state).toBe('final')
})

it('an item that its owner froze stays frozen by them once it is named again', async () => {
  const { outputId } = await heard(item)
  await wallet.calls['coins.freeze']({ ...owner(), outputs: [outputId], reason: 'A present' })
  unnamed()
  expect((await heard(null)).frozen).toMatchObject({ wasItem: item })
  line.faults.length = 0
  expect((await heard(item)).frozen).toMatchObject({ reason: 'A present', wasItem: null })
})

it('an item that the service calls another one is not handed over by itself under either name', async () => {
  const review = await transfer()
  renamed()
  expect(await heard(OTHER)).toMatchObject({
    frozen: { reason: 'The service called this coin another collectible before', wasItem: item },
  })
  const again = await wallet.calls['payments.review']({ account: ana, paymentId: review.paymentId })
  expect(again.verdict).toBe('stop')
  await expect(wallet.calls['payments.approve'](approving(ana, again))).rejects.toThrow(coded('wallet.review_changed'))
  await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
  expect(await transfer().catch(codeOf)).toBe('wallet.collectible_gone')
})

it('an item that lost its name by way of another one is still set apart', async () => {
  unnamed()
  await heard(null)
  renamed()
  await heard(OTHER)
  unnamed()
  expect(await heard(null)).toMatchObject({ state: 'frozen', frozen: { wasItem: item } })
})

it('an item that was denied and comes back without its name is set apart', async () => {
  line.faults.push({ path: /^\/safe\/outputs$/, act: () => [] }, { path: /^\/safe\/outputs\/[^/]+$/, act: 'unknown' })
  await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account: ana })
      return wallet.calls['coins.doubted'](owner())
    },
    (doubted) => doubted.length === 1,
  )
  unnamed()
  expect(await heard(null)).toMatchObject({ state: 'frozen', frozen: { wasItem: item } })
  expect(await balanceOf(wallet, ana, token)).toBe(0n)
})

it('a coin that is called an item after it was chosen stops its payment', async () => {
  await fund(wallet, ana, BTC, '1')
  const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.1')]))
  naming(OTHER, 'money')
  await heard(OTHER, BTC)
  const again = await wallet.calls['payments.review']({ account: ana, paymentId: review.paymentId })
  expect(again.checks).toContainEqual(expect.objectContaining({ id: 'turned', result: 'stop' }))
  await expect(wallet.calls['payments.approve'](approving(ana, again))).rejects.toThrow(coded('wallet.review_changed'))
})

it('a coin that was falsely called an item is its owner’s to free', async () => {
  await fund(wallet, ana, BTC, '1')
  naming(OTHER, 'money')
  await heard(OTHER, BTC)
  expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
  line.faults.length = 0
  const { outputId } = await heard(null, BTC)
  expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
  await wallet.calls['coins.unfreeze']({ ...owner(), outputs: [outputId] })
  await has(wallet, ana, BTC, '1')
  await pay(wallet, paying(ana, BTC, [toUser(ben, '0.1')]))
})
