import { type AssetId, HOUR } from '#contract/domain'
import type { ValueMove, ValueView } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { decimalText } from '../shared/fiat.ts'
import { type Purse, pursesOf } from '../shared/whose.ts'
import { flowsOf, holdingsOf } from './flows.ts'
import { quoteOf } from './quote.ts'
import { DAY_HOURS, hoursOf, timeOf } from './ranges.ts'
import { type Flow, movedSince, type SeriesPoint, seriesOf } from './series.ts'

/** Prices have six decimals more than cents. */
const PRICE_DIGITS = 8
/** A million units that were always there: their worth in cents is the price of one with those decimals. */
const UNIT: Flow = { hour: 0n, amount: toAmount(100_000_000n * 1_000_000n) }

interface Parts<At extends Desk> {
  readonly currency: () => string
  /** What holders have now of each asset, which outputs alone do not tell while payments are out. */
  readonly totals: (purses: readonly Purse<At>[]) => ReadonlyMap<AssetId, Amount>
}

export function valueCalls<At extends Desk>(runtimes: Runtimes<At>, parts: Parts<At>): CallsOf<'value'> {
  return {
    async 'value.quote'({ account, assetId }) {
      const { price, at } = quoteOf(runtimes.any(account), assetId, parts.currency())
      return { assetId, currency: parts.currency(), price, at }
    },

    async 'value.read'({ account, holder, together, everyone, assetId, of, range }): Promise<ValueView> {
      const desk = runtimes.any(account)
      const { prices } = desk.store.cache
      const now = desk.now()
      const hour = now / HOUR
      const isPrice = of === 'price'
      const purses = pursesOf(runtimes, { account, holder, together, everyone })
      const flows = isPrice && assetId !== null ? new Map([[assetId, { desk, flows: [UNIT] }]]) : flowsOf(purses)
      const totals = isPrice ? null : parts.totals(purses)
      for (const id of totals?.keys() ?? []) if (!flows.has(id)) flows.set(id, { desk, flows: [] })
      const wanted = [...flows].filter(([id]) => assetId === null || id === assetId)
      // A price is known for as long as it was kept, money for as long as there was any.
      const began = wanted.map(([id, course]) => (isPrice ? prices.of(id, 0n)[0]?.hour : course.flows[0]?.hour) ?? hour)
      const first = began.reduce((least, each) => (each < least ? each : least), hour)
      const { hours, oldAfter, isWhole } = hoursOf(range, hour, first)
      const yesterday = hour - DAY_HOURS
      const start = hours[0] === undefined || yesterday < hours[0] ? yesterday : hours[0]
      const holdings = holdingsOf(wanted, start, totals)
      const rate = desk.rate()
      const series = seriesOf(holdings, { hours, oldAfter, rate, now: hour })
      const dayAgo = seriesOf(holdings, { hours: [yesterday], oldAfter, rate, now: hour })
      const text = (cents: bigint): string => (isPrice ? decimalText(cents, PRICE_DIGITS) : decimalText(cents, 2))
      const textOf = ({ cents }: SeriesPoint): string | null => (cents === null ? null : text(cents))
      const move = (from: SeriesPoint | undefined): ValueMove | null => moveOf(from, series.at(-1), text)
      const day = move(dayAgo[0])
      const known = series.findIndex(({ cents }) => cents !== null)
      return {
        currency: parts.currency(),
        points: series.map((point, at) => ({
          at: at < hours.length ? timeOf(hours[at] ?? hour) : now,
          value: textOf(point),
          isOld: point.isOld,
        })),
        total: textOf(series.at(-1) ?? { cents: null, isOld: false }),
        change: changeOver(series) ? move(series[known]) : null,
        day: day === null ? null : { ...day, moved: text(isPrice ? 0n : movedSince(holdings, yesterday, rate)) },
        began: isWhole ? null : timeOf(first),
        knownFrom: known > 0 ? timeOf(hours[known] ?? hour) : null,
        pricesAt: prices.lastRead(),
        isConverted: parts.currency() !== 'USD',
      }
    },
  }
}

/** Whether there is a time to compare now with: from now to now nothing changes, which says nothing of what did before. */
const changeOver = (series: readonly SeriesPoint[]): boolean =>
  series.length === 1 || series.slice(0, -1).some(({ cents }) => cents !== null)

/** Ten-thousandths of a percent are more than anybody reads. */
const SHARE_DIGITS = 6

function moveOf(
  from: SeriesPoint | undefined,
  to: SeriesPoint | undefined,
  text: (cents: bigint) => string,
): ValueMove | null {
  if (from === undefined || to === undefined || from.cents === null || to.cents === null) return null
  const by = to.cents - from.cents
  const share = from.cents <= 0n ? null : (by * 10n ** BigInt(SHARE_DIGITS)) / from.cents
  return { by: text(by), share: share === null ? null : decimalText(share, SHARE_DIGITS) }
}
