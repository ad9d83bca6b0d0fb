import { type AssetId, HOUR, type Nanos } from '#contract/domain'
import { priceText, priceUnits } from '#protocol/text'
import type { Desk } from '../shared/desk.ts'

/** What a unit of an asset costs in a currency. */
export interface Quote {
  readonly price: string | null
  /** When it was read; null where nothing is known of that. */
  readonly at: Nanos | null
  /** The last one that was kept from an hour before; null where there is none. */
  readonly before: string | null
}

const RATE_DIGITS = 12
const ONE = 10n ** 12n

/** A price in US dollars, in a currency of which a dollar is worth so much. */
function inCurrency(price: string | null | undefined, rate: number | null): string | null {
  const [units, per] = [priceUnits(price ?? ''), rate === null ? undefined : priceUnits(rate.toFixed(RATE_DIGITS))]
  return units === undefined || per === undefined ? null : priceText((units * per) / ONE)
}

type Asked = Pick<Desk, 'directory'> & { readonly store: Pick<Desk['store'], 'cache'> }

export function quoteOf({ store: { cache }, directory }: Asked, assetId: AssetId, currency: string): Quote {
  const rate = currency === 'USD' ? 1 : (cache.fiats.get(currency)?.rate ?? null)
  const price = inCurrency(directory.asset(assetId).priceUsd, rate)
  const read = cache.prices.lastRead()
  const [last] = read === null ? [] : cache.prices.of(assetId, read / HOUR).slice(-1)
  if (price === null || read === null || last === undefined) return { price, at: null, before: null }
  // Other assets may have been read since: then it is as old as the end of the hour in which this one was.
  const end = (last.hour + 1n) * HOUR
  const [before] = cache.prices.of(assetId, last.hour)
  return {
    price,
    at: (end < read ? end : read) as Nanos, // a time that was kept, or a whole hour
    before: before === undefined || before.hour === last.hour ? null : inCurrency(before.price, rate),
  }
}
