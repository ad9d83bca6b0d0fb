import type { ActivityRow } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { Desk } from '../shared/desk.ts'
import { estimate } from '../shared/fiat.ts'

/** What a movement was worth when it happened; null where no price of then was kept. */
export function fiatThen(
  { store, rate }: Pick<Desk, 'store' | 'rate'>,
  { asset, amount, at }: Pick<ActivityRow, 'asset' | 'amount' | 'at'>,
): string | null {
  return estimate(toAmount(amount), store.cache.prices.at(asset.assetId, at), rate())
}
