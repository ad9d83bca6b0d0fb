import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Hash, Nanos, UserId } from '#contract/domain'
import type { StatementFormat } from '#contract/ipc'
import { kernelAssetId, parseAmount, parseSignedAmount, toAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { checkStatement } from '#wallet'
import { aSnapshot } from '../support/store.ts'
import { ALL_MOVEMENTS, BTC, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* A statement while history still comes in, and of what nobody has named: movements are laid into the store of a running wallet. */

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let store: AccountStore

beforeAll(async () => {
  const openStore: typeof openAccountStore = (deps) => {
    store = openAccountStore(deps)
    return store
  }
  wallet = await network.open({ openStore })
  ana = (await newAccount(wallet, 'Ana')).account
  await wallet.calls['app.retry']({ account: ana })
})

type Filter = typeof ALL_MOVEMENTS
const wish = (filter: Partial<Filter> = {}) => ({
  ...{ account: ana, holder: null, others: [], filter: { ...ALL_MOVEMENTS, ...filter } },
})
const draw = (filter: Partial<Filter> = {}) => wallet.calls['statements.draw'](wish(filter))
const at = (nanos: bigint) => nanos as Nanos

function lay(assetId: AssetId, movements: readonly (readonly [name: string, amount: string, time: bigint])[]): void {
  const { snapshots } = store.cache
  const asset = { user_id: ana, asset_id: assetId, kernel_asset_id: kernelAssetId(assetId) as Hash } // a formula
  snapshots.applyPage({
    snapshots: movements.map(([name, amount, time]) =>
      aSnapshot(name, { ...asset, amount: toAmount(parseSignedAmount(amount)), created_at: at(time) }),
    ),
    cursor: snapshots.cursor() ?? '',
  })
}

async function file(format: StatementFormat, filter: Partial<Filter> = {}) {
  const made = await wallet.calls['statements.file']({ ...wish(filter), format })
  const { text } = await wallet.calls['statements.part']({ account: ana, file: made.file, part: 0 })
  return { ...made, text }
}

describe('a statement of a time that is over', () => {
  it('begins with what there was of an asset that nobody has named', async () => {
    lay('0f8f1e2d-3c4b-4a59-8877-665544332211' as AssetId, [
      ['came', '5', 1_000n],
      ['went', '-2', 3_000n],
    ])
    const { assets, rows } = await draw({ from: at(2_000n), to: at(4_000n) })
    expect(assets.map(({ opening, out, closing }) => [opening, out, closing])).toEqual([
      ['5', '2', '3'].map(parseAmount),
    ])
    expect(rows.map(({ balance }) => balance)).toEqual([parseAmount('3')])
  })

  it('has what came in with an earlier time while it was drawn up', async () => {
    const many = Array.from(
      { length: 1_000 },
      (_, each) => [`many ${each}`, '1', 10_000n + BigInt(each) * 10n] as const,
    )
    lay(BTC, many)
    const drawing = draw({ assetId: BTC, to: at(50_000n) })
    setImmediate(() => lay(BTC, [['late', '7', 19_985n]]))
    const { count, assets } = await drawing
    expect([count, assets[0]?.closing]).toEqual([1_001, parseAmount('1007')])
  })

  it('of one asset says so, on the sheet, in what is signed and in the name of its file', async () => {
    const [all, one, json] = [await draw(), await draw({ assetId: BTC }), await file('json', { assetId: BTC })]
    expect([all.only, one.only?.symbol]).toEqual([null, 'BTC'])
    expect(JSON.parse(json.text)).toMatchObject({ statement: { only: { symbol: 'BTC', id: BTC } } })
    expect(json.fileName).toMatch(/^coffer-Ana-BTC-/)
    expect(checkStatement(json.text)).toMatchObject({ kind: 'signed' })
  })

  it('says that movements may be missing where all of them do not come to the coins, on the sheet and in each file', async () => {
    const period = { assetId: BTC, from: at(15_000n), to: at(16_000n) }
    const [{ agrees }, csv, json] = [await draw(period), await file('csv', period), await file('json', period)]
    expect([agrees, csv.agrees, json.agrees]).toEqual([false, false, false])
    expect(checkStatement(json.text)).toMatchObject({ kind: 'signed', isDoubted: true })
    expect(checkStatement(json.text.replace('"agrees": "no"', '"agrees": "yes"'))).toEqual({ kind: 'changed' })
  })

  it('is the same whichever of several movements of one time was read first', async () => {
    const many = Array.from({ length: 12 }, (_, each) => [`at once ${each}`, each % 2 === 0 ? '-1' : '2'] as const)
    lay(
      BTC,
      many.map(([name, amount]) => [name, amount, 60_000n]),
    )
    const { rows } = await draw({ assetId: BTC, from: at(60_000n), to: at(60_001n) })
    const [came, went] = [rows.slice(0, 6), rows.slice(6)]
    expect([came.every(({ amount }) => amount > 0n), went.every(({ amount }) => amount < 0n)]).toEqual([true, true])
    for (const ids of [came, went].map((some) => some.map(({ id }) => id))) expect(ids).toEqual([...ids].sort())
  })

  it('names assets of one symbol in an order that does not hang on which of them moved first', async () => {
    const [one, other] = ['1', '2'].map((first) => `${first}f8f1e2d-3c4b-4a59-8877-665544332211` as AssetId)
    if (one === undefined || other === undefined) throw new Error('two were written down')
    lay(other, [['of the second', '1', 70_000n]])
    lay(one, [['of the first', '1', 70_001n]])
    const { assets } = await draw({ from: at(70_000n), to: at(70_002n) })
    const moved = assets.filter(({ in: came }) => came > 0n)
    expect(moved.map(({ asset }) => [asset.symbol, asset.assetId])).toEqual([
      ['?', one],
      ['?', other],
    ])
  })

  it('is named by the days of the calendar here', async () => {
    const before = process.env['TZ']
    process.env['TZ'] = 'Asia/Shanghai'
    try {
      const nanos = (text: string) => at(BigInt(Date.parse(text)) * 1_000_000n)
      const [from, to] = ['2026-10-01T00:00:00+08:00', '2026-11-01T00:00:00+08:00'].map(nanos)
      const { fileName } = await file('csv', { from: from ?? null, to: to ?? null })
      expect(fileName).toBe('coffer-Ana-2026-10-01-2026-10-31.csv')
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })
})
