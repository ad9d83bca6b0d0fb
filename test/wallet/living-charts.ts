import { expect } from 'vitest'
import { type AssetId, HOUR, type Nanos } from '#contract/domain'
import type { ValueRange } from '#contract/ipc'
import { ALL_MOVEMENTS } from '../support/wallet.ts'
import type { Told } from './living-lists.ts'

/* What a chart shows is what the movements until then come to, at the price that was told last before. */

const RANGES: readonly ValueRange[] = ['day', 'week', 'month', 'year', 'all']
/** The service's list of movements and its list of coins may name two times of one. */
const BLUR = HOUR / 20n

const centsOf = (text: string): bigint => BigInt(text.replace('.', ''))

/** Down to whole cents of a sum that is kept whole. */
const worth = (amount: bigint, price: string): bigint => {
  const [whole = '', part = ''] = price.split('.')
  const units = BigInt(`${whole}${part.padEnd(8, '0')}`)
  return (amount * units * 100n) / 10n ** 16n
}

export async function needTrueCharts({ desk, holder }: Told, name: string): Promise<void> {
  const { account, wallet } = desk
  const { rows, assets } = await wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS })
  const ids = [...new Set(rows.map(({ asset }) => asset.assetId))]
  for (const range of RANGES) {
    const asked = { account, holder, together: false, everyone: false, range }
    const chart = await wallet.calls['value.read']({ ...asked, assetId: null, of: 'value' })
    const prices = new Map<AssetId, Map<Nanos, string | null>>()
    for (const assetId of ids) {
      const { points } = await wallet.calls['value.read']({ ...asked, assetId, of: 'price' })
      prices.set(assetId, new Map(points.map(({ at, value }) => [at, value])))
      const own = await wallet.calls['value.read']({ ...asked, assetId, of: 'value' })
      const closing = assets.find(({ asset }) => asset.assetId === assetId)
      expect(own.total, `${name} ${range} ${closing?.asset.symbol}`).toBe(closing?.closingFiat ?? '0.00')
    }
    const total = assets.reduce((sum, { closingFiat }) => sum + (closingFiat === null ? 0n : centsOf(closingFiat)), 0n)
    expect(centsOf(chart.total ?? ''), `${name} ${range}`).toBe(total)
    for (const { at, value } of chart.points.slice(0, -1)) {
      if (rows.some((row) => row.at > at - BLUR && row.at < at + BLUR)) continue
      let sum: bigint | null = 0n
      let isCompared = true
      for (const assetId of ids) {
        const has = rows
          .filter((row) => row.at < at && row.asset.assetId === assetId)
          .reduce((all, row) => all + row.amount, 0n)
        if (has === 0n) continue
        const course = prices.get(assetId)
        const priced = [...(course?.values() ?? [])].some((price) => price !== null && centsOf(price) > 0n)
        if (!priced) continue
        const price = course?.get(at)
        if (price === undefined) isCompared = false
        else sum = price === null || sum === null ? null : sum + worth(has, price)
      }
      if (isCompared) expect(value === null ? null : centsOf(value), `${name} ${range} ${at}`).toBe(sum)
    }
  }
}
