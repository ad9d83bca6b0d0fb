import { type AssetId, type Clock, DAY, HOUR, type Nanos } from '#contract/domain'
import type { Amount } from '#protocol/text'
import { priceUnits, toAmount } from '#protocol/text'
import type { AccountStore } from '#store'
import { centsOf, partOf } from '../shared/fiat.ts'
import type { Told, Untold, Worth } from './judge.ts'

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

/** Why nobody should go by the price of an asset; null where one may. */
export function priceTrouble(
  { store, clock }: { readonly store: Pick<AccountStore, 'cache'>; readonly clock: Pick<Clock, 'now'> },
  assetId: AssetId,
): Untold | null {
  const worth = worthOf(store, { assetId, amount: ONE, currency: 'USD', now: clock.now() })
  return 'why' in worth ? worth.why : null
}

/** What a limit in a currency would go by now, of those assets of which it knows. */
export function toldNow(
  store: Pick<AccountStore, 'cache'>,
  { assets, currency, now }: { readonly assets: Iterable<AssetId>; readonly currency: string; readonly now: Nanos },
): Told | undefined {
  const rate = rateOf(store, currency)
  if (rate === null) return undefined
  const prices = Array.from(assets).flatMap((assetId): [AssetId, string][] =>
    'why' in worthOf(store, { assetId, amount: ONE, currency, now })
      ? []
      : [[assetId, store.cache.assets.get(assetId)?.price_usd ?? '']],
  )
  return { prices, currency, rate }
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

/** Units of a currency to a dollar as they were at a time: the first that was told in its hour, or the last before. */
function rateThen(store: Pick<AccountStore, 'cache'>, currency: string, at: Nanos): number | null {
  const hour = at / HOUR
  const [last] = currency === 'USD' ? [] : store.cache.rates.of(currency, hour + 1n)
  return last !== undefined && last.hour <= hour ? last.rate : rateOf(store, currency)
}

/** What something was worth when it left, in whole cents; null where no price of then is known. */
export function worthThen(
  store: Pick<AccountStore, 'cache'>,
  asked: {
    readonly assetId: AssetId
    readonly amount: Amount
    readonly currency: string
    readonly at: Nanos
    /** What was told as it was agreed to: of an hour only one price is kept, and others may have been told in it. */
    readonly told?: Told | undefined
  },
): bigint | null {
  const { assetId, amount, currency, at, told } = asked
  const price = told?.prices.find(([id]) => id === assetId)?.[1] ?? store.cache.prices.at(assetId, at)
  return centsOf(amount, price, told?.currency === currency ? told.rate : rateThen(store, currency, at))
}
