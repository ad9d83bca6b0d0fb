import { expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { ALL_MOVEMENTS, BTC, ETH, fund, newAccount, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* A service that calls what moved by the id of another asset: the ledger's own id of an asset follows from that id, and does not. */

const network = sharedNetwork()

/** An account of whose first deposit the history is told with another asset's id; the ledger's id is the true one. */
async function misnamed(as: AssetId) {
  const line = faultyLine()
  const wallet = await network.open({ fetch: line.fetch })
  const { account } = await newAccount(wallet, 'Ana')
  line.faults.push({
    path: /^\/safe\/snapshots$/,
    act: (data) => (data as object[]).map((row) => ({ ...row, asset_id: as })),
  })
  const list = async (assetId: AssetId | null = null) => {
    const filter = { ...ALL_MOVEMENTS, assetId }
    return (await wallet.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 50 })).rows
  }
  const symbols = async (assetId: AssetId | null = null) => (await list(assetId)).map(({ asset }) => asset.symbol)
  const settledRows = (count: number) =>
    wallet.until(
      () => list(),
      (rows) => rows.filter(({ money }) => money === 'final').length === count,
    )
  return { line, wallet, account, symbols, settledRows }
}

it('is not shown as that other asset, but as the one that moved', async () => {
  const { wallet, account, symbols, settledRows } = await misnamed(BTC)
  await fund(wallet, account, ETH, '5')
  await settledRows(1)
  expect(await symbols()).toEqual(['ETH'])
})

it('is no asset that is known where the ledger’s id is of none', async () => {
  const { line, wallet, account, symbols, settledRows } = await misnamed(BTC)
  const other = kernelAssetId('00000000-0000-4000-8000-000000000001')
  let first: string | undefined
  line.faults.splice(0, 1, {
    path: /^\/safe\/snapshots$/,
    act: (data) =>
      (data as { snapshot_id: string }[]).map((row) => {
        first ??= row.snapshot_id
        return row.snapshot_id === first ? { ...row, asset_id: BTC, kernel_asset_id: other } : row
      }),
  })
  await fund(wallet, account, BTC, '5')
  const [row] = await settledRows(1)
  expect(row?.asset).toMatchObject({ symbol: '?', trust: 'unlisted' })
  await fund(wallet, account, BTC, '1')
  await settledRows(2)
  expect(await symbols(BTC)).toEqual(['BTC'])
})

it('hides none of the movements of the asset from whoever asks for those', async () => {
  const { line, wallet, account, symbols, settledRows } = await misnamed(ETH)
  await fund(wallet, account, BTC, '1')
  await settledRows(1)
  line.faults.length = 0
  await fund(wallet, account, BTC, '2')
  await settledRows(2)
  expect(await symbols(BTC)).toEqual(['BTC', 'BTC'])
})

it('is on its way as what arrives, and adds to nothing else', async () => {
  const { line, wallet, account } = await misnamed(BTC)
  line.faults.splice(0, 1, {
    path: /^\/safe\/deposits$/,
    act: (data) => (data as object[]).map((row) => ({ ...row, asset_id: BTC })),
  })
  const amount = parseAmount('3')
  await wallet.calls['local.deposit']({ account, holder: null, chainId: ETH, assetId: ETH, amount })
  // As the network told of it when it was made it is known already; from here on it is as the list has it.
  await wallet.calls['app.retry']({ account })
  const incoming = await wallet.calls['receive.incoming']({ account, holder: null })
  expect(incoming[0]?.asset.symbol).toBe('ETH')
  expect((await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })).arriving).toBe(0n)
  const [row] = (
    await wallet.calls['activity.list']({ account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 9 })
  ).rows
  expect(row).toMatchObject({ kind: 'deposit', asset: { symbol: 'ETH' } })
})

it('is worth between two people what it is, not what it is called', async () => {
  const { wallet, account, settledRows } = await misnamed(BTC)
  const ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ben, ETH, '2')
  await pay(wallet, paying(ben, ETH, [toUser(account, '1')]))
  await settledRows(1)
  const { in: received } = await wallet.until(
    () => wallet.calls['contacts.between']({ account, userId: ben }),
    (between) => between.in.count === 1 && between.in.unpriced === 0,
  )
  const assets = await wallet.calls['assets.list']({ account })
  const priceOf = (id: AssetId) => Number(assets.find(({ assetId }) => assetId === id)?.priceUsd)
  expect(priceOf(ETH)).toBeLessThan(priceOf(BTC) / 4)
  expect(Number(received.fiat)).toBeLessThan(priceOf(BTC) / 2)
})
