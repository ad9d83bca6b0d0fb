import { expect } from 'vitest'
import type { UserId } from '#contract/domain'
import type { TrueLedger } from '../support/true-ledger.ts'
import { ALL_MOVEMENTS, BTC, ETH, readable, USDT_ERC20, XIN } from '../support/wallet.ts'
import { type Desk, type Life, look } from './living.ts'

/* What statements say at the end of a life, and what is so. */

/** Of each asset what there is by its last line, if all lines before lead there. */
function closingsOf({ assets, rows }: Awaited<ReturnType<typeof drawn>>): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { amount, asset, balance } of rows) {
    const sum = (sums.get(asset.assetId) ?? 0n) + amount
    expect(balance, 'the balance behind a line').toBe(sum)
    sums.set(asset.assetId, sum)
  }
  for (const { asset, closing, fees, in: came, opening, out } of assets) {
    expect(opening + came - out - fees, 'what is left of an asset').toBe(closing)
    expect(sums.get(asset.assetId) ?? 0n, 'the last line of an asset').toBe(closing)
  }
  return sums
}

const drawn = ({ account, wallet }: Desk, holder: Life['holder'] | null) =>
  wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS })

export async function needTrueStatements(life: Life, ledger: TrueLedger): Promise<void> {
  const all: UserId[] = [...new Set(life.desks.map(({ account }) => account))]
  const assets = [BTC, ETH, USDT_ERC20, XIN, life.token]
  for (const desk of life.desks) {
    for (const [holder, ids, threshold] of [
      [null, [desk.account], 1],
      [life.holder, all, 2],
    ] as const) {
      const truth = { agrees: true, sums: assets.map((asset) => ledger.unspent(ids, asset, threshold)) }
      const read = async () => {
        await look(desk)
        const statement = await drawn(desk, holder)
        const closings = closingsOf(statement)
        return { agrees: statement.agrees, sums: assets.map((asset) => closings.get(asset) ?? 0n) }
      }
      const same = (left: unknown) => JSON.stringify(left, readable)
      const found = await desk.wallet.until(read, (now) => same(now) === same(truth)).catch(read)
      expect(found, `the statement of ${desk.name} ${holder}`).toEqual(truth)
    }
  }
}
