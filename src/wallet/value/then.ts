import type { ActivityRow } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { Desk } from '../shared/desk.ts'
import { estimate } from '../shared/fiat.ts'

type ValueDesk = Pick<Desk, 'store' | 'rate'>
type Movement = Pick<ActivityRow, 'asset' | 'amount' | 'at'>

/** What a movement was worth when it happened; null where no price of then was kept. */
export function fiatThen({ store, rate }: ValueDesk, { asset, amount, at }: Movement): string | null {
  return estimate(toAmount(amount), store.cache.prices.at(asset.assetId, at), rate())
}

/** Movements with what each was worth when it happened. */
export const withThen = <Row extends Movement>(desk: ValueDesk, rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, fiatThen: fiatThen(desk, row) }))
