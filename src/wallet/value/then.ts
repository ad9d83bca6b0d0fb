import type { AssetId, Nanos } from '#contract/domain'
import type { ActivityRow } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { Desk } from '../shared/desk.ts'
import { estimate } from '../shared/fiat.ts'

type ValueDesk = Pick<Desk, 'store' | 'rate'>
type Movement = Pick<ActivityRow, 'asset' | 'amount' | 'at'>

/** A price that was read longer before is none of then: the wallet was closed meanwhile. One a day is kept of what is long ago. */
const THEN_HOURS = 48n

/** US dollars for a unit at a time; null where no price of then was kept. */
export const priceThen = ({ store }: Pick<Desk, 'store'>, assetId: AssetId, at: Nanos): string | null =>
  store.cache.prices.at(assetId, at, THEN_HOURS)

/** What a movement was worth when it happened; null where no price of then was kept. */
export const fiatThen = (desk: ValueDesk, { asset, amount, at }: Movement): string | null =>
  estimate(toAmount(amount), priceThen(desk, asset.assetId, at), desk.rate())

/** Movements with what each was worth when it happened, all of them at one rate. */
export function withThen<Row extends Movement>({ store, rate }: ValueDesk, rows: readonly Row[]) {
  const now = rate()
  return rows.map((row) => ({ ...row, fiatThen: fiatThen({ store, rate: () => now }, row) }))
}
