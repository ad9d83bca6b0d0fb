import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, UserId } from '#contract/domain'
import { parseAmount, storagePrice, toAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  BTC,
  balanceOf,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
  XIN,
} from '../support/wallet.ts'
import { killedAt } from './killing.ts'

const network = sharedNetwork()
let ben: { readonly wallet: OpenWallet; readonly account: UserId }

beforeAll(async () => {
  const wallet = await network.open()
  ben = { wallet, account: (await newAccount(wallet, 'Ben')).account }
})

const hexOf = (text: string): string => Buffer.from(text).toString('hex')
const sha3 = (hex: string): string => createHash('sha3-256').update(Buffer.from(hex, 'hex')).digest('hex')
/** Readable content of so many bytes. */
const contentOf = (bytes: number): string => 'All work and no play. '.repeat(bytes).slice(0, bytes)

async function person(amounts: Readonly<Record<string, string>>) {
  const keychain = testKeychain()
  const dir = newFolder()
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  for (const assetId of [BTC, XIN]) {
    const amount = amounts[assetId]
    if (amount !== undefined) await fund(wallet, account, assetId, amount, assetId === XIN ? ETH : assetId)
  }
  return { wallet, account, dir, entries: keychain.entries }
}

const toBen = (account: UserId, text: string, assetId = BTC) =>
  paying(account, assetId, [toUser(ben.account, '0.25')], {
    memoHex: hexOf(text),
    storeMemo: true,
  })

async function contentAt(wallet: OpenWallet, account: UserId, hash: Hash): Promise<string> {
  let hex = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { hex: string; next: number | null } = await wallet.calls['storage.read']({ account, hash, offset })
    hex += piece.hex
    offset = piece.next
  }
  return hex
}

/** The hash of what Ben received last. */
async function received(): Promise<Hash> {
  const filter = {
    assetId: null,
    direction: 'in' as const,
    kind: null,
    opponent: null,
    from: null,
    to: null,
    search: '',
  }
  const ask = { account: ben.account, holder: null, filter, cursor: null, limit: 1 }
  const page = await ben.wallet.until(
    () => ben.wallet.calls['activity.list'](ask),
    ({ rows }) => rows[0]?.hash != null,
  )
  const hash = page.rows[0]?.hash
  if (hash == null) throw new Error('Ben has received something')
  return hash
}

describe('a memo too long to be one', () => {
  it('is refused unless it may be stored', async () => {
    const ana = await person({ [BTC]: '1' })
    const input = { ...toBen(ana.account, contentOf(256)), storeMemo: false }
    await expect(ana.wallet.calls['payments.prepare'](input)).rejects.toThrow(
      coded('input.memo_too_long', { bytes: 256, most: 255 }),
    )
    await ana.wallet.close()
  })

  it('is refused before it is asked for where no room would be left for its signatures', async () => {
    const ana = await person({ [XIN]: '1' })
    // One input of 40 bytes and one signature of 68, three outputs and what stands around them.
    const most = 4_194_304 - 399
    for (const bytes of [most + 1, 4_194_304]) {
      const prepared = ana.wallet.calls['payments.prepare'](toBen(ana.account, contentOf(bytes), XIN))
      await expect(prepared).rejects.toThrow(coded('input.memo_too_long', { bytes, most }))
    }
    const { available } = await ana.wallet.calls['storage.price']({ account: ana.account, holder: null, bytes: 1 })
    expect(available).toBe(parseAmount('1'))
    await ana.wallet.close()
  })

  it('is a memo as ever with 255 bytes', async () => {
    const ana = await person({ [BTC]: '1' })
    const review = await ana.wallet.calls['payments.prepare'](toBen(ana.account, contentOf(255)))
    expect(review.transactions).toMatchObject([{ purpose: 'payment', extraHex: hexOf(contentOf(255)) }])
    expect(review.stored).toBeUndefined()
    await ana.wallet.close()
  })

  it('is stored by a transaction of its own, which the payment refers to', async () => {
    const ana = await person({ [BTC]: '1', [XIN]: '1' })
    const text = contentOf(4096)
    const review = await ana.wallet.calls['payments.prepare'](toBen(ana.account, text))
    const [storage, payment] = review.transactions
    expect(storage).toMatchObject({
      purpose: 'storage',
      asset: { assetId: XIN },
      extraHex: hexOf(text),
      outputs: [
        { role: 'storage', amount: parseAmount('0.0005'), threshold: 64, keys: 1, proof: 'proved' },
        { role: 'change' },
      ],
    })
    expect(payment).toMatchObject({ purpose: 'payment', references: [storage?.hash], extraHex: '' })
    expect(review.stored).toMatchObject({
      amount: storagePrice(4096),
      bytes: 4096,
      text,
      contentHash: sha3(hexOf(text)),
    })
    expect(review.amount).toBe(parseAmount('0.25'))
    await ana.wallet.close()
  })

  it('costs what was said before and can be read by whoever is paid', async () => {
    const ana = await person({ [BTC]: '1', [XIN]: '1' })
    const text = contentOf(4096)
    const price = await ana.wallet.calls['storage.price']({ account: ana.account, holder: null, bytes: 4096 })
    expect(price).toMatchObject({ amount: parseAmount('0.0005'), available: parseAmount('1'), sufficient: true })
    const done = await pay(ana.wallet, toBen(ana.account, text))
    expect(done).toMatchObject({ state: 'final', storedBytes: 4096, amount: parseAmount('0.25') })
    expect(done.hashes).toHaveLength(2)
    await has(ana.wallet, ana.account, XIN, '0.9995')
    const hash = await received()
    expect(hash).toBe(done.hashes[0])
    const found = await ben.wallet.calls['storage.follow']({ account: ben.account, hash })
    expect(found).toEqual([
      {
        hash: done.hashes[1],
        verified: true,
        paid: price.amount,
        bytes: 4096,
        text,
        startHex: hexOf(text.slice(0, 256)),
        contentHash: sha3(hexOf(text)),
      },
    ])
    expect(await contentAt(ben.wallet, ben.account, done.hashes[1] as Hash)).toBe(hexOf(text))
    await ana.wallet.close()
  })

  it('travels in the payment itself when that is in XIN', async () => {
    const ana = await person({ [XIN]: '1' })
    const text = contentOf(2000)
    const review = await ana.wallet.calls['payments.prepare'](toBen(ana.account, text, XIN))
    expect(review.transactions).toMatchObject([
      { purpose: 'payment', outputs: [{ role: 'storage' }, { role: 'payment' }, { role: 'change' }] },
    ])
    const done = await approved(ana.wallet, ana.account, review)
    expect(done.state).toBe('final')
    await has(ana.wallet, ana.account, XIN, toAmount(parseAmount('0.75') - storagePrice(2000)))
    const [hash] = done.hashes
    if (hash === undefined) throw new Error('a final payment has a hash')
    expect(await ben.wallet.calls['storage.follow']({ account: ben.account, hash })).toMatchObject([{ text }])
    await ana.wallet.close()
  })

  it.each([
    ['254 people in XIN, in the payment itself', XIN, 254, ['payment']],
    ['255 people in XIN, beside it, since no output is left for it', XIN, 255, ['storage', 'payment']],
    ['255 people in another asset', BTC, 255, ['storage', 'payment']],
  ])('is stored for %s', async (_, assetId, count, purposes) => {
    const ana = await person({ [BTC]: '1', [XIN]: '1' })
    await fund(ana.wallet, ana.account, XIN, '1', ETH)
    const rows = Array.from({ length: count }, () => toUser(ben.account, '0.0001'))
    const memo = { memoHex: hexOf(contentOf(300)), storeMemo: true }
    const review = await ana.wallet.calls['payments.prepare'](paying(ana.account, assetId, rows, memo))
    expect(review.transactions.map(({ purpose }) => purpose)).toEqual(purposes)
    expect((await approved(ana.wallet, ana.account, review)).state).toBe('final')
    await ana.wallet.close()
  })

  it('needs XIN that is not there', async () => {
    const ana = await person({ [BTC]: '1' })
    await expect(ana.wallet.calls['payments.prepare'](toBen(ana.account, contentOf(300)))).rejects.toThrow(
      coded('wallet.insufficient', { symbol: 'XIN' }),
    )
    expect(await balanceOf(ana.wallet, ana.account, BTC)).toBe(parseAmount('1'))
    await ana.wallet.close()
  })

  it('carries bytes that are no text, in pieces', async () => {
    const ana = await person({ [BTC]: '1', [XIN]: '1' })
    const memoHex = 'ff00'.repeat(150_000)
    const done = await pay(ana.wallet, { ...toBen(ana.account, ''), memoHex })
    expect(done.state).toBe('final')
    const hash = done.hashes[1]
    if (hash === undefined) throw new Error('two transactions were sent')
    expect(await ben.wallet.calls['storage.follow']({ account: ben.account, hash })).toMatchObject([
      { bytes: 300_000, text: null },
    ])
    expect(await contentAt(ben.wallet, ben.account, hash)).toBe(memoHex)
    await ana.wallet.close()
  })
})

describe('what a payment refers to', () => {
  it('is nothing for an ordinary payment', async () => {
    const ana = await person({ [BTC]: '1' })
    const { hashes } = await pay(ana.wallet, toBen(ana.account, 'Rent'))
    expect(await ben.wallet.calls['storage.follow']({ account: ben.account, hash: hashes[0] as Hash })).toEqual([])
    await ana.wallet.close()
  })

  it('is called unverified, and not shown, when the bytes have another hash', async () => {
    const ana = await person({ [BTC]: '1', [XIN]: '1' })
    const { hashes } = await pay(ana.wallet, toBen(ana.account, contentOf(500)))
    const [hash, stored] = hashes
    if (hash === undefined || stored === undefined) throw new Error('two transactions were sent')
    const line = faultyLine()
    const keychain = testKeychain()
    const wallet = await network.open({ keychain, fetch: line.fetch })
    const { account } = await newAccount(wallet, 'Cid')
    line.faults.push({
      path: new RegExp(`/safe/transactions/${stored}`),
      act: (record: { raw_transaction: string }) => ({
        ...record,
        raw_transaction: record.raw_transaction.replace(hexOf('work'), hexOf('pork')),
      }),
    })
    expect(await wallet.calls['storage.follow']({ account, hash })).toMatchObject([
      { hash: stored, verified: false, text: null, startHex: '', bytes: 0 },
    ])
    await expect(wallet.calls['storage.read']({ account, hash: stored, offset: 0 })).rejects.toThrow(
      coded('remote.malformed'),
    )
    await wallet.close()
    await ana.wallet.close()
  })
})

it('is stored and paid once when the program is killed behind the network’s answer', async () => {
  const ana = await person({ [BTC]: '1', [XIN]: '1' })
  await ana.wallet.close()
  const deed = { kind: 'pay', payee: ben.account, storedMemoHex: hexOf(contentOf(4096)) } as const
  const hashes = await killedAt('P19', network.url, ana, deed)

  const wallet = await network.open({ dir: ana.dir, keychain: testKeychain(ana.entries) })
  const [left] = await wallet.calls['payments.open']({ account: ana.account, holder: null })
  if (left === undefined) throw new Error('the payment is shown')
  const done = await settled(wallet, ana.account, left.paymentId)
  expect(done.state).toBe('final')
  expect([...done.hashes].sort()).toEqual(hashes.sort())
  await has(wallet, ana.account, XIN, '0.9995')
  await has(wallet, ana.account, BTC, '0.9')
  await wallet.close()
})
