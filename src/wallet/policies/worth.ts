import { type AssetId, type Clock, DAY, HOUR, type Nanos } from '#contract/domain'
import type { Amount } from '#protocol/text'
import { priceUnits, toAmount } from '#protocol/text'
import type { AccountStore } from '#store'
import { centsOf, partOf } from '../shared/fiat.ts'
import type { Worth } from './judge.ts'

/*
 * What money is worth for a limit in a national currency. It is the service's word: a price that is missing, old or suddenly another
 * one is no reason to let anything out, and one that is merely wrong cannot be noticed.
 */

/** A price or rate that halved or doubled within a day is taken for none, in hundredths of a percent. */
const [HALF, TWICE]: [bigint, bigint] = [5_000n, 20_000n]
const ONE = toAmount(100_000_000n)

/** Units of a currency to a dollar, as the service tells. */
const rateOf = ({ cache }: Pick<AccountStore, 'cache'>, currency: string): number | null =>
  currency === 'USD' ? 1 : (cache.fiats.get(currency)?.rate ?? null)

/** One of a time that has not come was read before the clock was set back. */
const isOld = (read: Nanos | null, now: Nanos): boolean => read === null || now - read > DAY || read > now

/** Others may have been read since the last one that was kept, of which only the hour is known. What was not kept is held to nothing. */
const isStale = (read: Nanos | null, kept: readonly { readonly hour: bigint }[], now: Nanos): boolean => {
  const last = kept.at(-1)
  return isOld(read, now) || last === undefined || now - (last.hour + 1n) * HOUR > DAY
}

export function worthOf(
  store: Pick<AccountStore, 'cache'>,
  asked: {
    readonly assetId: AssetId
    readonly amount: Amount
    readonly currency: string
    readonly now: Nanos
  },
): Worth {
  const { cache } = store
  const { assetId, amount, currency, now } = asked
  const price = cache.assets.get(assetId)?.price_usd ?? ''
  const rate = rateOf(store, currency)
  const cents = priceUnits(price) === undefined ? null : centsOf(amount, price, rate)
  if (cents === null || rate === null) return { why: 'no_price' }
  // The last one known a day ago, and all that were read since: a price may rise and fall again within the day.
  const since = (now - DAY) / HOUR + 1n
  const seen = cache.prices.of(assetId, since)
  const rates = currency === 'USD' ? [] : cache.rates.of(currency, since)
  const isRateStale = currency !== 'USD' && isStale(cache.fiats.lastRead(), rates, now)
  if (isRateStale || isStale(cache.prices.lastRead(), seen, now)) return { why: 'old_price' }
  const jumps = seen.some((before) => {
    const ratio = partOf(ONE, before.price, ONE, price)
    return ratio === null || ratio < HALF || ratio > TWICE
  })
  if (jumps || rates.some(({ rate: before }) => rate * 2 < before || rate > before * 2)) return { why: 'jump' }
  // Rounded up: a limit is not to be slipped through by fractions.
  return { cents: cents + 1n }
}

/** What several amounts are worth together, in hundredths of the currency; null unless each has a price that a limit may trust. */
export function worthOfAll(
  { store, clock }: { readonly store: Pick<AccountStore, 'cache'>; readonly clock: Pick<Clock, 'now'> },
  sums: readonly { readonly assetId: AssetId; readonly amount: Amount }[],
  currency: string,
): bigint | null {
  let cents = 0n
  for (const { assetId, amount } of sums) {
    const worth = worthOf(store, { assetId, amount, currency, now: clock.now() })
    if ('why' in worth) return null
    cents += worth.cents
  }
  return cents
}

/** What something was worth when it left, in whole cents; null where no price of then is known. */
export function worthThen(
  store: Pick<AccountStore, 'cache'>,
  {
    assetId,
    amount,
    currency,
    at,
  }: { readonly assetId: AssetId; readonly amount: Amount; readonly currency: string; readonly at: Nanos },
): bigint | null {
  return centsOf(amount, store.cache.prices.at(assetId, at), rateOf(store, currency))
}
