import { type AssetId, DAY, HOUR, type Nanos } from '#contract/domain'
import { priceText, priceUnits } from '#protocol/text'
import type { Desk } from '../shared/desk.ts'
import { earlier } from '../shared/time-behind.ts'

/** What a unit of an asset costs in a currency. */
export interface Quote {
  readonly price: string | null
  /** When it was read; null where nothing is known of that. */
  readonly at: Nanos | null
  /** The last one that was kept from an hour before, by the rate of the day that is furthest from now's; null where there is neither. */
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

/** The rate of the day that is furthest from the one of now, and up to when that one was told last; the same where no other was told. */
function ratesOf(
  { rates }: Asked['store']['cache'],
  { currency, rate, read }: { readonly currency: string; readonly rate: number; readonly read: Nanos },
): { readonly furthest: number; readonly end: Nanos } {
  const told = currency === 'USD' ? [] : rates.of(currency, (read - DAY) / HOUR + 1n)
  const last = told.at(-1)
  const from = (one: number): number => Math.max(one / rate, rate / one)
  return {
    furthest: told.reduce((most, { rate: one }) => (from(one) > from(most) ? one : most), rate),
    end: last === undefined ? read : (((last.hour + 1n) * HOUR) as Nanos), // a whole hour
  }
}

export function quoteOf({ store: { cache }, directory }: Asked, assetId: AssetId, currency: string): Quote {
  const rate = currency === 'USD' ? 1 : (cache.fiats.get(currency)?.rate ?? null)
  const { priceUsd } = directory.asset(assetId)
  const price = inCurrency(priceUsd, rate)
  const read = cache.prices.lastRead()
  const [last] = read === null ? [] : cache.prices.of(assetId, read / HOUR).slice(-1)
  if (price === null || rate === null || read === null || last === undefined) return { price, at: null, before: null }
  // Other assets may have been read since: then it is as old as the end of the hour in which this one was.
  const end = ((last.hour + 1n) * HOUR) as Nanos // a whole hour
  const [known] = cache.prices.of(assetId, last.hour)
  const before = known === undefined || known.hour === last.hour ? null : known.price
  const { furthest, end: told } = ratesOf(cache, { currency, rate, read })
  return {
    price,
    at: [end, told].reduce(earlier, read),
    // What the service tells of the currency alone can make any amount of what is typed.
    before: before === null && furthest === rate ? null : inCurrency(before ?? priceUsd, furthest),
  }
}
