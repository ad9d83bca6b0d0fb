import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, UserId } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { kernelAssetId, parseSignedAmount, toAmount } from '#protocol'
import { openAccountStore } from '#store'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { aSnapshot } from '../support/store.ts'
import { ALL_MOVEMENTS, BTC, ETH, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* More movements than a sheet of paper takes, as only years of use would make them: they are laid into the store. */

const COUNT = 9_000
const PAGE = 1_000
/** So long that the file has several parts. */
const MEMO = Buffer.from('A line of words, "quoted", and a comma. '.repeat(6)).toString('hex')

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let files: { readonly dir: string; readonly keychain: ReturnType<typeof testKeychain> }

type Wish = Parameters<Calls['statements.draw']>[0]
const wish = (): Wish => ({
  ...{ account: ana, holder: null, others: [] },
  filter: ALL_MOVEMENTS,
})

/** Three come for each that goes, of two assets in turn, each of another amount. */
const movement = (at: number) => ({
  assetId: at % 2 === 0 ? BTC : ETH,
  amount: toAmount(BigInt(at + 1) * (at % 4 === 3 ? -1n : 1n)),
})

beforeAll(async () => {
  const [dir, keychain] = [newFolder(), testKeychain()]
  files = { dir, keychain }
  const before = await network.open({ dir, keychain })
  ana = (await newAccount(before, 'Ana')).account
  await before.close()
  const store = openAccountStore({ dir, network: 'local', account: ana, clock: systemClock })
  const cursor = store.cache.snapshots.cursor() ?? ''
  for (let start = 0; start < COUNT; start += PAGE) {
    const snapshots = Array.from({ length: PAGE }, (_, of) => {
      const { assetId, amount } = movement(start + of)
      const kernel_asset_id = kernelAssetId(assetId) as Hash // a formula over the asset id
      return aSnapshot(start + of, { user_id: ana, asset_id: assetId, kernel_asset_id, amount, memo: MEMO })
    })
    store.cache.snapshots.applyPage({ snapshots, cursor })
  }
  store.close()
  wallet = await network.open({ dir, keychain })
})

const sumOf = (assetId: typeof BTC): bigint =>
  Array.from({ length: COUNT }, (_, at) => movement(at)).reduce(
    (sum, one) => (one.assetId === assetId ? sum + one.amount : sum),
    0n,
  )

describe('a statement of more movements than a sheet takes', () => {
  it('has its sums and no rows, and says how many there are', async () => {
    const { assets, rows, count, sheetMost } = await wallet.calls['statements.draw'](wish())
    expect([rows, count, count > sheetMost]).toEqual([[], COUNT, true])
    for (const assetId of [BTC, ETH]) {
      const found = assets.find(({ asset }) => asset.assetId === assetId)
      expect(found?.closing).toBe(sumOf(assetId))
    }
  })

  it('is a file of several parts that have every movement once, with the same sums', async () => {
    const { file, parts } = await wallet.calls['statements.file']({ ...wish(), format: 'csv' })
    expect(parts).toBeGreaterThan(2)
    const texts: string[] = []
    for (let part = 0; part < parts; part += 1) {
      texts.push((await wallet.calls['statements.part']({ account: ana, file, part })).text)
    }
    const [head = '', ...lines] = texts.join('').trimEnd().split('\r\n')
    const at = (name: string): number => head.split(',').indexOf(name)
    const cells = lines.map((line) => line.split(','))
    expect(new Set(cells.map((row) => row.at(-2))).size).toBe(COUNT)
    for (const [assetId, symbol] of [
      [BTC, 'BTC'],
      [ETH, 'ETH'],
    ] as const) {
      const own = cells.filter((row) => row[at('asset')] === symbol)
      const sum = own.reduce((all, row) => all + parseSignedAmount(row[at('amount')] ?? ''), 0n)
      expect(sum).toBe(sumOf(assetId))
    }
  })

  it('is refused as a file beyond what a file takes, with both numbers, and nothing is left out silently', async () => {
    await wallet.close()
    wallet = await network.open({ ...files, statementMost: COUNT - 1 })
    for (const format of ['csv', 'json', 'koinly', 'cointracking'] as const) {
      await expect(wallet.calls['statements.file']({ ...wish(), format })).rejects.toMatchObject({
        code: 'input.too_many_rows',
        details: { count: COUNT, most: COUNT - 1 },
      })
    }
    expect(await wallet.calls['statements.draw'](wish())).toMatchObject({ count: COUNT, fileMost: COUNT - 1 })
    const filter = { ...wish().filter, assetId: BTC }
    expect((await wallet.calls['statements.file']({ ...wish(), filter, format: 'csv' })).parts).toBeGreaterThan(0)
  })
})
