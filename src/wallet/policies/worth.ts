import { type AssetId, DAY, type Nanos } from '#contract/domain'
import type { Amount } from '#protocol/text'
import { toAmount } from '#protocol/text'
import type { AccountStore } from '#store'
import { centsOf, partOf } from '../shared/fiat.ts'
import type { Worth } from './judge.ts'

/*
 * What money is worth for a limit in a national currency. It is the service's word: a price that is missing, old or suddenly another
 * one is no reason to let anything out, and one that is merely wrong cannot be noticed.
 */

/** A price that halved or doubled within a day is taken for none, in hundredths of a percent. */
const [HALF, TWICE]: [bigint, bigint] = [5_000n, 20_000n]
const ONE = toAmount(100_000_000n)

export function worthOf(
  { cache }: Pick<AccountStore, 'cache'>,
  {
    assetId,
    amount,
    currency,
    now,
  }: { readonly assetId: AssetId; readonly amount: Amount; readonly currency: string; readonly now: Nanos },
): Worth {
  const price = cache.assets.get(assetId)?.price_usd ?? ''
  const rate = currency === 'USD' ? 1 : (cache.fiats.get(currency)?.rate ?? null)
  const cents = centsOf(amount, price === '' || !/[1-9]/.test(price) ? null : price, rate)
  if (cents === null) return { why: 'no_price' }
  const read = cache.prices.lastRead()
  // One of a time that has not come was read before the clock was set back.
  if (read === null || now - read > DAY || read > now) return { why: 'old_price' }
  const before = cache.prices.at(assetId, (now - DAY) as Nanos)
  const ratio = before === null ? null : partOf(ONE, before, ONE, price)
  if (ratio !== null && (ratio < HALF || ratio > TWICE)) return { why: 'jump' }
  // Rounded up: a limit is not to be slipped through by fractions.
  return { cents: cents + 1n }
}
