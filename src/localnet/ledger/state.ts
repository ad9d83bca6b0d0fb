import type { LocalState } from '#contract/domain'
import { toAmount } from '#protocol'
import { assetOf } from './assets.ts'
import { totalOf } from './kernel.ts'
import type { World } from './world.ts'

const numberOf = (row: { count: bigint } | undefined): number => Number(row?.count ?? 0n)

/** Counts, and for each asset where its money is: deposited - withdrawn = unspent + signed. */
export function readState(world: World): LocalState {
  const { db } = world
  const outputs = { unspent: 0, signed: 0, spent: 0 }
  for (const { state, count } of db.all<{ state: keyof typeof outputs; count: bigint }>(
    'SELECT state, count(*) AS count FROM output GROUP BY state',
  )) {
    outputs[state] = Number(count)
  }
  const deposits = { pending: 0, confirmed: 0 }
  for (const { state, count } of db.all<{ state: keyof typeof deposits; count: bigint }>(
    'SELECT state, count(*) AS count FROM deposit GROUP BY state',
  )) {
    deposits[state] = Number(count)
  }
  const held = new Map<string, { unspent: bigint; signed: bigint }>()
  for (const { asset, state, amount } of db.all<{ asset: string; state: 'unspent' | 'signed'; amount: string }>(
    "SELECT asset, state, amount FROM output WHERE state <> 'spent'",
  )) {
    const sums = held.get(asset) ?? { unspent: 0n, signed: 0n }
    sums[state] += BigInt(amount)
    held.set(asset, sums)
  }
  const assets = db.all<{ asset: string }>('SELECT asset FROM asset_total ORDER BY asset')
  return {
    accounts: numberOf(db.get('SELECT count(*) AS count FROM account')),
    registered: numberOf(db.get('SELECT count(*) AS count FROM account WHERE spend_key IS NOT NULL')),
    outputs,
    transactions: numberOf(db.get('SELECT count(*) AS count FROM kernel_transaction')),
    snapshots: numberOf(db.get('SELECT count(*) AS count FROM snapshot')),
    deposits,
    multisigs: numberOf(db.get("SELECT count(*) AS count FROM request WHERE kind = 'multisig'")),
    block_height: world.height(),
    totals: assets.map(({ asset }) => {
      const { assetId, record } = assetOf(world, asset)
      const { deposited, withdrawn } = totalOf(world, asset)
      const { unspent, signed } = held.get(asset) ?? { unspent: 0n, signed: 0n }
      return {
        asset_id: assetId,
        symbol: record.symbol,
        deposited: toAmount(deposited),
        withdrawn: toAmount(withdrawn),
        unspent: toAmount(unspent),
        signed: toAmount(signed),
      }
    }),
  }
}
