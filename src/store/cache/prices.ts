import type { Asset, AssetId, Nanos } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import type { Database } from '../database.ts'
import { bytesOf, nanos, uuidBytes } from '../encoding.ts'
import { isSealed, sealedWriter } from '../sealed.ts'
import { DAY_HOURS, hourOf, oncePerDay } from './hours.ts'
import type { Progress } from './progress.ts'

/** US dollars for a unit, as text, as they were last read before `until`. */
export interface KeptPrice {
  readonly hour: bigint
  readonly price: string
}

interface PriceRow {
  readonly hour: bigint
  readonly price: string
  readonly seal: bigint
}

/** A service that names more assets does not fill the disk. What is held is kept beside them, however many it named before. */
const ASSETS_MAX = 500
const YEARS = 10n
const READ = 'prices_read'

export type Prices = ReturnType<typeof openPrices>

/**
 * What assets cost, one price an hour for a month and one a day before. They are claims like the ones they came from, kept for eyes and for
 * limits, which compare the price of now with them: the service is not asked what was before this wallet read it.
 */
export function openPrices(db: Database, { progress, now }: { progress: Progress; now: () => Nanos }) {
  const write = sealedWriter(db, 'prices', ['asset_id', 'hour'])
  const known = db.prepare<{ n: bigint }>('SELECT count(*) AS n FROM (SELECT DISTINCT asset_id FROM prices)')
  const has = db.prepare('SELECT 1 FROM prices WHERE asset_id = ? LIMIT 1')
  const held = db.prepare(`
    SELECT 1 FROM kernel_assets JOIN balances ON balances.asset = kernel_assets.row
    WHERE kernel_assets.kernel = ? AND unspent_count + signed_count > 0 LIMIT 1`)
  const from = db.prepare<PriceRow>('SELECT * FROM prices WHERE asset_id = ? AND hour >= ? ORDER BY hour')
  const before = db.prepare<PriceRow>('SELECT * FROM prices WHERE asset_id = ? AND hour < ? ORDER BY hour DESC LIMIT 1')
  const thin = db.prepare(`
    DELETE FROM prices WHERE hour < ? AND EXISTS (
      SELECT 1 FROM prices AS later
      WHERE later.asset_id = prices.asset_id AND later.hour > prices.hour AND later.hour / 24 = prices.hour / 24)`)
  const forget = db.prepare('DELETE FROM prices WHERE hour < ?')

  const kept = (row: PriceRow): KeptPrice => {
    if (!isSealed('prices', row)) throw db.damaged('price')
    return { hour: row.hour, price: row.price }
  }

  return {
    /** Keeps what these assets cost now. Belongs to a transaction. */
    note(assets: readonly Pick<Asset, 'asset_id' | 'price_usd'>[]): void {
      const time = now()
      oncePerDay(progress, 'prices_thinned', time, (fine) => {
        thin.run(fine)
        forget.run(fine - YEARS * 365n * DAY_HOURS)
      })
      progress.set(READ, String(time))
      let room = ASSETS_MAX - Number(known.get()?.n ?? 0n)
      for (const { asset_id, price_usd } of assets) {
        if (!/^\d{1,20}(\.\d{1,30})?$/.test(price_usd) || !/[1-9]/.test(price_usd)) continue
        const id = uuidBytes(asset_id)
        const isNew = has.get(id) === undefined
        if (isNew && room <= 0 && held.get(bytesOf(kernelAssetId(asset_id))) === undefined) continue
        if (isNew) room -= 1
        write([id, hourOf(time), price_usd])
      }
    },

    /** Oldest first: those from an hour on, and the last one before it. */
    of(assetId: AssetId, hour: bigint): KeptPrice[] {
      const id = uuidBytes(assetId)
      const earlier = before.get(id, hour)
      return [...(earlier === undefined ? [] : [earlier]), ...from.all(id, hour)].map(kept)
    },

    /** The price that was the last one known at a time; null also where it was read more hours before than those. */
    at(assetId: AssetId, time: Nanos, within?: bigint): string | null {
      const row = before.get(uuidBytes(assetId), hourOf(time) + 1n)
      return row === undefined || (within !== undefined && hourOf(time) - row.hour >= within) ? null : kept(row).price
    },

    /** When prices were read last. */
    lastRead(): Nanos | null {
      const at = progress.get(READ)
      return at === null ? null : nanos(BigInt(at))
    },
  }
}
